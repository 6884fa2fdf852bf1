// Work due at an instant. A job is a record, so it survives a restart; it is taken away in the
// transaction that did its work, so its effect on the store happens once.
import { ageKey } from "@antechamber/contract";
import type { Cancel, Clock, Millis } from "./clock.ts";
import type { Context } from "./context.ts";
import { tableOf, type Writer } from "./store.ts";

/** A kind of planned work. It may run more than once, so it looks before it acts. */
export interface JobDeclaration<P> {
  readonly name: string;
  readonly run: (ctx: Context, payload: P) => Promise<void>;
}

/** A job of any payload, as lists of jobs hold them. */
export type AnyJob = JobDeclaration<never>;

interface JobRecord {
  readonly id: string;
  readonly name: string;
  readonly due: Millis;
  readonly attempts: number;
  readonly payload: unknown;
}

/** Digits of a Unix instant in milliseconds, padded so that text order is time order. */
function dueKey(due: Millis): string {
  return due.toString().padStart(15, "0");
}

export const jobs = tableOf<JobRecord>()({
  name: "job",
  key: (job) => `${dueKey(job.due)}:${ageKey(job.id)}`,
});

/** Tries after which a job is given up and reported. */
export const JOB_ATTEMPTS_MAX = 12;
/** Wait after the first failure; it doubles with each one up to the longest. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 600_000;
/** Jobs that are read from the store at once. */
const BATCH = 100;

/** Plans a job in a transaction. */
export function plan<P>(tx: Writer, id: string, job: JobDeclaration<P>, due: Millis, payload: P): void {
  tx.put(jobs, { id, name: job.name, due, attempts: 0, payload });
}

export interface JobRunner {
  /** Says that a job was planned for an instant. */
  planned(due: Millis): void;
  /** Finds what was planned before the start. */
  start(): Promise<void>;
  /** Forgets the next instant, and resolves when what runs has ended. */
  stop(): Promise<void>;
}

export interface JobMeans {
  readonly clock: Clock;
  readonly transaction: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>;
  readonly due: (until: Millis, limit: number) => Promise<readonly JobRecord[]>;
  readonly kinds: readonly AnyJob[];
  readonly failed: (job: string, error: unknown, givenUp: boolean) => void;
}

/** Runs jobs when they fall due on the one clock, in order of their instants. */
export function jobRunner(means: JobMeans): JobRunner {
  const kinds = new Map(means.kinds.map((kind) => [kind.name, kind]));
  let next: { readonly at: Millis; readonly cancel: Cancel } | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  function arm(at: Millis): void {
    if (stopped || (next !== undefined && next.at <= at)) return;
    next?.cancel();
    next = {
      at,
      cancel: means.clock.wake(at, () => {
        next = undefined;
        running = running.then(runDue);
        return running;
      }),
    };
  }

  async function runDue(): Promise<void> {
    if (stopped) return;
    const due = await means.due(means.clock.now(), BATCH);
    for (const job of due) {
      if (stopped) return;
      await runOne(job);
    }
    if (due.length > 0) await runDue();
    else await armNext();
  }

  async function armNext(): Promise<void> {
    const [first] = await means.due(Number.MAX_SAFE_INTEGER, 1);
    if (first !== undefined) arm(first.due);
  }

  async function runOne(job: JobRecord): Promise<void> {
    try {
      await means.transaction(async (ctx) => {
        const current = await ctx.tx.get(jobs, jobs.key(job));
        if (current === undefined) return;
        ctx.tx.delete(jobs, jobs.key(job));
        const kind = kinds.get(job.name);
        if (kind === undefined) throw new Error(`no such kind of job: ${job.name}`);
        await kind.run(ctx, job.payload as never);
      });
    } catch (error) {
      await putOff(job, error);
    }
  }

  async function putOff(job: JobRecord, error: unknown): Promise<void> {
    const attempts = job.attempts + 1;
    const givenUp = attempts >= JOB_ATTEMPTS_MAX;
    means.failed(job.name, error, givenUp);
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
    await means.transaction(async (ctx) => {
      ctx.tx.delete(jobs, jobs.key(job));
      if (!givenUp) ctx.tx.put(jobs, { ...job, attempts, due: ctx.now + waitMs });
    });
  }

  return {
    planned: arm,
    async start() {
      stopped = false;
      await armNext();
    },
    async stop() {
      stopped = true;
      next?.cancel();
      next = undefined;
      await running;
    },
  };
}
