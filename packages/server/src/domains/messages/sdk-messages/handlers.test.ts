// Direct messages that players write from a game. Source: lobbies-and-sdk 9, 10.3, 13 #14.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { valueAt } from "../../../testing/answer.ts";
import { signIn, type GatewayClient } from "../../../testing/clients/gateway-client.ts";
import { aGame, demo, game, type Game, type Player } from "../../../testing/worlds/game-world.ts";

let it: Game;

beforeEach(async () => {
  it = await aGame();
});
afterEach(() => it.stop());

const send = (content: string, more: object = {}) =>
  it.as("alice", `POST /users/${demo.bobId}/messages`, { content, ...more });
const list = async (player: Player = "bob", other: string = demo.aliceId, query = "") =>
  it.as(player, `GET /users/${other}/messages${query}`);
const moderate = (
  id: string,
  body: unknown,
  users: readonly string[] = [demo.aliceId, demo.bobId],
) => {
  const path = `/partner-sdk/dms/${users.join("/")}/messages/${id}/moderation-metadata`;
  return it.service.asBot(`PUT ${path}`, body);
};

describe("direct messages between users", () => {
  test("are in their channel, are marked as sent by the game, and reach both", async () => {
    const bob = await it.listen("bob");
    const sent = await send("ready?", { metadata: { a: "b" }, flags: 4 | 64 });
    expect([sent.status, sent.body]).toEqual([
      200,
      expect.objectContaining({
        content: "ready?",
        author: expect.objectContaining({ id: demo.aliceId }) as object,
        flags: 65_536 | 4,
        application_id: demo.applicationId,
        metadata: { a: "b" },
      }),
    ]);
    const { d } = await bob.nextEvent("MESSAGE_CREATE");
    expect(d).toMatchObject({ id: sent.id, channel_type: 1, metadata: { a: "b" } });
    const { metadata: _, ...stored } = sent.body as { metadata: object };
    expect((await list()).body).toEqual([stored]);
    const channelId = String(sent.at("channel_id"));
    const own = await it.service.asUser(demo.bobToken, `GET /channels/${channelId}/messages`);
    expect(own.at(0, "id")).toBe(sent.id);
    expect((await it.as("bob", "GET /partner-sdk/users/@me/channels")).body).toEqual([
      { user_id: demo.aliceId, last_message_id: sent.id },
    ]);
  });

  test("can be edited and deleted only by their author", async () => {
    const { id } = await send("one");
    const own = `/users/${demo.bobId}/messages/${id}`;
    const theirs = `/users/${demo.aliceId}/messages/${id}`;
    expect((await it.as("bob", `PATCH ${theirs}`, { content: "x" })).at("code")).toBe(50_005);
    expect((await it.as("bob", `DELETE ${theirs}`)).at("code")).toBe(50_013);
    const edited = await it.as("alice", `PATCH ${own}`, { content: "two" });
    expect([edited.status, edited.at("content")]).toEqual([200, "two"]);
    expect((await it.as("alice", `PATCH ${own}`, { content: " " })).at("code")).toBe(50_006);
    expect((await it.as("alice", `DELETE ${own}`)).status).toBe(204);
    expect((await it.as("alice", `DELETE ${own}`)).at("code")).toBe(10_008);
    expect((await it.as("alice", `PATCH ${own}`, { content: "x" })).at("code")).toBe(10_008);
    expect((await list()).body).toEqual([]);
  });

  test("are listed in pages of up to two hundred from the last 72 hours, newest first", async () => {
    await send("old");
    await it.service.control("PATCH /clock", { advance: "PT72H" });
    for (let i = 1; i <= 51; i += 1) await send(`${i}`);
    const contents = async (query = "") =>
      ((await list("bob", demo.aliceId, query)).body as { content: string }[]).map((each) =>
        Number(each.content),
      );
    const newest = (count: number) => Array.from({ length: count }, (_, i) => 51 - i);
    expect(await contents()).toEqual(newest(50));
    expect(await contents("?limit=200")).toEqual(newest(51));
    expect((await list("bob", demo.aliceId, "?limit=201")).at("code")).toBe(50_035);
  });

  test.each([
    ["to an unknown user", ["POST", "900000000000000000", { content: "x" }, 404, 10_013]],
    ["to oneself", ["POST", demo.aliceId, { content: "x" }, 403, 50_007]],
    ["to a bot", ["POST", demo.applicationId, { content: "x" }, 403, 50_007]],
    ["without a text", ["POST", demo.bobId, {}, 400, 50_006]],
    ["with too much", ["POST", demo.bobId, { content: "x".repeat(2001) }, 400, 50_035]],
  ] as const)("are refused %s", async (_case, [method, id, body, status, code]) => {
    const answer = await it.as("alice", `${method} /users/${id}/messages`, body);
    expect([answer.status, answer.at("code")]).toEqual([status, code]);
  });

  test("show their author as they are now, and so does the game's webhook", async () => {
    await it.listen("bob");
    const { id } = await send("ready?");
    await it.service.control(`PATCH /users/${demo.aliceId}`, { global_name: "Renamed" });
    expect((await list()).at(0, "author", "global_name")).toBe("Renamed");
    const path = `PATCH /users/${demo.bobId}/messages/${id}`;
    const edited = await it.as("alice", path, { content: "go" });
    expect(edited.at("author", "global_name")).toBe("Renamed");
    const [, update] = await it.webhookEvents();
    expect(update?.data).toMatchObject({ id, author: { global_name: "Renamed" } });
  });

  test("are refused by a user who declines game messages, but may be sent outside the game", async () => {
    await it.service.control("PATCH /users/bob", { refuses_game_messages: true });
    expect((await send("hello")).at("code")).toBe(50_251);
    const opened = await it.service.asUser(demo.aliceToken, "POST /users/@me/channels", {
      recipient_id: demo.bobId,
    });
    const path = `POST /channels/${opened.id}/messages`;
    expect((await it.service.asUser(demo.aliceToken, path, { content: "hi" })).status).toBe(200);
    const bob = await it.service.control("GET /users/bob");
    expect(bob.at("refuses_game_messages")).toBe(true);
    await it.service.control("PATCH /users/bob", { refuses_game_messages: false });
    expect((await send("hello")).status).toBe(200);
  });

  test("do not exist with oneself, even if there are messages with others", async () => {
    const { id } = await send("for bob");
    const own = `/users/${demo.aliceId}/messages`;
    expect((await list("alice", demo.aliceId)).body).toEqual([]);
    const refused = [
      await it.as("alice", `PATCH ${own}/${id}`, { content: "x" }),
      await it.as("alice", `DELETE ${own}/${id}`),
      await moderate(id, { a: "b" }, [demo.aliceId, demo.aliceId]),
    ];
    expect(refused.map((answer) => answer.at("code"))).toEqual([10_008, 10_008, 10_008]);
    expect((await list()).body).toEqual([expect.objectContaining({ id, content: "for bob" })]);
  });

  test("require their scopes", async () => {
    const codes = [
      await it.as("narrow", `POST /users/${demo.bobId}/messages`, { content: "x" }),
      await it.as("narrow", `GET /users/${demo.bobId}/messages`),
      await it.as("narrow", "GET /partner-sdk/users/@me/channels"),
    ].map((answer) => answer.at("code"));
    expect(codes).toEqual([50_026, 50_026, 50_026]);
  });
});

describe("the game's webhook", () => {
  const types = async () => (await it.webhookEvents()).map(({ type }) => type);

  // Proves requirement 6 "webhook events of lobbies and direct messages"
  test("receives what its players write, edit and delete, also outside the game", async () => {
    await it.listen("bob");
    const sent = await send("from the game");
    const channelId = String(sent.at("channel_id"));
    const written = await it.service.asUser(demo.bobToken, `POST /channels/${channelId}/messages`, {
      content: "from outside",
    });
    await it.as("alice", `PATCH /users/${demo.bobId}/messages/${sent.id}`, { content: "new" });
    await it.as("alice", `DELETE /users/${demo.bobId}/messages/${sent.id}`);
    const events = await it.webhookEvents();
    expect(events.map(({ type, data }) => [type, valueAt(data, ["id"])])).toEqual([
      ["GAME_DIRECT_MESSAGE_CREATE", sent.id],
      ["GAME_DIRECT_MESSAGE_CREATE", written.id],
      ["GAME_DIRECT_MESSAGE_UPDATE", sent.id],
      ["GAME_DIRECT_MESSAGE_DELETE", sent.id],
    ]);
    const recipients = [{ id: demo.aliceId }, { id: demo.bobId }];
    expect(events[0]?.data).toMatchObject({ channel: { id: channelId, type: 1, recipients } });
  });

  test("receives nothing while neither user plays, or from bots", async () => {
    await send("hello");
    await it.listen("alice");
    const { id } = await it.service.asBot("POST /users/@me/channels", {
      recipient_id: demo.aliceId,
    });
    await it.service.asBot(`POST /channels/${id}/messages`, { content: "beep" });
    expect(await types()).toEqual([]);
  });

  test("receives no responses of applications to interactions", async () => {
    const { service } = it;
    await it.listen("bob");
    await service.control("PATCH /applications/Concierge", { integration_types: [0, 1] });
    const command = { name: "hi", description: "x", integration_types: [1], contexts: [2] };
    await service.asBot(`POST /applications/${demo.applicationId}/commands`, command);
    const gateway = `${service.url.replace("http", "ws")}/gateway/`;
    const { client: bot } = await signIn(gateway, { token: demo.botToken, intents: 0 });
    const use = { command: "hi", channel: "@bob", application: "Concierge" };
    const used = service.control("POST /users/alice/invoke", use);
    const { d } = await bot.nextEvent("INTERACTION_CREATE");
    const { id, token } = d as { readonly id: string; readonly token: string };
    const answer = { type: 4, data: { content: "hello" } };
    await service.call(`POST /interactions/${id}/${token}/callback`, { body: answer });
    expect((await used).at("outcome")).toBe("replied");
    const original = `/webhooks/${demo.applicationId}/${token}/messages/@original`;
    await service.call(`PATCH ${original}`, { body: { content: "bye" } });
    await service.call(`DELETE ${original}`);
    expect(await it.webhookEvents()).toEqual([]);
    await bot.leave(1000);
  });
});

describe("moderation metadata", () => {
  // Proves requirement 2.1 "message: moderation metadata"
  // Proves requirement 4.3 "moderation of direct messages"
  test("is sent and shown only to the game, and removed by an edit of the text", async () => {
    const bob = await it.listen("bob");
    const rival = await it.listen("rival");
    const { id } = await send("darn");
    await rival.nextEvent("MESSAGE_CREATE");
    expect((await moderate(id, { verdict: "mild" }, [demo.bobId, demo.aliceId])).status).toBe(204);
    expect((await bob.nextEvent("MESSAGE_UPDATE")).d).toMatchObject({
      id,
      moderation_metadata: { verdict: "mild" },
    });
    expect((await list()).at(0, "moderation_metadata")).toEqual({ verdict: "mild" });
    expect((await list("rival", demo.bobId)).at(0)).not.toHaveProperty("moderation_metadata");
    await it.as("alice", `PATCH /users/${demo.bobId}/messages/${id}`, { content: "new" });
    expect((await rival.nextEvent("MESSAGE_UPDATE")).d).toMatchObject({ content: "new" });
    expect((await list()).at(0)).not.toHaveProperty("moderation_metadata");
    expect((await it.webhookEvents()).map(({ type }) => type)).toEqual([
      "GAME_DIRECT_MESSAGE_CREATE",
      "GAME_DIRECT_MESSAGE_UPDATE",
    ]);
  });

  test("stays with the game's sessions when another part of the message changes", async () => {
    const bob = await it.listen("bob");
    const sent = await send("darn");
    const { id } = sent;
    await moderate(id, { verdict: "mild" });
    const rival = await it.listen("rival");
    const pin = `PUT /channels/${String(sent.at("channel_id"))}/messages/pins/${id}`;
    expect((await it.service.asUser(demo.bobToken, pin)).status).toBe(204);
    await it.as("alice", `PATCH /users/${demo.bobId}/messages/${id}`, { content: "new" });
    const contentsAt = async (client: GatewayClient) => {
      await client.next(({ t, d }) => t === "MESSAGE_UPDATE" && valueAt(d, ["content"]) === "new");
      const updates = client.frames.filter(({ t }) => t === "MESSAGE_UPDATE");
      return updates.map(({ d }) => valueAt(d, ["moderation_metadata", "verdict"]));
    };
    expect(await contentsAt(bob)).toEqual(["mild", undefined, "mild", undefined]);
    expect(await contentsAt(rival)).toEqual([undefined, undefined]);
  });

  // Proves requirement 4.3 "moderation of direct messages"
  test("is removed by an empty map, and refused for unknown messages or users", async () => {
    const { id } = await send("x");
    await moderate(id, { a: "b" });
    await moderate(id, {});
    expect((await list()).at(0)).not.toHaveProperty("moderation_metadata");
    expect((await moderate("900000000000000000", {})).at("code")).toBe(10_008);
    expect((await moderate("900000000000000000", { k: 1 })).at("code")).toBe(10_008);
    expect((await moderate(id, {}, [demo.aliceId, "900000000000000000"])).at("code")).toBe(10_013);
    expect((await moderate(id, {}, [demo.aliceId, game.carolId])).at("code")).toBe(10_008);
    const six = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}`, "v"]));
    expect((await moderate(id, six)).at("code")).toBe(50_035);
  });
});

describe("provisional users", () => {
  const dans = () => it.as("dan", `POST /users/${game.eveId}/messages`, { content: "psst" });

  test("can receive messages while they play", async () => {
    const to = `POST /users/${game.danId}/messages`;
    expect((await it.as("alice", to, { content: "x" })).at("code")).toBe(50_252);
    expect((await dans()).at("code")).toBe(50_253);
    await it.listen("dan");
    expect((await it.as("alice", to, { content: "x" })).status).toBe(200);
  });

  test("exchange messages without a channel, each with the other as the channel", async () => {
    const [dan, eve] = [await it.listen("dan"), await it.listen("eve")];
    const sent = await dans();
    expect([sent.status, sent.at("channel_id"), sent.at("recipient_id")]).toEqual([
      200,
      game.eveId,
      game.eveId,
    ]);
    const payload = { id: sent.id, content: "psst", channel_type: 18 };
    expect((await dan.nextEvent("MESSAGE_CREATE")).d).toMatchObject({
      ...payload,
      channel_id: game.eveId,
    });
    expect((await eve.nextEvent("MESSAGE_CREATE")).d).toMatchObject({
      ...payload,
      channel_id: game.danId,
    });
    expect((await list("eve", game.danId)).body).toEqual([]);
    expect((await it.as("dan", "GET /partner-sdk/users/@me/channels")).body).toEqual([]);
    const [event] = await it.webhookEvents();
    expect(event).toMatchObject({
      type: "GAME_DIRECT_MESSAGE_CREATE",
      data: { id: sent.id, content: "psst", recipient_id: game.eveId, channel: { type: 18 } },
    });
  });

  test("are shown as they are now when their messages change", async () => {
    const eve = await it.listen("eve");
    const { id } = await dans();
    await it.service.control(`PATCH /users/${game.danId}`, { global_name: "Renamed" });
    await it.as("dan", `PATCH /users/${game.eveId}/messages/${id}`, { content: "hush" });
    expect((await eve.nextEvent("MESSAGE_UPDATE")).d).toMatchObject({
      author: { id: game.danId, global_name: "Renamed" },
    });
  });

  test("can edit, delete and have their messages moderated for 72 hours", async () => {
    const eve = await it.listen("eve");
    const { id } = await dans();
    expect((await moderate(id, { a: "b" }, [game.eveId, game.danId])).status).toBe(204);
    expect((await eve.nextEvent("MESSAGE_UPDATE")).d).toMatchObject({
      moderation_metadata: { a: "b" },
    });
    const own = `/users/${game.eveId}/messages/${id}`;
    const theirs = `/users/${game.danId}/messages/${id}`;
    expect((await it.as("eve", `PATCH ${theirs}`, { content: "x" })).at("code")).toBe(50_005);
    expect((await it.as("eve", `DELETE ${theirs}`)).at("code")).toBe(50_013);
    const edited = await it.as("dan", `PATCH ${own}`, { content: "hush" });
    expect([edited.at("content"), edited.at("moderation_metadata")]).toEqual(["hush", undefined]);
    expect((await eve.nextEvent("MESSAGE_UPDATE")).d).toMatchObject({ content: "hush" });
    expect((await it.as("dan", `DELETE ${own}`)).status).toBe(204);
    expect((await eve.nextEvent("MESSAGE_DELETE")).d).toEqual({ id, channel_id: game.danId });
    const { id: later } = await dans();
    await it.service.control("PATCH /clock", { advance: "PT72H" });
    expect((await moderate(later, {}, [game.eveId, game.danId])).at("code")).toBe(10_008);
  });
});
