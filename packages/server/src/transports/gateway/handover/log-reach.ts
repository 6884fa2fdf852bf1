import { delay, type Clock } from "../../../platform/clock.ts";
import type { EventLog, LogPlace } from "../../../platform/store.ts";

/**
 * How often and how soon the log is polled for events that the other process has already read:
 * mostly a transaction is about to end.
 */
const LOOKS_MAX = 30;
const FIRST_LOOK_MS = 5;
const BETWEEN_LOOKS_MS = 100;

export interface LogReachDeps {
  readonly clock: Pick<Clock, "after" | "real">;
  readonly events: Pick<EventLog, "pollNow" | "place">;
}

/** Waits for events up to a place in the log; false if they take too long to arrive. */
export async function reach({ events, clock }: LogReachDeps, place: LogPlace): Promise<boolean> {
  for (let looks = 0; looks < LOOKS_MAX && events.place() < place; looks += 1) {
    const waitMs = Math.min(BETWEEN_LOOKS_MS, FIRST_LOOK_MS * looks ** 2);
    if (looks > 0) await delay(clock, waitMs);
    await events.pollNow();
  }
  return events.place() >= place;
}
