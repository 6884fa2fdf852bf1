// Bots of the kinds that guilds have, written for the platform and run unchanged by `antechamber
// run`, each used as people use it.
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { demo } from "../../packages/server/src/control/world-file/demo-world.ts";
import { startBot, type Bot } from "./bots/start-bot.ts";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function aBot(file: string): Promise<Bot> {
  const bot = await startBot(fileURLToPath(new URL(`bots/${file}`, import.meta.url)));
  cleanups.push(bot.stop);
  return bot;
}

const timeout = 60_000;

test("a moderator bans, kicks, mutes, prunes and reads the log", { timeout }, async () => {
  const { write, run, call } = await aBot("moderation.mjs");
  const { body } = await call(`GET /guilds/${demo.guildId}/members/search?query=carol`);
  const [{ user: carol }] = body as [{ user: { id: string } }];
  const bob = `<@${demo.bobId}>`;
  expect(await write("alice", `!mute ${bob} too loud`)).toBe("muted bob: true");
  expect(await write("alice", `!unmute ${bob}`)).toBe("unmuted bob: false");
  expect(await write("alice", `!ban <@${demo.aliceId}> x`)).toBe("alice stands too high");
  expect(await write("alice", `!ban ${bob} spam`)).toBe("banned bob: spam");
  expect(await write("alice", "!unban bob")).toBe("unbanned bob, 0 left");
  expect(await write("alice", `!kick <@${carol.id}> rude`)).toBe("kicked carol");
  expect(await write("alice", "!prune")).toBe("would prune 0");
  expect(await write("alice", "!slow 5")).toBe("slow: 5");
  expect(await write("alice", "!log")).toBe(
    [
      "ChannelUpdate general by Concierge: too fast",
      "MemberKick carol by Concierge: rude",
      "MemberBanRemove bob by Concierge: forgiven",
      "MemberBanAdd bob by Concierge: spam",
      "MemberUpdate bob by Concierge: null",
    ].join("\n"),
  );
  expect(await write("alice", "!clear 3")).toBe("deleted 4");
  await run.says("entry MemberBanAdd spam");
});

test("tickets are opened, used, closed and deleted", { timeout }, async () => {
  const { call, latest } = await aBot("tickets.mjs");
  const act = (user: string, what: string, body: object) =>
    call(`POST /control/v1/users/${user}/${what}`, { wait: 15_000, ...body });
  const command = { application: "Concierge", channel: "general", command: "tickets" };
  const answer = await act("alice", "invoke", command);
  const message = answer.at("messages", 0, "id");
  const opened = await act("carol", "click", { message, custom_id: "open" });
  const ticket = /<#(\d+)>/.exec(String(opened.at("messages", 0, "content")))?.[1] ?? "";
  const seenBy = async (name: string) =>
    (await call(`GET /channels/${ticket}`, undefined, `user-token-${name}`)).status;
  expect([await seenBy("carol"), await seenBy("bob"), await seenBy("dave")]).toEqual([
    200, 200, 403,
  ]);
  const wrote = { channel: ticket, content: "it does not work" };
  expect((await act("carol", "message", wrote)).status).toBe(200);
  const pins = await call(`GET /channels/${ticket}/messages/pins`);
  const [first] = pins.at("items") as [{ message: { id: string; content: string } }];
  expect(first.message.content).toMatch(/what is it\?$/);
  const pressed = { message: first.message.id, custom_id: "close", until: "acknowledged" };
  await act("bob", "click", pressed);
  await expect.poll(async () => (await latest())[0], { timeout }).toMatch(/^closed with \d/);
  const closed = await call(`GET /channels/${ticket}`);
  expect(closed.body).toMatchObject({ name: "closed-ticket-carol", parent_id: null });
  expect((await act("carol", "message", wrote)).status).toBe(403);
  const log = await call(`GET /channels/${demo.generalId}/messages?limit=1`);
  const transcript = await fetch(String(log.at(0, "attachments", 0, "url")));
  expect(await transcript.text()).toContain("carol: it does not work");
  await act("alice", "click", { message: log.at(0, "id"), custom_id: `delete:${ticket}` });
  expect((await call(`GET /channels/${ticket}`)).status).toBe(404);
});

test("reactions add and remove roles", { timeout }, async () => {
  const { call, run, write } = await aBot("role-menu.mjs");
  await call("POST /control/v1/users/alice/message", { channel: "general", content: "!menu" });
  await run.says("offered");
  const { body } = await call(`GET /channels/${demo.generalId}/messages?limit=1`);
  const [menu] = body as [{ id: string; reactions: { count: number }[] }];
  expect(menu.reactions.map(({ count }) => count)).toEqual([1, 1]);
  const react = (user: string, emoji: string, remove = false) =>
    call(`POST /control/v1/users/${user}/react`, {
      channel: "general",
      message: menu.id,
      emoji,
      remove,
    });
  const rolesOfBob = async () => {
    const member = await call(`GET /guilds/${demo.guildId}/members/${demo.bobId}`);
    return (member.at("roles") as string[]).length;
  };
  await react("bob", "🎨");
  await run.says("given");
  expect([await rolesOfBob(), await write("alice", "!who")]).toEqual([
    2,
    "artists: Concierge, bob",
  ]);
  await react("bob", "🎨", true);
  await run.says("taken");
  expect(await rolesOfBob()).toBe(1);
  await react("bob", "🔥");
  await run.says("refused");
  const message = await call(`GET /channels/${demo.generalId}/messages/${menu.id}`);
  expect(message.at("reactions")).toHaveLength(2);
});

test(
  "members receive a welcome when they join and a farewell when they leave",
  { timeout },
  async () => {
    const { call, run, latest } = await aBot("welcome.mjs");
    const code = /ready (\S+)/.exec(run.output())?.[1] ?? "";
    const joined = await call(`POST /invites/${code}`, {}, "user-token-dave");
    expect(joined.status).toBe(200);
    await run.says("welcomed");
    expect((await latest())[0]).toMatch(
      /^Welcome <@!\d+>, you are number 5, invited by Concierge$/,
    );
    const dave = await call("GET /users/@me", undefined, "user-token-dave");
    const member = await call(`GET /guilds/${demo.guildId}/members/${dave.id}`);
    expect(member.body).toMatchObject({ nick: "new dave", roles: [expect.any(String)] });
    const view = await call("GET /control/v1/users/dave/view?channel=@Concierge");
    expect(view.text).toContain("The rules are short.");
    await call(`DELETE /users/@me/guilds/${demo.guildId}`, undefined, "user-token-dave");
    await run.says("said goodbye");
    expect((await latest())[0]).toBe("Goodbye dave");
  },
);

test("a poll is created, voted in and ended", { timeout }, async () => {
  const { call, run, write } = await aBot("poll.mjs");
  await write("alice", "!poll");
  const { body } = await call(`GET /channels/${demo.generalId}/messages?limit=1`);
  const [{ id: message }] = body as [{ id: string }];
  const vote = (user: string, ...answers: string[]) =>
    call(`POST /control/v1/users/${user}/vote`, { channel: "general", message, answers });
  await vote("alice", "Tea");
  await run.says("vote 1");
  await vote("alice", "Soup");
  await run.says("vote taken back");
  await vote("bob", "Soup");
  await call("POST /control/v1/users/alice/message", { channel: "general", content: "!end" });
  await run.says("won: Soup with 2 of 2");
  await run.says("soup: alice");
  const ended = await call(`GET /channels/${demo.generalId}/messages/${message}`);
  expect(ended.at("poll", "results", "is_finalized")).toBe(true);
});

test("events are logged through a webhook", { timeout }, async () => {
  const { call, run, latest } = await aBot("logger.mjs");
  const logs = run.output().trim().split(" ").at(-1) ?? "";
  const form = { channel: "general", content: "a" };
  const sent = await call("POST /control/v1/users/bob/message", form);
  const at = `/channels/${demo.generalId}/messages/${sent.id}`;
  await call(`PATCH ${at}`, { content: "b" }, demo.bobToken);
  await run.says("logged edited a to b");
  await call(`DELETE ${at}`, undefined, demo.bobToken);
  await run.says("logged deleted b");
  const member = `/guilds/${demo.guildId}/members/${demo.bobId}`;
  await call(`PATCH ${member}`, { nick: "robert" }, demo.aliceToken);
  await run.says("logged nick bobby to robert");
  await call("POST /control/v1/channels", { guild: demo.guildId, name: "attic", type: 0 });
  await run.says("logged created #attic");
  expect(await latest(logs)).toEqual([
    "created #attic (logged)",
    "nick bobby to robert (logged)",
    "deleted b (logged)",
    "edited a to b (logged)",
  ]);
  const log = await call(`GET /channels/${logs}/messages`);
  expect(log.at(3, "author", "username")).toBe("bob");
});

test("starred messages are shown as long as they have stars", { timeout }, async () => {
  const { call, run } = await aBot("starboard.py");
  const form = { channel: "general", content: "a good one" };
  const sent = await call("POST /control/v1/users/carol/message", form);
  const star = (user: string, remove = false) =>
    call(`POST /control/v1/users/${user}/react`, {
      channel: "general",
      message: sent.id,
      emoji: "⭐",
      remove,
    });
  await star("alice");
  await star("carol");
  await star("bob");
  await run.says("shown 2");
  const channels = (await call(`GET /guilds/${demo.guildId}/channels`)).body as { name: string }[];
  const board = channels.find(({ name }) => name === "starboard") as unknown as { id: string };
  const answer = await call(`GET /channels/${board.id}/messages`);
  expect(answer.at(0, "embeds", 0)).toMatchObject({
    description: "a good one",
    author: { name: "carol" },
    footer: { text: "2 stars" },
  });
  await star("bob", true);
  await run.says("taken off");
  expect((await call(`GET /channels/${board.id}/messages`)).body).toEqual([]);
  const mark = encodeURIComponent("⭐");
  const users = await call(`GET /channels/${demo.generalId}/messages/${sent.id}/reactions/${mark}`);
  expect((users.body as object[]).length).toBe(2);
});

test(
  "a spammer is timed out for a minute, and their messages are deleted",
  { timeout },
  async () => {
    const { call, run, latest } = await aBot("anti-spam.mjs");
    const say = (user: string, content: string) =>
      call(`POST /control/v1/users/${user}/message`, { channel: "general", content });
    await say("carol", "hello");
    await say("carol", "buy this");
    for (let i = 0; i < 4; i += 1) expect((await say("bob", "buy this")).status).toBe(200);
    await say("bob", "sorry");
    expect(await latest()).toHaveLength(7);
    for (let i = 0; i < 4; i += 1) await say("carol", "buy this");
    await run.says("forgot buy this buy this buy this buy this buy this");
    const announcement = "carol is quiet for a minute, 5 messages are gone";
    await expect.poll(async () => (await latest())[0], { timeout }).toBe(announcement);
    expect((await latest()).filter((content) => content === "buy this")).toHaveLength(4);
    expect((await say("carol", "let me")).status).toBe(403);
    await call("PATCH /control/v1/clock", { advance: "PT61S" });
    expect((await say("carol", "again")).status).toBe(200);
    for (let i = 0; i < 5; i += 1) await say("alice", "listen");
    await expect.poll(async () => (await latest())[0], { timeout }).toBe("alice stands too high");
  },
);

test("two users play tic-tac-toe with buttons, taking turns", { timeout }, async () => {
  const { call } = await aBot("tic-tac-toe.mjs");
  const act = (user: string, what: string, body: object) =>
    call(`POST /control/v1/users/${user}/${what}`, { wait: 15_000, ...body });
  const begun = await act("alice", "invoke", {
    application: "Concierge",
    channel: "general",
    command: "tictactoe",
    options: { other: "bob" },
  });
  const message = String(begun.at("messages", 0, "id"));
  const play = async (user: string, cell: number) => {
    const played = await act(user, "click", { message, custom_id: `cell:${cell}` });
    return played.at("messages", 0, "content");
  };
  expect(await play("carol", 0)).toBe("You do not play");
  expect(await play("bob", 0)).toBe("It is not your turn");
  const turns = [
    ["alice", 4, `<@${demo.bobId}> is next`],
    ["bob", 0, `<@${demo.aliceId}> is next`],
    ["alice", 2, `<@${demo.bobId}> is next`],
    ["bob", 1, `<@${demo.aliceId}> is next`],
    ["alice", 6, `<@${demo.aliceId}> wins`],
  ] as const;
  for (const [user, cell, content] of turns) expect(await play(user, cell)).toBe(content);
  const board = await call(`GET /channels/${demo.generalId}/messages/${message}`);
  const rows = board.at("components") as { components: { label: string; disabled: boolean }[] }[];
  expect(rows.map(({ components }) => components.map(({ label }) => label).join(""))).toEqual([
    "OOX",
    "-X-",
    "X--",
  ]);
  expect(rows.flatMap(({ components }) => components).every(({ disabled }) => disabled)).toBe(true);
  const late = await act("bob", "click", { message, custom_id: "cell:8" });
  expect(late.status).toBe(400);
});
