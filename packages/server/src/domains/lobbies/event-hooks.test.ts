// Events in guilds, as lobbies that are linked to channels react to them.
// Source: protocol: lobbies-and-sdk 3.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { linkingCalls } from "../../testing/calls/linking-calls.ts";
import { aGame, demo, game, type Game, type Player } from "../../testing/worlds/game-world.ts";

let it: Game;
let lobby: string;

beforeEach(async () => {
  it = await aGame();
  lobby = await it.aLobby();
});
afterEach(() => it.stop());

const { link, channel, linkOf, linkedTo, messagesOf, grant } = linkingCalls(() => ({ it, lobby }));
const write = (content: string, token: string = demo.bobToken) =>
  it.service.asUser(token, `POST /channels/${demo.generalId}/messages`, { content });
const contentsFor = async (player: Player = "bob") =>
  ((await it.as(player, `GET /lobbies/${lobby}/messages`)).body as { content: string }[]).map(
    ({ content }) => content,
  );

describe("a link is deleted if its creator could no longer create it", () => {
  beforeEach(async () => {
    await grant(["MANAGE_CHANNELS"]);
    await it.service.asBot(`PUT /lobbies/${lobby}/members/${demo.bobId}`, { flags: 1 });
    await link(demo.generalId, "bob");
  });

  test.each([
    ["the role loses the permission", "PATCH /roles/300000000000000011", { permissions: [] }],
    ["the role goes", "DELETE /roles/300000000000000011", undefined],
    ["they lose the role", `PATCH /members/${demo.guildId}/${demo.bobId}`, { roles: [] }],
    ["they leave the guild", `DELETE /members/${demo.guildId}/${demo.bobId}`, undefined],
    [
      "the channel denies it",
      `PATCH /channels/${demo.generalId}`,
      { permission_overwrites: [{ id: "bob", type: 1, deny: ["SEND_MESSAGES"] }] },
    ],
  ])("because %s", async (_case, route, body) => {
    expect((await it.service.control(route, body)).status).toBeLessThan(300);
    expect([await linkedTo(), await linkOf()]).toEqual([undefined, undefined]);
  });

  test("because the channel became an announcement channel", async () => {
    await it.service.control(`PATCH /guilds/${demo.guildId}`, { features: ["NEWS"] });
    const route = `PATCH /channels/${demo.generalId}`;
    expect((await it.service.asUser(demo.aliceToken, route, { type: 5 })).at("type")).toBe(5);
    expect([await linkedTo(), await linkOf()]).toEqual([undefined, undefined]);
    const { body: world } = await it.service.control("GET /world");
    expect((await it.service.control("PUT /world", world)).status).toBe(204);
  });

  test("but not after a time-out, a new name or another change of the channel", async () => {
    const bob = `/members/${demo.guildId}/${demo.bobId}`;
    await it.service.control(`PATCH ${bob}`, {
      nick: "b",
      communication_disabled_until: "2100-01-01T00:00:00Z",
    });
    await it.service.control(`PATCH /channels/${demo.generalId}`, { topic: "Play" });
    expect([await linkedTo(), (await channel()).at("topic")]).toEqual([demo.generalId, "Play"]);
  });
});

describe("the messages of a linked lobby", () => {
  beforeEach(async () => {
    await link(demo.generalId);
  });

  test("are copied to the channel under the same ID", async () => {
    const bob = await it.listen("bob");
    const sent = await it.as("alice", `POST /lobbies/${lobby}/messages`, { content: "gg" });
    expect(sent.at("channel_id")).toBe(demo.generalId);
    const [copy] = await messagesOf();
    expect(copy).toMatchObject({
      id: sent.id,
      content: "gg",
      flags: 65_536,
      application_id: demo.applicationId,
      author: { id: demo.aliceId },
    });
    const { d } = await bob.nextEvent("LOBBY_MESSAGE_CREATE");
    expect(d).toMatchObject({
      id: sent.id,
      lobby_id: lobby,
      channel_id: demo.generalId,
      channel_type: 0,
      guild_id: demo.guildId,
      member: { nick: null },
      attachments: [],
    });
    expect(await contentsFor()).toEqual(["gg"]);
  });

  test("are not copied to the channel if the author is timed out", async () => {
    await it.service.control(`PATCH /members/${demo.guildId}/${demo.bobId}`, {
      communication_disabled_until: "2100-01-01T00:00:00Z",
    });
    const sent = await it.as("bob", `POST /lobbies/${lobby}/messages`, { content: "hm" });
    expect([sent.status, await contentsFor()]).toEqual([201, ["hm"]]);
    expect((await messagesOf()).map(({ content }) => content)).not.toContain("hm");
  });

  test.each([
    ["a member of the guild", "bob"],
    ["a player from outside of it", "carol"],
  ] as const)(
    "are not copied to the channel if blocked by auto moderation: %s",
    async (_case, player) => {
      await it.service.asBot(`PUT /lobbies/${lobby}/members/${game.carolId}`);
      const path = `POST /guilds/${demo.guildId}/auto-moderation/rules`;
      const trigger = { event_type: 1, trigger_type: 1, enabled: true };
      const alert = { type: 2, metadata: { channel_id: game.secondId } };
      const rule = { ...trigger, trigger_metadata: { keyword_filter: ["darn"] } };
      await it.service.asBot(path, { ...rule, name: "Words", actions: [{ type: 1 }, alert] });
      const say = (content: string) =>
        it.as(player, `POST /lobbies/${lobby}/messages`, { content });
      const blocked = await say("darn");
      await say("gg");
      expect([blocked.status, await contentsFor()]).toEqual([201, ["gg", "darn"]]);
      expect((await messagesOf()).map(({ content }) => content)).toEqual(["gg", ""]);
      expect(await messagesOf(game.secondId)).toMatchObject([{ type: 24 }]);
    },
  );

  test("may come from players who are not in the guild", async () => {
    await it.service.asBot(`PUT /lobbies/${lobby}/members/${game.carolId}`);
    await it.as("carol", `POST /lobbies/${lobby}/messages`, { content: "hi" });
    expect((await messagesOf())[0]).toMatchObject({ content: "hi", author: { id: game.carolId } });
  });

  test("have what the channel's messages have besides text", async () => {
    const alice = await it.listen("alice");
    const [first, second] = [await write("which one?"), `/channels/${game.secondId}/messages`];
    const elsewhere = await it.service.asUser(demo.bobToken, `POST ${second}`, { content: "look" });
    const post = (body: object) =>
      it.service.asUser(demo.bobToken, `POST /channels/${demo.generalId}/messages`, body);
    const poll = { question: { text: "map?" }, answers: [{ poll_media: { text: "harbour" } }] };
    await post({ content: "that one", message_reference: { message_id: first.id } });
    await post({ poll });
    const forwarded = { message_id: elsewhere.id, channel_id: game.secondId, type: 1 };
    await post({ message_reference: forwarded });
    await it.service.asBot(`POST /channels/${demo.generalId}/messages/${first.id}/threads`, {
      name: "maps",
    });
    await alice.nextEvent("LOBBY_MESSAGE_CREATE");
    expect((await alice.nextEvent("LOBBY_MESSAGE_CREATE")).d).toMatchObject({
      message_reference: { message_id: first.id },
      referenced_message: { content: "which one?" },
    });
    expect((await alice.nextEvent("LOBBY_MESSAGE_CREATE")).d).toMatchObject({ poll });
    expect((await alice.nextEvent("LOBBY_MESSAGE_CREATE")).d).toMatchObject({
      message_snapshots: [{ message: { content: "look" } }],
    });
    expect((await alice.nextEvent("LOBBY_MESSAGE_UPDATE")).d).toMatchObject({
      thread: { name: "maps" },
    });
  });

  test("include messages from the channel, with their edits and deletions", async () => {
    const alice = await it.listen("alice");
    const sent = await write("from the guild");
    const { d } = await alice.nextEvent("LOBBY_MESSAGE_CREATE");
    expect(d).toMatchObject({ id: sent.id, content: "from the guild", member: { nick: "bobby" } });
    expect(d).not.toHaveProperty("application_id");
    const metadata = { verdict: "fine" };
    const moderation = `/lobbies/${lobby}/messages/${sent.id}/moderation-metadata`;
    await it.service.asBot(`PUT ${moderation}`, metadata);
    await alice.nextEvent("LOBBY_MESSAGE_UPDATE");
    const path = `/channels/${demo.generalId}/messages/${sent.id}`;
    await it.service.asUser(demo.bobToken, `PATCH ${path}`, { content: "edited" });
    const update = (await alice.nextEvent("LOBBY_MESSAGE_UPDATE")).d;
    expect(update).toMatchObject({ id: sent.id, content: "edited" });
    expect(update).not.toHaveProperty("moderation_metadata");
    await it.service.asUser(demo.bobToken, `DELETE ${path}`);
    expect((await alice.nextEvent("LOBBY_MESSAGE_DELETE")).d).toEqual({
      id: sent.id,
      lobby_id: lobby,
    });
    expect(await contentsFor()).toEqual([]);
    const hooks = await it.webhookEvents();
    expect(hooks.map(({ type }) => type)).toEqual([
      "LOBBY_MESSAGE_CREATE",
      "LOBBY_MESSAGE_UPDATE",
      "LOBBY_MESSAGE_DELETE",
    ]);
    expect(hooks[1]?.data).toMatchObject({
      content: "edited",
      edited_timestamp: expect.any(String) as string,
    });
    expect(hooks[2]?.data).toEqual({ id: sent.id, lobby_id: lobby });
  });

  test("are updated for the readers' own clients, too, without moderation metadata", async () => {
    const [own, alice] = [await it.listenAs(demo.aliceToken), await it.listen("alice")];
    const sent = await write("before");
    const moderation = `/lobbies/${lobby}/messages/${sent.id}/moderation-metadata`;
    await it.service.asBot(`PUT ${moderation}`, { verdict: "fine" });
    const path = `/channels/${demo.generalId}/messages/${sent.id}`;
    await it.service.asUser(demo.bobToken, `PATCH ${path}`, { flags: 4 });
    await it.service.asUser(demo.bobToken, `PATCH ${path}`, { content: "after" });
    const next = async (client: typeof own) => {
      const { d } = await client.nextEvent("LOBBY_MESSAGE_UPDATE");
      const { content, flags, moderation_metadata: verdict } = d as Record<string, unknown>;
      return [content, flags, verdict];
    };
    const verdict = { verdict: "fine" };
    expect([await next(alice), await next(alice), await next(alice)]).toEqual([
      ["before", 0, verdict],
      ["before", 4, verdict],
      ["after", 4, undefined],
    ]);
    expect([await next(own), await next(own)]).toEqual([
      ["before", 4, undefined],
      ["after", 4, undefined],
    ]);
  });

  test("have an edited timestamp if edited in the channel, even with the same text", async () => {
    const alice = await it.listen("alice");
    const sent = await write("as before");
    await alice.nextEvent("LOBBY_MESSAGE_CREATE");
    const path = `/channels/${demo.generalId}/messages/${sent.id}`;
    for (const content of ["as before", "otherwise"]) {
      const edited = await it.service.asUser(demo.bobToken, `PATCH ${path}`, { content });
      const edited_timestamp = edited.at("edited_timestamp");
      expect(edited_timestamp).not.toBeNull();
      const update = await alice.nextEvent("LOBBY_MESSAGE_UPDATE");
      expect(update.d).toMatchObject({ id: sent.id, content, edited_timestamp });
    }
  });

  test("are deleted by a bulk deletion in the channel", async () => {
    const [one, two] = [await write("one"), await write("two")];
    await it.service.asBot(`POST /channels/${demo.generalId}/messages/bulk-delete`, {
      messages: [one.id, two.id],
    });
    expect(await contentsFor()).toEqual([]);
  });

  test("exclude messages of bots, and messages after the link was removed", async () => {
    await it.service.asBot(`POST /channels/${demo.generalId}/messages`, { content: "beep" });
    await write("before");
    await link(null);
    await write("after");
    expect(await contentsFor()).toEqual(["before"]);
  });

  test("can be limited to users who have authorized the game", async () => {
    await it.service.asBot(`PATCH /lobbies/${lobby}`, { flags: 1 });
    expect((await write("I play")).status).toBe(200);
    await it.service.control("POST /users", { username: "zoe", token: "user-zoe" });
    await it.service.control("POST /members", { guild: demo.guildId, user: "zoe" });
    const refused = await write("I do not", "user-zoe");
    expect([refused.status, refused.at("code")]).toEqual([403, 20_062]);
    await it.service.asBot(`PATCH /lobbies/${lobby}`, { flags: 0 });
    expect((await write("I do not", "user-zoe")).status).toBe(200);
  });

  test("may come from a user who installed the game, but not one who authorized another game", async () => {
    await it.service.asBot(`PATCH /lobbies/${lobby}`, { flags: 1 });
    for (const username of ["ann", "ben"]) {
      await it.service.control("POST /users", { username, token: `user-${username}` });
      await it.service.control("POST /members", { guild: demo.guildId, user: username });
    }
    await it.service.control("POST /installs", { user: "ann", application: demo.applicationId });
    await it.service.control("POST /applications", { name: "Other" });
    const other = { application: "Other", user: "ben", scopes: ["identify"] };
    expect((await it.service.control("POST /tokens", other)).status).toBe(201);
    expect((await write("I play", "user-ann")).status).toBe(200);
    expect((await write("I do not", "user-ben")).status).toBe(403);
  });
});
