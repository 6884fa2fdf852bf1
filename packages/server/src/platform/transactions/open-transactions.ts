// Creates the context of every operation: one instant, one transaction, and the events and jobs
// that are recorded with it.
import type { EventDeclaration, Payload, Scope } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../api-error.ts";
import type { Clock, Millis } from "../clock.ts";
import type { AnyJob, Context, JobDeclaration, ReadContext, Settings } from "../context.ts";
import { dueAt, withCause } from "../deadline-index.ts";
import { deadlineSource, type Deadline } from "../schedule/deadlines.ts";
import type { DueDeps, DueList } from "../schedule/due.ts";
import type { Ids } from "../ids.ts";
import type { Journal, Origin } from "../journal.ts";
import { jobs, jobSource, plan } from "../schedule/jobs.ts";
import type { Random } from "../random.ts";
import { runEventHooks, eventHooksOf, type EventHook, type EventHooks } from "../event-hooks.ts";
import { openScheduler } from "../schedule/scheduler.ts";
import type { Scheduler } from "../scheduler.ts";
import { ObservedContext, ObservedReader } from "../cache/observed-read.ts";
import type { EventRecord, PrefixSearch, Search, Store, Table, Writer } from "../store.ts";
import type { Transactions } from "../transactions.ts";
import type { CacheDependencies, TableVersions } from "../cache-dependencies.ts";

export interface WorkDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly jobKinds: readonly AnyJob[];
  /** The work to do at the deadlines of records. */
  readonly deadlines?: readonly Deadline[];
  /** Due items that other parts run by themselves, for the listing. */
  readonly listed?: readonly ((deps: Pick<DueDeps, "read">) => DueList)[];
  /** Whether other processes run due work; absent: it is run here. */
  readonly runsElsewhere?: boolean | undefined;
  /** Hooks that run in a transaction when it records an event. */
  readonly eventHooks?: readonly EventHook[];
  /** Called when due work failed. */
  readonly jobFailed: DueDeps["failed"];
  /** The journal in which due work and its results are recorded; absent: none. */
  readonly journal?: Journal | undefined;
  /** Called after every commit, with the names of the events that it wrote. */
  readonly committed?: (events: readonly string[]) => void;
}

/** Opens the transactions of one world on its store, clock and ids. */
export function openTransactions(deps: WorkDeps): Transactions {
  const { store, clock, settings } = deps;
  const hooksOf = eventHooksOf(deps.eventHooks);

  function read<T>(work: (ctx: ReadContext) => Promise<T>, origin?: Origin): Promise<T> {
    const now = clock.now();
    return store.read((tx) => work({ now, tx, settings, origin }));
  }

  /** Runs work, and the aftermath of its refusal, if there is one. */
  async function transaction<T>(
    work: (ctx: Context) => Promise<T>,
    origin?: Origin,
    access: Pick<Store, "transaction"> = store,
  ): Promise<T> {
    // Not the writer itself, which would keep all its writes in memory until the commit.
    let notes: TransactionNotes | undefined;
    let result: T;
    try {
      result = await access.transaction(async (stored) => {
        // Taken for each attempt: a retry reads what others wrote since the one before.
        const now = clock.now();
        const ctx = new WorkContext(deps, hooksOf, { now, stored, origin });
        notes = ctx.tx.notes;
        const done = await work(ctx);
        if (ctx.hookedEvents !== undefined) await runEventHooks(ctx, ctx.hookedEvents, hooksOf);
        return done;
      });
    } catch (error) {
      const aftermath = error instanceof ApiError ? error.aftermath : undefined;
      if (aftermath !== undefined) await transaction(aftermath, origin, access);
      throw error;
    }
    deps.committed?.(notes?.events ?? []);
    for (const [table, at] of notes?.earliest ?? []) scheduler.notePlanned(table, at);
    return result;
  }

  const background = store.background ?? store;
  const due: DueDeps = {
    read: (work) => background.read(work),
    transaction: (work, origin) => transaction(work, origin, background),
    failed: deps.jobFailed,
    journal: deps.journal,
    isShared: store.dueClaims !== undefined,
  };
  const scheduler = schedulerOf(deps, due);

  const { lateVersions, versions = lateVersions } = store;
  const observe = versions === undefined ? unobserved(read) : observedReads(deps, versions);
  const holds = (dependencies: CacheDependencies) => versions?.holds(dependencies) ?? false;
  const catchUp = lateVersions && (() => lateVersions.catchUp());
  const of = (origin: Origin | undefined): Transactions => ({
    read: (work, own = origin) => read(work, own),
    transaction: (work, own = origin) => transaction(work, own),
    observe: (work, own = origin) => observe(work, own),
    holds,
    catchUp,
    of,
    scheduler,
  });
  return of(undefined);
}

/** The scheduler of the jobs and deadlines of these transactions. */
function schedulerOf(deps: WorkDeps, due: DueDeps): Scheduler {
  const { store, clock, jobKinds, deadlines = [], listed, runsElsewhere, jobFailed } = deps;
  return openScheduler({
    clock,
    sources: [
      jobSource(due, jobKinds),
      ...deadlines.map((deadline) => deadlineSource(due, deadline)),
    ],
    listed: listed?.map((list) => list(due)),
    runsElsewhere,
    shared: store.dueClaims && {
      claims: store.dueClaims,
      read: due.read,
      isAlone: () => store.processes.living().length <= 1,
    },
    failed: (error) => jobFailed("any", { error, isGivenUp: false }),
  });
}

/** The number of characters that an id takes in a key. */
const ID_KEY_LENGTH = snowflakeKey("").length;

/** What is needed of a transaction after its commit. */
interface TransactionNotes {
  /** The first instant at which a record falls due, by table. */
  earliest: Map<string, Millis> | undefined;
  /** The names of the events that it appended. */
  readonly events: string[];
}

/** The view of one transaction, which notes when the records that it puts fall due. */
class PlanningWriter implements Writer {
  readonly notes: TransactionNotes = { earliest: undefined, events: [] };
  /** Ids that were generated in it, as keys contain them; absent: none. */
  #ownIds: Set<string> | undefined;
  readonly #tx: Writer;
  readonly #origin: Origin | undefined;

  constructor(tx: Writer, origin: Origin | undefined) {
    this.#tx = tx;
    this.#origin = origin;
  }

  /** Notes an id that was generated in this transaction. */
  addOwnId(id: string): void {
    (this.#ownIds ??= new Set()).add(snowflakeKey(id));
  }

  noteDeadline(table: string, at: Millis): void {
    const earliest = (this.notes.earliest ??= new Map<string, Millis>());
    earliest.set(table, Math.min(at, earliest.get(table) ?? at));
  }

  put<R extends object>(table: Table<R>, record: R): void {
    const at = table.deadline === undefined ? undefined : dueAt(table.deadline, record);
    if (at === undefined) return this.#putOrInsert(table, record);
    this.#putOrInsert(table, withCause(record, this.#origin?.cause));
    this.noteDeadline(table.name, at);
  }

  insert<R extends object>(table: Table<R>, record: R): void {
    this.#tx.insert(table, record);
  }

  /** A record under an id of this very transaction cannot replace another. */
  #putOrInsert<R extends object>(table: Table<R>, record: R): void {
    const isNew = this.#ownIds?.has(table.key(record).slice(-ID_KEY_LENGTH)) === true;
    if (isNew) this.#tx.insert(table, record);
    else this.#tx.put(table, record);
  }

  get<R extends object>(table: Table<R>, key: string): Promise<R | undefined> {
    return this.#tx.get(table, key);
  }

  lookup<R extends object>(table: Table<R>, unique: string, value: string): Promise<R | undefined> {
    return this.#tx.lookup(table, unique, value);
  }

  find<R extends object>(table: Table<R>, search?: Search): Promise<readonly R[]> {
    return this.#tx.find(table, search);
  }

  count<R extends object>(table: Table<R>, search?: Search): Promise<number> {
    return this.#tx.count(table, search);
  }

  findByPrefix<R extends object>(table: Table<R>, search: PrefixSearch) {
    return this.#tx.findByPrefix(table, search);
  }

  delete<R extends object>(table: Table<R>, key: string): void {
    this.#tx.delete(table, key);
  }

  append(event: EventRecord): void {
    this.notes.events.push(event.name);
    this.#tx.append(event);
  }
}

interface TransactionParts {
  readonly now: Millis;
  /** The view of the store. */
  readonly stored: Writer;
  readonly origin: Origin | undefined;
}

/** The context of one transaction. */
class WorkContext implements Context {
  readonly now: Millis;
  readonly tx: PlanningWriter;
  readonly settings: Settings;
  readonly random: Random;
  readonly origin: Origin | undefined;
  /** The events so far that have hooks; absent: none. */
  hookedEvents: EventRecord[] | undefined;
  readonly #ids: Ids;
  readonly #hooksOf: EventHooks;

  constructor(
    { settings, random, ids }: WorkDeps,
    hooksOf: EventHooks,
    { now, stored, origin }: TransactionParts,
  ) {
    this.now = now;
    this.tx = new PlanningWriter(stored, origin);
    this.settings = settings;
    this.random = random;
    this.origin = origin;
    this.#ids = ids;
    this.#hooksOf = hooksOf;
  }

  id(): string {
    const id = this.#ids.next();
    this.tx.addOwnId(id);
    return id;
  }

  emit<D extends EventDeclaration>(
    { name }: D,
    scope: Extract<Scope, { kind: D["scope"] }>,
    payload: Payload<D>,
  ): void {
    const event = { name, scope, payload, at: this.now, cause: this.origin?.cause };
    this.tx.append(event);
    if (this.#hooksOf(name).length > 0) (this.hookedEvents ??= []).push(event);
  }

  schedule<P>(job: JobDeclaration<P>, at: Millis, payload: P): void {
    plan(this.tx, job, { id: this.#ids.next(), due: at, payload, cause: this.origin?.cause });
    this.tx.noteDeadline(jobs.name, at);
  }
}

/** Reads that track their dependencies. */
function observedReads(
  { store, clock, settings }: WorkDeps,
  versions: TableVersions,
): Transactions["observe"] {
  return (work, origin) => {
    const stamp = versions.stamp();
    const now = clock.now();
    return store.read(async (tx) => {
      const reader = new ObservedReader(tx);
      const ctx = new ObservedContext({ now, tx: reader, settings, origin });
      const value = await work(ctx);
      const dependencies = reader.dependencies(stamp);
      const isCacheable = !ctx.hasReadTime && versions.tracks(dependencies.tables);
      return { value, dependencies: isCacheable ? dependencies : undefined };
    });
  };
}

/** The same for a store whose changes cannot be tracked. */
function unobserved(read: Transactions["read"]): Transactions["observe"] {
  return async (work, origin) => ({ value: await read(work, origin), dependencies: undefined });
}
