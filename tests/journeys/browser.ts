// A real headless browser for tests.
import { chromium, type Browser, type Page } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Pages of one service share a renderer process, which caches the console's compiled modules.
  "--process-per-site",
  // The test's pages of other origins are local too: otherwise the browser would block their calls.
  "--host-resolver-rules=MAP *.example 127.0.0.1",
];

export function startBrowser(): Promise<Browser> {
  const executablePath = process.env["TEST_CHROMIUM_SHELL"] ?? process.env["TEST_CHROMIUM"];
  if (executablePath === undefined) {
    throw new Error("TEST_CHROMIUM is not set: run the tests with npm test");
  }
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A page in a fresh browser context, by default without JavaScript. */
export async function aPage(browser: Browser, javaScriptEnabled = false): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled });
  return context.newPage();
}
