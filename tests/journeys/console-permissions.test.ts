// Who may use which command, what would change, and that applying it comes to what was shown.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { startBrowser } from "./browser.ts";
import { BUILD_MS, freshConsole, signedInConsole } from "./console-page.ts";

let service: TestService;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  await freshConsole();
  [service, browser] = await Promise.all([aService(), startBrowser()]);
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: "open", description: "For everybody" },
    { name: "ban", description: "For moderators", default_member_permissions: "4" },
  ]);
  context = await signedInConsole(browser, service.url);
  // So that a failure names what was waited for.
  context.setDefaultTimeout(8000);
}, BUILD_MS);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

async function open(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}/console/permissions`);
  await page.getByRole("row", { name: "/open" }).getByText("✓ allowed").first().waitFor();
  return page;
}

const cells = (page: Page) => page.getByRole("cell", { name: /allowed|denied/ }).allInnerTexts();
const world = async () => JSON.stringify((await service.control("GET /world")).body);

test("what is tried changes nothing until it is applied, and then comes to what was shown", async () => {
  const page = await open();
  const [then, before] = [await world(), await cells(page)];
  await page.getByLabel("Default permission of /open").selectOption("BAN_MEMBERS");
  await page.getByLabel("Default permission of /ban").selectOption("administrators alone");
  await page.getByLabel("mods administrates").check();
  await page.getByRole("row", { name: "/ban" }).getByText("✓ allowed").nth(1).waitFor();
  const calls = page.getByRole("region", { name: "Applying calls" });
  expect(await calls.getByRole("listitem").count()).toBe(3);
  await page.getByText(/would lose, \d+ would gain/).waitFor();
  const shown = await cells(page);
  expect([shown.join() === before.join(), await world()]).toEqual([false, then]);

  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await calls.waitFor({ state: "detached" });
  await page.reload();
  await expect.poll(() => cells(page)).toEqual(shown);
  await page.close();
});

test("every step tells what it looked at, and which one decided", async () => {
  const page = await open();
  await page.getByRole("combobox", { name: "Member", exact: true }).selectOption("alice");
  await page.getByRole("combobox", { name: "Command", exact: true }).selectOption("/ban");
  const steps = page.getByRole("list", { name: "Steps" });
  await steps.getByText(/→ (allows|denies) here/).waitFor();
  const path = `/decision?user=alice&application=Concierge&channel=general&command=ban`;
  const { decision } = (await service.control(`GET ${path}`)).body as {
    readonly decision: readonly unknown[];
  };
  expect(await steps.getByRole("listitem").count()).toBe(decision.length);
  await page.close();
});
