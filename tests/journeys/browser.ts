// A real browser without a window, for tests.
import { chromium, type Browser, type Page } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Pages of one service share a process, so that each finds the console's modules compiled.
  "--process-per-site",
  // Somebody else's pages come from this machine too: the browser keeps others from calling it.
  "--host-resolver-rules=MAP *.example 127.0.0.1",
];

export function startBrowser(): Promise<Browser> {
  const executablePath = process.env["TEST_CHROMIUM_SHELL"] ?? process.env["TEST_CHROMIUM"];
  if (executablePath === undefined) {
    throw new Error("TEST_CHROMIUM is not set: run the tests with npm test");
  }
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A page of a browser that knows nobody yet; without JavaScript unless it is asked for. */
export async function aPage(browser: Browser, javaScriptEnabled = false): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled });
  return context.newPage();
}
