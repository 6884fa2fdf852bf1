import { expect, test } from "vitest";
import type { EventListener, EventRecord } from "../../../platform/store.ts";
import { AwaitedEvent } from "./awaited-event.ts";

const event = (name: string): EventRecord =>
  ({ name, scope: { kind: "nobody" }, payload: {}, at: 0 }) as unknown as EventRecord;

function aLog() {
  const listeners = new Set<EventListener>();
  const timers = new Map<number, () => void>();
  const deps = {
    events: {
      follow(listener: EventListener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      pollNow: () => Promise.resolve(),
    },
    clock: {
      after(ms: number, task: () => void) {
        timers.set(ms, task);
        return () => timers.delete(ms);
      },
    },
  };
  const tell = (...names: readonly string[]) => {
    for (const listener of listeners) listener(names.map(event));
  };
  return { deps, tell, listeners, timers };
}

/** Records when the event has come, and runs all pending tasks. */
function noting(awaited: AwaitedEvent) {
  const notes: string[] = [];
  void awaited.came(10).then(() => notes.push("came"));
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return notes;
  };
}

test("waits for the expected event only", async () => {
  const { deps, tell, listeners, timers } = aLog();
  const awaited = new AwaitedEvent(deps, ({ name }) => name === "MEANT");
  const notes = noting(awaited);
  tell("ANOTHER");
  expect(await notes()).toEqual([]);
  tell("ANOTHER", "MEANT");
  expect([await notes(), timers.size]).toEqual([["came"], 0]);
  awaited.drop();
  expect(listeners.size).toBe(0);
});

test("resolves at once for an event that was already sent", async () => {
  const { deps, tell } = aLog();
  const awaited = new AwaitedEvent(deps, ({ name }) => name === "MEANT");
  tell("MEANT");
  expect(await noting(awaited)()).toEqual(["came"]);
});

test("waits no longer than its time-out", async () => {
  const { deps, timers } = aLog();
  const notes = noting(new AwaitedEvent(deps, () => false));
  expect(await notes()).toEqual([]);
  timers.get(10)?.();
  expect(await notes()).toEqual(["came"]);
});
