// The console with a world whose names and texts are as long as possible: nothing is cut off, at
// any width.
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { BUILD_MS, openConsole, scrolled, scrollTo, type OpenConsole } from "./console-page.ts";
import { paneOf } from "./stage-panes.ts";

let opened: OpenConsole;
let page: Page;
/** A channel whose name is one long word. */
let longNamed: string;

beforeAll(async () => {
  opened = await openConsole({ limits: "off" });
  const { service, open } = opened;
  const long = (length: number) => "w".repeat(length);
  const channel = await service.control("POST /channels", {
    guild: demo.guildId,
    name: long(100),
  });
  longNamed = String(channel.at("id"));
  for (const name of ["carol", "dave"]) {
    await service.control("POST /users", { username: name });
    await service.control("POST /members", { guild: demo.guildId, user: name });
  }
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: long(32), description: long(100) },
    {
      name: "fill-in",
      description: long(100),
      options: Array.from({ length: 25 }, (_, i) => ({
        type: 3,
        name: `option-${i}`,
        description: "One",
        choices: [{ name: long(100), value: "1" }],
      })),
    },
    ...Array.from({ length: 60 }, (_, i) => ({ name: `c-${i}`, description: "One" })),
  ]);
  await service.asBot("POST /lobbies", { metadata: { map: long(900) } });
  page = await open("/");
}, BUILD_MS);

afterAll(() => opened.close());

const widths = [360, 800, 1024, 1440];

test.each([
  ["/permissions", "Permissions"],
  ["/commands", "Commands"],
  ["/lobbies", "Lobbies"],
  ["/data?kind=channels", "Data"],
])("%s as a whole does not scroll sideways at any width", async (path, heading) => {
  await page.goto(`${opened.service.url}/console${path}`);
  await page.getByRole("heading", { name: heading, exact: true }).waitFor();
  await page.getByText(/w{9}/).first().waitFor({ state: "attached" });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrolled(page.getByRole("main")), `at ${width}`).toMatchObject({ beside: 0 });
  }
});

test("a long channel name does not overflow its pane", async () => {
  const { url } = opened.service;
  await page.goto(`${url}/console/stage/${demo.guildId}/${longNamed}?as=alice,bob`);
  for (const width of [360, ...widths]) {
    await page.setViewportSize({ width, height: 900 });
    const { pane } = paneOf(page, "alice");
    const name = pane.getByText(/^w{100}$/);
    await name.waitFor();
    expect(await scrolled(name), `at ${width}`).toMatchObject({ beside: 0 });
  }
});

test("a long name in the list of places does not displace the controls beside it", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const places = page.getByLabel("Channel or lobby");
  expect((await places.boundingBox())?.width).toBeLessThan(320);
  const below = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN;
  const [first, last] = [await below(places), await below(page.getByLabel("Honest view"))];
  expect(Math.abs(first - last)).toBeLessThan(20);
});

test("the list of lobbies fits with all of its buttons", async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${opened.service.url}/console/lobbies`);
  const list = page.getByRole("region", { name: "List of lobbies" });
  await list.getByRole("button", { name: "Close" }).waitFor();
  expect(await scrolled(list)).toMatchObject({ beside: 0 });
});

test("a record with a long name leaves room for the other columns", async () => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto(`${opened.service.url}/console/data?kind=channels`);
  const row = page.getByRole("row").filter({ hasText: /w{100}/ });
  await row.waitFor();
  expect(await scrolled(page.getByRole("table"))).toMatchObject({ beside: 0 });
  const around = await page.getByRole("main").boundingBox();
  const cell = await row.getByRole("cell").last().boundingBox();
  expect((cell?.x ?? 0) + 200).toBeLessThan((around?.x ?? 0) + (around?.width ?? 0));
});

function bidi(of: Locator): Promise<string> {
  return of.evaluate((each) => {
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle: (of: unknown) => { readonly unicodeBidi: string };
    };
    return getComputedStyle(each).unicodeBidi;
  });
}

test("texts in right-to-left scripts are laid out correctly", async () => {
  const { service } = opened;
  await service.asBot(`POST /channels/${demo.generalId}/messages`, {
    content: `שלום <@${demo.bobId}> to you`,
  });
  await service.asBot(`POST /applications/${demo.applicationId}/commands`, {
    name: "עברית",
    description: "תיאור",
  });
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto(`${service.url}/console/stage/${demo.guildId}/${demo.generalId}?as=alice`);
  const alice = paneOf(page, "alice");
  const message = alice.pane.getByText(/שלום/);
  await message.waitFor();
  expect(await bidi(message)).toBe("plaintext");
  expect(await bidi(message.getByText("@bob"))).toBe("isolate");
  await alice.field.fill("/ע");
  const option = alice.pane.getByRole("option", { name: /עברית/ });
  const leftOf = async (text: string) =>
    (await option.getByText(text).boundingBox())?.x ?? Number.NaN;
  expect(await leftOf("/עברית")).toBeLessThan(await leftOf("תיאור"));
});

test("each of four panes contains its header and its text field", async () => {
  const users = ["alice", "bob", "carol", "dave"];
  await page.goto(`${opened.service.url}/console/stage?as=${users.join(",")}`);
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const user of users) {
      const { pane } = paneOf(page, user);
      await pane.getByText(/may: send/).waitFor();
      const around = await pane.boundingBox();
      for (const name of [`Close pane of ${user}`, "Send"]) {
        const box = await pane.getByRole("button", { name, exact: true }).boundingBox();
        const right = (of: typeof box) => (of?.x ?? 0) + (of?.width ?? 0);
        expect(right(box), `${name} of ${user} at ${width}`).toBeLessThanOrEqual(right(around));
      }
    }
  }
});

test("a command with many options fits into its pane", async () => {
  await page.goto(`${opened.service.url}/console/stage?as=alice,bob`);
  const alice = paneOf(page, "alice");
  await alice.field.fill("/fill-in");
  await alice.pane.getByRole("option", { name: /^\/fill-in/ }).click();
  const run = alice.pane.getByRole("button", { name: "Run /fill-in" });
  for (const width of [360, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    await run.focus();
    expect(await scrolled(alice.pane), `at ${width}`).toEqual({ beside: 0, below: 0 });
    const [box, around] = [await run.boundingBox(), await alice.pane.boundingBox()];
    const bottom = (of: typeof box) => (of?.y ?? 0) + (of?.height ?? 0);
    expect(bottom(box), `at ${width}`).toBeLessThanOrEqual(bottom(around));
  }
});

test("a lobby with many members leaves room for its messages and the text field", async () => {
  const { service } = opened;
  const members: string[] = [];
  for (let i = 0; i < 60; i += 1) {
    const user = await service.control("POST /users", { username: `player-${i}` });
    members.push(String(user.at("id")));
  }
  const lobby = await service.asBot("POST /lobbies", {
    metadata: { map: "w".repeat(900) },
    members: [demo.aliceId, ...members.slice(0, 20)].map((id) => ({ id })),
  });
  for (const id of members.slice(20)) {
    await service.asBot(`PUT /lobbies/${lobby["id"]}/members/${id}`, {});
  }
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto(`${service.url}/console/stage/lobby/${lobby["id"]}?as=alice`);
  const { pane, field, messageList } = paneOf(page, "alice");
  await pane.getByText("player-59: not connected").waitFor();
  expect((await messageList.boundingBox())?.height).toBeGreaterThan(100);
  const box = await field.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(700);
  expect(await scrolled(page.getByRole("main"))).toEqual({ beside: 0, below: 0 });
});

test("an unknown channel is reported, and not shown as loading", async () => {
  await page.goto(`${opened.service.url}/console/stage/${demo.guildId}/1?as=alice`);
  const { pane, messageList } = paneOf(page, "alice");
  await pane.getByText("Unknown Channel").first().waitFor();
  await pane.getByText("alice cannot view this channel").waitFor();
  expect(await messageList.getByRole("listitem").count()).toBe(0);
});

test("the top bar has one row at widths with a side navigation", async () => {
  await page.goto(`${opened.service.url}/console/clock`);
  await page
    .getByText(/next due/)
    .first()
    .waitFor({ state: "attached" });
  const brand = page.getByRole("link", { name: "Antechamber" });
  const keys = page.getByRole("button", { name: "Keyboard shortcuts" });
  for (const width of [761, 900, 1001, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [first, last] = [await brand.boundingBox(), await keys.boundingBox()];
    const middle = (of: typeof last) => (of?.y ?? 0) + (of?.height ?? 0) / 2;
    expect(Math.abs(middle(first) - middle(last)), `${width}`).toBeLessThan(10);
    expect((last?.x ?? Infinity) + (last?.width ?? 0), `${width}`).toBeLessThanOrEqual(width);
  }
});

test("the list of keys does not overflow its width", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${opened.service.url}/console/clock`);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  const stage = page.getByRole("region", { name: "Stage", exact: true });
  await stage.getByText("insert a line break").waitFor();
  expect(await scrolled(page.getByRole("dialog", { name: "Keyboard shortcuts" }))).toMatchObject({
    beside: 0,
  });
  await page.keyboard.press("Escape");
});

test("the headers of the matrix stay visible and do not cover the focused cell", async () => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto(`${opened.service.url}/console/permissions`);
  const region = page.getByRole("region", { name: "Decisions" });
  await region.getByRole("rowheader", { name: "/c-59", exact: true }).waitFor();
  await scrollTo(region, "end");
  const box = await region.boundingBox();
  const head = await region
    .getByRole("columnheader", { name: "Command", exact: true })
    .boundingBox();
  expect(Math.abs((head?.y ?? 0) - (box?.y ?? Infinity))).toBeLessThan(3);
  // When the focus moves back by keys, the focused cell must not be covered by a sticky header.
  const cell = region.locator('td[data-row="0"][data-column="0"]');
  await cell.focus();
  const under = (box?.y ?? 0) + (head?.height ?? 0);
  expect((await cell.boundingBox())?.y).toBeGreaterThanOrEqual(under - 1);
  // The reason is below the matrix, and scrolls into view.
  await cell.press("Enter");
  const steps = page.getByRole("list", { name: "Steps" });
  await steps.waitFor();
  await expect
    .poll(async () => ((await steps.boundingBox())?.y ?? Infinity) < 700, { timeout: 5000 })
    .toBe(true);
});
