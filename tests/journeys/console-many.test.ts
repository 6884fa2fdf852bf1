// The console with more records than one answer of a list has.
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { TestService } from "../../packages/server/src/testing/start-service.ts";
import { BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
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

const numbered = <T>(count: number, one: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, number) => one(number));

test("the overview counts every command of a world", async ({ skip }) => {
  needsOtherWorlds(skip);
  const commands = numbered(100, (number) => ({ name: `c${number}`, description: "Counted" }));
  const applications = numbered(11, (number) => ({ name: `App ${number}`, commands }));
  const from = { world: { applications } };
  expect((await service.control("POST /worlds", { name: "registered", from })).status).toBe(201);
  onTestFinished(async () => void (await service.control("DELETE /worlds/registered")));
  const page = await context.newPage();
  await page.goto(`${service.url}/console/?w=registered`);
  await page.getByRole("link", { name: "100 registered" }).nth(10).waitFor();
  await page.close();
});

test("a user among a thousand is found for the Stage by a part of the name", async ({ skip }) => {
  needsOtherWorlds(skip);
  const users = numbered(1001, (number) => ({ username: `player.${number}` }));
  const from = { world: { users } };
  expect((await service.control("POST /worlds", { name: "crowded", from })).status).toBe(201);
  onTestFinished(async () => void (await service.control("DELETE /worlds/crowded")));
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage?w=crowded&as=player.0`);
  // Until the users are loaded, the choice without search stands in its place.
  const field = page.getByLabel("Add user").and(page.locator("input"));
  const offered = page.locator("datalist option");
  await field.fill("er.1000");
  await offered.and(page.locator("[value='player.1000']")).waitFor({ state: "attached" });
  expect(await offered.count()).toBe(1);
  await field.fill("player.1000");
  await field.press("Enter");
  await page.waitForURL(/as=player\.0(%2C|,)player\.1000/);
  await page.close();
});
