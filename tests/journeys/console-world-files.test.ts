// World files in the console, and the versions of commands during a run.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { barriers, BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
import { needsOtherWorlds } from "./needs-worlds.ts";

let service: TestService;
let open: OpenConsole["open"];
let close: OpenConsole["close"];

beforeAll(async () => {
  ({ service, open, close } = await openConsole({ frozen: true }));
}, BUILD_MS);

afterAll(async () => {
  await close();
});

const filesOn = (page: Page) => page.getByRole("region", { name: "World files" });

async function loaded(page: Page, name: string, text: string): Promise<void> {
  const mimeType = name.endsWith(".json") ? "application/json" : "application/yaml";
  await filesOn(page)
    .getByLabel("Load a world file")
    .setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
}

const usersOf = async (world: string) =>
  ((await service.control(`GET /users?world=${world}`)).at("items") as { username: string }[]).map(
    ({ username }) => username,
  );

test.for([
  ["YAML", "main.yaml", (text: string): unknown => parse(text)],
  ["JSON", "main.json", (text: string): unknown => JSON.parse(text)],
] as const)(
  "a world is saved as %s and loaded as a new world",
  async ([format, file, read], { skip }) => {
    needsOtherWorlds(skip);
    const page = await open("/worlds");
    await filesOn(page).getByLabel("Export main as").selectOption(format);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      filesOn(page).getByRole("button", { name: "Export" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(file);
    const text = readFileSync(await download.path(), "utf8");
    expect(read(text)).toEqual((await service.control("GET /world")).body);
    const name = `from-${format.toLowerCase()}`;
    await loaded(page, file, text);
    await filesOn(page).getByLabel("Name of the new world").fill(name);
    await filesOn(page).getByRole("button", { name: "Load", exact: true }).click();
    await page.getByText(`Loaded ${file} into ${name}.`).waitFor();
    await page.getByRole("row", { name: new RegExp(`^${name}`) }).waitFor();
    expect(await usersOf(name)).toEqual(await usersOf("main"));
    await page.close();
  },
);

test("a file with errors is refused with their positions, and creates no world", async ({
  skip,
}) => {
  needsOtherWorlds(skip);
  const page = await open("/worlds");
  await loaded(page, "odd.yaml", "users:\n  - { username: carol, colour: red }\n");
  await filesOn(page).getByLabel("Name of the new world").fill("odd");
  await filesOn(page).getByRole("button", { name: "Load", exact: true }).click();
  const alert = filesOn(page).getByRole("alert");
  await alert.getByText("users[0].colour").waitFor();
  expect(await alert.innerText()).toMatch(/line 2, column \d+: unknown key/);
  const worlds = (await service.control("GET /worlds")).at("items") as { name: string }[];
  expect(worlds.map(({ name }) => name)).not.toContain("odd");
  expect(await barriers(page)).toEqual([]);
  await page.close();
});

test("a file cannot be loaded twice at once, and its errors are shown if cleanup fails", async ({
  skip,
}) => {
  needsOtherWorlds(skip);
  const page = await open("/worlds");
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/control/v1/world?world=left", async (route) => {
    await isLetGo;
    await route.continue();
  });
  await page.route("**/control/v1/worlds/left*", (route) =>
    route.fulfill({ status: 503, body: "{}" }),
  );
  await loaded(page, "odd.yaml", "users:\n  - { username: carol, colour: red }\n");
  await filesOn(page).getByLabel("Name of the new world").fill("left");
  const load = filesOn(page).getByRole("button", { name: "Load", exact: true });
  await load.click();
  await expect.poll(() => load.isDisabled()).toBe(true);
  letGo();
  await filesOn(page).getByRole("alert").getByText("users[0].colour").waitFor();
  expect(await load.isDisabled()).toBe(false);
  await page.getByRole("combobox", { name: /^world/ }).selectOption("left");
  await expect.poll(() => filesOn(page).getByRole("alert").count()).toBe(0);
  await page.close();
});

test("a file can replace the content of the shown world", async ({ skip }) => {
  needsOtherWorlds(skip);
  await service.control("POST /worlds", { name: "old", from: { fork: "main" } });
  const page = await open("/worlds?w=old");
  await loaded(page, "small.yml", "users:\n  - { username: dora }\n");
  await filesOn(page).getByLabel("Into").selectOption({ label: "old (replaces everything in it)" });
  await filesOn(page).getByRole("button", { name: "Load", exact: true }).click();
  await expect.poll(() => usersOf("old")).toEqual(["dora"]);
  expect(await usersOf("main")).toContain("alice");
  await page.close();
});

test("versions of commands are listed with their changes and the call that made them", async () => {
  const path = `/applications/${demo.applicationId}/commands`;
  const ping = { name: "ping", description: "Says pong" };
  await service.asBot(`PUT ${path}`, [ping, { name: "ban", description: "Bans" }]);
  await service.asBot(`PUT ${path}`, [{ ...ping, description: "Says PONG" }]);
  const page = await open("/commands");
  const list = page.getByRole("region", { name: "List of versions" });
  await list.getByRole("row", { name: /\/ping .* description$/ }).waitFor();
  await list.getByRole("row", { name: /\/ban .* first known version$/ }).waitFor();
  expect(await list.getByRole("row").count()).toBe(4);
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await list
    .getByRole("row", { name: /description$/ })
    .getByRole("link")
    .click();
  await page.getByRole("heading", { name: "request commands.bulkOverwriteGlobal" }).waitFor();
  await page.close();
});
