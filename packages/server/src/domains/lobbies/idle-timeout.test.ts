import {
  createLobby,
  editLobby,
  getLobby,
  addLobbyMember,
  deleteLobby,
} from "@antechamber/contract/lobbies";
import { snowflakeKey } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import type { Context } from "../../platform/context.ts";
import { jobs } from "../../platform/schedule/jobs.ts";
import { alice, aLobbyService, asGame, bob, game } from "../../testing/calls/lobby-calls.ts";
import { connectedSessions } from "../applications/live-sessions.ts";
import { connectToLobbies, disconnectFromLobbies, removeConnections } from "./connected-players.ts";
import { restartIdleCountdown } from "./idle-timeout.ts";
import { lobbies } from "./lobby.ts";

const SECOND_MS = 1000;

/** Ends all sessions of the previous run. */
async function endOldRun(ctx: Context): Promise<void> {
  await removeConnections(ctx, await ctx.tx.find(connectedSessions));
}

/** A lobby of alice and bob with an idle timeout of one minute. */
async function aLobby(members: readonly object[] = [{ id: alice }, { id: bob }]) {
  const service = await aLobbyService();
  const draft = { members, idle_timeout_seconds: 60 };
  const { body } = await service.call(createLobby, { as: asGame, body: draft });
  const lobby_id = body.id;
  await service.news();
  const sessionOf = (user_id: string) => ({ application_id: game, user_id, session_id: user_id });
  return Object.assign(service, {
    lobby_id,
    comes: (user: string) =>
      service.work.transaction((ctx) => connectToLobbies(ctx, sessionOf(user))),
    goes: (user: string) =>
      service.work.transaction((ctx) => disconnectFromLobbies(ctx, sessionOf(user))),
    wait: (seconds: number) => service.clock.moveTo(service.clock.now() + seconds * SECOND_MS),
    edit: (fields: object) =>
      service.call(editLobby, { as: asGame, params: { lobby_id }, body: fields }),
    isThere: async () =>
      (await service.call(getLobby, { as: asGame, params: { lobby_id } })).status === 200,
    upcoming: () => service.work.scheduler.upcoming({ limit: 1000 }),
    link: (channel: string | null) =>
      service.work.transaction(async (ctx) => {
        const lobby = await ctx.tx.get(lobbies, snowflakeKey(lobby_id));
        if (lobby !== undefined) {
          await restartIdleCountdown(ctx, { ...lobby, linked_channel_id: channel });
        }
      }),
  });
}

// Proves requirement 3 "idle lobby"
test("an idle lobby is deleted after its timeout, with one event for each member", async () => {
  const { wait, isThere, news } = await aLobby();
  await wait(59);
  expect(await isThere()).toBe(true);
  await wait(1);
  expect(await isThere()).toBe(false);
  await wait(100_000);
  expect(await news()).toMatchObject([
    { name: "LOBBY_DELETE", scope: { user_ids: [alice, bob] }, payload: { reason: "deleted" } },
  ]);
});

test("a lobby is deleted at its own time, however far the clock jumps", async () => {
  const { wait, news, clock } = await aLobby();
  const created = clock.now();
  await wait(31_536_000);
  expect((await news()).map(({ at }) => at)).toEqual([created + 60 * SECOND_MS]);
});

// Proves requirement 3 "states of a lobby"
test("a lobby is kept while a member is connected, and its timeout restarts after that", async () => {
  const { comes, goes, wait, isThere } = await aLobby();
  await wait(59);
  await comes(alice);
  await wait(10_000);
  await comes(bob);
  await goes(alice);
  await wait(10_000);
  await goes(bob);
  await wait(59);
  expect(await isThere()).toBe(true);
  await wait(1);
  expect(await isThere()).toBe(false);
});

test("a timeout continues after a restart, and starts for sessions from before the restart", async () => {
  const service = await aLobby();
  await service.wait(30);
  await service.restart();
  await service.work.transaction(endOldRun);
  await service.wait(29);
  await service.comes(alice);
  await service.restart();
  await service.work.transaction(endOldRun);
  await service.wait(59);
  expect(await service.isThere()).toBe(true);
  await service.wait(1);
  expect(await service.isThere()).toBe(false);
});

test("adding a connected user stops the timeout, and removing the user starts it", async () => {
  const { comes, call, wait, isThere, lobby_id, edit } = await aLobby([]);
  await comes(alice);
  const params = { lobby_id, user_id: alice };
  await call(addLobbyMember, { as: asGame, params, body: {} });
  await wait(10_000);
  expect(await isThere()).toBe(true);
  await edit({ members: [{ id: bob }] });
  await wait(59);
  expect(await isThere()).toBe(true);
  await wait(1);
  expect(await isThere()).toBe(false);
});

test("requests of the back end do not stop the timeout", async () => {
  const { wait, edit, isThere } = await aLobby();
  await wait(59);
  await edit({ metadata: { round: "2" } });
  await wait(1);
  expect(await isThere()).toBe(false);
});

// Proves requirement 2.1 "edit: idle_timeout_seconds"
test("a new timeout counts from the time when the lobby became idle", async () => {
  const { wait, edit, isThere } = await aLobby();
  await wait(30);
  await edit({ idle_timeout_seconds: 3600 });
  await wait(3569);
  expect(await isThere()).toBe(true);
  await edit({ idle_timeout_seconds: 604_800 });
  await wait(3600);
  expect(await isThere()).toBe(true);
  await edit({ idle_timeout_seconds: 5 });
  await wait(1);
  expect(await isThere()).toBe(false);
});

test("a linked lobby has no timeout until its link is removed", async () => {
  const { wait, link, isThere } = await aLobby();
  await link("300000000000000021");
  await wait(1_000_000);
  expect(await isThere()).toBe(true);
  await link(null);
  await wait(59);
  expect(await isThere()).toBe(true);
  await wait(1);
  expect(await isThere()).toBe(false);
});

test("connecting and disconnecting many times leaves the lobby with one deadline", async () => {
  const { comes, goes, upcoming, wait, isThere, lobby_id, clock } = await aLobby();
  for (let i = 0; i < 100; i += 1) {
    await comes(alice);
    expect(await upcoming()).toEqual([]);
    await wait(1);
    await goes(alice);
    const at = clock.now() + 60 * SECOND_MS;
    expect(await upcoming()).toMatchObject([{ kind: "lobby.idle", subject: lobby_id, at }]);
    await wait(1);
  }
  await wait(60);
  expect([await isThere(), await upcoming()]).toEqual([false, []]);
});

test("a deleted lobby has no timeout", async () => {
  const { call, lobby_id, wait, news, upcoming } = await aLobby();
  await call(deleteLobby, { as: asGame, params: { lobby_id } });
  await wait(60);
  expect((await news()).map(({ name }) => name)).toEqual(["LOBBY_DELETE"]);
  expect(await upcoming()).toEqual([]);
});

/** Creates lobbies some milliseconds apart, and returns them with their creation times. */
async function manyLobbies(count: number, apartMs: number, members: readonly object[]) {
  const service = await aLobbyService();
  const opened = [];
  for (let i = 0; i < count; i += 1) {
    const body = { members, idle_timeout_seconds: 60 };
    await service.call(createLobby, { as: asGame, body });
    opened.push(service.clock.now());
    await service.clock.moveTo(service.clock.now() + apartMs);
  }
  await service.news();
  return Object.assign(service, {
    opened,
    planned: () => service.store.read((tx) => tx.count(jobs)),
    upcoming: () => service.work.scheduler.upcoming({ limit: 1000 }),
    closings: async () =>
      (await service.news()).filter(({ name }) => name === "LOBBY_DELETE").map(({ at }) => at),
  });
}

test("lobbies are deleted each at its own time, without a scheduled job for each", async () => {
  const { opened, planned, upcoming, closings, clock, restart } = await manyLobbies(90, 1, [
    { id: alice },
  ]);
  expect(await planned()).toBe(0);
  expect((await upcoming()).map(({ at }) => at)).toEqual(opened.map((at) => at + 60 * SECOND_MS));
  await restart();
  await clock.moveTo(clock.now() + 3_600_000);
  expect(await closings()).toEqual(opened.map((at) => at + 60 * SECOND_MS));
  expect(await upcoming()).toEqual([]);
});

test("hundreds of lobbies that are due at the same time are deleted together", async () => {
  const { upcoming, store, clock } = await manyLobbies(450, 0, []);
  const countLobbies = () => store.read((tx) => tx.count(lobbies));
  await clock.moveTo(clock.now() + 60 * SECOND_MS - 1);
  expect(await countLobbies()).toBe(450);
  await clock.moveTo(clock.now() + 1);
  expect([await countLobbies(), await upcoming()]).toEqual([0, []]);
});

test("a lobby among others is deleted by its own timeout", async () => {
  const service = await manyLobbies(3, 1, [{ id: alice }]);
  const [first, second] = await service.store.read((tx) => tx.find(lobbies));
  const change = (lobby: typeof first, body: object) =>
    service.call(editLobby, { as: asGame, params: { lobby_id: lobby?.id ?? "" }, body });
  await change(first, { idle_timeout_seconds: 5 });
  await change(second, { idle_timeout_seconds: 600 });
  await service.clock.moveTo(service.clock.now() + 3_600_000);
  const [one = 0, two = 0, three = 0] = service.opened;
  const due = [one + 5 * SECOND_MS, three + 60 * SECOND_MS, two + 600 * SECOND_MS];
  expect(await service.closings()).toEqual(due);
});
