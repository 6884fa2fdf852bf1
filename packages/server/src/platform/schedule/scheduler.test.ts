import { expect, test } from "vitest";
import { steerableClock } from "../time/system-clock.ts";
import type { Reader } from "../store.ts";
import type { DueItem, DueSource } from "./due.ts";
import { openScheduler } from "./scheduler.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

/** The due items of a table, each once, with an earlier one taking longer. */
function aSource(table: string, instants: readonly number[], done: string[]): DueSource {
  const waiting = new Set(instants);
  const item = (at: number): DueItem => ({
    table,
    key: `${at}`,
    at,
    kind: table,
    subject: null,
    async run() {
      // Earlier items take longer, so that they end last if they run concurrently.
      for (let turns = 1000 - (at % 1000); turns > 0; turns -= 1) await Promise.resolve();
      done.push(`${table} ${at - NOON}`);
      waiting.delete(at);
    },
  });
  return {
    table,
    keepsOrder: false,
    find: ({ until = Infinity, limit }) =>
      Promise.resolve(
        [...waiting]
          .filter((at) => at <= until)
          .toSorted((one, other) => one - other)
          .slice(0, limit)
          .map((at) => item(at)),
      ),
  };
}

/** Starts after everything fell due, and returns what was done, in order. */
async function caughtUp(
  isAlone: boolean,
  sources: readonly (readonly [string, readonly number[]])[],
) {
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(NOON + 60 * MINUTE);
  const done: string[] = [];
  const scheduler = openScheduler({
    clock,
    sources: sources.map(([table, instants]) => aSource(table, instants, done)),
    shared: {
      claims: {
        take: (names) => Promise.resolve(new Set(names)),
        release: () => Promise.resolve(),
      },
      read: (work) => work({} as Reader),
      isAlone: () => isAlone,
    },
    failed: (error) => done.push(String(error)),
  });
  await scheduler.start();
  const all = sources.flatMap(([, instants]) => instants).length;
  await expect.poll(() => done.length).toBe(all);
  await scheduler.stop();
  return done;
}

test("the only process of a shared store runs overdue work in order at its start", async () => {
  const lobbies = [2, 4, 30].map((minutes) => NOON + minutes * MINUTE);
  const threads = [4, 5].map((minutes) => NOON + minutes * MINUTE);
  expect(
    await caughtUp(true, [
      ["lobby", lobbies],
      ["thread", threads],
    ]),
  ).toEqual(["lobby 120000", "lobby 240000", "thread 240000", "thread 300000", "lobby 1800000"]);
});

test("it runs work that is due within one second concurrently", async () => {
  const instants = [0, 100, 999, 1000, 1001].map((ms) => NOON + MINUTE + ms);
  expect(await caughtUp(true, [["lobby", instants]])).toEqual([
    "lobby 60999",
    "lobby 60100",
    "lobby 60000",
    "lobby 61001",
    "lobby 61000",
  ]);
});

test("several processes keep no order", async () => {
  const instants = [NOON + MINUTE, NOON + 2 * MINUTE + 500, NOON + 3 * MINUTE + 900];
  expect(await caughtUp(false, [["lobby", instants]])).toEqual([
    "lobby 180900",
    "lobby 120500",
    "lobby 60000",
  ]);
});
