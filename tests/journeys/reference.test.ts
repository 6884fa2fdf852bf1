// The reference in a real browser: its search needs no network, and its pages fit a phone.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { aPage, startBrowser } from "./browser.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  service = await aService();
  browser = await startBrowser();
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

test("the search filters by words while typing, without a request", async () => {
  const page = await aPage(browser, true);
  await page.goto(`${service.url}/reference`);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.getByRole("searchbox").fill("lobbies POST bulk");
  expect(await page.locator("li[data-words]:visible").allInnerTexts()).toEqual([
    expect.stringContaining("POST /api/v10/lobbies/{lobby_id}/members/bulk"),
  ]);
  expect(await page.locator("section:visible h2").allInnerTexts()).toEqual(["lobbies"]);
  expect(requests).toEqual([]);
});

test("without JavaScript the whole list is shown, and no search field", async () => {
  const page = await aPage(browser);
  await page.goto(`${service.url}/reference`);
  expect(await page.getByRole("searchbox").count()).toBe(0);
  expect(await page.locator("li[data-words]:visible").count()).toBeGreaterThan(300);
});

test.each(["/", "/reference", "/reference/channels", "/reference/types", "/reference/errors"])(
  "%s fits a phone screen",
  async (path) => {
    const page = await aPage(browser);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(service.url + path);
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(width).toBe(360);
  },
);
