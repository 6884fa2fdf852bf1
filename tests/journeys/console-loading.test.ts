// What pages show while they load: a skeleton after a moment, but never an empty state.
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
}, BUILD_MS);

afterAll(async () => {
  await close();
});

/** Opens a page whose calls of the control plane are held until they are released. */
async function openPageWithHeldCalls(path: string) {
  const page = await context.newPage();
  const releases: (() => void)[] = [];
  let isHeld = true;
  await page.route("**/control/v1/**", async (route) => {
    if (isHeld) await new Promise<void>((resolve) => releases.push(resolve));
    // The page may be closed by then.
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${service.url}/console${path}`);
  const release = (): void => {
    isHeld = false;
    for (const each of releases) each();
  };
  return { page, release };
}

const outlines = (page: Page) => page.getByRole("main").getByRole("status", { name: "Loading" });

test.each([
  ["/lobbies", /No lobbies/],
  ["/webhooks", /No application has an interactions/],
  ["/faults", /No fault has been triggered yet/],
  ["/commands", /This application has no commands/],
  ["/worlds", /No snapshots/],
] as const)("%s shows a skeleton while it loads, and no empty state", async (path, empty) => {
  const { page, release } = await openPageWithHeldCalls(path);
  await outlines(page).first().waitFor();
  expect(await page.getByRole("main").locator("p").getByText(empty).count()).toBe(0);
  release();
  await expect.poll(() => outlines(page).count()).toBe(0);
  await page.close();
});

test("the Stage and the permissions do not report missing channels while they load", async () => {
  for (const [path, empty] of [
    ["/stage", "This world has no text channels. Add one under Data."],
    [
      "/permissions",
      "Permissions need an application and a guild with a channel. Add them under Data.",
    ],
  ] as const) {
    const { page, release } = await openPageWithHeldCalls(path);
    await outlines(page).first().waitFor();
    expect(await page.getByText(empty).count()).toBe(0);
    release();
    await expect.poll(() => outlines(page).count()).toBe(0);
    expect(await page.getByText(empty).count()).toBe(0);
    await page.close();
  }
});

test("the empty state is shown although another call is pending", async ({ skip }) => {
  needsOtherWorlds(skip);
  await service.control("POST /worlds", { name: "bare" });
  for (const [path, empty] of [
    ["/stage", "This world has no text channels. Add one under Data."],
    [
      "/permissions",
      "Permissions need an application and a guild with a channel. Add them under Data.",
    ],
    ["/commands", "This world has no applications. Add one"],
  ] as const) {
    const page = await context.newPage();
    await page.route("**/control/v1/clock*", () => new Promise<void>(() => undefined));
    await page.goto(`${service.url}/console${path}?w=bare`);
    await page.getByText(empty).waitFor();
    expect(await outlines(page).count()).toBe(0);
    await page.close();
  }
});

test("a skeleton has no accessibility violations in any theme or width", async () => {
  const { page, release } = await openPageWithHeldCalls("/data");
  await outlines(page).first().waitFor();
  expect(await barriers(page)).toEqual([]);
  release();
  await page.getByText("alice").first().waitFor();
  await page.close();
});

test("a skeleton appears after 150 ms, so that fast responses do not flicker", async () => {
  const { page, release } = await openPageWithHeldCalls("/data");
  await page.locator("main [aria-label=Loading]").first().waitFor({ state: "attached" });
  const [delay, before] = await page.evaluate<[number, string]>(`(() => {
    const outline = document.querySelector("main [aria-label=Loading]");
    const [animation] = outline.getAnimations();
    const { delay } = animation.effect.getTiming();
    animation.cancel();
    return [delay, getComputedStyle(outline).visibility];
  })()`);
  expect([delay, before]).toEqual([150, "hidden"]);
  release();
  await page.getByText("alice").first().waitFor();
  await page.close();
});

test("existing content stays visible while it is fetched again", async () => {
  const page = await context.newPage();
  await page.goto(`${service.url}/console/trace/${await traceOfCall()}`);
  const button = page.getByRole("button", { name: /request users\.me/ });
  await button.waitFor();
  await page.route("**/control/v1/traces/**", () => new Promise<void>(() => undefined));
  await page.waitForRequest((request) => request.url().includes("/control/v1/traces/"));
  expect([await button.count(), await outlines(page).count()]).toEqual([1, 0]);
  await page.close();
});

async function traceOfCall(): Promise<string> {
  await service.asUser(demo.aliceToken, "GET /users/@me");
  const list = await service.control("GET /journal?name=users.me&kind=request&limit=1");
  const [entry] = list.at("items") as { readonly trace: string }[];
  return entry?.trace ?? "";
}
