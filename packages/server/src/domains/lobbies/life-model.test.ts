// Random life cycles of lobbies, compared with a simple model.
import {
  addLobbyMember,
  bulkLobbyMembers,
  createLobby,
  deleteLobby,
  editLobby,
  getLobby,
  joinLobby,
  leaveLobby,
  removeLobbyMember,
} from "@antechamber/contract/lobbies";
import { describe, expect, test, vi } from "vitest";
import {
  EVENTUALLY,
  LONG_TEST,
  type StorePlace,
} from "../../platform/storage/conformance/store-model.conformance.ts";
import type { EventRecord } from "../../platform/store.ts";
import {
  memoryPlace,
  postgresPlace,
} from "../../platform/storage/conformance/store-places.conformance.ts";
import {
  aLobbyService,
  botOf,
  game,
  otherGame,
  playerOf,
  players,
} from "../../testing/calls/lobby-calls.ts";
import { LobbyListener } from "../../testing/lobbies/lobby-listener.ts";
import { LobbyModel, type MemberItem, type Notes } from "../../testing/lobbies/lobby-model.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import { connectedSessions } from "../applications/live-sessions.ts";
import { connectToLobbies, disconnectFromLobbies, removeConnections } from "./connected-players.ts";
import { lobbies } from "./lobby.ts";

const url = process.env["TEST_PG_URL"] ?? "";
const apps = [game, otherGame];
const stranger = "100000000000000099";
const bogus = "900000000000000000";
const unknownLobby = { status: 404, body: { code: 10031, message: "Unknown Lobby" } };
const unknownUser = { status: 404, body: { code: 10013, message: "Unknown User" } };
const notAllowed = { status: 403, body: { code: 50241 } };

/** Random choices from a seed. */
function chooser(seed: string) {
  const random = seededRandom(seed);
  const below = (count: number) => Buffer.from(random.bytes(4)).readUInt32LE() % count;
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const maybe = <T>(make: () => T): T | undefined => (below(2) === 0 ? make() : undefined);
  return { below, pick, maybe };
}

type Choose = ReturnType<typeof chooser>;

/** An object as JSON represents it, without undefined fields. */
const withoutUndefined = <T extends object>(fields: T) => JSON.parse(JSON.stringify(fields)) as T;

function aNote({ pick }: Choose): Notes | null {
  return pick<Notes | null>([null, {}, { team: "red" }, { team: "blue", rank: "9" }]);
}

function anItem(choose: Choose): MemberItem {
  const { below, pick, maybe } = choose;
  return withoutUndefined({
    id: below(40) === 0 ? stranger : pick(players),
    metadata: maybe(() => aNote(choose)),
    flags: maybe(() => pick<0 | 1 | null>([0, 1, null])),
    additional_name: maybe(() => pick([null, "Vex", "Zed"])),
  }) as MemberItem;
}

function aDraft(choose: Choose) {
  const { below, pick, maybe } = choose;
  const items = () => Array.from({ length: below(4) }, () => anItem(choose));
  return withoutUndefined({
    metadata: maybe(() => aNote(choose)),
    flags: maybe(() => pick<0 | 1>([0, 1])),
    idle_timeout_seconds: maybe(() => pick([null, 5, 60, 600, 604_800])),
    members: maybe(() => (below(5) === 0 ? null : items())),
  }) as Parameters<LobbyModel["edit"]>[2];
}

/** A service with its model, and the random choices that drive both. */
async function aLife(seed: string, place: StorePlace) {
  const choose = chooser(seed);
  const calls = await aLobbyService(place);
  const model = new LobbyModel(calls.clock.now(), [...players, ...apps]);
  const listener = new LobbyListener();
  /** The ids of all lobbies that were created. */
  const lobbyIds: string[] = [];
  return { ...calls, calls, choose, model, listener, lobbyIds };
}

type Life = Awaited<ReturnType<typeof aLife>>;

const someApp = ({ choose }: Life) => choose.pick(apps);
const someLobby = ({ choose, lobbyIds }: Life) => choose.pick([...lobbyIds.slice(-6), bogus]);

/** Steps by name. Each does the same on the service and the model, and compares the results. */
const steps: Readonly<Record<string, (life: Life) => Promise<void>>> = {
  async create(life) {
    const [app, body] = [someApp(life), aDraft(life.choose)];
    const answer = await life.call(createLobby, { as: botOf(app), body });
    if (!life.model.knowsAll(body.members ?? [])) return expect(answer).toEqual(unknownUser);
    life.lobbyIds.push(answer.body.id);
    life.model.create(app, answer.body.id, body);
    expect(answer).toEqual({ status: 201, body: expectedView(life, answer.body.id) });
  },
  async edit(life) {
    const [app, lobby_id, body] = [someApp(life), someLobby(life), aDraft(life.choose)];
    const before = life.model.of(app, lobby_id);
    const answer = await life.call(editLobby, { as: botOf(app), params: { lobby_id }, body });
    if (before === undefined) return expect(answer).toEqual(unknownLobby);
    if (!life.model.knowsAll(body.members ?? [])) return expect(answer).toEqual(unknownUser);
    life.model.edit(app, lobby_id, body);
    // If the new timeout is over already, the lobby is closed right after the reply.
    if (life.model.of(app, lobby_id) === undefined) return;
    expect(answer).toEqual({ status: 200, body: expectedView(life, lobby_id) });
  },
  async close(life) {
    const [app, lobby_id] = [someApp(life), someLobby(life)];
    const answer = await life.call(deleteLobby, { as: botOf(app), params: { lobby_id } });
    const isOthers = life.model.lobbies.has(lobby_id) && !life.model.of(app, lobby_id);
    expect(answer).toEqual(isOthers ? unknownLobby : { status: 204, body: undefined });
    if (!isOthers) life.model.close(lobby_id);
  },
  async put(life) {
    const [app, lobby_id, { id: user_id, ...body }] = [
      someApp(life),
      someLobby(life),
      anItem(life.choose),
    ];
    const params = { lobby_id, user_id };
    const answer = await life.call(addLobbyMember, { as: botOf(app), params, body });
    if (life.model.of(app, lobby_id) === undefined) return expect(answer).toEqual(unknownLobby);
    if (user_id === stranger) return expect(answer).toEqual(unknownUser);
    life.model.put(app, lobby_id, { id: user_id, ...body });
    expect(answer).toEqual({ status: 200, body: life.model.member(lobby_id, user_id) });
  },
  async remove(life) {
    const [app, lobby_id, user_id] = [someApp(life), someLobby(life), life.choose.pick(players)];
    const options = { as: botOf(app), params: { lobby_id, user_id } };
    const answer = await life.call(removeLobbyMember, options);
    if (life.model.of(app, lobby_id) === undefined) return expect(answer).toEqual(unknownLobby);
    life.model.remove(app, lobby_id, user_id);
    expect(answer.status).toBe(204);
  },
  async bulk(life) {
    const { choose, model } = life;
    const [app, lobby_id] = [someApp(life), someLobby(life)];
    const body = Array.from({ length: 1 + choose.below(5) }, () => ({
      ...anItem(choose),
      ...(choose.below(3) === 0 ? { remove_member: true } : {}),
    }));
    const answer = await life.call(bulkLobbyMembers, {
      as: botOf(app),
      params: { lobby_id },
      body,
    });
    if (model.of(app, lobby_id) === undefined) return expect(answer).toEqual(unknownLobby);
    if (!model.knowsAll(body)) return expect(answer).toEqual(unknownUser);
    const memberIds = model.bulk(app, lobby_id, body);
    expect(answer).toEqual({
      status: 200,
      body: memberIds.map((id) => model.member(lobby_id, id)),
    });
  },
  async join(life) {
    const { choose, model, lobbyIds } = life;
    const [app, byBot] = [someApp(life), choose.below(6) === 0];
    const user = byBot ? app : choose.pick(players);
    const body = withoutUndefined({
      secret: choose.pick(["sesame", "mellon"]),
      lobby_metadata: choose.maybe(() => aNote(choose)),
      member_metadata: choose.maybe(() => aNote(choose)),
      idle_timeout_seconds: choose.maybe(() => choose.pick([null, 5, 604_800])),
    }) as Parameters<LobbyModel["join"]>[1];
    const answer = await life.call(joinLobby, {
      as: byBot ? botOf(app) : playerOf(app, user),
      body,
    });
    const joined = model.join({ app, user }, body, answer.body.id);
    if (!lobbyIds.includes(joined.id)) lobbyIds.push(joined.id);
    expect(answer).toEqual({ status: 200, body: expectedView(life, joined.id) });
  },
  async leave(life) {
    const [app, user, lobby_id] = [someApp(life), life.choose.pick(players), someLobby(life)];
    const answer = await life.call(leaveLobby, { as: playerOf(app, user), params: { lobby_id } });
    const lobby = life.model.of(app, lobby_id);
    if (lobby === undefined) return expect(answer).toEqual(unknownLobby);
    if (lobby.secretEndsAt === null) return expect(answer).toMatchObject(notAllowed);
    life.model.remove(app, lobby_id, user);
    expect(answer.status).toBe(204);
  },
  async connect(life) {
    const [app, user] = [someApp(life), life.choose.pick(players)];
    const session_id = String(life.choose.below(2));
    const session = { application_id: app, user_id: user, session_id };
    await life.calls.work.transaction((ctx) => connectToLobbies(ctx, session));
    life.model.connect(`${app} ${user} ${session_id}`);
  },
  async disconnect(life) {
    const [app, user] = [someApp(life), life.choose.pick(players)];
    const session_id = String(life.choose.below(2));
    const session = { application_id: app, user_id: user, session_id };
    await life.calls.work.transaction((ctx) => disconnectFromLobbies(ctx, session));
    life.model.disconnect(`${app} ${user} ${session_id}`);
  },
  async wait(life) {
    const seconds = life.choose.pick([1, 4, 5, 30, 60, 299, 300, 700, 86_400, 2_600_000]);
    const until = life.clock.now() + seconds * 1000;
    await life.clock.moveTo(until);
    life.model.moveTo(until);
  },
  async restart(life) {
    if (life.choose.below(4) > 0) return;
    await life.calls.restart();
    await life.calls.work.transaction(async (ctx) =>
      removeConnections(ctx, await ctx.tx.find(connectedSessions)),
    );
    life.model.restart();
  },
};

function expectedView({ model }: Life, id: string) {
  const lobby = model.lobbies.get(id);
  return lobby && model.view(lobby);
}

/** Compares the service with the model, as the game's server and every player are shown it. */
async function compare(life: Life): Promise<void> {
  const { model, lobbyIds, listener } = life;
  await life.clock.moveTo(life.clock.now());
  for (const lobby_id of lobbyIds.slice(-8)) {
    for (const app of apps) {
      const answer = await life.call(getLobby, { as: botOf(app), params: { lobby_id } });
      const lobby = model.of(app, lobby_id);
      expect(answer).toEqual(lobby ? { status: 200, body: model.view(lobby) } : unknownLobby);
    }
  }
  const stored = await life.store.read((tx) => tx.find(lobbies));
  expect(stored.map(({ id }) => id).toSorted()).toEqual([...model.lobbies.keys()].toSorted());
  // If the store is shared, events are delivered with a small delay.
  await vi.waitFor(async () => {
    for (const fact of await life.news()) listener.hear(fact);
    for (const app of apps) {
      for (const user of players) {
        expect(listener.lobbiesOf(app, user)).toEqual(expectedOf(model, app, user));
      }
    }
  }, EVENTUALLY);
  expect(new Set(listener.ends).size).toBe(listener.ends.length);
}

const byUser = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;

function expectedOf(model: LobbyModel, app: string, user: string) {
  const own = [...model.lobbies.values()].filter(
    (lobby) => lobby.app === app && lobby.members.has(user),
  );
  return own
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, metadata, flags, members }) => ({
      id,
      metadata,
      flags,
      members: [...members].toSorted(byUser).map(([user_id, member]) => ({
        user_id,
        metadata: member.metadata,
        flags: member.flags,
        connected: user_id === user ? "self" : model.isConnected(app, user_id),
      })),
    }));
}

const names = Object.keys(steps);

/** Runs random steps, and compares each with the model. @returns the names of the steps */
async function live(life: Life, length: number): Promise<readonly string[]> {
  const eventNames: string[] = [];
  for (let i = 0; i < length; i += 1) {
    const name = life.choose.pick(names);
    eventNames.push(name);
    try {
      await steps[name]?.(life);
      await compare(life);
    } catch (error) {
      throw new Error(`after ${eventNames.slice(-15).join(", ")}: ${String(error)}`, {
        cause: error,
      });
    }
  }
  return eventNames;
}

describe.each([
  { name: "memory", open: memoryPlace, lives: 12, length: 120 },
  { name: "PostgreSQL", open: () => postgresPlace(url), lives: 2, length: 60 },
])("on $name", ({ open, lives, length }) => {
  // Proves requirement 3 "states of a lobby"
  test.each(Array.from({ length: lives }, (_, n) => `life ${n}`))(
    "lobbies behave as in a simple model (%s)",
    async (seed) => {
      const place = await open();
      const life = await aLife(seed, place);
      expect(await live(life, length)).toHaveLength(length);
      await life.store.close();
      await place.remove();
    },
    LONG_TEST.timeout,
  );
});

test(
  "an idle lobby is deleted once if two services share a store",
  async () => {
    const place = await postgresPlace(url);
    const first = await aLobbyService(place);
    const body = { idle_timeout_seconds: 60, members: [{ id: players[0] }] };
    const { id } = (await first.call(createLobby, { as: botOf(game), body })).body;
    const second = await aLobbyService(place);
    await second.work.scheduler.start();
    const due = first.clock.now() + 60_000;
    await Promise.all([first.clock.moveTo(due), second.clock.moveTo(due)]);
    // Each process soon delivers what the other has committed, once.
    for (const service of [first, second]) {
      const events: EventRecord[] = [];
      await vi.waitFor(async () => {
        events.push(...(await service.news()));
        expect(events.map(({ name }) => name)).toContain("LOBBY_DELETE");
      }, EVENTUALLY);
      // The event of the lobby's creation may arrive late.
      const after = events.filter(({ name }) => name !== "LOBBY_CREATE");
      expect(after).toMatchObject([{ name: "LOBBY_DELETE", payload: { id, reason: "deleted" } }]);
    }
    expect(await second.work.scheduler.upcoming({ limit: 1 })).toEqual([]);
    await second.work.scheduler.stop();
    await first.store.close();
    await second.store.close();
    await place.remove();
  },
  LONG_TEST.timeout,
);
