// Gives every operation its context: one instant, one transaction, events and jobs recorded with it.
import type { Clock, Millis } from "./clock.ts";
import type { AnyJob, Context, ReadContext, Settings } from "./context.ts";
import type { Ids } from "./ids.ts";
import { jobRunner, jobs, plan, planOnce, type JobRunner } from "./jobs.ts";
import type { Random } from "./random.ts";
import { answering, eventHooksOf, type EventHook } from "./event-hooks.ts";
import type { Reader, Store, Writer } from "./store.ts";
import type { CacheDependencies } from "./cache-dependencies.ts";

/** How anything reaches the store: by reading, or by one transaction. */
export interface Transactions {
  read<T>(work: (ctx: ReadContext) => Promise<T>): Promise<T>;
  transaction<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  /**
   * Reads, and says what the result rests on: while that stays, the same work would give the same.
   * The basis is absent for a work that asked for the time, or where changes cannot be seen.
   */
  observe<T>(work: (ctx: ReadContext) => Promise<T>): Promise<Observed<T>>;
  /** True while nothing of a basis has changed. */
  readonly holds: (dependencies: CacheDependencies) => boolean;
  readonly jobs: JobRunner;
}

export interface Observed<T> {
  readonly value: T;
  readonly dependencies: CacheDependencies | undefined;
}

export interface WorkDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly jobKinds: readonly AnyJob[];
  /** What is done in a transaction when it records an event. */
  readonly eventHooks?: readonly EventHook[];
  readonly jobFailed: (job: string, error: unknown, givenUp: boolean) => void;
  /** Called after every transaction that was committed. */
  readonly committed?: () => void;
}

/** Binds the means of one service together. */
export function openTransactions(means: WorkDeps): Transactions {
  const { store, clock, random, ids, settings } = means;
  const reactionsTo = eventHooksOf(means.eventHooks);

  function read<T>(work: (ctx: ReadContext) => Promise<T>): Promise<T> {
    const now = clock.now();
    return store.read((tx) => work({ now, tx, settings }));
  }

  async function transaction<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    const now = clock.now();
    let plans: Plans | undefined;
    const result = await store.transaction((tx) => {
      plans = plansIn(tx, ids);
      const { schedule, scheduleShared } = plans;
      const ctx: Context = {
        now,
        tx,
        settings,
        random,
        id: () => ids.next(),
        emit: ({ name }, scope, payload) => tx.append({ name, scope, payload, at: now }),
        schedule,
        scheduleShared,
      };
      return answering(ctx, reactionsTo, work);
    });
    means.committed?.();
    const earliest = plans?.earliest();
    if (earliest !== undefined) runner.planned(earliest);
    return result;
  }

  const runner: JobRunner = jobRunner({
    clock,
    transaction,
    find: (search) => store.read((tx) => tx.find(jobs, search)),
    kinds: means.jobKinds,
    failed: means.jobFailed,
  });

  return {
    read,
    transaction,
    observe: (work) => observe(means, work),
    holds: (dependencies) => store.versions?.holds(dependencies) ?? false,
    jobs: runner,
  };
}

interface Plans extends Pick<Context, "schedule" | "scheduleShared"> {
  /** The first instant that something was planned for. */
  readonly earliest: () => Millis | undefined;
}

/** Plans jobs in one transaction. */
function plansIn(tx: Writer, ids: Ids): Plans {
  let earliest: Millis | undefined;
  const planned = (at: Millis) => {
    earliest = earliest === undefined ? at : Math.min(earliest, at);
  };
  return {
    schedule(job, at, payload) {
      plan(tx, job, { id: ids.next(), due: at, payload });
      planned(at);
    },
    async scheduleShared(job, at, { name, payload }) {
      if (await planOnce(tx, job, { id: name, due: at, payload })) planned(at);
    },
    earliest: () => earliest,
  };
}

/** Runs a read while watching what it looks at. */
async function observe<T>(
  { store, clock, settings }: WorkDeps,
  work: (ctx: ReadContext) => Promise<T>,
): Promise<Observed<T>> {
  const stamp = store.versions?.stamp();
  const tables = new Set<string>();
  const now = clock.now();
  let askedForTime = false;
  const value = await store.read((tx) =>
    work({
      tx: watched(tx, tables),
      settings,
      get now() {
        askedForTime = true;
        return now;
      },
    }),
  );
  return {
    value,
    dependencies: stamp === undefined || askedForTime ? undefined : { stamp, tables },
  };
}

/** The same view, with the names of the tables that are looked at. */
function watched(tx: Reader, tables: Set<string>): Reader {
  return {
    get(table, key) {
      tables.add(table.name);
      return tx.get(table, key);
    },
    lookup(table, unique, value) {
      tables.add(table.name);
      return tx.lookup(table, unique, value);
    },
    find(table, search) {
      tables.add(table.name);
      return tx.find(table, search);
    },
    count(table, search) {
      tables.add(table.name);
      return tx.count(table, search);
    },
    findByPrefix(table, search) {
      tables.add(table.name);
      return tx.findByPrefix(table, search);
    },
  };
}
