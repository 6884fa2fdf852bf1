// Records in the console: found by the palette, shown beside every page, added, changed, removed.
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { barriers, BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
import { needsOtherWorlds } from "./needs-worlds.ts";

let service: TestService;
let context: BrowserContext;
let close: OpenConsole["close"];

beforeAll(async () => {
  ({ service, context, close } = await openConsole());
  // Shorter than the test's timeout, so that a failure names what was waited for.
  context.setDefaultTimeout(8000);
}, BUILD_MS);

afterAll(async () => {
  await close();
});

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}/console${path}`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return page;
}

test("a user is added, changed and removed in forms generated from the service's schema", async () => {
  const page = await open("/data?kind=users");
  await page.getByText("Add user").click();
  await page.getByRole("textbox", { name: "username" }).fill("x".repeat(33));
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Must be between 1 and 32 in length.").waitFor();
  await page.getByRole("textbox", { name: "username" }).fill("carol");
  await page
    .getByText(/\d+ more fields/)
    .first()
    .click();
  await page.getByLabel("premium_type").selectOption("2");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByRole("heading", { name: "user carol" }).waitFor();
  const carol = async () => (await service.control("GET /users/carol")).body;
  expect(await carol()).toMatchObject({ username: "carol", premium_type: 2 });

  await inspector.getByText(/\d+ more fields/).click();
  await inspector.getByLabel("global_name (can be empty)").fill("Carol");
  await inspector.getByRole("button", { name: "Save" }).click();
  await expect.poll(carol).toMatchObject({ global_name: "Carol" });

  await inspector.getByRole("button", { name: "Remove" }).click();
  // The first press only asks, and Esc withdraws the question, not the inspector.
  await inspector.getByRole("button", { name: "Really remove?" }).press("Escape");
  await inspector.getByRole("button", { name: "Remove", exact: true }).click();
  expect((await service.control("GET /users/carol")).status).toBe(200);
  await inspector.getByRole("button", { name: "Really remove?" }).click();
  await inspector.waitFor({ state: "detached" });
  expect((await service.control("GET /users/carol")).status).toBe(404);
  await page.close();
});

test("members and installations are called as their users and applications", async () => {
  const page = await open("/data?kind=members");
  await page.getByRole("button", { name: "alice", exact: true }).click();
  await page.getByRole("heading", { name: "member alice" }).waitFor();
  await page.goto(`${service.url}/console/data?kind=installs`);
  const installed = page.getByRole("button", { name: "Concierge", exact: true });
  await installed.first().waitFor();
  expect(await installed.count()).toBe(1);
  await page.close();
});

test("a record and its form have no accessibility violations in any theme or width", async () => {
  const page = await open(`/clock?inspect=users/${demo.bobId}`);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByText(/\d+ more fields/).click();
  expect(await barriers(page)).toEqual([]);
  await page.close();
});

test("text typed into a record's form is not carried over to another world", async ({ skip }) => {
  needsOtherWorlds(skip);
  await service.control("POST /worlds", { name: "copy", from: { fork: "main" } });
  const page = await open(`/clock?inspect=users/${demo.bobId}`);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  const username = inspector.getByRole("textbox", { name: "username" });
  const selector = page.getByRole("banner").getByRole("combobox");
  // Both worlds are known before the user types.
  for (const name of ["copy", "main"]) {
    await selector.selectOption(name);
    await expect.poll(() => username.inputValue()).toBe("bob");
  }
  await username.fill("typed");
  await selector.selectOption("copy");
  await expect.poll(() => username.inputValue()).toBe("bob");
  await page.close();
  await service.control("DELETE /worlds/copy");
});

test("a record that others depend on is not removed, and the reason is shown", async () => {
  const page = await open(`/clock?inspect=users/${demo.aliceId}`);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByRole("button", { name: "Remove" }).click();
  await inspector.getByRole("button", { name: "Really remove?" }).click();
  await inspector.getByRole("alert").filter({ hasText: "owns the guild" }).waitFor();
  expect((await service.control("GET /users/alice")).status).toBe(200);
  await page.keyboard.press("Escape");
  await inspector.waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.has("inspect")).toBe(false);
  await page.close();
});

test("the palette finds pages, actions and records by keyboard", async () => {
  const page = await open("/");
  const found = page.getByRole("listbox", { name: "Results" });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Pages, actions and records" }).waitFor();
  await page.keyboard.type("webh");
  await found.getByRole("option", { name: /^Webhooks/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Pages, actions and records" }).waitFor();
  await page.keyboard.type("freeze");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await service.control("GET /clock")).at("frozen")).toBe(true);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Pages, actions and records" }).waitFor();
  await page.keyboard.type("general");
  await found.getByRole("option", { name: /^general channel/ }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press("Enter");
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByRole("heading", { name: "channel general" }).waitFor();
  expect(new URL(page.url()).searchParams.get("inspect")).toBe(`channels/${demo.generalId}`);
  await service.control("PATCH /clock", { frozen: false });
  await page.close();
});

test("all keys are listed, and single-key shortcuts can be switched off", async () => {
  const page = await open("/clock");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await keys.getByText("add a user").waitFor();
  expect(await barriers(page, "dialog")).toEqual([]);
  await keys.getByLabel("Enable single-key shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.keyboard.press(",");
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  expect(new URL(page.url()).pathname).toBe("/console/clock");
  expect((await service.control("GET /clock")).at("frozen")).toBe(false);
  await page.getByRole("button", { name: "Keyboard shortcuts", exact: true }).click();
  await keys.getByLabel("Enable single-key shortcuts").check();
  await keys.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
  await page.close();
});
