// Moving the clock to the next due instant.
import { afterEach, beforeEach, expect, test } from "vitest";
import { openIds } from "../../platform/ids.ts";
import { openHandlerCalls, type HandlerCalls } from "../../testing/calls/handler-calls.ts";
import { ClockFollowers } from "./clock-followers.ts";
import type { SteeringDeps } from "./steering.ts";
import { steerClock } from "./clock-moves.ts";

let calls: HandlerCalls;
beforeEach(async () => {
  calls = await openHandlerCalls([]);
});
afterEach(() => calls.store.close());

/**
 * Advances to the next due instant, where a program at another process has a timer due in `ms`.
 *
 * @returns how far the clock moved, in milliseconds
 */
async function movedBy(ms: number): Promise<number> {
  const { clock, store, work } = calls;
  const start = clock.now();
  const turns = {
    run: (steer: () => Promise<void>) => steer(),
    announce: async () => undefined,
    nextElsewhere: async () => start + ms,
  };
  const ids = await openIds({ clock, store, frozen: true });
  const deps = { store, clock, ids, turns, followers: new ClockFollowers(clock) };
  await steerClock(deps as unknown as SteeringDeps, work, { advance: "next" });
  return clock.now() - start;
}

test("the clock advances to the timer of a program at another process", async () => {
  expect(await movedBy(5_000)).toBe(5_000);
});

test("the clock stays for an overdue timer of a program at another process", async () => {
  expect(await movedBy(-5_000)).toBe(0);
});
