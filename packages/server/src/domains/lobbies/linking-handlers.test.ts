// Lobbies that are linked to channels, from both sides. Source: lobbies-and-sdk 2.5, 3.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emittedFacts, type EmittedFacts } from "../../testing/emitted-facts.ts";
import { linkingCalls } from "../../testing/calls/linking-calls.ts";
import { aGame, demo, game, type Game, type Player } from "../../testing/worlds/game-world.ts";

let it: Game;
let lobby: string;
let facts: EmittedFacts;

beforeEach(async () => {
  it = await aGame();
  facts = emittedFacts(it.service.store);
  lobby = await it.aLobby();
});
afterEach(() => it.stop());

const { link, linkOf, linkedTo, messagesOf, grant } = linkingCalls(() => ({ it, lobby }));
/** The copy of a lobby's message in the channel. */
const copyOf = async (id: string) =>
  (await it.service.asBot(`GET /channels/${demo.generalId}/messages/${id}`)).body as object;

test("a copy contains only the allowed mentions, and text-to-speech where permitted", async () => {
  await link(demo.generalId);
  const say = (more: object) =>
    it.as("alice", `POST /lobbies/${lobby}/messages`, { content: `<@${demo.bobId}>`, ...more });
  const loud = await say({ tts: true });
  expect(await copyOf(loud.id)).toMatchObject({ tts: true, mentions: [{ id: demo.bobId }] });
  const quiet = await say({ allowed_mentions: { parse: [] } });
  expect(await copyOf(quiet.id)).toMatchObject({ tts: false, mentions: [] });
});

test("a spoken message is read aloud when it is new, and not when it changes", async () => {
  await link(demo.generalId);
  const bob = await it.listen("bob");
  const content = { content: "gg", tts: true };
  const { id } = await it.as("alice", `POST /lobbies/${lobby}/messages`, content);
  expect((await bob.nextEvent("LOBBY_MESSAGE_CREATE")).d).toMatchObject({ id, tts: true });
  const of = `/lobbies/${lobby}/messages/${id}/moderation-metadata`;
  await it.service.asBot(`PUT ${of}`, { verdict: "fine" });
  expect((await bob.nextEvent("LOBBY_MESSAGE_UPDATE")).d).toMatchObject({ id, tts: false });
});

describe("linking a channel", () => {
  test("shows the channel in the lobby and the lobby in the channel, and posts a notice", async () => {
    const linked = await link(demo.generalId);
    expect([linked.status, linked.at("linked_channel", "id")]).toEqual([200, demo.generalId]);
    expect(await linkedTo()).toBe(demo.generalId);
    expect(await linkOf()).toEqual({
      application_id: demo.applicationId,
      lobby_id: lobby,
      linked_by: demo.aliceId,
      linked_at: expect.any(String) as string,
      require_application_authorization: false,
    });
    expect(await messagesOf()).toMatchObject([{ type: 49, content: "" }]);
    await it.service.asBot(`PATCH /lobbies/${lobby}`, { flags: 1 });
    expect(await linkOf()).toMatchObject({ require_application_authorization: true });
  });

  test("sends events to the members of the lobby and to those who see the channel", async () => {
    const bob = await it.listen("bob");
    await link(demo.generalId);
    const { d } = await bob.nextEvent("LOBBY_UPDATE");
    expect(d).toMatchObject({ id: lobby, linked_channel: { id: demo.generalId } });
    expect(facts.all.map(({ name }) => name)).toContain("CHANNEL_UPDATE");
    await link(null);
    expect((await bob.nextEvent("LOBBY_UPDATE")).d).not.toHaveProperty("linked_channel");
  });

  test("replaces an earlier link, and changes nothing the second time", async () => {
    await link(demo.generalId);
    await link(demo.generalId);
    expect(await messagesOf()).toHaveLength(1);
    expect((await link(game.secondId)).at("linked_channel", "id")).toBe(game.secondId);
    expect([await linkOf(), await linkedTo()]).toEqual([undefined, game.secondId]);
  });

  test.each([
    ["no member", ["carol", demo.generalId, 403, 40_109]],
    ["a member without the flag", ["bob", demo.generalId, 403, 50_241]],
    ["another game's player", ["rival", demo.generalId, 404, 10_031]],
    ["nobody's channel", ["alice", "900000000000000000", 404, 10_003]],
    ["a voice channel", ["alice", demo.voiceId, 400, 50_235]],
    ["an age-restricted channel", ["alice", game.lewdId, 400, 570_001]],
  ] as const)("is refused: %s", async (_case, [player, id, status, code]) => {
    const answer = await link(id, player);
    expect([answer.status, answer.at("code")]).toEqual([status, code]);
    expect(await linkedTo()).toBeUndefined();
  });

  test("is refused without all three required permissions", async () => {
    await it.service.asBot(`PUT /lobbies/${lobby}/members/${demo.bobId}`, { flags: 1 });
    const tries = [
      ["MANAGE_CHANNELS"],
      ["SEND_MESSAGES", "MANAGE_CHANNELS"],
      ["VIEW_CHANNEL", "SEND_MESSAGES"],
      ["VIEW_CHANNEL", "SEND_MESSAGES", "MANAGE_CHANNELS"],
    ];
    await it.service.control(`PATCH /roles/${demo.guildId}`, { permissions: [] });
    const codes = [];
    for (const permissions of tries) {
      await grant(permissions);
      codes.push((await link(demo.generalId, "bob")).at("code"));
    }
    expect(codes).toEqual([50_013, 50_013, 50_013, undefined]);
  });

  test("is refused for a channel that is linked to another lobby", async () => {
    const other = await it.aLobby();
    await link(demo.generalId);
    expect((await link(demo.generalId, "alice", other)).at("code")).toBe(50_237);
    await link(null);
    expect((await link(demo.generalId, "alice", other)).status).toBe(200);
  });

  test("is refused for a direct message", async () => {
    const opened = await it.service.asUser(demo.aliceToken, "POST /users/@me/channels", {
      recipient_id: demo.bobId,
    });
    expect((await link(opened.id)).at("code")).toBe(50_235);
  });

  test("is limited to 20 times in two hours until the game is approved", async () => {
    const counted = async (limits: "production" | "unapproved") => {
      const limited = await aGame({ limits });
      const own = await limited.aLobby();
      const { headers } = await limited.as("alice", `PATCH /lobbies/${own}/channel-linking`);
      await limited.stop();
      return [headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-reset-after")];
    };
    expect(await counted("unapproved")).toEqual(["20", "7200.000"]);
    expect(await counted("production")).toEqual(["50", "1.000"]);
  });
});

describe("removing a link", () => {
  beforeEach(async () => {
    await link(demo.generalId);
  });
  const ends = async () => [await linkedTo(), await linkOf()];

  // Proves requirement 2.1 "member: flags"
  test.each([
    ["null", { channel_id: null }],
    ["an empty form", {}],
    ["nothing", undefined],
  ])("requires only the flag, with %s", async (_case, body) => {
    await it.service.asBot(`PUT /lobbies/${lobby}/members/${demo.bobId}`, { flags: 1 });
    const answer = await it.as("bob", `PATCH /lobbies/${lobby}/channel-linking`, body);
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.not.objectContaining({ linked_channel: expect.anything() as unknown }),
    ]);
    expect(await ends()).toEqual([undefined, undefined]);
  });

  test("is permitted to those who manage the channel, and to nobody else", async () => {
    const path = `DELETE /channels/${demo.generalId}/linked-lobby`;
    expect((await it.service.asUser(demo.bobToken, path)).at("code")).toBe(50_013);
    const answer = await it.service.asUser(demo.aliceToken, path);
    expect([answer.status, answer.id, answer.at("linked_lobby")]).toEqual([
      200,
      demo.generalId,
      undefined,
    ]);
    expect(await ends()).toEqual([undefined, undefined]);
    expect((await it.service.asUser(demo.aliceToken, path)).status).toBe(200);
  });

  test("happens when the lobby is deleted", async () => {
    await it.service.asBot(`DELETE /lobbies/${lobby}`);
    expect(await linkOf()).toBeUndefined();
    expect(facts.all.at(-1)?.name).toMatch(/^(CHANNEL_UPDATE|LOBBY_DELETE)$/);
  });

  test.each([
    ["channel", () => `channels/${demo.generalId}`],
    ["guild", () => `guilds/${demo.guildId}`],
  ])("happens when the %s is deleted", async (_case, path) => {
    const bob = await it.listen("bob");
    expect((await it.service.control(`DELETE /${path()}`)).status).toBe(204);
    expect((await bob.nextEvent("LOBBY_UPDATE")).d).not.toHaveProperty("linked_channel");
    expect(await linkedTo()).toBeUndefined();
  });

  test("starts the timeout of a lobby without connected members", async () => {
    await it.service.control("PATCH /clock", { advance: "PT1H" });
    expect((await it.service.asBot(`GET /lobbies/${lobby}`)).status).toBe(200);
    await link(null);
    await it.service.control("PATCH /clock", { advance: "PT4M59S" });
    expect((await it.service.asBot(`GET /lobbies/${lobby}`)).status).toBe(200);
    await it.service.control("PATCH /clock", { advance: "PT1S" });
    expect((await it.service.asBot(`GET /lobbies/${lobby}`)).status).toBe(404);
  });
});

test("a linked channel cannot become age-restricted", async () => {
  await link(demo.generalId);
  const restrict = () => it.service.control(`PATCH /channels/${demo.generalId}`, { nsfw: true });
  const refused = await restrict();
  expect([refused.status, refused.at("code")]).toEqual([400, 570_001]);
  await link(null);
  expect((await restrict()).status).toBe(200);
});

test("a world with a link can be exported and loaded again", async () => {
  await link(demo.generalId);
  const { body: world } = await it.service.control("GET /world");
  const again = await aGame({ world });
  const loaded = await again.service.asBot(`GET /channels/${demo.generalId}`);
  expect(loaded.at("linked_lobby")).toEqual(await linkOf());
  await again.stop();
});

test("a player can list the channels of a guild that can be linked", async () => {
  await link(game.secondId);
  await it.service.control(`PATCH /channels/${demo.generalId}`, {
    permission_overwrites: [{ id: demo.guildId, type: 0, deny: ["SEND_MESSAGES"] }],
  });
  const restricted = { id: demo.bobId, type: 1, deny: ["VIEW_CHANNEL"] };
  await it.service.control("POST /channels", {
    guild: demo.guildId,
    name: "restricted",
    permission_overwrites: [restricted],
  });
  const path = `GET /guilds/${demo.guildId}/channels?with_can_link_lobby=true`;
  const of = async (player: Player): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      ((await it.as(player, path)).body as Record<string, unknown>[]).map((each) => [
        String(each["name"]),
        [each["is_linkable"], each["is_viewable_and_writeable_by_all_members"]],
      ]),
    );
  expect(await of("alice")).toEqual({
    general: [true, false],
    voice: [false, true],
    second: [false, true],
    lewd: [false, true],
    restricted: [true, false],
  });
  expect((await of("bob"))["general"]).toEqual([false, false]);
  const plain = await it.as("alice", `GET /guilds/${demo.guildId}/channels`);
  expect(plain.at(0)).not.toHaveProperty("is_linkable");
});
