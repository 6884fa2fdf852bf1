import { expect, test } from "vitest";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import {
  hasLiveSession,
  liveUsersOf,
  recordConnected,
  removeDisconnected,
} from "./live-sessions.ts";

const game = "200000000000000001";
const other = "20000000000000000";
const [alice, bob] = ["100000000000000001", "100000000000000002"] as const;

const session = (user_id: string, session_id = "a", application_id = game) => ({
  application_id,
  user_id,
  session_id,
});

async function aStore() {
  const { work } = await openHandlerCalls([]);
  return {
    connect: (of: ReturnType<typeof session>) =>
      work.transaction((ctx) => recordConnected(ctx, of)),
    disconnect: (of: ReturnType<typeof session>) =>
      work.transaction((ctx) => removeDisconnected(ctx, of)),
    isLive: (user: string, application = game) =>
      work.read((ctx) => hasLiveSession(ctx, user, application)),
    among: (...users: readonly string[]) =>
      work.read(async (ctx) => [...(await liveUsersOf(ctx, game, users))]),
  };
}

test("a user is live until the last session with an application has disconnected", async () => {
  const { connect, disconnect, isLive } = await aStore();
  expect(await connect(session(alice, "a"))).toBe(true);
  expect(await connect(session(alice, "b"))).toBe(false);
  expect(await disconnect(session(alice, "a"))).toBe(false);
  expect(await isLive(alice)).toBe(true);
  expect(await disconnect(session(alice, "b"))).toBe(true);
  expect(await isLive(alice)).toBe(false);
});

test("disconnecting an unknown session changes nothing", async () => {
  const { connect, disconnect, isLive } = await aStore();
  expect(await disconnect(session(alice))).toBe(false);
  await connect(session(alice));
  expect(await connect(session(alice))).toBe(false);
  expect(await disconnect(session(alice, "b"))).toBe(false);
  expect(await isLive(alice)).toBe(true);
});

test("sessions of users and applications are kept apart, even if one ID is a prefix of another", async () => {
  const { connect, isLive, among } = await aStore();
  await connect(session(alice, "a", other));
  expect([await isLive(alice), await among(alice, bob)]).toEqual([false, []]);
  await connect(session(bob));
  expect([await isLive(alice), await isLive(bob), await isLive(alice, other)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(await among(alice, bob)).toEqual([bob]);
});
