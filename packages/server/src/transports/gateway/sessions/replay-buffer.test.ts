import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeDispatch, type Encoded } from "../wire/codec.ts";
import { ReplayBuffer } from "./replay-buffer.ts";
import { Session } from "./session.ts";

const small = (min: number, max: number) => fc.integer({ min, max });

test("keeps the newest events in order, and reports when some were dropped", () => {
  fc.assert(
    fc.property(small(1, 8), small(0, 30), small(0, 5), (limit, count, before) => {
      const replay = new ReplayBuffer(limit, before);
      const all: Encoded[] = [];
      for (let i = 0; i < count; i += 1) {
        const event = encodeDispatch("E", { i });
        all.push(event);
        expect(replay.push(event)).toBe(before + i + 1);
      }
      for (let after = 0; after <= count; after += 1) {
        const expected = count - after > limit ? undefined : all.slice(after);
        expect(replay.after(before + after)).toEqual(expected);
      }
      expect(replay.after(before + count + 1)).toBeUndefined();
      expect(before > 0 && replay.after(before - 1)).toBeFalsy();
    }),
  );
});

test("does not store an event that is skipped, nor replay what precedes it", () => {
  const replay = new ReplayBuffer(4);
  const event = encodeDispatch("E", {});
  expect([replay.skip(), replay.push(event), replay.newest]).toEqual([1, 2, 2]);
  expect([replay.after(0), replay.after(1), replay.after(2)]).toEqual([undefined, [event], []]);
});

test.each([
  [0, 2048],
  [27, 2048],
  [28, 2100],
])("a session of %i guilds keeps %i events", (guilds, isKept) => {
  const guildIds = Array.from({ length: guilds }, (_, i) => `${i + 1}`);
  const owner = {
    kind: "bot",
    userId: "1",
    applicationId: "1",
    scopes: new Set<string>(),
  } as const;
  const session = new Session({ id: "0", number: 1 }, owner, {
    intents: 0,
    shard: undefined,
    guildIds,
    largeThreshold: 50,
    compress: false,
    accessToken: undefined,
  });
  const event = encodeDispatch("E", {});
  for (let i = 0; i < isKept; i += 1) session.dispatch(event);
  expect(session.missedSince(0)).toHaveLength(isKept);
  session.dispatch(event);
  expect(session.missedSince(0)).toBeUndefined();
  expect(session.missedSince(1)).toHaveLength(isKept);
});
