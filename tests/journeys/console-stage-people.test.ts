// Users among themselves on the console's Stage: they write, react, vote, start threads and join.
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { aPng } from "../../packages/server/src/testing/files/sticker-files.ts";
import { barriers, BUILD_MS, openConsole, scrolled, type OpenConsole } from "./console-page.ts";
import { needsOtherWorlds } from "./needs-worlds.ts";
import { chooses, expectSeen, openStage, paneOf, says } from "./stage-panes.ts";

let service: TestService;
let context: BrowserContext;
let close: OpenConsole["close"];

beforeAll(async () => {
  ({ service, context, close } = await openConsole({ limits: "off" }));
  await service.control("POST /users", { id: "100000000000000003", username: "carol" });
  await service.control("POST /members", { guild: demo.guildId, user: "carol" });
}, BUILD_MS);

afterAll(async () => {
  await close();
});

const messages = `/channels/${demo.generalId}/messages`;

test("a reply shows the message that it refers to", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await says(alice, "who is there?");
  await expectSeen(bob.messageList.getByText("who is there?"));
  await chooses(page, bob, { message: "who is there?", item: "Reply" });
  await expectSeen(bob.pane.getByText("Replying to alice"));
  await page.keyboard.type("me");
  await page.keyboard.press("Enter");
  await expectSeen(alice.messageList.getByText("in reply to alice: who is there?"));
  const [newest] = (await service.asBot(`GET ${messages}?limit=1`)).body as {
    message_reference: object;
  }[];
  expect(newest?.message_reference).toMatchObject({ channel_id: demo.generalId });
  await page.close();
});

test("a reaction is added, joined and removed by clicks", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await says(alice, "lunch?");
  await expectSeen(bob.messageList.getByText("lunch?"));
  await chooses(page, bob, { message: "lunch?", item: "Add reaction" });
  await bob.messageList.getByRole("button", { name: "🎉", exact: true }).click();
  await alice.messageList.getByRole("button", { name: "🎉 1" }).click();
  const mine = bob.messageList.getByRole("button", { name: "🎉 2", pressed: true });
  await mine.click();
  await expectSeen(alice.messageList.getByRole("button", { name: "🎉 1", pressed: true }));
  await expectSeen(bob.messageList.getByRole("button", { name: "🎉 1", pressed: false }));
  await page.close();
});

test("a vote is cast, changed and withdrawn", async () => {
  const answers = [{ poll_media: { text: "Tea" } }, { poll_media: { text: "Soup" } }];
  await service.asBot(`POST ${messages}`, { poll: { question: { text: "Which?" }, answers } });
  const { page, alice, bob } = await openStage(context, service.url);
  const poll = {
    of: (pane: typeof alice) => pane.messageList.getByRole("group", { name: "Which?" }),
  };
  await poll.of(alice).getByRole("button", { name: "Tea: 0 votes" }).click();
  await expectSeen(poll.of(bob).getByRole("button", { name: "Tea: 1 vote", pressed: false }));
  await poll.of(alice).getByRole("button", { name: "Soup: 0 votes" }).click();
  await expectSeen(poll.of(bob).getByRole("button", { name: "Soup: 1 vote" }));
  await poll.of(alice).getByRole("button", { name: "Soup: 1 vote", pressed: true }).click();
  await expectSeen(poll.of(bob).getByRole("button", { name: "Soup: 0 votes" }));
  await page.close();
});

test("a poll is created in a pane, voted in by others, and ended by its author", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await alice.pane.getByRole("button", { name: "More to send" }).click();
  await page.getByRole("menuitem", { name: "Create poll" }).click();
  const form = alice.pane.getByRole("group", { name: "New poll" });
  await form.getByLabel("Question").fill("Where to?");
  await form.getByLabel("Answer 1").fill("Sea");
  await form.getByLabel("Answer 2").fill("Hills");
  await form.getByRole("button", { name: "Add answer" }).click();
  await form.getByLabel("Answer 3").fill("Home");
  await form.getByLabel("Duration").selectOption("a week");
  await form.getByLabel("Allow multiple answers").check();
  expect(await barriers(page, "section[aria-label=alice]")).toEqual([]);
  await form.getByRole("button", { name: "Send poll" }).click();
  const poll = {
    of: (pane: typeof alice) => pane.messageList.getByRole("group", { name: "Where to?" }),
  };
  await poll.of(bob).getByRole("button", { name: "Sea: 0 votes" }).click();
  await poll.of(bob).getByRole("button", { name: "Home: 0 votes" }).click();
  await expectSeen(poll.of(alice).getByRole("button", { name: "Sea: 1 vote" }));
  await expectSeen(poll.of(alice).getByRole("button", { name: "Home: 1 vote" }));
  const view = await service.control(`GET /users/alice/view?channel=${demo.generalId}`);
  const newest = (
    view.body as {
      messages: {
        poll: { expiry: string; allow_multiselect: boolean; answers: object[] };
        timestamp: string;
      }[];
    }
  ).messages.at(-1);
  expect([newest?.poll.allow_multiselect, newest?.poll.answers.length]).toEqual([true, 3]);
  const open = Date.parse(newest?.poll.expiry ?? "") - Date.parse(newest?.timestamp ?? "");
  expect(Math.round(open / 3_600_000)).toBe(168);
  await poll.of(alice).getByRole("button", { name: "End poll now" }).click();
  await expectSeen(poll.of(bob).getByText("Ended."));
  expect(await poll.of(bob).getByRole("button", { name: "Sea: 1 vote" }).isDisabled()).toBe(true);
  await page.close();
});

test("stickers of the guild and of packs are sent, and seen by others", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  // Added while the Stage is open, so that its sessions receive it.
  const form = new FormData();
  form.set("name", "wave");
  form.set("tags", "hello");
  form.set("file", new Blob([new Uint8Array(aPng())], { type: "image/png" }), "wave.png");
  const added = await fetch(`${service.url}/api/v10/guilds/${demo.guildId}/stickers`, {
    method: "POST",
    headers: { authorization: `Bot ${demo.botToken}` },
    body: form,
  });
  expect(added.status).toBe(201);
  const choice = alice.pane.getByRole("group", { name: "Choose a sticker" });
  for (const [shelf, name] of [
    ["Test Guild", "wave"],
    ["Turning Shapes", "Hexagon"],
  ] as const) {
    await alice.pane.getByRole("button", { name: "More to send" }).click();
    await page.getByRole("menuitem", { name: "Send sticker" }).click();
    await expectSeen(choice.getByRole("region", { name: shelf }).getByRole("button", { name }));
    await choice.getByRole("button", { name }).click();
  }
  await alice.pane.getByRole("button", { name: "More to send" }).click();
  await page.getByRole("menuitem", { name: "Send sticker" }).click();
  await expectSeen(choice.getByRole("button", { name: "wave" }));
  expect(await barriers(page, "section[aria-label=alice]")).toEqual([]);
  const stickers = bob.messageList.getByRole("group", { name: "Stickers" });
  await expectSeen(stickers.getByText("Hexagon"));
  await expectSeen(stickers.getByRole("img", { name: "wave" }));
  const width = "document.querySelector('[aria-label=bob] img[alt=wave]').naturalWidth";
  await expect.poll(() => page.evaluate(width)).toBe(320);
  await page.close();
});

test("a message is edited, pinned and deleted by users with permission", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await says(bob, "draft");
  await expectSeen(bob.messageList.getByText("draft"));
  await chooses(page, bob, { message: "draft", item: "Edit" });
  await bob.messageList.getByLabel("Edit message").fill("final");
  await page.keyboard.press("Enter");
  await expectSeen(alice.messageList.getByText("final"));
  await bob.messageList
    .getByRole("listitem")
    .filter({ hasText: "final" })
    .click({ button: "right" });
  const offered = await page.getByRole("menuitem").allTextContents();
  await page.keyboard.press("Escape");
  expect(offered.includes("Delete")).toBe(true);
  await chooses(page, alice, { message: "final", item: "Pin" });
  await expectSeen(bob.messageList.getByText("pinned", { exact: true }));
  await chooses(page, alice, { message: "final", item: "Delete" });
  await bob.messageList.getByText("final").waitFor({ state: "detached" });
  await says(alice, "mine");
  await expectSeen(bob.messageList.getByText("mine"));
  await bob.messageList
    .getByRole("listitem")
    .filter({ hasText: "mine" })
    .last()
    .click({ button: "right" });
  const others = await page.getByRole("menuitem").allTextContents();
  expect([others.includes("Edit"), others.includes("Copy as test line")]).toEqual([false, true]);
  await page.close();
});

test("a message links to the trace of its call, which can be copied as a shell command", async () => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { page, alice, bob } = await openStage(context, service.url);
  await says(alice, "how did this come?");
  await expectSeen(bob.messageList.getByText("how did this come?"));
  // Another message's event contains it as well.
  await chooses(page, bob, { message: "how did this come?", item: "Reply" });
  await says(bob, "by a call");
  await expectSeen(alice.messageList.getByText("by a call"));
  // The reply quotes it.
  const first = alice.messageList
    .getByRole("listitem")
    .filter({ hasText: "how did this come?" })
    .first();
  await first.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy as curl" }).click();
  const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
  await expect.poll(copied).toContain('"content":"how did this come?"');
  await chooses(page, bob, { message: "by a call", item: "Trace" });
  await expectSeen(page.getByRole("heading", { name: /^Trace \d+/ }));
  await expectSeen(page.getByRole("button", { name: /request channels\.createMessage/ }));
  await expectSeen(page.getByText(/by a call/).first());
  await page.close();
});

test("a message is copied as lines of SDK code", async () => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { page, alice } = await openStage(context, service.url);
  await says(alice, "as a line");
  await chooses(page, alice, { message: "as a line", item: "Copy as SDK calls" });
  const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
  await expect.poll(copied).toContain("await rest.api.channels.createMessage(");
  expect(await copied()).toContain('content: "as a line"');
  await page.close();
});

test("users are shown with their avatar, or with their initial on a colour", async () => {
  const drawn = await context.newPage();
  const picture = await drawn.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
    canvas.getContext("2d").fillRect(0, 0, 8, 8);
    return canvas.toDataURL("image/png");
  })()`);
  await drawn.close();
  await service.asUser(demo.aliceToken, "PATCH /users/@me", { avatar: picture });
  const { page, alice, bob } = await openStage(context, service.url);
  await says(alice, "with a picture");
  await says(bob, "without one");
  const rowOf = (text: string) =>
    alice.messageList.getByRole("listitem").filter({ hasText: text }).last();
  const image = rowOf("with a picture").locator("img[src^='/cdn/avatars/']");
  await expect
    .poll(() =>
      image.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBeGreaterThan(0);
  const initial = rowOf("without one").locator("[data-colour]");
  expect(await initial.innerText()).toBe("B");
  expect(await initial.getAttribute("aria-hidden")).toBe("true");
  expect(await rowOf("without one").locator("img[src^='/cdn/avatars/']").count()).toBe(0);
  await page.close();
});

test("attachments, stickers and emojis of a world with its own URL are shown", async ({ skip }) => {
  needsOtherWorlds(skip);
  const opened = await service.control("POST /worlds", {
    name: "pictured",
    from: { fork: "main" },
  });
  const api = `${opened.at("api") as string}/v10`;
  const headers = { authorization: `Bot ${demo.botToken}` };
  const png = new Blob([new Uint8Array(aPng())], { type: "image/png" });
  const sticker = new FormData();
  for (const [name, value] of Object.entries({ name: "hand", tags: "hello" })) {
    sticker.set(name, value);
  }
  sticker.set("file", png, "hand.png");
  const calls = { method: "POST", headers };
  const added = await fetch(`${api}/guilds/${demo.guildId}/stickers`, { ...calls, body: sticker });
  const { id } = (await added.json()) as { readonly id: string };
  const json = { ...calls, headers: { ...headers, "content-type": "application/json" } };
  const image = `data:image/png;base64,${Buffer.from(aPng()).toString("base64")}`;
  const made = await fetch(`${api}/guilds/${demo.guildId}/emojis`, {
    ...json,
    body: JSON.stringify({ name: "dot", image }),
  });
  const emoji = (await made.json()) as { readonly id: string };
  const form = new FormData();
  form.set("files[0]", png, "view.png");
  const content = `<:dot:${emoji.id}> of another world`;
  form.set("payload_json", JSON.stringify({ content, sticker_ids: [id] }));
  expect((await fetch(`${api}${messages}`, { ...calls, body: form })).status).toBe(200);
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage?as=alice&w=pictured`);
  const { messageList } = paneOf(page, "alice");
  for (const name of ["view.png", "hand", ":dot:"]) {
    const picture = messageList.getByRole("img", { name, exact: true });
    await expect
      .poll(() =>
        picture.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(0);
  }
  await page.close();
  await service.control("DELETE /worlds/pictured");
});

test("a thread is created from a message, joined and left", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await says(alice, "about boats");
  await expectSeen(alice.messageList.getByText("about boats"));
  await chooses(page, alice, { message: "about boats", item: "Create thread" });
  await alice.messageList.getByLabel("Thread name").fill("boats");
  await page.keyboard.press("Enter");
  await bob.pane.getByRole("button", { name: "Join thread" }).click();
  await expectSeen(bob.pane.getByRole("button", { name: "Leave thread" }));
  await says(bob, "I like them");
  await expectSeen(alice.messageList.getByText("I like them"));
  await bob.pane.getByRole("button", { name: "Leave thread" }).click();
  await expectSeen(bob.pane.getByRole("button", { name: "Join thread" }));
  await alice.pane.getByRole("button", { name: "Back to channel" }).click();
  await expectSeen(alice.messageList.getByRole("button", { name: "Thread: boats" }));
  await page.close();
});

test("files are attached to a message by choosing or dropping them", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  const chosen = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("row") };
  await alice.pane.getByLabel("Attach").setInputFiles(chosen);
  const dropped = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(["sail"], "dropped.txt", { type: "text/plain" }));
    return data;
  })()`);
  await alice.pane.dispatchEvent("drop", { dataTransfer: dropped });
  await expectSeen(alice.pane.getByRole("listitem").filter({ hasText: "dropped.txt" }));
  await says(alice, "both");
  await expectSeen(bob.messageList.getByRole("link", { name: "plan.txt (3 bytes)" }));
  await expectSeen(bob.messageList.getByRole("link", { name: "dropped.txt (4 bytes)" }));
  expect(await alice.pane.getByRole("list", { name: "Attached files" }).count()).toBe(0);
  await page.close();
});

test("other users see typing and presence", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await bob.field.pressSequentially("he");
  await expectSeen(alice.pane.getByText("bobby is typing…"));
  await bob.field.press("Enter");
  await alice.pane.getByText("bobby is typing…").waitFor({ state: "detached" });
  await bob.pane.getByLabel("Status of bob").selectOption("dnd");
  await alice.pane.getByText("general", { exact: true }).first().click();
  await expectSeen(alice.pane.getByText("bobby: dnd"));
  await page.close();
});

test("a direct message is opened from a menu, and a group by choosing its members", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await says(bob, "psst");
  const name = "Actions for bob";
  await alice.messageList.getByRole("button", { name }).last().click();
  await page.getByRole("menuitem", { name: "Send direct message" }).click();
  await expectSeen(alice.pane.getByText("bob", { exact: true }).first());
  await page.waitForURL(/\/console\/stage\/@me\/\d+/);
  await says(alice, "between us");
  await expectSeen(bob.messageList.getByText("between us"));
  await bob.pane.locator("summary").first().click();
  const people = bob.pane.getByRole("combobox", { name: "Recipients" });
  for (const each of ["alice", "carol"]) {
    await people.fill(each);
    await expectSeen(bob.pane.getByRole("option", { name: `@${each}` }));
    await people.press("Enter");
  }
  await bob.pane.getByRole("button", { name: "Open", exact: true }).click();
  await expectSeen(bob.pane.locator("summary", { hasText: "group with" }));
  await says(bob, "all together");
  await expectSeen(alice.messageList.getByText("all together"));
  await page.close();
});

test("users join, mute and leave voice, and others see it", async () => {
  const path = `/${demo.guildId}/${demo.voiceId}`;
  const { page, alice, bob } = await openStage(context, service.url, path);
  await bob.pane.getByRole("button", { name: "Join voice" }).first().click();
  const there = alice.pane.getByRole("list", { name: "In voice" }).last();
  await expectSeen(there.getByText("bobby", { exact: true }));
  await bob.pane.getByRole("button", { name: "Mute" }).last().click();
  await expectSeen(there.getByText("bobby (muted)"));
  await bob.pane.getByRole("button", { name: "Leave voice" }).last().click();
  await there.getByText("bobby").waitFor({ state: "detached" });
  await page.close();
});

test("players of a lobby see its members, its messages and its end", async () => {
  const form = { members: [{ id: demo.aliceId }], metadata: { map: "harbor" } };
  const { id } = (await service.asBot("POST /lobbies", form)).body as { readonly id: string };
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage/lobby/${id}?as=alice,bob`);
  const [alice, bob] = [paneOf(page, "alice"), paneOf(page, "bob")];
  const players = alice.pane.getByRole("list", { name: "Players" }).getByRole("listitem");

  await expectSeen(players.filter({ hasText: "alice: connected, no metadata" }));
  await expectSeen(alice.pane.getByText("map=harbor"));
  await bob.pane.getByRole("button", { name: "Add as the application" }).click();
  await expectSeen(players.filter({ hasText: "bob: connected" }));
  await says(bob, "ready **now**");
  await expectSeen(alice.messageList.getByText("now", { exact: true }));
  await service.asBot(`PATCH /lobbies/${id}`, { metadata: { map: "reef" } });
  await expectSeen(bob.pane.getByText("map=reef"));
  expect(await barriers(page, "[data-pane]")).toEqual([]);
  await service.asBot(`DELETE /lobbies/${id}`);
  await expectSeen(alice.pane.getByText("The lobby was closed. alice is not in this lobby."));
  await page.close();
});

test("messages sent to a lobby while a player was out are shown in order on return", async () => {
  const form = { members: [{ id: demo.aliceId }, { id: demo.bobId }] };
  const { id } = (await service.asBot("POST /lobbies", form)).body as { readonly id: string };
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage/lobby/${id}?as=alice,bob`);
  const [alice, bob] = [paneOf(page, "alice"), paneOf(page, "bob")];
  await says(alice, "before");
  await expectSeen(alice.messageList.getByText("before"));
  await service.asBot(`DELETE /lobbies/${id}/members/${demo.aliceId}`);
  const comeIn = alice.pane.getByRole("button", {
    name: "Add as the application",
  });
  await expectSeen(comeIn);
  await says(bob, "meanwhile");
  await expectSeen(bob.messageList.getByText("meanwhile"));
  await comeIn.click();
  await expectSeen(alice.messageList.getByText("meanwhile"));
  const lines = await alice.messageList.getByRole("listitem").allInnerTexts();
  expect(lines.join(" ")).toMatch(/before.*meanwhile/s);
  await page.close();
});

test("a deleted message in a lobby leaves a hint, except in the honest view", async () => {
  const form = { members: [{ id: demo.aliceId, flags: 1 }, { id: demo.bobId }] };
  const { id } = (await service.asBot("POST /lobbies", form)).body as { readonly id: string };
  const linked = await service.call(`PATCH /lobbies/${id}/channel-linking`, {
    auth: `Bearer ${demo.accessToken}`,
    body: { channel_id: demo.generalId },
  });
  expect(linked.status).toBe(200);
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage/lobby/${id}?as=alice,bob`);
  const alice = paneOf(page, "alice");
  await expectSeen(alice.pane.getByText("linked to #general"));
  // A message in the linked channel is shown in the lobby, until it is deleted in the channel.
  const sent = await service.asUser(demo.bobToken, `POST ${messages}`, { content: "never mind" });
  await expectSeen(alice.messageList.getByText("never mind"));
  await service.asUser(demo.bobToken, `DELETE ${messages}/${sent.id}`);
  const hint = alice.messageList.getByText("a message of bob was deleted");
  await expectSeen(hint);
  expect(await alice.messageList.innerHTML()).not.toContain("never mind");
  await page.getByLabel("Honest view").check();
  await hint.waitFor({ state: "detached" });
  await page.close();
});

test("a user beyond the listed ones is added by name", async ({ skip }) => {
  needsOtherWorlds(skip);
  const users = Array.from({ length: 1001 }, (_, i) => ({ username: `one${i}` }));
  const members = [{ user: "one0" }, { user: "one1000" }];
  const guild = { name: "Many", owner: "one0", channels: [{ name: "hall", type: 0 }], members };
  const from = { world: { users, guilds: [guild] } };
  await service.control("POST /worlds", { name: "many", from });
  const page = await context.newPage();
  await page.goto(`${service.url}/console/stage?w=many&as=one0`);
  const [first, last] = [paneOf(page, "one0"), paneOf(page, "one1000")];
  await says(first, "hello");
  await page.keyboard.press("Alt+N");
  await page.keyboard.type("one1000");
  await page.keyboard.press("Enter");
  await expectSeen(last.messageList.getByText("hello"));
  await page.close();
  await service.control("DELETE /worlds/many");
});

test("messages and their menu are operated by keyboard", async () => {
  const { page, alice } = await openStage(context, service.url);
  await says(alice, "by keys");
  await expectSeen(alice.messageList.getByText("by keys"));
  await alice.messageList.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+F10");
  const menu = page.getByRole("menu", { name: "Message of alice" });
  await expectSeen(menu);
  expect(await scrolled(menu)).toEqual({ beside: 0, below: 0 });
  await page.keyboard.press("d");
  expect(await page.locator(":focus").textContent()).toBe("Delete");
  await page.keyboard.press("Enter");
  await alice.messageList.getByText("by keys").waitFor({ state: "detached" });
  await page.keyboard.press("Alt+2");
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Write as bob");
  await page.close();
});

test("a menu, a channel and a draft have no accessibility violations in any theme or width", async () => {
  // A new channel without earlier messages.
  const form = { guild: demo.guildId, name: "quiet" };
  const quiet = (await service.control("POST /channels", form)).body as { readonly id: string };
  const path = `/${demo.guildId}/${quiet.id}`;
  const { page, alice } = await openStage(context, service.url, path);
  await says(alice, "look at this");
  await chooses(page, alice, { message: "look at this", item: "Add reaction" });
  await alice.pane.getByText("quiet", { exact: true }).first().click();
  const chosen = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("row") };
  await alice.pane.getByLabel("Attach").setInputFiles(chosen);
  await alice.messageList.getByRole("listitem").last().click({ button: "right" });
  await expectSeen(page.getByRole("menu"));
  expect(await barriers(page, "section[aria-label=alice]")).toEqual([]);
  await page.close();
});
