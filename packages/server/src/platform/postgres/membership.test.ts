import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { definedFields } from "../defined-fields.ts";
import { FencedError, leaseTimes, type LeaseTimes, type ProcessIdentity } from "../processes.ts";
import {
  counters,
  EVENTUALLY,
  testTables,
} from "../storage/conformance/store-model.conformance.ts";
import { onPostgres, postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import type { Store } from "../store.ts";
import { timeOf } from "../time/system-clock.ts";
import { aWire, type Wire } from "../../testing/network/wire.ts";
import { openPostgresStore } from "./store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

let place: Awaited<ReturnType<typeof postgresPlace>>;
const opened: Store[] = [];
const wires: Wire[] = [];

beforeEach(async () => {
  place = await postgresPlace(url);
});
afterEach(async () => {
  for (const wire of wires) wire.mend();
  for (const store of opened.splice(0)) await store.close();
  for (const wire of wires.splice(0)) await wire.close();
  await place.remove();
});

const NEVER = 1_000_000;
/** A process that sends no heartbeat after its start, and is never fenced. */
const stopped: LeaseTimes = { lifeMs: NEVER, fenceMs: NEVER, renewMs: NEVER };
/** A process for which the leases of others expire soon. */
const strict: LeaseTimes = { lifeMs: 700, fenceMs: NEVER, renewMs: 40 };

async function open(
  lease: LeaseTimes = leaseTimes,
  failed?: (error: unknown) => void,
  systemNow?: () => number,
) {
  const store = await openPostgresStore({
    url,
    schema: place.schema,
    tables: testTables,
    secret: "processes",
    version: "1.2.3",
    lease,
    ...definedFields({ failed, systemNow }),
  });
  opened.push(store);
  return store;
}

/** Opens a store over a connection of its own, which a test can cut. */
async function openOverWire(lease: LeaseTimes) {
  const wire = await aWire(url);
  wires.push(wire);
  const waits = { connectMs: 300, answerMs: 500, leaseMs: 300 };
  const { schema } = place;
  const settings = { schema, tables: testTables, secret: "processes", lease, waits };
  const store = await openPostgresStore({ url: wire.url, ...settings });
  opened.push(store);
  return { wire, store };
}

function deathsSeenBy(store: Store): ProcessIdentity[] {
  const deaths: ProcessIdentity[] = [];
  store.processes.onDeath(async (dead) => void deaths.push(dead));
  return deaths;
}

function put(store: Store, id: string): Promise<void> {
  return store.transaction(async (tx) => tx.put(counters, { id, count: 1 }));
}

function keptBy(store: Store): Promise<readonly string[]> {
  return store.read(async (tx) => (await tx.find(counters)).map(({ id }) => id));
}

describe("processes on one schema", () => {
  test("have distinct numbers, and a new one gets the one that was free for the longest", async () => {
    const stores = await Promise.all([open(), open(), open()]);
    const numbers = stores.map(({ processes }) => processes.own().id);
    expect(new Set(numbers)).toEqual(new Set([0, 1, 2]));
    await stores[0]?.close();
    expect((await open()).processes.own().id).toBe(3);
    const epochs = opened.map(({ processes }) => processes.own().epoch);
    expect(new Set(epochs).size).toBe(4);
  });

  test("know each other, with their versions", async () => {
    const [left, right] = [await open(strict), await open(strict)];
    const both = [left, right].map(({ processes }) => ({ ...processes.own(), version: "1.2.3" }));
    for (const store of [left, right]) {
      await vi.waitFor(() => expect(store.processes.living()).toEqual(both), EVENTUALLY);
    }
    await right.close();
    await vi.waitFor(() => expect(left.processes.living()).toEqual(both.slice(0, 1)), EVENTUALLY);
  });

  test("learn of a new one at once", async () => {
    const first = await open(stopped);
    const second = await open(stopped);
    const both = [first, second].map(({ processes }) => processes.own());
    await vi.waitFor(() => expect(first.processes.living()).toMatchObject(both), EVENTUALLY);
  });

  test("take no process for dead before they have read the leases", async () => {
    const [left, right] = [await open(stopped), await open(stopped)];
    const { epoch } = left.processes.own();
    expect(right.processes.mayLiveElsewhere(epoch)).toBe(true);
    await right.processes.refresh();
    expect(right.processes.mayLiveElsewhere(epoch)).toBe(true);
    await left.close();
    await right.processes.refresh();
    expect(right.processes.mayLiveElsewhere(epoch)).toBe(false);
    expect(right.processes.mayLiveElsewhere(right.processes.own().epoch)).toBe(false);
  });

  test("report a stopped process to one of them, once", async () => {
    const [left, right] = [await open(strict), await open(strict)];
    const deaths = [deathsSeenBy(left), deathsSeenBy(right)];
    const third = await open();
    await third.close();
    await vi.waitFor(() => expect(deaths.flat()).toEqual([third.processes.own()]), EVENTUALLY);
    await vi.waitFor(async () => {
      const uncleared = await onPostgres(
        url,
        `SELECT 1 FROM "${place.schema}".process_ended WHERE NOT is_cleared`,
      );
      expect(uncleared).toEqual([]);
    }, EVENTUALLY);
    expect(deaths.flat()).toHaveLength(1);
  });

  test("clean up after a dead one until that succeeded", async () => {
    const failures: unknown[] = [];
    const store = await open(strict, (error) => failures.push(error));
    let tries = 0;
    store.processes.onDeath(async () => {
      tries += 1;
      if (tries < 3) throw new Error(`try ${tries}`);
    });
    await (await open()).close();
    await vi.waitFor(() => expect(tries).toBe(3), EVENTUALLY);
    expect(failures).toEqual([new Error("try 1"), new Error("try 2")]);
  });
});

describe("a database that was unreachable for longer than a lease lasts", () => {
  const lease: LeaseTimes = { lifeMs: 2_500, fenceMs: 1_500, renewMs: 50 };

  /** Two processes that were cut off together, the first of which has come back. */
  async function given() {
    const [first, second] = [await openOverWire(lease), await openOverWire(lease)];
    const places = [first, second].map(({ store }) => store.processes.own());
    const deaths = deathsSeenBy(first.store);
    for (const { wire } of [first, second]) wire.cut();
    const longAgo = `SELECT bool_and(renewed < clock_timestamp() - interval '3 seconds')
      FROM "${place.schema}".process`;
    const isOver = async () => expect(await onPostgres(url, longAgo)).toEqual([[true]]);
    await vi.waitFor(isOver, EVENTUALLY);
    first.wire.mend();
    await vi.waitFor(() => first.store.processes.refresh(), EVENTUALLY);
    return { first, second, places, deaths };
  }

  test("keeps the places of all processes, including those that reconnect later", async () => {
    const { first, second, places, deaths } = await given();
    expect(first.store.processes.living()).toHaveLength(2);
    second.wire.mend();
    await vi.waitFor(() => second.store.processes.refresh(), EVENTUALLY);
    await first.store.processes.refresh();
    expect([first, second].map(({ store }) => store.processes.own())).toEqual(places);
    expect(deaths).toEqual([]);
  });

  test("keeps no place of a process that does not reconnect", async () => {
    const { first, places, deaths } = await given();
    await vi.waitFor(() => expect(deaths).toEqual(places.slice(1)), EVENTUALLY);
    expect(first.store.processes.living()).toHaveLength(1);
  });
});

describe("the clock of processes", () => {
  test("is the database's when a machine's clock is seconds ahead or behind", async () => {
    for (const offMs of [-3000, 3000]) {
      const { processes } = await open(stopped, undefined, () => Date.now() + offMs);
      expect(Math.abs(processes.aheadMs() + offMs)).toBeLessThan(300);
    }
  });

  test("is the machine's own when the difference is below the accuracy of the measurement", async () => {
    const { processes } = await open(stopped, undefined, () => Date.now() + 20);
    expect(processes.aheadMs()).toBe(0);
  });

  test("stays where it is when the machine's clock is set while the process runs", async () => {
    const { processes } = await open(stopped);
    const before = timeOf(processes);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(timeOf(processes) - before).toBeLessThan(10_000);
    await processes.refresh();
    expect(timeOf(processes) - before).toBeLessThan(10_000);
  });

  test("is measured again while the process runs", async () => {
    let offMs = 0;
    const { processes } = await open(stopped, undefined, () => Date.now() + offMs);
    offMs = 5000;
    await processes.refresh();
    expect(Math.abs(processes.aheadMs() + 5000)).toBeLessThan(300);
  });
});

describe("a process that no longer renews its lease", () => {
  test("loses its lease and can no longer write", async () => {
    const silent = await open(stopped);
    await put(silent, "before");
    const other = await open(strict);
    const deaths = deathsSeenBy(other);
    await vi.waitFor(() => expect(deaths).toEqual([silent.processes.own()]), EVENTUALLY);
    await expect(put(silent, "after")).rejects.toThrow(FencedError);
    expect(silent.processes.isFenced()).toBe(true);
    expect(await keptBy(other)).toEqual(["before"]);
    expect(await keptBy(silent)).toEqual(["before"]);
  });

  test("loses its lease on time, although others renew theirs less often", async () => {
    const silent = await open(stopped);
    const deaths = deathsSeenBy(await open({ ...stopped, lifeMs: 700 }));
    await vi.waitFor(() => expect(deaths).toEqual([silent.processes.own()]), EVENTUALLY);
  });

  test("commits nothing that it began before", async () => {
    const silent = await open(stopped);
    const other = await open(strict);
    const deaths = deathsSeenBy(other);
    const late = silent.transaction(async (tx) => {
      await tx.count(counters);
      await vi.waitFor(() => expect(deaths).toHaveLength(1), EVENTUALLY);
      tx.put(counters, { id: "late", count: 1 });
    });
    await expect(late).rejects.toThrow(FencedError);
    expect(await keptBy(other)).toEqual([]);
  });

  test("takes another place when it resumes, and learns that it may have missed events", async () => {
    // It wakes after its lease has expired.
    const sleeper = await open({ ...stopped, renewMs: 2_500 });
    const before = sleeper.processes.own();
    const calls: string[] = [];
    sleeper.log.follow(() => undefined, { missed: () => calls.push("missed") });
    const deaths = deathsSeenBy(await open(strict));
    await vi.waitFor(() => expect(calls).toEqual(["missed"]), EVENTUALLY);
    expect(deaths).toEqual([before]);
    expect(BigInt(sleeper.processes.own().epoch)).toBeGreaterThan(BigInt(before.epoch));
    await put(sleeper, "awake");
    expect(await keptBy(sleeper)).toEqual(["awake"]);
  });

  test("keeps its place while no other process needs it", async () => {
    const sleeper = await open({ lifeMs: 100, fenceMs: 200, renewMs: 1_000 });
    const before = sleeper.processes.own();
    await vi.waitFor(() => expect(sleeper.processes.isFenced()).toBe(true), EVENTUALLY);
    await put(sleeper, "asked before");
    expect(sleeper.processes.isFenced()).toBe(false);
    expect([sleeper.processes.own(), await keptBy(sleeper)]).toEqual([before, ["asked before"]]);
  });

  test("commits a long transaction when it still has its place", async () => {
    const busy = await open({ lifeMs: 300, fenceMs: 100, renewMs: NEVER });
    await busy.transaction(async (tx) => {
      await vi.waitFor(() => expect(busy.processes.isFenced()).toBe(true), EVENTUALLY);
      tx.put(counters, { id: "busy", count: 1 });
    });
    expect(await keptBy(busy)).toEqual(["busy"]);
  });

  test("does not commit an id of its previous place", async () => {
    const sleeper = await open({ ...stopped, renewMs: 1_500 });
    const before = sleeper.processes.own();
    await open(strict);
    const late = sleeper.transaction(async (tx) => {
      await vi.waitFor(() => expect(sleeper.processes.own()).not.toEqual(before), EVENTUALLY);
      tx.put(counters, { id: "late", count: 1 });
    });
    await expect(late).rejects.toThrow(FencedError);
    expect(await keptBy(sleeper)).toEqual([]);
  });
});

test("a process whose server has no room left for heartbeats still reads", async () => {
  const store = await open({ ...stopped, fenceMs: 100 });
  await put(store, "before");
  const full = `"${place.schema}".full_disk`;
  await onPostgres(
    url,
    `CREATE FUNCTION ${full}() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER full_disk BEFORE UPDATE ON "${place.schema}".process EXECUTE FUNCTION ${full}()`,
  );
  await vi.waitFor(() => expect(store.processes.isFenced()).toBe(true), EVENTUALLY);
  await expect(put(store, "after")).rejects.toThrow(FencedError);
  expect(await keptBy(store)).toEqual(["before"]);
});

test("transactions and lease renewals of a process do not block each other", async () => {
  const store = await open({ ...leaseTimes, renewMs: 20 });
  const renewals = async () => {
    const [row] = await onPostgres(
      url,
      `SELECT renewed::text FROM "${place.schema}".process ORDER BY renewed DESC LIMIT 1`,
    );
    return row?.[0];
  };
  let runs = 0;
  await store.transaction(async (tx) => {
    runs += 1;
    await tx.count(counters);
    const before = await renewals();
    await vi.waitFor(async () => expect(await renewals()).not.toBe(before), EVENTUALLY);
    tx.put(counters, { id: "n", count: runs });
  });
  expect([runs, await keptBy(store)]).toEqual([1, ["n"]]);
});
