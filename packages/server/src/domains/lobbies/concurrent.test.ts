// Concurrent calls and sessions leave neither duplicates nor orphans.
import {
  addLobbyMember,
  bulkLobbyMembers,
  createLobby,
  deleteLobby,
  editLobby,
  joinLobby,
  leaveLobby,
  removeLobbyMember,
} from "@antechamber/contract/lobbies";
import { expect, test } from "vitest";
import { aLobbyService, asGame, game, playerOf, players } from "../../testing/calls/lobby-calls.ts";
import { LobbyListener } from "../../testing/lobbies/lobby-listener.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import { hasLiveSession, connectedSessions } from "../applications/live-sessions.ts";
import { connectToLobbies, disconnectFromLobbies } from "./connected-players.ts";
import { lobbies, lobbyMembers } from "./lobby.ts";

type Service = Awaited<ReturnType<typeof aLobbyService>>;

/** Does one random thing that may happen to a lobby or session. */
async function something(
  service: Service,
  lobbyIds: readonly string[],
  draw: (n: number) => number,
): Promise<void> {
  const { call, work } = service;
  const user = players[draw(players.length)] ?? "";
  const params = { lobby_id: lobbyIds[draw(lobbyIds.length)] ?? "", user_id: user };
  const as = playerOf(game, user);
  const session = { application_id: game, user_id: user, session_id: String(draw(2)) };
  const acts = [
    () => call(addLobbyMember, { as: asGame, params, body: { flags: draw(2) } }),
    () => call(removeLobbyMember, { as: asGame, params }),
    () => call(bulkLobbyMembers, { as: asGame, params, body: players.map((id) => ({ id })) }),
    () => call(editLobby, { as: asGame, params, body: { members: [{ id: user }] } }),
    () => call(joinLobby, { as, body: { secret: `s${draw(2)}` } }),
    () => call(leaveLobby, { as, params }),
    () => work.transaction((ctx) => connectToLobbies(ctx, session)),
    () => work.transaction((ctx) => disconnectFromLobbies(ctx, session)),
    () => (draw(4) > 0 ? undefined : call(deleteLobby, { as: asGame, params })),
  ];
  await acts[draw(acts.length)]?.();
}

/** Checks the invariants of the store. */
async function expectWhole({ store, work }: Service, listener: LobbyListener): Promise<void> {
  const stored = await store.read(async (tx) => ({
    lobbies: await tx.find(lobbies),
    members: await tx.find(lobbyMembers),
    live: await tx.find(connectedSessions),
  }));
  const ids = stored.lobbies.map(({ id }) => id);
  expect(stored.members.filter(({ lobby_id }) => !ids.includes(lobby_id))).toEqual([]);
  const digests = stored.lobbies.flatMap(({ secretDigest }) => secretDigest ?? []);
  expect(new Set(digests).size).toBe(digests.length);
  for (const { user_id, connected } of stored.members) {
    expect(connected).toBe(await work.read((ctx) => hasLiveSession(ctx, user_id, game)));
  }
  for (const lobby of stored.lobbies) {
    const own = stored.members.filter(({ lobby_id }) => lobby_id === lobby.id);
    expect(lobby.idleSince === null).toBe(own.some(({ connected }) => connected));
  }
  for (const user of players) {
    const own = stored.members.filter(({ user_id }) => user_id === user);
    const known = listener.lobbiesOf(game, user);
    expect(known.map(({ id }) => id)).toEqual(own.map(({ lobby_id }) => lobby_id).toSorted());
    for (const { id, members } of known) {
      const others = stored.members.filter(({ lobby_id }) => lobby_id === id);
      expect(members).toMatchObject(
        others.map(({ user_id, flags, connected }) => ({
          user_id,
          flags,
          connected: user_id === user ? "self" : connected,
        })),
      );
    }
  }
}

test.each(Array.from({ length: 10 }, (_, n) => `crowd ${n}`))(
  "concurrent calls and sessions keep lobbies consistent in a %s",
  async (seed) => {
    const service = await aLobbyService();
    const random = seededRandom(seed);
    const draw = (n: number) => Buffer.from(random.bytes(4)).readUInt32LE() % n;
    const listener = new LobbyListener();
    const made = [1, 2].map(() => service.call(createLobby, { as: asGame, body: {} }));
    const joined = [0, 1].map((n) => service.join(players[n] ?? "", { secret: `s${n}` }));
    const lobbyIds = (await Promise.all([...made, ...joined])).map(({ body }) => body.id);
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(Array.from({ length: 12 }, () => something(service, lobbyIds, draw)));
      for (const fact of await service.news()) listener.hear(fact);
      await expectWhole(service, listener);
    }
    await service.store.close();
  },
);

test("concurrent joins with the same secret lead to the same lobby", async () => {
  const { join, store } = await aLobbyService();
  const joined = await Promise.all(players.map((user) => join(user, { secret: "sesame" })));
  expect(new Set(joined.map(({ body }) => body.id)).size).toBe(1);
  const counts = await store.read((tx) => Promise.all([tx.count(lobbies), tx.count(lobbyMembers)]));
  expect(counts).toEqual([1, players.length]);
});
