import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { frozenClock, marked, marks, NOON } from "../../testing/marks.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import { deadlines as deadlinesOfService } from "../../worlds/background-work.ts";
import { tables } from "../../tables.ts";
import type { SteerableClock } from "../clock.ts";
import { onDeadline, type Deadline, type DeadlineRule } from "./deadlines.ts";
import { ATTEMPTS_MAX } from "./due.ts";
import { idWatermarks, openIds } from "../ids.ts";
import { jobs } from "./jobs.ts";
import type { JobDeclaration } from "../context.ts";
import { openSqliteStore } from "../sqlite/store.ts";
import { tableOf, type Store } from "../store.ts";
import { openTransactions } from "../transactions/open-transactions.ts";

const SECOND = 1000;

/** A record that falls due at an instant, if it has one. */
interface Egg {
  readonly id: string;
  readonly at?: number;
  /** How often it falls due again, ten milliseconds later each time. */
  readonly again?: number;
}
const eggs = tableOf<Egg>()({ name: "egg", key: ({ id }) => id, deadline: ({ at }) => at });
const others = tableOf<Egg>()({ name: "other", key: ({ id }) => id, deadline: ({ at }) => at });

const markJob: JobDeclaration<string> = {
  name: "mark",
  run: async (ctx, name) => ctx.tx.put(marks, { id: ctx.id(), name, at: ctx.now - NOON }),
};

const boil: DeadlineRule<Egg>["run"] = (ctx, egg) => {
  ctx.tx.put(marks, { id: ctx.id(), name: egg.id, at: ctx.now - NOON });
  const { at = 0, again = 0 } = egg;
  if (again === 0) ctx.tx.delete(eggs, egg.id);
  else ctx.tx.put(eggs, { ...egg, at: at + 10, again: again - 1 });
};

const ofEggs = (run = boil) => onDeadline(eggs, { kind: "egg.done", subject: ({ id }) => id, run });
const ofOthers = onDeadline(others, {
  kind: ({ id }) => `other.${id}`,
  subject: ({ id }) => id,
  run(ctx, { id }) {
    ctx.tx.put(marks, { id: ctx.id(), name: id, at: ctx.now - NOON });
    ctx.tx.delete(others, id);
  },
});

const aStore = (): Promise<Store> =>
  openSqliteStore({ file: ":memory:", tables: [idWatermarks, jobs, marks, eggs, others] });

/** One run of a service over a store. */
async function aRun(
  store: Store,
  clock: SteerableClock,
  deadlines: readonly Deadline[] = [ofEggs(), ofOthers],
) {
  const failures: string[] = [];
  const work = openTransactions({
    store,
    clock,
    jobKinds: [markJob],
    deadlines,
    random: seededRandom("deadlines"),
    ids: await openIds({ clock, store, frozen: true }),
    settings: { production: false, publicUrl: "http://127.0.0.1", fileKey: new Uint8Array(32) },
    jobFailed: (kind, { error, isGivenUp }) => {
      const message = error instanceof Error ? error.message : "";
      failures.push(`${kind}: ${message}${isGivenUp ? ", given up" : ""}`);
    },
  });
  await work.scheduler.start();
  const put = (...records: readonly Egg[]) =>
    work.transaction(async ({ tx }) => records.forEach((record) => tx.put(eggs, record)));
  return { work, failures, put };
}

test("every table that declares a deadline has exactly one rule for it", () => {
  const declared = tables.filter(({ deadline }) => deadline !== undefined);
  const bound = deadlinesOfService.map(({ table }) => table.name);
  expect(bound.toSorted()).toEqual(declared.map(({ name }) => name).toSorted());
  expect(() =>
    onDeadline(marks, { kind: "mark", subject: () => "", run: () => undefined }),
  ).toThrow("declares no deadline");
});

test("deadlines of any table and jobs run in the order of their instants, as listed", async () => {
  const store = await aStore();
  const due = fc.record({
    kind: fc.constantFrom("egg", "other", "job"),
    delay: fc.integer({ min: 1, max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(due, { maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      async (all, limit) => {
        await store.load({ tables: {} });
        const clock = await frozenClock();
        const { work } = await aRun(store, clock);
        await work.transaction(async (ctx) => {
          for (const [nth, { kind, delay }] of all.entries()) {
            const [id, at] = [`${nth}`, NOON + delay];
            if (kind === "job") ctx.schedule(markJob, at, id);
            else ctx.tx.put(kind === "egg" ? eggs : others, { id, at });
          }
        });
        const listed = [];
        for (let after: string | undefined; ;) {
          const page = await work.scheduler.upcoming(
            after === undefined ? { limit } : { limit, after },
          );
          listed.push(...page);
          after = page.at(-1)?.id;
          if (after === undefined) break;
        }
        expect(listed).toHaveLength(all.length);
        await clock.moveTo(NOON + 15);
        const ran = await marked(store);
        const expected = all.map(({ delay }) => delay).filter((delay) => delay <= 15);
        expect(ran.map(([, at]) => at)).toEqual(expected.toSorted((a, b) => a - b));
        const first = listed.slice(0, ran.length);
        expect(first.map(({ at }) => at - NOON)).toEqual(ran.map(([, at]) => at));
        const named = first.map(({ subject }, nth) => subject ?? ran[nth]?.[0]);
        expect(named).toEqual(ran.map(([name]) => name));
        await work.scheduler.stop();
      },
    ),
    { numRuns: 40 },
  );
  await store.close();
});

test("a deadline is moved, cleared and deleted with its record", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  const { put, work } = await aRun(store, clock);
  const at = NOON + 10;
  await put({ id: "kept", at }, { id: "moved", at }, { id: "cleared", at }, { id: "gone", at });
  await put({ id: "moved", at: NOON + 30 }, { id: "cleared" });
  await work.transaction(async ({ tx }) => tx.delete(eggs, "gone"));
  await clock.moveTo(NOON + SECOND);
  expect(await marked(store)).toEqual([
    ["kept", 10],
    ["moved", 30],
  ]);
  expect(await store.read((tx) => tx.find(eggs))).toEqual([{ id: "cleared" }]);
});

test("a deadline of a failed transaction never runs", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  const { work } = await aRun(store, clock);
  const failed = work.transaction(async ({ tx }) => {
    tx.put(eggs, { id: "never", at: NOON + 1 });
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await clock.moveTo(NOON + SECOND);
  expect(await marked(store)).toEqual([]);
});

test("a record may fall due repeatedly, each time at its instant", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  const { put } = await aRun(store, clock);
  await put({ id: "egg", at: NOON + 10, again: 3 });
  await clock.moveTo(NOON + 35);
  expect(await marked(store)).toEqual([
    ["egg", 10],
    ["egg", 20],
    ["egg", 30],
  ]);
});

test("deadlines that passed while no process ran are run once at the start", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  // Committed, and then the process ended before it could set its alarm.
  await store.transaction(async (tx) => {
    for (let nth = 0; nth < 250; nth += 1) {
      tx.put(eggs, { id: `${nth}`.padStart(3, "0"), at: NOON - (nth % 3) });
    }
  });
  await aRun(store, clock);
  await clock.moveTo(NOON);
  const ran = await marked(store);
  expect(ran).toHaveLength(250);
  expect(new Set(ran.map(([name]) => name)).size).toBe(250);
  expect(await store.read((tx) => tx.count(eggs))).toBe(0);
});

test("hundreds of deadlines of one instant share commits", async () => {
  const store = await aStore();
  const clock = await frozenClock();
  const telling = ofEggs((ctx, egg) => {
    ctx.tx.append({ name: "BOILED", scope: { kind: "nobody" }, payload: egg.id, at: ctx.now });
    ctx.tx.delete(eggs, egg.id);
  });
  const { put } = await aRun(store, clock, [telling]);
  await put(...Array.from({ length: 320 }, (_, nth) => ({ id: `${nth}`, at: NOON + 5 })));
  const commits: number[] = [];
  store.log.follow((facts) => commits.push(facts.length));
  await clock.moveTo(NOON + 5);
  expect(commits.reduce((sum, count) => sum + count, 0)).toBe(320);
  expect(commits.length).toBeLessThanOrEqual(320 / 8);
});

test("a page of due work begins after the previous page", async () => {
  const { work } = await aRun(await aStore(), await frozenClock());
  for (const after of ["", "x", "123.egg.a", `${"1".repeat(15)}.egg.`, "1".repeat(15)]) {
    await expect(work.scheduler.upcoming({ after, limit: 1 })).rejects.toThrow(RangeError);
  }
});

describe("a deadline that fails", () => {
  /** Fails this many times, and records when it was tried. */
  function failing(failures: number) {
    const tries: number[] = [];
    const deadline = ofEggs((ctx, egg) => {
      tries.push(ctx.now - NOON);
      if (tries.length <= failures) throw new Error(`failure ${tries.length}`);
      return boil(ctx, egg);
    });
    return { tries, deadlines: [deadline, ofOthers] };
  }

  test("leaves no effect, and is retried with exponential backoff", async () => {
    const store = await aStore();
    const clock = await frozenClock();
    const { tries, deadlines } = failing(3);
    const { put, failures } = await aRun(store, clock, deadlines);
    await put({ id: "egg", at: NOON });
    await clock.moveTo(NOON + 3600 * SECOND);
    expect(tries).toEqual([0, SECOND, 3 * SECOND, 7 * SECOND]);
    expect(await marked(store)).toEqual([["egg", 7 * SECOND]]);
    expect(failures).toEqual([1, 2, 3].map((nth) => `egg.done: failure ${nth}`));
  });

  test("is noted in its record until it succeeds", async () => {
    const store = await aStore();
    const clock = await frozenClock();
    const { put } = await aRun(store, clock, failing(1).deadlines);
    const egg = { id: "egg", at: NOON, again: 1 };
    await put(egg);
    await clock.moveTo(NOON);
    const noted = { ...egg, deadlinePutOff: { of: NOON, attempts: 1, until: NOON + SECOND } };
    expect(await store.read((tx) => tx.find(eggs))).toEqual([noted]);
    await put({ id: "later", at: NOON + 3600 * SECOND, again: 1 });
    await clock.moveTo(NOON + SECOND);
    expect(await marked(store)).toEqual([
      ["egg", SECOND],
      ["egg", SECOND],
    ]);
    await clock.moveTo(NOON + 3600 * SECOND);
    expect(await store.read((tx) => tx.find(eggs))).toEqual([
      { id: "later", at: NOON + 3600 * SECOND + 10, again: 0 },
    ]);
  });

  test("is abandoned and reported after its last attempt, and starts again when the deadline moves", async () => {
    const store = await aStore();
    const clock = await frozenClock();
    const { tries, deadlines } = failing(1000);
    const { put, failures, work } = await aRun(store, clock, deadlines);
    await put({ id: "egg", at: NOON });
    await clock.moveTo(NOON + 86_400 * SECOND);
    expect(tries).toHaveLength(ATTEMPTS_MAX);
    expect(failures.filter((line) => line.endsWith("given up"))).toHaveLength(1);
    expect(await work.scheduler.upcoming({ limit: 1 })).toEqual([]);
    const stored = await store.read((tx) => tx.get(eggs, "egg"));
    await put({ ...stored, id: "egg", at: clock.now() + 1 });
    await clock.moveTo(clock.now() + 1);
    expect(tries).toHaveLength(ATTEMPTS_MAX + 1);
  });

  test("keeps its attempts over a restart, and delays no other", async () => {
    const store = await aStore();
    const clock = await frozenClock();
    const { tries, deadlines } = failing(3);
    const first = await aRun(store, clock, deadlines);
    await first.work.transaction(async ({ tx }) => {
      tx.put(eggs, { id: "egg", at: NOON });
      tx.put(others, { id: "beside it", at: NOON });
      tx.put(others, { id: "after it", at: NOON + 1 });
    });
    await clock.moveTo(NOON + SECOND);
    expect(await marked(store)).toEqual([
      ["beside it", 0],
      ["after it", 1],
    ]);
    await first.work.scheduler.stop();
    await aRun(store, clock, deadlines);
    await clock.moveTo(NOON + 60 * SECOND);
    expect(tries).toEqual([0, SECOND, 3 * SECOND, 7 * SECOND]);
  });

  test("is reported without an effect when its rule did not move the deadline", async () => {
    const store = await aStore();
    const clock = await frozenClock();
    const idle = ofEggs((ctx, egg) => ctx.tx.put(marks, { id: "1", name: egg.id, at: 0 }));
    const { put, failures } = await aRun(store, clock, [idle]);
    await put({ id: "egg", at: NOON });
    await clock.moveTo(NOON);
    expect(failures).toEqual(['egg.done: a record of "egg" kept the deadline that it had']);
    expect(await marked(store)).toEqual([]);
  });
});
