// Players' clients at the gateway: what READY holds for them, and who counts as connected.
import { Opcode } from "@antechamber/contract/gateway";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectedSessions } from "../../../domains/applications/live-sessions.ts";
import {
  dial,
  signIn,
  type GatewayClient,
  type SignedIn,
} from "../../../testing/clients/gateway-client.ts";
import { aService, type TestService } from "../../../testing/start-service.ts";

const AUTO_LOBBY_CONNECT = 1 << 16;
const alice = "100000000000000001";
const bob = "100000000000000002";
const duel = "200000000000000001";
const lobbyId = "900000000000000001";
const social = ["sdk.social_layer"];

const world = {
  clock: { now: "2026-11-21T00:00:00Z", frozen: true },
  users: [
    { id: alice, username: "alice" },
    { id: bob, username: "bob" },
  ],
  applications: [
    { id: duel, name: "Duel", owner: "alice", bot: { token: "MjAwMDAwMDAwMDAwMDAwMDAx.a.duel" } },
    { name: "Other", owner: "alice", bot: { token: "other.token" } },
  ],
  access_tokens: [
    { token: "alice-duel", user: "alice", application: "Duel", scopes: social },
    { token: "bob-duel", user: "bob", application: "Duel", scopes: social },
    { token: "bob-other", user: "bob", application: "Other", scopes: social },
  ],
  lobbies: [
    {
      id: lobbyId,
      application: "Duel",
      idle_timeout_seconds: 60,
      members: [
        { user: "alice" },
        { user: "bob", metadata: { team: "red" }, additional_name: "Vex" },
      ],
    },
  ],
};

let service: TestService;
const open: GatewayClient[] = [];

beforeEach(async () => {
  service = await aService({ world });
});

afterEach(async () => {
  for (const client of open.splice(0)) client.ws.terminate();
  await service.stop();
});

const gateway = () => `${service.url.replace("http", "ws")}/gateway/`;
const asDuel = (route: string, body?: unknown) =>
  service.call(route, { auth: "Bot MjAwMDAwMDAwMDAwMDAwMDAx.a.duel", body });
const getLobby = () => asDuel(`GET /lobbies/${lobbyId}`);

async function comes(token: string, more: object = {}): Promise<SignedIn> {
  const signedIn = await signIn(gateway(), { token: `Bearer ${token}`, ...more });
  open.push(signedIn.client);
  return signedIn;
}

const connectedOf = (lobby: unknown) =>
  (lobby as { members: { user_id: string; connected: boolean }[] }).members
    .filter(({ connected }) => connected)
    .map(({ user_id }) => user_id);

describe("a session of a player", () => {
  test("receives its lobbies in READY when it supports them", async () => {
    const { ready } = await comes("alice-duel", { capabilities: AUTO_LOBBY_CONNECT });
    expect(ready.d).toMatchObject({
      scopes: expect.arrayContaining(["sdk.social_layer", "lobbies.write"]) as unknown,
      application: { id: duel, name: "Duel", flags: 0, flags_new: "0" },
      feature_flags: { disabled_functions: [], disabled_gateway_events: [] },
      user_application_profiles: {},
      game_relationships: [],
      av_sf_protocol_floor: -1,
      lobbies: [
        {
          id: lobbyId,
          application_id: duel,
          metadata: null,
          flags: 0,
          region: null,
          voice_states: [],
          members: [
            { user_id: alice, user: { id: alice }, metadata: null, flags: 0, connected: true },
            { user_id: bob, metadata: { team: "red" }, flags: 0, connected: false },
          ],
        },
      ],
    });
  });

  test.each([
    ["one by one after READY else", {}, ["LOBBY_CREATE", "LOBBY_DELETE"]],
    ["and not of their end with one intent", { intents: 1 << 27 }, ["LOBBY_CREATE"]],
    ["and of their end alone with the other", { intents: 1 << 28 }, ["LOBBY_DELETE"]],
  ])("receives their events %s", async (_, more, names) => {
    const { client, ready } = await comes("bob-duel", more);
    expect(ready.d).not.toHaveProperty("lobbies");
    await asDuel(`DELETE /lobbies/${lobbyId}`);
    client.send(Opcode.Heartbeat, null);
    await client.nextOp(Opcode.HeartbeatAck);
    expect(client.readReceived(({ t }) => t)).toEqual(names);
  });

  test("of another application receives none of them", async () => {
    const { client, ready } = await comes("bob-other", { capabilities: AUTO_LOBBY_CONNECT });
    expect(ready.d).toMatchObject({ lobbies: [] });
    await comes("alice-duel");
    await asDuel(`DELETE /lobbies/${lobbyId}`);
    client.send(Opcode.Heartbeat, null);
    await client.nextOp(Opcode.HeartbeatAck);
    expect(client.readReceived(({ t }) => t)).toEqual([]);
  });
});

describe("a member is connected", () => {
  test("from their first session to their last, and others receive both changes", async () => {
    const { client: watching } = await comes("alice-duel");
    await watching.nextEvent("LOBBY_CREATE");
    const first = await comes("bob-duel");
    expect((await watching.nextEvent("LOBBY_MEMBER_CONNECT")).d).toEqual({
      lobby_id: lobbyId,
      member: {
        user_id: bob,
        user: { id: bob },
        metadata: { team: "red" },
        flags: 0,
        connected: true,
      },
    });
    const second = await comes("bob-duel");
    expect(connectedOf((await second.client.nextEvent("LOBBY_CREATE")).d)).toEqual([alice, bob]);
    await first.client.leave(1000);
    await asDuel(`PATCH /lobbies/${lobbyId}`, { metadata: { round: "2" } });
    const update = await watching.nextEvent("LOBBY_UPDATE");
    expect(connectedOf(update.d)).toEqual([alice, bob]);
    await second.client.leave(1000);
    expect((await watching.nextEvent("LOBBY_MEMBER_DISCONNECT")).d).toMatchObject({
      lobby_id: lobbyId,
      member: { user_id: bob, connected: false },
    });
    expect(watching.readReceived(({ t }) => t)).toEqual([
      "LOBBY_CREATE",
      "LOBBY_MEMBER_CONNECT",
      "LOBBY_UPDATE",
      "LOBBY_MEMBER_DISCONNECT",
    ]);
  });

  test("not while their client is disconnected, and again when it resumes", async () => {
    const { client: watching } = await comes("alice-duel");
    const { client, ready } = await comes("bob-duel");
    await watching.nextEvent("LOBBY_MEMBER_CONNECT");
    client.ws.terminate();
    await watching.nextEvent("LOBBY_MEMBER_DISCONNECT");
    const { session_id } = ready.d as { session_id: string };
    const back = await dial(gateway());
    open.push(back);
    back.send(Opcode.Resume, { token: "Bearer bob-duel", session_id, seq: 1 });
    await back.nextEvent("RESUMED");
    expect((await watching.nextEvent("LOBBY_MEMBER_CONNECT")).d).toMatchObject({
      member: { user_id: bob, connected: true },
    });
  });

  test("a connected player is connected in a lobby that they join", async () => {
    const { client } = await comes("bob-duel");
    await client.nextEvent("LOBBY_CREATE");
    const joined = await service.call("PUT /lobbies", {
      auth: "Bearer bob-duel",
      body: { secret: "sesame" },
    });
    expect(joined.status).toBe(200);
    expect(connectedOf((await client.nextEvent("LOBBY_CREATE")).d)).toEqual([bob]);
  });
});

describe("a lobby", () => {
  const advance = (duration: string) => service.control("PATCH /clock", { advance: duration });

  test("of a world file begins its idle timeout at the start", async () => {
    await advance("PT59S");
    expect((await getLobby()).status).toBe(200);
    await advance("PT1S");
    expect((await getLobby()).body).toEqual({ code: 10031, message: "Unknown Lobby" });
  });

  test("stays open while someone is connected, and restarts its idle timeout afterwards", async () => {
    const { client: watching } = await comes("alice-duel");
    const { client } = await comes("bob-duel");
    await watching.nextEvent("LOBBY_MEMBER_CONNECT");
    await advance("PT30S");
    await watching.leave(1000);
    await client.nextEvent("LOBBY_MEMBER_DISCONNECT");
    await advance("PT20S");
    expect((await getLobby()).status).toBe(200);
    await client.leave(1000);
    await expect.poll(() => service.store.read((tx) => tx.count(connectedSessions))).toBe(0);
    await advance("PT59S");
    expect((await getLobby()).status).toBe(200);
    await advance("PT2S");
    expect((await getLobby()).status).toBe(404);
  });
});
