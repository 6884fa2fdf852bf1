// Work due at an instant. A job is a record, so it survives a restart; it is taken away in the
// transaction that did its work, so its effect on the store happens once.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Cancel, Clock, Millis } from "./clock.ts";
import type { AnyJob, Context, JobDeclaration } from "./context.ts";
import { tableOf, type Search, type Writer } from "./store.ts";

export type { AnyJob, JobDeclaration } from "./context.ts";

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

function jobKey({ id, due }: Pick<JobRecord, "id" | "due">): string {
  return `${dueKey(due)}:${snowflakeKey(id)}`;
}

export const jobs = tableOf<JobRecord>()({ name: "job", key: jobKey });

/** The jobs due until an instant, itself included: ";" follows ":" in text order. */
export function dueUntil(until: Millis, limit: number): Search<never> {
  return { before: `${dueKey(until)};`, limit };
}

/** Tries after which a job is given up and reported. */
export const JOB_ATTEMPTS_MAX = 12;
/** Wait after the first failure; it doubles with each one up to the longest. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 600_000;
/** Jobs that are read from the store at once. */
const BATCH = 100;

/** What makes a kind of job into one job. */
interface Planned<P> {
  readonly id: string;
  readonly due: Millis;
  readonly payload: P;
}

/** Plans a job in a transaction. */
export function plan<P>(
  tx: Pick<Writer, "put">,
  job: JobDeclaration<P>,
  planned: Planned<P>,
): void {
  tx.put(jobs, { ...planned, name: job.name, attempts: 0 });
}

/**
 * Plans a job unless it is there. That it is there is read, so that no transaction relies on one
 * that another takes away.
 *
 * @returns whether it was planned now
 */
export async function planOnce<P>(
  tx: Pick<Writer, "get" | "put">,
  job: JobDeclaration<P>,
  planned: Planned<P>,
): Promise<boolean> {
  const { id, due } = planned;
  if ((await tx.get(jobs, jobKey({ id, due }))) !== undefined) return false;
  plan(tx, job, planned);
  return true;
}

export interface JobRunner {
  /** Says that a job was planned for an instant. */
  planned(due: Millis): void;
  /** Finds what was planned before the start. */
  start(): Promise<void>;
  /** Forgets the next instant, and resolves when what runs has ended. */
  stop(): Promise<void>;
}

export interface JobDeps {
  readonly clock: Clock;
  readonly transaction: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>;
  readonly find: (search: Search<never>) => Promise<readonly JobRecord[]>;
  readonly kinds: readonly AnyJob[];
  readonly failed: (job: string, error: unknown, givenUp: boolean) => void;
}

/** Runs jobs when they fall due on the one clock, in order of their instants. */
export function jobRunner(means: JobDeps): JobRunner {
  return new Runner(means);
}

class Runner implements JobRunner {
  readonly #means: JobDeps;
  readonly #kinds: ReadonlyMap<string, AnyJob>;
  #next: { readonly at: Millis; readonly cancel: Cancel } | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(means: JobDeps) {
    this.#means = means;
    this.#kinds = new Map(means.kinds.map((kind) => [kind.name, kind]));
  }

  planned(due: Millis): void {
    if (this.#isStopped || (this.#next !== undefined && this.#next.at <= due)) return;
    this.#disarm();
    const cancel = this.#means.clock.wake(due, () => {
      this.#next = undefined;
      this.#running = this.#running
        .then(() => this.#runDue())
        .catch((error: unknown) => this.#tryLater(error));
      return this.#running;
    });
    this.#next = { at: due, cancel };
  }

  async start(): Promise<void> {
    this.#isStopped = false;
    await this.#armNext();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#disarm();
    await this.#running;
  }

  async #runDue(): Promise<void> {
    if (this.#isStopped) return;
    const due = await this.#means.find(dueUntil(this.#means.clock.now(), BATCH));
    for (const job of due) {
      if (!this.#isStopped) await runOne(this.#means, this.#kinds, job);
    }
    await (due.length > 0 ? this.#runDue() : this.#armNext());
  }

  /** The store did not answer: whatever is due is still there. */
  #tryLater(error: unknown): void {
    this.#means.failed("any", error, false);
    this.planned(this.#means.clock.now() + FIRST_RETRY_MS);
  }

  async #armNext(): Promise<void> {
    const [first] = await this.#means.find({ limit: 1 });
    if (first !== undefined) this.planned(first.due);
  }

  #disarm(): void {
    this.#next?.cancel();
    this.#next = undefined;
  }
}

/** Does a job's work and takes the job away, in one transaction. */
async function runOne(
  means: JobDeps,
  kinds: ReadonlyMap<string, AnyJob>,
  job: JobRecord,
): Promise<void> {
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
    await putOff(means, job, error);
  }
}

async function putOff(means: JobDeps, job: JobRecord, error: unknown): Promise<void> {
  const attempts = job.attempts + 1;
  const isGivenUp = attempts >= JOB_ATTEMPTS_MAX;
  means.failed(job.name, error, isGivenUp);
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
  await means.transaction(async (ctx) => {
    // A reset, or another process, may have taken it away meanwhile.
    if ((await ctx.tx.get(jobs, jobs.key(job))) === undefined) return;
    ctx.tx.delete(jobs, jobs.key(job));
    if (!isGivenUp) ctx.tx.put(jobs, { ...job, attempts, due: ctx.now + waitMs });
  });
}
