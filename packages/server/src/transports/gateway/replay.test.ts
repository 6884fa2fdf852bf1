import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeDispatch, type Encoded } from "./codec.ts";
import { Replay } from "./replay.ts";
import { replayLimit } from "./sessions.ts";

test("keeps the newest events in order, and says when some are gone", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ max: 30, min: 0 }), (limit, count) => {
      const replay = new Replay(limit);
      const all: Encoded[] = [];
      for (let i = 0; i < count; i += 1) {
        const event = encodeDispatch("E", { i });
        all.push(event);
        expect(replay.push(event)).toBe(i + 1);
      }
      for (let after = 0; after <= count; after += 1) {
        expect(replay.after(after)).toEqual(count - after > limit ? undefined : all.slice(after));
      }
      expect(replay.after(count + 1)).toBeUndefined();
    }),
  );
});

test("a session keeps 2048 events, or 75 for each guild", () => {
  expect([0, 27, 28, 1000].map(replayLimit)).toEqual([2048, 2048, 2100, 75_000]);
});
