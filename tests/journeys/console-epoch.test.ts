// When the shown world is replaced by another one, nothing of the old world stays on a page.
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { aMemoryStore } from "../../packages/server/src/testing/memory-store.ts";
import { aDoor } from "./console-door.ts";
import {
  barriers,
  BUILD_MS,
  openConsole,
  type OpenConsole,
  signedInConsole,
} from "./console-page.ts";
import { needsOtherWorlds } from "./needs-worlds.ts";
import { expectSeen, openStage, says } from "./stage-panes.ts";

let service: TestService;
let browser: Browser;
let context: BrowserContext;
let close: OpenConsole["close"];

beforeAll(async () => {
  ({ service, browser, context, close } = await openConsole({ limits: "off" }));
}, BUILD_MS);

afterAll(async () => {
  await close();
});

test("another world is never shown with the previous world's data", async ({ skip }) => {
  needsOtherWorlds(skip);
  await service.control("POST /users", { username: "mainly" });
  await service.control("POST /worlds", { name: "empty" });
  const page = await context.newPage();
  // The new world's responses are held back, so that the loading state can be checked.
  const waiting: (() => void)[] = [];
  await page.route(/\/control\/v1\/users\?.*world=empty/, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  await page.goto(`${service.url}/console/data?kind=users`);
  await expectSeen(page.getByText("mainly").first());
  await page.getByRole("banner").getByRole("combobox").selectOption("empty");
  await page.getByText("mainly").first().waitFor({ state: "detached" });
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  for (const release of waiting) release();
  await expectSeen(page.getByText("This world has no users."));
  await page.close();
  await service.control("DELETE /worlds/empty");
});

test("an unknown world is reported, and no longer shown as loading", async () => {
  const page = await context.newPage();
  await page.goto(`${service.url}/console/?w=nowhere`);
  await expectSeen(page.getByText(/Cannot follow the journal/));
  await expectSeen(page.getByRole("banner").getByText("refused"));
  // A click on nothing leaves the focus on the content, which keys cannot press.
  await page.getByRole("main").click({ position: { x: 400, y: 600 } });
  await page.keyboard.press("Shift");
  const ring = "getComputedStyle(document.querySelector('main')).outlineStyle";
  expect(await page.evaluate(ring)).toBe("none");
  await page.close();
});

test("lists and panes show nothing of the old world after a reset", async () => {
  await service.control("POST /users", { username: "zoe" });
  const { id } = (await service.asBot("POST /lobbies", {})).body as { readonly id: string };
  const list = await context.newPage();
  await list.goto(`${service.url}/console/data?kind=users`);
  await expectSeen(list.getByText("zoe").first());
  const lobby = await context.newPage();
  await lobby.goto(`${service.url}/console/lobbies/${id}`);
  await expectSeen(lobby.getByText("No members. Add one below."));
  const { page, alice, bob } = await openStage(context, service.url);
  await says(alice, "of the old world");
  await expectSeen(bob.messageList.getByText("of the old world"));

  expect((await service.control("POST /world/reset")).status).toBeLessThan(300);
  await expectSeen(list.getByText(/The world was reset .*the journal still has what happened/));
  const kept = await service.control("GET /journal?name=control.users.create");
  expect(kept.text).toContain("/control/v1/users");
  await list.getByText("zoe").first().waitFor({ state: "detached" });
  await expectSeen(lobby.getByText(/Lobby not found/));
  for (const { messageList } of [alice, bob]) {
    await messageList.getByText("of the old world").waitFor({ state: "detached" });
  }
  await list.getByText("The world was reset").waitFor({ state: "detached" });
  // The sessions belong to the new world.
  await expectSeen(alice.pane.getByText(/may: send/));
  await says(alice, "of the new world");
  await expectSeen(bob.messageList.getByText("of the new world"));
  for (const each of [list, lobby, page]) await each.close();
});

test("unsent messages are removed with their world, and another world shows no notice of it", async ({
  skip,
}) => {
  needsOtherWorlds(skip);
  await service.control("POST /worlds", { name: "beside" });
  const { page, alice } = await openStage(context, service.url);
  const match = { route: "channels.createMessage", count: 1 };
  await service.control("POST /faults", { match, http: { status: 503 } });
  await says(alice, "to nobody any more");
  const unsent = alice.pane.getByRole("list", { name: "Not sent" });
  await expectSeen(unsent.getByText("to nobody any more"));
  expect((await service.control("POST /world/reset")).status).toBeLessThan(300);
  const anew = page.getByRole("status").filter({ hasText: "The world was reset" });
  await expectSeen(anew);
  await unsent.waitFor({ state: "detached" });
  await page.getByRole("banner").getByRole("combobox").selectOption("beside");
  await page.getByText("The world was reset").waitFor({ state: "detached", timeout: 2000 });
  await page.close();
  await service.control("DELETE /worlds/beside");
});

test("pages report a lost connection, and show only the new world after a restart", async () => {
  const [before, after] = [await aService(), await aService()];
  // Both test services generate the same values; the reset makes the world of the second another one.
  await after.control("POST /world/reset");
  await before.control("POST /users", { username: "earlier" });
  await before.control("PATCH /users/bob", { global_name: "Bobby" });
  await after.control("POST /users", { username: "later" });
  const door = await aDoor(before.url);
  const own = await signedInConsole(browser, door.url);
  const [list, rows] = [await own.newPage(), await own.newPage()];
  await list.goto(`${door.url}/console/data?kind=users`);
  await rows.goto(`${door.url}/console/timeline?q=kind:request`);
  await expectSeen(list.getByText("earlier").first());
  const ofBefore = rows.getByRole("row", { name: /PATCH \/control\/v1\/users\/bob/ });
  await expectSeen(ofBefore);
  door.shut();
  await before.stop();
  for (const page of [list, rows]) {
    await expectSeen(page.getByRole("alert").filter({ hasText: /^lost since .*, trying/ }));
  }
  const bar = list.getByRole("alert").filter({ hasText: /^lost since/ });
  expect((await bar.boundingBox())?.height).toBeLessThan(60);
  expect(await barriers(list)).toEqual([]);
  // The old content stays while the service does not answer.
  expect(await list.getByText("earlier").count()).toBeGreaterThan(0);
  door.lead(after.url);
  await expectSeen(list.getByText("The world was reset"));
  await expectSeen(list.getByText("later").first());
  await list.getByText("earlier").first().waitFor({ state: "detached" });
  for (const page of [list, rows]) {
    await page.getByText(/^lost since/).waitFor({ state: "detached" });
  }
  await after.asBot("GET /users/@me");
  await expectSeen(rows.getByRole("row", { name: /users\/@me/ }));
  // The URL with its filter stays, with rows of the new service only.
  expect(await ofBefore.count()).toBe(0);
  expect(new URL(rows.url()).search).toBe("?q=kind:request");
  await own.close();
  door.close();
  await after.stop();
});

test("pages report a restart on the same store, and keep showing the world", async () => {
  const store = await aMemoryStore();
  const before = await aService({ store });
  await before.control("POST /world/reset");
  await before.control("POST /users", { username: "lasting" });
  const door = await aDoor(before.url);
  const own = await signedInConsole(browser, door.url);
  const list = await own.newPage();
  await list.goto(`${door.url}/console/data?kind=users`);
  await expectSeen(list.getByText("lasting").first());
  door.shut();
  await before.stop();
  await expectSeen(list.getByRole("alert").filter({ hasText: /^lost since/ }));
  const after = await aService({ store });
  await after.control("POST /users", { username: "newcomer" });
  door.lead(after.url);
  await expectSeen(list.getByText("The service restarted with the same world"));
  expect(await list.getByText("The world was reset").count()).toBe(0);
  await expectSeen(list.getByText("newcomer").first());
  expect(await list.getByText("lasting").count()).toBeGreaterThan(0);
  await own.close();
  door.close();
  await after.stop();
  await store.close();
});

test("actions are disabled with a reason while the service is unreachable; fields still work", async ({
  skip,
}) => {
  needsOtherWorlds(skip);
  const answering = await aService();
  await answering.control("POST /worlds", { name: "aside" });
  const door = await aDoor(answering.url);
  const own = await signedInConsole(browser, door.url);
  const page = await own.newPage();
  await page.goto(`${door.url}/console/worlds`);
  const show = page.getByRole("row", { name: /aside/ }).getByRole("button", { name: "Switch to" });
  await expectSeen(show);
  const name = page.getByLabel("New empty world");
  await name.fill("typed");
  door.shut();
  const create = page.getByRole("button", { name: "Create", exact: true });
  await expect.poll(() => create.isDisabled()).toBe(true);
  expect(await create.getAttribute("title")).toBe("The service is unreachable");
  const acts: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") acts.push(request.url());
  });
  // Further typing still goes into the field.
  await name.pressSequentially("-go");
  await name.press("Enter");
  await name.and(page.locator(":focus")).waitFor();
  expect(await name.inputValue()).toBe("typed-go");
  expect(new URL(page.url()).pathname).toBe("/console/worlds");
  // Controls that make no calls stay enabled.
  expect(await show.isEnabled()).toBe(true);
  await show.focus();
  for (const key of [",", "."]) await page.keyboard.press(key);
  expect(acts).toEqual([]);
  expect(await barriers(page)).toEqual([]);
  door.lead(answering.url);
  await expect.poll(() => create.isDisabled()).toBe(false);
  await name.press("Enter");
  await expectSeen(page.getByRole("row", { name: /typed-go/ }));
  await own.close();
  door.close();
  await answering.stop();
});
