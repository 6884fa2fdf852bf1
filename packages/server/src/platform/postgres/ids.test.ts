// Ids of several processes on one schema.
import { afterEach, beforeEach, expect, test } from "vitest";
import { idWatermarks, openIds } from "../ids.ts";
import { postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import type { Store } from "../store.ts";
import { steerableClock } from "../time/system-clock.ts";
import { openPostgresStore } from "./store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

/** Ids in all; a million takes some seconds. */
const IDS = Number(process.env["IDS"] ?? 60_000);
/** Of each process. */
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
async function aProcess(at: number) {
  const store = await openPostgresStore({
    url,
    schema: place.schema,
    tables: [idWatermarks],
    secret: "ids",
    lease: { lifeMs: 1_000_000, fenceMs: 1_000_000, renewMs: 1_000_000 },
  });
  opened.push(store);
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(at);
  return { clock, store, ids: await openIds({ clock, store, frozen: false }) };
}

test("three processes whose clocks differ by two seconds give out no id twice, not even after a restart", async () => {
  const processes = await Promise.all([NOON - 2000, NOON, NOON + 2000].map((at) => aProcess(at)));
  const given = new Set<string>();
  const rounds = Math.ceil(IDS / (3 * IDS_PER_ROUND));
  for (let round = 0; round < rounds; round += 1) {
    for (const { clock, ids } of processes) {
      for (let nth = 0; nth < IDS_PER_ROUND; nth += 1) given.add(ids.next());
      await clock.moveTo(clock.now() + (round % 5));
    }
    const [first] = processes;
    if (round % 10 !== 9 || first === undefined) continue;
    // One that is fast ends, and one that is slow takes its place.
    await first.store.close();
    opened.splice(opened.indexOf(first.store), 1);
    processes.push(await aProcess(first.clock.now() - 2000));
    processes.shift();
  }
  expect(given.size).toBe(rounds * 3 * IDS_PER_ROUND);
}, 120_000);
