// The console in a browser, signed in, and the checks that every page must pass.
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import {
  aService,
  CONTROL_KEY,
  type TestService,
  type TestServiceOptions,
} from "../../packages/server/src/testing/start-service.ts";
import { buildConsole, isConsoleFresh } from "../../scripts/console-build.ts";
import { startBrowser } from "./browser.ts";

/** The timeout of a build and a start of the browser. */
export const BUILD_MS = 120_000;

/** The timeout of waits in a page, shorter than a test's, so that a failure says what was missing. */
const PATIENCE_MS = 30_000;

/** Builds the console if its sources are newer. */
export async function freshConsole(): Promise<void> {
  if (!isConsoleFresh()) await buildConsole();
}

/** A browser context that is signed in to the console of a service. */
export async function signedInConsole(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // Colours in a transition are not those of the theme.
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(`${url}/console/`);
  await page.getByLabel("Control key").fill(CONTROL_KEY);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview of main" }).waitFor();
  // This page stays open, and with it the renderer process that has compiled the console's modules.
  await page.goto(`${url}/healthz`);
  return context;
}

/** A service, and a browser that is signed in to its console. */
export interface OpenConsole {
  readonly service: TestService;
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** Opens a page by its path below the console. */
  readonly open: (path: string) => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** Starts the service and the browser. */
export async function openConsole(options: TestServiceOptions = {}): Promise<OpenConsole> {
  await freshConsole();
  const [service, browser] = await Promise.all([aService(options), startBrowser()]);
  const context = await signedInConsole(browser, service.url);
  return {
    service,
    browser,
    context,
    async open(path) {
      const page = await context.newPage();
      await page.goto(`${service.url}/console${path}`);
      return page;
    },
    async close() {
      await browser.close();
      await service.stop();
    },
  };
}

/** How far the content of a box exceeds its visible size, in pixels. */
interface Scrolled {
  /** Content beyond the box's width. */
  readonly beside: number;
  /** Content below the visible part. */
  readonly below: number;
}

export function scrolled(box: Locator): Promise<Scrolled> {
  return box.evaluate((each) => {
    const of = each as unknown as Readonly<Record<string, number>>;
    const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0 } = of;
    const { scrollTop = 0, clientHeight = 0 } = of;
    return {
      beside: scrollWidth - clientWidth,
      below: Math.round(scrollHeight - scrollTop - clientHeight),
    };
  });
}

/** Scrolls a box to its beginning or its end. */
export function scrollTo(box: Locator, to: "beginning" | "end"): Promise<void> {
  return box.evaluate(
    (each, top) => {
      (each as unknown as { scrollTop: number }).scrollTop = top;
    },
    to === "end" ? 1e9 : 0,
  );
}

/**
 * The accessibility rules that depend on the theme: only those of colours. Others run once per
 * width.
 */
const ofColours = { runOnly: ["color-contrast", "link-in-text-block"] };

const looks = [
  { media: { colorScheme: "light", forcedColors: "none" }, rules: {} },
  { media: { colorScheme: "dark", forcedColors: "none" }, rules: ofColours },
  { media: { colorScheme: "light", forcedColors: "active" }, rules: ofColours },
] as const;

/**
 * The accessibility violations of a page, in every theme, narrow and wide.
 *
 * @param within a selector of the part to check
 */
export async function barriers(page: Page, within = "html"): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const { media, rules } of looks) {
      await page.emulateMedia(media);
      const { violations } = (await page.evaluate(
        `axe.run(${JSON.stringify(within)}, ${JSON.stringify(rules)})`,
      )) as AxeResults;
      const scrolls = await page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth",
      );
      const where = `${media.colorScheme} ${media.forcedColors} ${width}`;
      for (const { id, nodes } of violations) {
        found.push(`${where}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      }
      if (scrolls === true) found.push(`${where}: it scrolls sideways`);
    }
  }
  return found;
}
