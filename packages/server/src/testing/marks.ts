// Marks that deadlines and jobs store when they run, on a clock that stands still until a test
// moves it.
import type { SteerableClock } from "../platform/clock.ts";
import { tableOf, type Store } from "../platform/store.ts";
import { steerableClock } from "../platform/time/system-clock.ts";

/** The clock's first instant, in Unix milliseconds. */
export const NOON = Date.UTC(2026, 10, 21, 12);

interface Mark {
  readonly id: string;
  readonly name: string;
  /** Milliseconds after noon. */
  readonly at: number;
}

export const marks = tableOf<Mark>()({ name: "mark", key: ({ id }) => id.padStart(20, "0") });

/** The names and instants of all marks, in their order. */
export async function marked(store: Store): Promise<readonly (readonly [string, number])[]> {
  const all = await store.read((tx) => tx.find(marks));
  return all.map(({ name, at }) => [name, at]);
}

export async function frozenClock(at = NOON): Promise<SteerableClock> {
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(at);
  return clock;
}
