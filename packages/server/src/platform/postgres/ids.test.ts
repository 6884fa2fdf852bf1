// Ids of several processes on one schema.
import { snowflakeTime } from "@antechamber/contract/schema";
import { afterEach, beforeEach, expect, test } from "vitest";
import { idWatermarks, openIds } from "../ids.ts";
import { postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import type { Store } from "../store.ts";
import { steerableClock } from "../time/system-clock.ts";
import { openPostgresStore } from "./store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

/** The number of ids in all; a million takes some seconds. */
const IDS = Number(process.env["IDS"] ?? 60_000);
/** The number of ids that each process generates per round. */
const IDS_PER_ROUND = 500;
const NOON = Date.UTC(2026, 10, 21, 12);

let place: Awaited<ReturnType<typeof postgresPlace>>;
const opened: Store[] = [];

beforeEach(async () => {
  place = await postgresPlace(url);
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await place.remove();
});

/** A process whose clock stands still unless it is moved. */
async function aProcess(at: number, system?: () => number) {
  const store = await openPostgresStore({
    url,
    schema: place.schema,
    tables: [idWatermarks],
    secret: "ids",
    lease: { lifeMs: 1_000_000, fenceMs: 1_000_000, renewMs: 1_000_000 },
  });
  opened.push(store);
  const clock = steerableClock(system === undefined ? {} : { now: system });
  clock.freeze();
  await clock.moveTo(at);
  return { clock, store, ids: await openIds({ clock, store, frozen: false }) };
}

test("three processes with clocks two seconds apart create no id twice, even after a restart", async () => {
  const processes = await Promise.all([NOON - 2000, NOON, NOON + 2000].map((at) => aProcess(at)));
  const issued = new Set<string>();
  const rounds = Math.ceil(IDS / (3 * IDS_PER_ROUND));
  for (let round = 0; round < rounds; round += 1) {
    for (const { clock, ids } of processes) {
      for (let nth = 0; nth < IDS_PER_ROUND; nth += 1) issued.add(ids.next());
      await clock.moveTo(clock.now() + (round % 5));
    }
    const [first] = processes;
    if (round % 10 !== 9 || first === undefined) continue;
    // One process ends, and another one starts two seconds behind it.
    await first.store.close();
    opened.splice(opened.indexOf(first.store), 1);
    processes.push(await aProcess(first.clock.now() - 2000));
    processes.shift();
  }
  expect(issued.size).toBe(rounds * 3 * IDS_PER_ROUND);
}, 120_000);

/** Two processes on one time, which advances by a millisecond with each id. */
async function twoProcesses() {
  let time = NOON + 1_000_000;
  const one = await aProcess(NOON, () => time);
  const other = await aProcess(NOON, () => time);
  await one.store.processes.refresh();
  const both = [other, one, other, one];
  /** The ids of both, by turns. */
  const byTurns = () => {
    const issued: bigint[] = [];
    for (const { ids } of both) {
      issued.push(BigInt(ids.next()));
      time += 1;
    }
    return issued;
  };
  /** One process moves the clock, and the other one follows. */
  const move = async (at: number) => {
    await one.ids.keepFloor();
    await one.clock.moveTo(at);
    await one.ids.keepFloor();
    await other.ids.follow();
    await other.clock.moveTo(at);
    time += 1;
  };
  return { byTurns, move };
}

test("an id of one of several processes has the instant of its creation while the clock runs", async () => {
  let time = NOON;
  const one = await aProcess(NOON, () => time);
  const other = await aProcess(NOON, () => time);
  await one.store.processes.refresh();
  for (const { clock } of [one, other]) clock.unfreeze();
  for (const { ids } of [one, other, one, other]) {
    expect(snowflakeTime(ids.next())).toBe(time);
    // The floor is stored in the millisecond of an id.
    await ids.keepFloor();
    await Promise.all([one.ids.follow(), other.ids.follow()]);
    time += 1;
  }
});

const moves: readonly (readonly [string, readonly number[]])[] = [
  ["stands still", []],
  ["was set back", [NOON - 3_600_000]],
  ["stands still where it was moved to", [NOON + 86_400_000]],
  ["was moved ahead and set back", [NOON + 86_400_000, NOON]],
];

test.each(moves)("ids of all processes are in order while the clock %s", async (_, to) => {
  const { byTurns, move } = await twoProcesses();
  const issued = byTurns();
  for (const at of to) {
    await move(at);
    issued.push(...byTurns());
  }
  expect(issued).toEqual(issued.toSorted((a, b) => (a < b ? -1 : 1)));
});
