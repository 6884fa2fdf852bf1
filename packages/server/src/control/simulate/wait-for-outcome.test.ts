import { expect, test } from "vitest";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import type { EventListener } from "../../platform/store.ts";
import { OutcomeWaits } from "./wait-for-outcome.ts";

test("waiting calls share one follower of the log, which ends with the last", async () => {
  const { store, clock } = await openHandlerCalls([]);
  const following = new Set<EventListener>();
  const follow = (listener: EventListener) => {
    following.add(listener);
    return () => void following.delete(listener);
  };
  const waits = new OutcomeWaits({ store: { ...store, log: { ...store.log, follow } }, clock });
  const [one, other] = [waits.begin(), waits.begin()];
  expect(following.size).toBe(1);
  one.stop();
  expect(following.size).toBe(1);
  other.stop();
  expect(following.size).toBe(0);
  waits.begin().stop();
  expect(following.size).toBe(0);
});
