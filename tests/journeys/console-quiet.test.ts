// No call of the console fails while a user only looks at it.
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
import { expectSeen, openStage, says } from "./stage-panes.ts";

let service: TestService;
let context: BrowserContext;
let close: OpenConsole["close"];

beforeAll(async () => {
  ({ service, context, close } = await openConsole());
}, BUILD_MS);

afterAll(async () => {
  await close();
});

interface Entry {
  readonly kind: string;
  readonly summary: string;
  readonly status?: number;
}

/** The failed calls in the journal so far. */
async function failed(): Promise<readonly string[]> {
  const { items } = (await service.control("GET /journal?limit=1000")).body as {
    readonly items: readonly Entry[];
  };
  return items
    .filter(({ status = 0 }) => status >= 400)
    .map(({ kind, summary, status }) => `${kind} ${summary} ${status}`);
}

test("the Stage makes no calls that fail", async () => {
  const before = await failed();
  const { page, alice, bob } = await openStage(context, service.url);
  await says(alice, "hello");
  await expectSeen(bob.messageList.getByText("hello"));
  await alice.field.fill("/");
  await expectSeen(alice.pane.getByRole("listbox"));
  await page.goto(`${service.url}/console/stage/${demo.guildId}/${demo.voiceId}?as=alice,bob`);
  await expectSeen(alice.pane.getByText(/may: send/));
  expect((await failed()).slice(before.length)).toEqual([]);
  await page.close();
});

test("no page makes calls that fail", async () => {
  const before = await failed();
  const page = await context.newPage();
  await page.goto(`${service.url}/console/`);
  const links = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
  await links.nth(10).waitFor();
  const titles = await links.allTextContents();
  expect(titles.length).toBeGreaterThan(10);
  for (const title of titles) {
    await page.getByRole("link", { name: title.trim(), exact: true }).first().click();
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  expect((await failed()).slice(before.length)).toEqual([]);
  await page.close();
});

test("the favicon is served", async () => {
  const icon = await fetch(`${service.url}/favicon.ico`);
  expect([icon.status < 400, await failed()]).toEqual([true, []]);
});
