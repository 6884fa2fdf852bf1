// A match from its first call to its last: a game's back end and its players over real sockets.
import { Opcode } from "@antechamber/contract/gateway";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectedSessions } from "../../packages/server/src/domains/applications/live-sessions.ts";
import {
  signIn,
  type GatewayClient,
  type ServerFrame,
} from "../../packages/server/src/testing/clients/gateway-client.ts";
import { aService, type TestService } from "../../packages/server/src/testing/start-service.ts";

const [alice, bob, carol] = [1, 2, 3].map((n) => `10000000000000000${n}`) as [
  string,
  string,
  string,
];
const duel = "200000000000000001";
const arena = "300000000000000021";
const names = ["alice", "bob", "carol"];

const world = {
  clock: { now: "2026-11-21T00:00:00Z", frozen: true },
  users: [
    { id: alice, username: "alice" },
    { id: bob, username: "bob" },
    { id: carol, username: "carol" },
  ],
  applications: [{ id: duel, name: "Duel", owner: "alice", bot: { token: "duel.bot.token" } }],
  guilds: [
    {
      id: "300000000000000001",
      name: "Clan",
      owner: "alice",
      channels: [{ id: arena, name: "arena", type: 0 }],
      members: [{ user: "alice" }, { user: "bob" }],
      applications: [{ application: "Duel", permissions: "8" }],
    },
  ],
  access_tokens: names.map((user) => ({
    token: `${user}-duel`,
    user,
    application: "Duel",
    scopes: ["sdk.social_layer"],
    expires_at: "2027-11-21",
  })),
};

let service: TestService;
const open: GatewayClient[] = [];

beforeEach(async () => {
  service = await aService({ world, limits: "production" });
});

afterEach(async () => {
  for (const client of open.splice(0)) client.ws.terminate();
  await service.stop();
});

/** Calls as the game's back end. */
const asGame = (route: string, body?: unknown) =>
  service.call(route, { auth: "Bot duel.bot.token", body });

/** A player's client: its calls, and the events that it receives. */
async function aPlayer(name: string) {
  const url = `${service.url.replace("http", "ws")}/gateway/`;
  const { client, ready } = await signIn(url, {
    token: `Bearer ${name}-duel`,
    capabilities: 69_680,
  });
  open.push(client);
  // When the clock jumps, an idle client is asked for a heartbeat, and disconnected if it sends
  // none.
  client.ws.on("message", (bytes: Buffer) => {
    const { op } = JSON.parse(bytes.toString()) as ServerFrame;
    if (op === Opcode.Heartbeat) client.send(Opcode.Heartbeat, null);
  });
  const hears = async (event: string): Promise<ServerFrame["d"]> =>
    (await client.nextEvent(event)).d;
  return {
    ready: ready.d as { readonly lobbies: readonly object[] },
    hears,
    call: (route: string, body?: unknown) =>
      service.call(route, { auth: `Bearer ${name}-duel`, body }),
    quits: () => client.leave(1000),
  };
}

// Proves requirement 1 "lobbies of a backend"
test("a match is played, linked, moderated and left, and its idle lobby expires", async () => {
  const created = await asGame("POST /lobbies", {
    metadata: { map: "harbour" },
    members: [{ id: alice, flags: 1 }, { id: bob }],
    idle_timeout_seconds: 60,
  });
  const lobby = `/lobbies/${created.id}`;
  const first = await aPlayer("alice");
  expect(first.ready.lobbies).toMatchObject([
    { id: created.id, members: [{ user_id: alice, connected: true }, { connected: false }] },
  ]);
  const second = await aPlayer("bob");
  expect(await first.hears("LOBBY_MEMBER_CONNECT")).toMatchObject({ member: { user_id: bob } });

  // The back end adds a third player; players cannot join or leave this lobby by themselves.
  const third = await aPlayer("carol");
  expect(third.ready.lobbies).toEqual([]);
  await expect.poll(() => service.store.read((tx) => tx.count(connectedSessions))).toBe(3);
  await asGame(`PUT ${lobby}/members/${carol}`, { additional_name: "Vex", metadata: { hp: "9" } });
  expect(await third.hears("LOBBY_CREATE")).toMatchObject({
    id: created.id,
    members: [{ connected: true }, { connected: true }, { user_id: carol, connected: true }],
  });
  expect(await second.hears("LOBBY_MEMBER_ADD")).toMatchObject({
    lobby_id: created.id,
    member: { user_id: carol, metadata: { hp: "9" } },
  });
  expect(await third.call(`DELETE ${lobby}/members/@me`)).toMatchObject({
    status: 403,
    body: { code: 50241 },
  });

  // Players chat, and messages are moderated.
  const answer = await third.call(`POST ${lobby}/messages`, {
    content: "gg",
    metadata: { e: "1" },
  });
  expect([answer.status, answer.body]).toMatchObject([
    201,
    { content: "gg", lobby_id: created.id, lobby_member: { additional_name: "Vex" } },
  ]);
  expect(await first.hears("LOBBY_MESSAGE_CREATE")).toMatchObject({
    id: answer.id,
    metadata: { e: "1" },
  });
  const moderation = `PUT ${lobby}/messages/${answer.id}/moderation-metadata`;
  expect((await asGame(moderation, { toxicity: "0.1" })).status).toBe(204);
  expect(await first.hears("LOBBY_MESSAGE_UPDATE")).toMatchObject({
    id: answer.id,
    moderation_metadata: { toxicity: "0.1" },
  });

  // Messages also appear in the linked channel.
  expect(
    (await second.call(`PATCH ${lobby}/channel-linking`, { channel_id: arena })).body,
  ).toMatchObject({ code: 50241 });
  const linked = await first.call(`PATCH ${lobby}/channel-linking`, { channel_id: arena });
  expect([linked.status, linked.at("linked_channel", "id")]).toEqual([200, arena]);
  expect(await second.hears("LOBBY_UPDATE")).toMatchObject({ linked_channel: { id: arena } });
  const bridged = await second.call(`POST ${lobby}/messages`, { content: "one more?" });
  expect(bridged.body).toMatchObject({ channel_id: arena, lobby_id: created.id });
  const inChannel = await asGame(`GET /channels/${arena}/messages`);
  expect(inChannel.body).toMatchObject([
    { content: "one more?", author: { id: bob } },
    { type: 49 },
  ]);
  const history = await first.call(`GET ${lobby}/messages`);
  expect((history.body as { content: string }[]).map(({ content }) => content)).toContain("gg");

  // While the lobby is linked, it does not idle out.
  await Promise.all([second.quits(), third.quits()]);
  await first.hears("LOBBY_MEMBER_DISCONNECT");
  await first.hears("LOBBY_MEMBER_DISCONNECT");
  await first.call(`PATCH ${lobby}/channel-linking`, {});
  await service.control("PATCH /clock", { advance: "PT61S" });
  expect((await asGame(`GET ${lobby}`)).status).toBe(200);
  await first.quits();
  expect((await aPlayer("bob")).ready.lobbies).toMatchObject([{ id: created.id }]);
  await open.at(-1)?.leave(1000);
  await expect.poll(() => service.store.read((tx) => tx.count(connectedSessions))).toBe(0);
  await service.control("PATCH /clock", { advance: "PT59S" });
  expect((await asGame(`GET ${lobby}`)).status).toBe(200);
  await service.control("PATCH /clock", { advance: "PT2S" });
  expect(await asGame(`GET ${lobby}`)).toMatchObject({ status: 404, body: { code: 10031 } });
});

// Proves requirement 1 "no backend"
test("players meet by a secret, leave, and may return for thirty days", async () => {
  const [first, second] = [await aPlayer("alice"), await aPlayer("bob")];
  const secret = "correct horse";
  const made = await first.call("PUT /lobbies", { secret, lobby_metadata: { mode: "duel" } });
  expect(await first.hears("LOBBY_CREATE")).toMatchObject({ id: made.id });
  const joined = await second.call("PUT /lobbies", { secret, member_metadata: { team: "red" } });
  expect([made.status, joined.status, joined.id]).toEqual([200, 200, made.id]);
  expect(await first.hears("LOBBY_MEMBER_ADD")).toMatchObject({
    member: { user_id: bob, metadata: { team: "red" }, connected: true },
  });
  expect((await second.call(`DELETE /lobbies/${made.id}/members/@me`)).status).toBe(204);
  expect(await second.hears("LOBBY_DELETE")).toEqual({ id: made.id, reason: "removed" });
  expect(await first.hears("LOBBY_MEMBER_REMOVE")).toMatchObject({ member: { user_id: bob } });
  expect((await second.call("PUT /lobbies", { secret })).id).toBe(made.id);

  await service.control("PATCH /clock", { advance: "P30D" });
  const later = await second.call("PUT /lobbies", { secret });
  expect(later.id).not.toBe(made.id);
  expect((await asGame(`GET /lobbies/${made.id}`)).status).toBe(200);
  const statuses = [];
  for (let i = 0; i < 10; i += 1)
    statuses.push((await second.call("PUT /lobbies", { secret })).status);
  // Each of several processes counts a part, and any of them may be the first to reach its limit.
  expect(statuses.toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 9 }, () => 200),
    429,
  ]);
});
