// Messages between members of a lobby, as clients receive them. Source: lobbies-and-sdk 3, 6.2.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { valueAt } from "../../testing/answer.ts";
import { aGame, demo, game, type Game } from "../../testing/worlds/game-world.ts";

let it: Game;
let lobby: string;

beforeEach(async () => {
  it = await aGame();
  lobby = await it.aLobby();
});
afterEach(() => it.stop());

const say = (content: string, more: object = {}) =>
  it.as("alice", `POST /lobbies/${lobby}/messages`, { content, ...more });
const list = async (query = "") => it.as("bob", `GET /lobbies/${lobby}/messages${query}`);
const contents = (answer: { body: unknown }) =>
  (answer.body as { content: string }[]).map(({ content }) => content);
const moderate = (message: string, metadata: unknown, on = lobby) =>
  it.service.asBot(`PUT /lobbies/${on}/messages/${message}/moderation-metadata`, metadata);

describe("sending a message", () => {
  // Proves requirement 2.1 "message: additional name"
  test("returns the whole message, with the author's name in the lobby at that time", async () => {
    const path = `/lobbies/${lobby}/members/${demo.aliceId}`;
    await it.service.asBot(`PUT ${path}`, { additional_name: "Vex" });
    const sent = await say("gg", { metadata: { a: "b" }, flags: 4096 | 64 });
    expect([sent.status, sent.body]).toEqual([
      201,
      {
        id: sent.id,
        type: 0,
        content: "gg",
        lobby_id: lobby,
        channel_id: lobby,
        author: expect.objectContaining({ id: demo.aliceId }) as object,
        lobby_member: { additional_name: "Vex" },
        metadata: { a: "b" },
        flags: 65_536 | 4096,
        application_id: demo.applicationId,
      },
    ]);
    await it.service.asBot(`PUT ${path}`, { additional_name: "Other" });
    const { metadata: _, ...stored } = sent.body as { metadata: object };
    expect((await list()).body).toEqual([stored]);
  });

  // Proves requirement 4.3 "POST /lobbies/{lobby_id}/messages"
  // Proves requirement 6 "webhook events of lobbies and direct messages"
  test("sends an event to each member's session with the game, and to the webhook", async () => {
    const [bob, rival] = [await it.listen("bob"), await it.listen("rival")];
    const sent = await say("hello", { metadata: { a: "b" } });
    const { d } = await bob.nextEvent("LOBBY_MESSAGE_CREATE");
    expect(d).toEqual({
      ...(sent.body as object),
      channel_type: 17,
      timestamp: expect.any(String) as string,
      edited_timestamp: null,
    });
    expect(await it.webhookEvents()).toEqual([
      { type: "LOBBY_MESSAGE_CREATE", data: sent.body, url: undefined },
    ]);
    await it.as("rival", "PUT /lobbies", { secret: "s" });
    await rival.nextEvent("LOBBY_CREATE");
    expect(rival.readReceived(({ t }) => t)).toEqual(["LOBBY_CREATE"]);
  });

  test("returns the same message for the same nonce if the sender enforces it", async () => {
    const sent = await say("once", { nonce: "n1", enforce_nonce: true });
    const again = await say("once", { nonce: "n1", enforce_nonce: true });
    expect(again.id).toBe(sent.id);
    expect((await say("once", { nonce: "n1" })).id).not.toBe(sent.id);
    expect(contents(await list())).toEqual(["once", "once"]);
  });

  test("creates a new message for another nonce, another member, or after five minutes", async () => {
    await it.service.asBot(`PATCH /lobbies/${lobby}`, { idle_timeout_seconds: 604_800 });
    const nonce = { nonce: "n1", enforce_nonce: true };
    const sent = await say("once", nonce);
    const others = await Promise.all([
      say("once", { ...nonce, nonce: "n2" }),
      it.as("bob", `POST /lobbies/${lobby}/messages`, { content: "once", ...nonce }),
    ]);
    const move = (advance: string) => it.service.control("PATCH /clock", { advance });
    await move("PT4M59S");
    expect((await say("once", nonce)).id).toBe(sent.id);
    await move("PT1S");
    const late = await say("once", nonce);
    const ids = [sent, ...others, late].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    const now = it.service.clock.now();
    await it.service.control("PATCH /clock", { now: new Date(now - 3_600_000).toISOString() });
    const anew = await say("once", nonce);
    expect(anew.status).toBe(201);
    expect(ids).not.toContain(anew.id);
  });

  test("can be done with a form, as can setting moderation metadata", async () => {
    const form = new FormData();
    form.append("payload_json", JSON.stringify({ content: "in parts", metadata: { a: "b" } }));
    const route = `POST /lobbies/${lobby}/messages`;
    const parts = await it.as("alice", route, form);
    expect([parts.status, parts.body]).toMatchObject([201, { metadata: { a: "b" } }]);
    const fields = new URLSearchParams({ content: "in fields", flags: "4" });
    expect((await it.as("alice", route, fields)).at("flags")).toBe(65_540);
    const verdict = new URLSearchParams({ verdict: "fine" });
    const path = `/lobbies/${lobby}/messages/${parts.id}/moderation-metadata`;
    expect((await it.service.asBot(`PUT ${path}`, verdict)).status).toBe(204);
    expect((await list()).at(1, "moderation_metadata")).toEqual({ verdict: "fine" });
  });

  test("sends an event to the members' own clients, too, without moderation metadata", async () => {
    const [first, second] = [await it.listenAs(demo.bobToken), await it.listen("bob")];
    const { id } = await say("hello");
    expect((await first.nextEvent("LOBBY_MESSAGE_CREATE")).d).toMatchObject({ id });
    await moderate(id, { verdict: "fine" });
    await second.nextEvent("LOBBY_MESSAGE_UPDATE");
    await it.service.asUser(demo.aliceToken, `POST /channels/${demo.generalId}/messages`, {
      content: "a mark",
    });
    await first.nextEvent("MESSAGE_CREATE");
    expect(first.readReceived(({ t }) => t)).toEqual(["LOBBY_MESSAGE_CREATE", "MESSAGE_CREATE"]);
  });

  // Proves requirement 6 "webhook events of lobbies and direct messages"
  test("sends an event to the lobby's own webhook if it has one", async () => {
    const url = "http://127.0.0.1:9/own";
    lobby = await it.aLobby({ override_event_webhooks_url: url });
    await say("hello");
    expect(await it.webhookEvents()).toMatchObject([{ type: "LOBBY_MESSAGE_CREATE", url }]);
  });

  test.each([
    ["nothing", [{}, 400, 50_006]],
    ["blanks", [{ content: " \n" }, 400, 50_006]],
    ["too long a text", [{ content: "x".repeat(2001) }, 400, 50_035]],
    ["metadata that is not a text", [{ content: "x", metadata: { a: 1 } }, 400, 50_035]],
    [
      "metadata of over 1000 characters",
      [{ content: "x", metadata: { a: "b".repeat(1000) } }, 400, 50_035],
    ],
  ] as const)("refuses %s", async (_case, [body, status, code]) => {
    const answer = await it.as("alice", `POST /lobbies/${lobby}/messages`, body);
    expect([answer.status, answer.at("code")]).toEqual([status, code]);
  });

  // Proves requirement 4.3 "POST /lobbies/{lobby_id}/messages"
  test.each([
    ["who is no member", ["carol", undefined, 403, 40_109]],
    ["of another game", ["rival", undefined, 404, 10_031]],
    ["in no lobby", ["alice", "900000000000000000", 404, 10_031]],
    ["whose token lacks the scope", ["narrow", undefined, 403, 50_026]],
  ] as const)(
    "is refused to a user %s, as is reading",
    async (_case, [player, id, status, code]) => {
      for (const method of ["POST", "GET"]) {
        const body = method === "POST" ? { content: "x" } : undefined;
        const answer = await it.as(player, `${method} /lobbies/${id ?? lobby}/messages`, body);
        expect([answer.status, answer.at("code")]).toEqual([status, code]);
      }
    },
  );
});

describe("the message history", () => {
  // Proves requirement 4.3 "GET /lobbies/{lobby_id}/messages"
  // Proves requirement 8 "lobby messages"
  test("is sorted newest first, with 50 messages by default and up to 200", async () => {
    for (let i = 1; i <= 205; i += 1) await say(`${i}`);
    const newest = (count: number) => Array.from({ length: count }, (_, i) => `${205 - i}`);
    expect(contents(await list())).toEqual(newest(50));
    expect(contents(await list("?limit=200"))).toEqual(newest(200));
    expect(contents(await list("?limit=1"))).toEqual(newest(1));
    for (const limit of ["0", "201", "x"]) {
      expect((await list(`?limit=${limit}`)).at("code")).toBe(50_035);
    }
  });

  test("shows who wrote as they are now, and so do events", async () => {
    const bob = await it.listen("bob");
    const { id } = await say("first");
    await it.service.control(`PATCH /users/${demo.aliceId}`, { global_name: "Renamed" });
    expect((await list()).at(0, "author", "global_name")).toBe("Renamed");
    await moderate(id, { verdict: "fine" });
    const author = { id: demo.aliceId, global_name: "Renamed" };
    expect((await bob.nextEvent("LOBBY_MESSAGE_UPDATE")).d).toMatchObject({ id, author });
  });

  test("lasts for 72 hours, after which messages are deleted", async () => {
    lobby = await it.aLobby({ idle_timeout_seconds: 604_800 });
    await say("first");
    await it.service.control("PATCH /clock", { advance: "PT71H" });
    await say("second");
    expect(contents(await list())).toEqual(["second", "first"]);
    await it.service.control("PATCH /clock", { advance: "PT1H" });
    expect(contents(await list())).toEqual(["second"]);
    const stored = async () =>
      (await it.service.store.dump()).tables["lobby_message"]?.map((each) =>
        valueAt(each, ["content"]),
      );
    expect(await stored()).toEqual(["second"]);
    await it.service.control("PATCH /clock", { advance: "PT71H" });
    expect(await stored()).toEqual([]);
    await say("third");
    expect(contents(await list())).toEqual(["third"]);
  });

  test("is deleted with its lobby", async () => {
    await say("first");
    await it.service.asBot(`DELETE /lobbies/${lobby}`);
    const { tables } = await it.service.store.dump();
    expect([tables["lobby_message"], tables["lobby_history"]]).toEqual([[], []]);
  });
});

describe("moderation metadata", () => {
  // Proves requirement 2.1 "message: moderation metadata"
  // Proves requirement 4.3 "moderation of lobby messages"
  test("is shown to members, replaced as a whole, and sent to sessions but not the webhook", async () => {
    const bob = await it.listen("bob");
    const { id } = await say("darn");
    expect((await moderate(id, { verdict: "mild", by: "m" })).status).toBe(204);
    expect((await moderate(id, { verdict: "fine" })).status).toBe(204);
    const updates = [
      await bob.nextEvent("LOBBY_MESSAGE_UPDATE"),
      await bob.nextEvent("LOBBY_MESSAGE_UPDATE"),
    ].map(({ d }) => (d as { moderation_metadata: object }).moderation_metadata);
    expect(updates).toEqual([{ verdict: "mild", by: "m" }, { verdict: "fine" }]);
    expect((await list()).at(0, "moderation_metadata")).toEqual({ verdict: "fine" });
    expect((await it.webhookEvents()).map(({ type }) => type)).toEqual(["LOBBY_MESSAGE_CREATE"]);
    await moderate(id, {});
    expect((await list()).at(0)).not.toHaveProperty("moderation_metadata");
  });

  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, "v"]));
  test.each([
    ["five keys", keys(5), 204],
    ["six keys", keys(6), 400],
    ["a key of 1024 characters", { ["k".repeat(1024)]: "v" }, 204],
    ["a longer key", { ["k".repeat(1025)]: "v" }, 400],
    ["a value of 2000 characters", { k: "v".repeat(2000) }, 204],
    ["a longer value", { k: "v".repeat(2001) }, 400],
    ["a list", [], 400],
  ])("with %s is accepted or refused by its limits, case %#", async (_case, metadata, status) => {
    const { id } = await say("x");
    expect((await moderate(id, metadata)).status).toBe(status);
  });

  // Proves requirement 4.3 "moderation of lobby messages"
  test("can be set only by the game's bot, for existing messages and lobbies", async () => {
    const { id } = await say("x");
    expect((await moderate("900000000000000000", {})).at("code")).toBe(10_008);
    expect((await moderate("900000000000000000", { k: 1 })).at("code")).toBe(10_008);
    expect((await moderate(id, {}, "900000000000000000")).at("code")).toBe(10_031);
    const path = `/lobbies/${lobby}/messages/${id}/moderation-metadata`;
    expect((await it.as("alice", `PUT ${path}`, {})).at("code")).toBe(20_002);
    const rival = await it.service.call(`PUT ${path}`, { auth: "Bot rival-bot", body: {} });
    expect(rival.at("code")).toBe(10_031);
    expect(game.rivalId).not.toBe(demo.applicationId);
  });
});

// Proves requirement 8 "send message"
test("a user may send 3000 messages in two hours, or 100 before the game is approved", async () => {
  const one = async (limits: "production" | "unapproved") => {
    const limited = await aGame({ limits });
    const own = await limited.aLobby();
    const answer = await limited.as("alice", `POST /lobbies/${own}/messages`, { content: "x" });
    await limited.stop();
    return answer.headers.get("x-ratelimit-limit");
  };
  expect([await one("production"), await one("unapproved")]).toEqual(["3000", "100"]);
});
