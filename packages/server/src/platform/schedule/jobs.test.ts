import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { frozenClock, marked, marks, NOON } from "../../testing/marks.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import type { SteerableClock } from "../clock.ts";
import { idWatermarks, openIds } from "../ids.ts";
import { ATTEMPTS_MAX } from "./due.ts";
import { jobs } from "./jobs.ts";
import type { AnyJob, JobDeclaration } from "../context.ts";
import { openSqliteStore } from "../sqlite/store.ts";
import type { Store } from "../store.ts";
import { openTransactions } from "../transactions/open-transactions.ts";
import type { Transactions } from "../transactions.ts";

const SECOND = 1000;

/** Leaves a mark with its name and instant. */
const mark: JobDeclaration<string> = {
  name: "mark",
  async run(ctx, name) {
    ctx.tx.put(marks, { id: ctx.id(), name, at: ctx.now - NOON });
  },
};

/** Leaves a mark and then fails, until its payload's count of failures is reached. */
function failing(): JobDeclaration<number> & { readonly tries: number[] } {
  const tries: number[] = [];
  return {
    name: "failing",
    tries,
    async run(ctx, failures) {
      tries.push(ctx.now - NOON);
      ctx.tx.put(marks, { id: ctx.id(), name: "tried", at: ctx.now - NOON });
      if (tries.length <= failures) throw new Error(`failure ${tries.length}`);
    },
  };
}

interface Failure {
  readonly job: string;
  readonly message: string;
  readonly isGivenUp: boolean;
}

async function aStore(): Promise<Store> {
  return openSqliteStore({ file: ":memory:", tables: [idWatermarks, jobs, marks] });
}

/** One run of a service over a store. */
async function aRun(store: Store, clock: SteerableClock, jobKinds: readonly AnyJob[] = [mark]) {
  const failures: Failure[] = [];
  const work = openTransactions({
    store,
    clock,
    jobKinds,
    random: seededRandom("jobs"),
    ids: await openIds({ clock, store, frozen: true }),
    settings: { production: false, publicUrl: "http://127.0.0.1", fileKey: new Uint8Array(32) },
    jobFailed: (job, { error, isGivenUp }) => {
      failures.push({ job, isGivenUp, message: error instanceof Error ? error.message : "" });
    },
  });
  await work.scheduler.start();
  return { work, failures };
}

function planned(
  work: Transactions,
  ...plans: readonly (readonly [delayMs: number, name: string])[]
) {
  return work.transaction(async (ctx) => {
    for (const [delayMs, name] of plans) ctx.schedule(mark, NOON + delayMs, name);
  });
}

/** Lets work run that is due at once. */
async function settle(clock: SteerableClock): Promise<void> {
  await clock.moveTo(clock.now());
}

test("jobs run at their instants, those of one instant in the order of planning", async () => {
  const store = await aStore();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 30 }),
      async (delays) => {
        await store.load({ tables: {} });
        const clock = await frozenClock();
        const { work } = await aRun(store, clock);
        await planned(work, ...delays.map((delay, nth) => [delay, `${nth}`] as const));
        await clock.moveTo(NOON + 15);
        const expected = delays
          .map((delay, nth) => [`${nth}`, delay] as const)
          .filter(([, delay]) => delay <= 15)
          .toSorted((a, b) => a[1] - b[1] || Number(a[0]) - Number(b[0]));
        expect(await marked(store)).toEqual(expected);
        await work.scheduler.stop();
      },
    ),
    { numRuns: 30 },
  );
  await store.close();
});

test("more jobs than one page all run", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  const { work } = await aRun(store, clock);
  await planned(work, ...Array.from({ length: 250 }, (_, nth) => [5, `${nth}`] as const));
  await clock.moveTo(NOON + 5);
  expect(await marked(store)).toHaveLength(250);
  expect(await store.read((tx) => tx.count(jobs))).toBe(0);
});

test("a job that is due runs without advancing the clock", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  const { work } = await aRun(store, clock);
  await planned(work, [-5, "overdue"], [0, "now"]);
  await settle(clock);
  expect(await marked(store)).toEqual([
    ["overdue", 0],
    ["now", 0],
  ]);
});

test("a job of a failed transaction never runs", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  const { work } = await aRun(store, clock);
  const failed = work.transaction(async (ctx) => {
    ctx.schedule(mark, NOON + 1, "never");
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await clock.moveTo(NOON + SECOND);
  expect(await marked(store)).toEqual([]);
});

test("jobs that a job plans run in the same advance, each at its instant", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  const chain: JobDeclaration<number> = {
    name: "chain",
    async run(ctx, remaining) {
      ctx.tx.put(marks, { id: ctx.id(), name: `${remaining}`, at: ctx.now - NOON });
      if (remaining > 0) ctx.schedule(chain, ctx.now + 10, remaining - 1);
    },
  };
  const { work } = await aRun(store, clock, [chain]);
  await work.transaction(async (ctx) => ctx.schedule(chain, NOON + 10, 3));
  await clock.moveTo(NOON + 35);
  expect(await marked(store)).toEqual([
    ["3", 10],
    ["2", 20],
    ["1", 30],
  ]);
});

test("jobs of an earlier run continue, overdue ones at once", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  const first = await aRun(store, clock);
  await planned(first.work, [10, "overdue"], [SECOND, "later"]);
  await first.work.scheduler.stop();
  await clock.moveTo(NOON + 500);
  expect(await marked(store)).toEqual([]);

  await aRun(store, clock);
  await settle(clock);
  expect(await marked(store)).toEqual([["overdue", 500]]);
  await clock.moveTo(NOON + 2 * SECOND);
  expect(await marked(store)).toEqual([
    ["overdue", 500],
    ["later", SECOND],
  ]);
});

test("nothing runs after a stop, which waits for running jobs", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  let go: () => void = () => undefined;
  const slow: JobDeclaration<null> = {
    name: "slow",
    async run(ctx) {
      await new Promise<void>((resolve) => (go = resolve));
      ctx.tx.put(marks, { id: ctx.id(), name: "slow", at: ctx.now - NOON });
    },
  };
  const { work } = await aRun(store, clock, [slow, mark]);
  await work.transaction(async (ctx) => ctx.schedule(slow, NOON + 1, null));
  await planned(work, [2, "after"]);
  const moved = clock.moveTo(NOON + 1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const stopped = work.scheduler.stop();
  go();
  await Promise.all([moved, stopped]);
  expect(await marked(store)).toEqual([["slow", 1]]);
  await clock.moveTo(NOON + SECOND);
  await planned(work, [0, "planned after the stop"]);
  await settle(clock);
  expect(await marked(store)).toEqual([["slow", 1]]);
});

describe("a job that fails", () => {
  test("leaves no effect, and is tried again after waits that double", async () => {
    const store = await aStore();
    const clock = await frozenClock();
    const kind = failing();
    const { work, failures } = await aRun(store, clock, [kind]);
    await work.transaction(async (ctx) => ctx.schedule(kind, NOON, 3));
    await clock.moveTo(NOON + 3600 * SECOND);
    expect(kind.tries).toEqual([0, SECOND, 3 * SECOND, 7 * SECOND]);
    expect(await marked(store)).toEqual([["tried", 7 * SECOND]]);
    expect(failures.map(({ message }) => message)).toEqual(["failure 1", "failure 2", "failure 3"]);
    expect(await store.read((tx) => tx.count(jobs))).toBe(0);
  });

  test("is abandoned and reported after its last attempt", async () => {
    const store = await aStore();
    const clock = await frozenClock();
    const kind = failing();
    const { work, failures } = await aRun(store, clock, [kind]);
    await work.transaction(async (ctx) => ctx.schedule(kind, NOON, 1000));
    await clock.moveTo(NOON + 86_400 * SECOND);
    expect(kind.tries).toHaveLength(ATTEMPTS_MAX);
    const waits = kind.tries.slice(1).map((at, nth) => at - (kind.tries[nth] ?? 0));
    expect(waits.at(-1)).toBe(600 * SECOND);
    expect(failures.filter(({ isGivenUp }) => isGivenUp)).toHaveLength(1);
    expect(await store.read((tx) => tx.count(jobs))).toBe(0);
  });

  test("delays no other", async () => {
    const store = await aStore();
    const clock = await frozenClock();
    const kind = failing();
    const { work } = await aRun(store, clock, [kind, mark]);
    await work.transaction(async (ctx) => ctx.schedule(kind, NOON + 1, 1000));
    await planned(work, [1, "beside it"], [2, "after it"]);
    await clock.moveTo(NOON + 2);
    expect(await marked(store)).toEqual([
      ["beside it", 1],
      ["after it", 2],
    ]);
  });

  test("keeps its attempts over a restart", async () => {
    const store = await aStore();
    const clock = await frozenClock();
    const kind = failing();
    const first = await aRun(store, clock, [kind]);
    await first.work.transaction(async (ctx) => ctx.schedule(kind, NOON, 3));
    await clock.moveTo(NOON + SECOND);
    await first.work.scheduler.stop();
    await aRun(store, clock, [kind]);
    await clock.moveTo(NOON + 60 * SECOND);
    expect(kind.tries).toEqual([0, SECOND, 3 * SECOND, 7 * SECOND]);
  });

  test("is reported when its kind is unknown, and runs once the kind is known", async () => {
    const store = await aStore();
    const clock = await frozenClock();
    const first = await aRun(store, clock, []);
    await planned(first.work, [0, "patient"]);
    await settle(clock);
    expect(first.failures).toMatchObject([{ job: "mark", message: "no such kind of job: mark" }]);
    await first.work.scheduler.stop();
    await aRun(store, clock);
    await clock.moveTo(NOON + 60 * SECOND);
    expect(await marked(store)).toEqual([["patient", SECOND]]);
  });
});

/** A store that can be made to fail. */
async function aStoreWithOutages() {
  const sound = await aStore();
  const outage = { isOn: false };
  const guarded = <T>(run: () => Promise<T>): Promise<T> =>
    outage.isOn ? Promise.reject(new Error("the store is away")) : run();
  const store: Store = {
    ...sound,
    read: (work) => guarded(() => sound.read(work)),
    transaction: (work) => guarded(() => sound.transaction(work)),
  };
  return { store, outage };
}

test("a failure of a job is reported once it is stored", async () => {
  const { store, outage } = await aStoreWithOutages();
  const clock = await frozenClock();
  const kind: JobDeclaration<string> = {
    name: "fails with the store",
    async run() {
      outage.isOn = true;
      throw new Error("the job failed");
    },
  };
  const { work, failures } = await aRun(store, clock, [kind]);
  await work.transaction(async (ctx) => ctx.schedule(kind, NOON + 1, ""));
  await clock.moveTo(NOON + 1);
  expect(failures.map(({ message }) => message)).toEqual(["the store is away"]);
});

test("jobs continue after the store failed for a while", async () => {
  const { store, outage } = await aStoreWithOutages();
  const clock = await frozenClock();
  const { work, failures } = await aRun(store, clock);
  await planned(work, [1, "first"], [5 * SECOND, "second"]);
  outage.isOn = true;
  await clock.moveTo(NOON + 1);
  expect(failures.length).toBeGreaterThan(0);
  outage.isOn = false;
  await clock.moveTo(NOON + 10 * SECOND);
  expect(await marked(store)).toEqual([
    ["first", 1 + SECOND],
    ["second", 5 * SECOND],
  ]);
});
