// Gives every operation its context: one instant, one transaction, events and jobs recorded with it.
import type { Clock, Millis } from "./clock.ts";
import type { AnyJob, Context, ReadContext, Settings } from "./context.ts";
import type { Ids } from "./ids.ts";
import { jobRunner, jobs, plan, type JobRunner } from "./jobs.ts";
import type { Random } from "./random.ts";
import type { Store } from "./store.ts";

/** How anything reaches the store: by reading, or by one transaction. */
export interface Work {
  read<T>(work: (ctx: ReadContext) => Promise<T>): Promise<T>;
  transaction<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  readonly jobs: JobRunner;
}

export interface WorkMeans {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly jobKinds: readonly AnyJob[];
  readonly jobFailed: (job: string, error: unknown, givenUp: boolean) => void;
}

/** Binds the means of one service together. */
export function openWork(means: WorkMeans): Work {
  const { store, clock, random, ids, settings } = means;

  function read<T>(work: (ctx: ReadContext) => Promise<T>): Promise<T> {
    const now = clock.now();
    return store.read((tx) => work({ now, tx, settings }));
  }

  async function transaction<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    const now = clock.now();
    let earliest: Millis | undefined;
    const result = await store.transaction((tx) => {
      earliest = undefined;
      return work({
        now,
        tx,
        settings,
        random,
        id: () => ids.next(),
        emit: ({ name }, scope, payload) => tx.append({ name, scope, payload, at: now }),
        schedule: (job, at, payload) => {
          plan(tx, job, { id: ids.next(), due: at, payload });
          earliest = earliest === undefined ? at : Math.min(earliest, at);
        },
      });
    });
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

  return { read, transaction, jobs: runner };
}
