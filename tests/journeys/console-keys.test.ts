// The console by keyboard: where the focus goes after something closes, and what keys must not do.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
import { openStage, typed } from "./stage-panes.ts";

let service: TestService;
let console: OpenConsole;

beforeAll(async () => {
  console = await openConsole();
  ({ service } = console);
}, BUILD_MS);

afterAll(async () => {
  await console.close();
});

async function isFrozen(): Promise<boolean> {
  return ((await service.control("GET /clock")).body as { readonly frozen: boolean }).frozen;
}

/** The text of the focused button. */
function focused(page: Page): Promise<string | null> {
  return page.locator(":focus").getAttribute("aria-label");
}

test("closing a dialog by its button or a choice returns the focus", async () => {
  const page = await console.open("/clock");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).press("Enter");
  await page.getByRole("button", { name: "Close" }).press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await focused(page)).toBe("Keyboard shortcuts");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Pages, actions and records" }).fill("Theme: light");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await focused(page)).toBe("Keyboard shortcuts");
  await page.close();
});

test("a record that is opened by keyboard takes the focus, and Escape returns it", async () => {
  const page = await console.open("/data?kind=users");
  await page.getByRole("button", { name: "alice", exact: true }).press("Enter");
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByRole("heading", { name: "user alice" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Close the inspector");
  await page.keyboard.press("Escape");
  await inspector.waitFor({ state: "detached" });
  expect(await page.locator(":focus").textContent()).toBe("alice");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Pages, actions and records" }).fill("bob");
  await page.getByRole("option", { name: /bob/ }).first().waitFor();
  await page.keyboard.press("Enter");
  await inspector.getByRole("heading", { name: "user bob" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Close the inspector");
  await page.close();
});

test("keys do not affect the page behind a dialog, and Escape closes only the dialog", async () => {
  const page = await console.open("/clock?inspect=users/alice");
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.waitFor();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("button", { name: "Close", exact: true }).press(",");
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await inspector.isVisible()).toBe(true);
  // The same keys work when no dialog is open. Keys are handled in order, so the earlier presses have
  // had their effects by then.
  await page.keyboard.press(",");
  await page.getByRole("button", { name: "Unfreeze", exact: true }).waitFor();
  await page.keyboard.press(",");
  await page.getByRole("button", { name: "Freeze", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/clock");
  expect(await isFrozen()).toBe(false);
  await page.close();
});

test("Enter on a button presses it, and does not open the selected row", async () => {
  const page = await console.open("/timeline");
  await page.getByRole("row").first().waitFor();
  // The rows may be there before the page handles keys.
  const select = async () => {
    await page.keyboard.press("j");
    return page.url();
  };
  await expect.poll(select).toMatch(/[?&]at=/);
  await page.getByRole("button", { name: "Follow", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Following", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/timeline");
  await page.close();
});

test("Escape closes the list of an option without suggestions, and keeps the command", async () => {
  const option = { type: 3, name: "what", description: "What", autocomplete: true };
  const command = { name: "seek", description: "Seeks", options: [option] };
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [command]);
  const { page, alice } = await openStage(console.context, service.url);
  await typed(alice, "/seek");
  const field = alice.pane.getByRole("combobox", { name: "what" });
  await field.fill("something");
  await alice.pane.getByRole("listbox").waitFor();
  await field.press("Escape");
  await alice.pane.getByRole("listbox").waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("something");
  await page.close();
});

test("each list of a page has its own labelled search", async () => {
  const page = await console.open("/webhooks");
  await page.getByLabel("Search deliveries").fill("sent");
  await page.keyboard.press("Enter");
  await page.getByLabel("Search queues").fill("waiting");
  await page.keyboard.press("Enter");
  await page.waitForURL(/queue=waiting/);
  expect(new URL(page.url()).search).toBe("?q=sent&queue=waiting");
  // Another URL of the same page.
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.waitForURL(/webhooks$/);
  for (const list of ["deliveries", "queues"]) {
    expect(await page.getByLabel(`Search ${list}`).inputValue()).toBe("");
  }
  await page.close();
});

test("a double click on a button acts once", async () => {
  const page = await console.open("/data?kind=roles");
  await page.getByText("Add role").click();
  await page.getByLabel("guild", { exact: true }).fill(demo.guildId);
  await page.getByLabel(/^name/).fill("pressed twice");
  await page.getByRole("button", { name: "Add" }).dblclick();
  await page.getByText(/^Added/).waitFor();
  await page.goto(`${service.url}/console/faults`);
  await page.getByRole("button", { name: "Inject" }).dblclick();
  await page.getByRole("button", { name: "Stop" }).first().waitFor();
  const roles = (await service.control("GET /roles?q=pressed")).body as { items: unknown[] };
  const faults = (await service.control("GET /faults")).body as { items: unknown[] };
  expect([roles.items.length, faults.items.length]).toEqual([1, 1]);
  await page.close();
});

test("a zoomed page begins at its top, and its rail shows where it is", async () => {
  const page = await console.context.newPage();
  // As a window of 1440 by 900 pixels at 200 percent.
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto(`${service.url}/console/data`);
  await page.getByRole("link", { name: "Data", exact: true }).waitFor();
  await page.getByRole("heading", { name: "Data" }).waitFor();
  expect(await page.evaluate("scrollY")).toBe(0);
  const rail = page.getByRole("navigation", { name: "Pages" });
  expect(
    await rail.evaluate((each) => (each as unknown as { scrollLeft: number }).scrollLeft),
  ).toBeGreaterThan(0);
  await page.close();
});

test("a page uses the full height when zoomed, and is printed completely", async () => {
  const page = await console.open("/clock");
  await page.getByRole("heading", { name: "Due jobs" }).waitFor();
  const content = page.getByRole("main");
  const heights = () =>
    content.evaluate((each) => {
      const { clientHeight, scrollHeight } = each as unknown as Readonly<Record<string, number>>;
      return { clientHeight, scrollHeight };
    });
  await page.setViewportSize({ width: 320, height: 256 });
  expect((await heights()).clientHeight).toBe(256);
  await page.emulateMedia({ media: "print" });
  const { clientHeight, scrollHeight } = await heights();
  expect(clientHeight).toBeGreaterThan(256);
  expect(clientHeight).toBe(scrollHeight);
  expect(await page.getByRole("banner").isVisible()).toBe(false);
  await page.close();
});
