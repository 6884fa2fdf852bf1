// Jobs: work due at an instant that belongs to no record. A job is a record itself, so it survives
// a restart; it is deleted in the transaction that does its work, so its effect on the store
// happens once.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Millis } from "../clock.ts";
import type { AnyJob, JobDeclaration } from "../context.ts";
import { definedFields } from "../defined-fields.ts";
import {
  inJournal,
  instantSearch,
  retryDelay,
  type DueDeps,
  type DueItem,
  type DueSearch,
  type DueSource,
} from "./due.ts";
import type { Cause, Origin } from "../journal.ts";
import { PART_END } from "../records/compound-keys.ts";
import { instantKey } from "../records/storage-keys.ts";
import { tableOf, type Reader, type Writer } from "../store.ts";

export interface JobRecord {
  readonly id: string;
  readonly name: string;
  readonly due: Millis;
  readonly attempts: number;
  readonly payload: unknown;
  /** The journal entry that planned it, if there is a journal. */
  readonly cause?: Cause | undefined;
}

/** Kinds that record deadlines have replaced. */
const KINDS_OF_VERSION_1: ReadonlySet<string> = new Set([
  "expire_invite",
  "interaction.deadline",
  "interaction.expire",
  "lobbies.forgetOldMessages",
  "lobbies.idle",
  "lobbies.idle_cohort",
  "messages.forgetEphemeral",
  "oauth.forget_access_token",
  "oauth.forget_browser_session",
  "oauth.forget_code",
  "oauth.forget_device_code",
  "oauth.sweep_refresh_tokens",
  "subscription.periodEnd",
]);

export const jobs = tableOf<JobRecord>()({
  name: "job",
  key: ({ id, due }) => instantKey(due) + PART_END + snowflakeKey(id),
  migrations: {
    2: (old: JobRecord) => (KINDS_OF_VERSION_1.has(old.name) ? undefined : old),
  },
});

/** The fields that make one job of a kind. */
interface Planned<P> {
  readonly id: string;
  readonly due: Millis;
  readonly payload: P;
  readonly cause?: Cause | undefined;
}

/** Plans a job in a transaction. */
export function plan<P>(
  tx: Pick<Writer, "put">,
  job: JobDeclaration<P>,
  planned: Planned<P>,
): void {
  const { cause, ...rest } = planned;
  tx.put(jobs, { ...rest, name: job.name, attempts: 0, ...definedFields({ cause }) });
}

/** The jobs as due items. */
export function jobSource(deps: DueDeps, all: readonly AnyJob[]): DueSource {
  const kinds = new Map(all.map((kind) => [kind.name, kind]));
  return {
    table: jobs.name,
    keepsOrder: true,
    async find(search, view) {
      const readDue = (tx: Reader) =>
        deps.isShared === true
          ? findKnownJobs(tx, search, kinds)
          : tx.find(jobs, instantSearch(search));
      const found = await (view === undefined ? deps.read(readDue) : readDue(view));
      return found.map((job): DueItem => ({
        table: jobs.name,
        key: jobs.key(job),
        at: job.due,
        kind: job.name,
        subject: null,
        run: () =>
          inJournal(deps, { kind: job.name, subject: null, cause: job.cause }, (origin) =>
            runJob(deps, { kind: kinds.get(job.name), job, origin }),
          ),
      }));
    },
  };
}

/** Finds the jobs of known kinds, in their order. */
async function findKnownJobs(
  tx: Reader,
  search: DueSearch,
  kinds: ReadonlyMap<string, AnyJob>,
): Promise<readonly JobRecord[]> {
  const found: JobRecord[] = [];
  let next: DueSearch | undefined = search;
  while (next !== undefined && found.length < search.limit) {
    const page: readonly JobRecord[] = await tx.find(jobs, instantSearch(next));
    found.push(...page.filter(({ name }) => kinds.has(name)));
    const last = page.length < search.limit ? undefined : page.at(-1);
    next = last && { ...search, after: { at: last.due, key: jobs.key(last) } };
  }
  return found.slice(0, search.limit);
}

interface Running {
  readonly kind: AnyJob | undefined;
  readonly job: JobRecord;
  readonly origin: Origin | undefined;
}

/** Does a job's work and deletes the job, in one transaction. */
async function runJob(deps: DueDeps, { kind, job, origin }: Running) {
  try {
    return await deps.transaction(async (ctx) => {
      const current = await ctx.tx.get(jobs, jobs.key(job));
      if (current === undefined) return "not due any more";
      ctx.tx.delete(jobs, jobs.key(job));
      if (kind === undefined) throw new Error(`no such kind of job: ${job.name}`);
      await kind.run(ctx, job.payload as never);
      return "done";
    }, origin);
  } catch (error) {
    await postpone(deps, job, error);
    return "failed";
  }
}

async function postpone(deps: DueDeps, job: JobRecord, error: unknown): Promise<void> {
  const attempts = job.attempts + 1;
  const waitMs = retryDelay(attempts);
  const wasThere = await deps.transaction(async (ctx) => {
    // A reset or another process may have deleted it meanwhile.
    if ((await ctx.tx.get(jobs, jobs.key(job))) === undefined) return false;
    ctx.tx.delete(jobs, jobs.key(job));
    if (waitMs !== undefined) ctx.tx.put(jobs, { ...job, attempts, due: ctx.now + waitMs });
    return true;
  });
  if (wasThere) deps.failed(job.name, { error, isGivenUp: waitMs === undefined });
}
