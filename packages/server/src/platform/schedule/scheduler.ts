// Runs due work, jobs and deadlines of records alike, in the order of their instants on the one
// clock. It tracks for each table when the next item falls due, from the store at its start and
// then from commits, and sleeps until the earliest.
import { Alarm } from "../time/alarm.ts";
import type { Cancel, Clock, Millis } from "../clock.ts";
import { definedFields } from "../defined-fields.ts";
import {
  FIRST_RETRY_MS,
  type DueItem,
  type DueList,
  type DueSearch,
  type DueSource,
} from "./due.ts";
import { StoreClosedError, type DueClaims, type Reader } from "../store.ts";
import { SerialQueue } from "../async/serial-queue.ts";
import { compareText, instantKey } from "../records/storage-keys.ts";
import type { KnownInstants, Scheduler, UpcomingItem, UpcomingPage } from "../scheduler.ts";

export interface SchedulerDeps {
  readonly clock: Clock;
  readonly sources: readonly DueSource[];
  /** Items that other parts run by themselves: they are listed, and never run here. */
  readonly listed?: readonly DueList[] | undefined;
  /** Whether other processes run all of it, and this one only lists it; absent: it is run here. */
  readonly runsElsewhere?: boolean | undefined;
  /** Present if other processes run due work, too; absent: only this one does. */
  readonly shared?: SharedWork | undefined;
  /** Called when the store did not answer. */
  readonly failed: (error: unknown) => void;
}

export interface SharedWork {
  readonly claims: DueClaims;
  readonly read: <T>(work: (tx: Reader) => Promise<T>) => Promise<T>;
  /** Whether no other process is running just now. */
  readonly isAlone: () => boolean;
}

/** How often it polls for what other processes planned. Real milliseconds. */
const POLL_MS = 250;
/** The number of due records that are read at once from each table. */
const BATCH = 100;
/** The number of records of one table and instant that run concurrently: they share a commit. */
const CONCURRENT_MAX = 16;
/**
 * In a store that several processes may share, where a commit takes long, records that fall due
 * within this span run concurrently, so that nothing is late when much falls due all the time.
 */
const SHARED_SPAN_MS = 1000;

export function openScheduler(deps: SchedulerDeps): Scheduler {
  return new ClockScheduler(deps);
}

interface TableSchedule {
  readonly source: DueSource;
  /** A lower bound of the instants at which records fall due; undefined: none falls due. */
  next: Millis | undefined;
}

class ClockScheduler implements Scheduler {
  readonly #deps: SchedulerDeps;
  readonly #schedules: ReadonlyMap<string, TableSchedule>;
  readonly #alarm: Alarm;
  readonly #turns = new SerialQueue();
  #isStopped: boolean;
  #cancelPoll: Cancel | undefined;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    this.#isStopped = deps.runsElsewhere === true;
    this.#alarm = new Alarm(deps.clock, () =>
      this.#turns.run(() => this.#runDue()).catch((error: unknown) => this.#retryLater(error)),
    );
    this.#schedules = new Map(
      deps.sources.map((source) => [source.table, { source, next: undefined }]),
    );
  }

  notePlanned(table: string, at: Millis): void {
    const schedule = this.#schedules.get(table);
    if (schedule === undefined || this.#isStopped) return;
    noteInstant(schedule, at);
    this.#wakeAt(at);
  }

  async upcoming({ after: id, limit }: UpcomingPage): Promise<readonly UpcomingItem[]> {
    const from = id === undefined ? undefined : positionOf(id);
    const { sources, listed = [] } = this.#deps;
    const found = await Promise.all(
      [...sources, ...listed].map((source) => {
        const after = from === undefined ? undefined : positionAfter(source, from);
        return source.find({ limit, ...definedFields({ after }) });
      }),
    );
    return inOrder(found)
      .slice(0, limit)
      .map(({ at, kind, subject, table, key }) => ({
        id: idOf({ at, table, key }),
        kind,
        at,
        subject,
      }));
  }

  async start(instants?: KnownInstants): Promise<void> {
    if (this.#deps.runsElsewhere === true) return;
    this.#isStopped = false;
    for (const [table, schedule] of this.#schedules) {
      schedule.next = instants?.get(table);
      const [first] = instants === undefined ? await schedule.source.find({ limit: 1 }) : [];
      if (first !== undefined) noteInstant(schedule, first.at);
    }
    this.#arm();
    this.#schedulePoll();
  }

  async poll(): Promise<void> {
    const { shared } = this.#deps;
    if (shared !== undefined) await this.#turns.run(() => this.#poll(shared));
  }

  knownInstants(): KnownInstants {
    const instants = [...this.#schedules].flatMap(([table, { next }]) =>
      next === undefined ? [] : [[table, next] as const],
    );
    return new Map(instants);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#alarm.cancel();
    this.#cancelPoll?.();
    await this.#turns.idle();
  }

  #wakeAt(at: Millis): void {
    if (!this.#isStopped) this.#alarm.setNoLaterThan(at);
  }

  #schedulePoll(): void {
    const { shared, clock, failed } = this.#deps;
    if (shared === undefined || this.#isStopped) return;
    this.#cancelPoll?.();
    this.#cancelPoll = clock.after(POLL_MS, () => {
      void this.#turns
        .run(() => this.#poll(shared))
        .catch((error: unknown) => {
          // Nothing falls due in a closed store.
          if (error instanceof StoreClosedError) this.#isStopped = true;
          else failed(error);
        })
        .finally(() => this.#schedulePoll());
    });
  }

  /** Finds what other processes have planned, and what they left when they ended. */
  async #poll({ read }: SharedWork): Promise<void> {
    if (this.#isStopped) return;
    const all = [...this.#schedules.values()];
    const firsts = await read((tx) =>
      Promise.all(all.map(({ source }) => source.find({ limit: 1 }, tx))),
    );
    for (const [nth, schedule] of all.entries()) {
      const first = firsts[nth]?.[0];
      if (first !== undefined) noteInstant(schedule, first.at);
    }
    this.#arm();
  }

  /** Runs what no other process has claimed. There is no order across processes. */
  async #runShared({ claims, isAlone }: SharedWork): Promise<void> {
    for (let due = await this.#findDue(); due.length > 0; due = await this.#findDue()) {
      const claimed = await claims.take(due.map(claimOf));
      const own = due.filter((item) => claimed.has(claimOf(item)));
      if (own.length === 0) {
        // Other processes run it; the next poll finds what is left of it.
        for (const schedule of this.#schedules.values()) schedule.next = undefined;
        return;
      }
      try {
        await this.#runGroups(isAlone() ? this.#groups(own, SHARED_SPAN_MS) : chunksOf(own));
      } finally {
        await claims.release([...claimed]);
      }
    }
    this.#arm();
  }

  async #runDue(): Promise<void> {
    const { shared } = this.#deps;
    if (shared !== undefined) return this.#runShared(shared);
    for (let due = await this.#findDue(); due.length > 0; due = await this.#findDue()) {
      await this.#runGroups(this.#groups(due));
    }
    this.#arm();
  }

  async #runGroups(groups: readonly (readonly DueItem[])[]): Promise<void> {
    for (const group of groups) {
      if (this.#isStopped) return;
      await allSettled(group);
    }
  }

  /** The first items that are due now. Only tables that may have some are read. */
  async #findDue(): Promise<readonly DueItem[]> {
    if (this.#isStopped) return [];
    const now = this.#deps.clock.now();
    const found: (readonly DueItem[])[] = [];
    for (const schedule of this.#schedules.values()) {
      if (schedule.next !== undefined && schedule.next <= now)
        found.push(await findDueIn(schedule, now));
    }
    return inOrder(found).slice(0, BATCH);
  }

  /**
   * Groups the items that may run concurrently.
   *
   * @param spanMs the instants of a group lie less than this far apart
   */
  #groups(due: readonly DueItem[], spanMs = 1): readonly (readonly DueItem[])[] {
    const groups: DueItem[][] = [];
    for (const item of due) {
      const group = groups.at(-1);
      const [first] = group ?? [];
      const isAlike = first?.table === item.table && item.at - first.at < spanMs;
      const mayJoin = this.#schedules.get(item.table)?.source.keepsOrder === false;
      if (group !== undefined && isAlike && mayJoin && group.length < CONCURRENT_MAX)
        group.push(item);
      else groups.push([item]);
    }
    return groups;
  }

  /** Retries after the store did not answer: whatever is due is still there. */
  #retryLater(error: unknown): void {
    this.#deps.failed(error);
    this.#wakeAt(this.#deps.clock.now() + FIRST_RETRY_MS);
  }

  #arm(): void {
    for (const { next } of this.#schedules.values()) if (next !== undefined) this.#wakeAt(next);
  }
}

function claimOf({ table, key }: DueItem): string {
  return `${table} ${key}`;
}

function noteInstant(schedule: TableSchedule, at: Millis): void {
  schedule.next = schedule.next === undefined ? at : Math.min(schedule.next, at);
}

/**
 * Finds the due items of a table, which is read again until there are none; then its next instant
 * is known.
 */
async function findDueIn(schedule: TableSchedule, now: Millis): Promise<readonly DueItem[]> {
  // Instants of commits during the read are added meanwhile.
  schedule.next = undefined;
  try {
    const found = await schedule.source.find({ until: now, limit: BATCH });
    const [first] = found.length > 0 ? found : await schedule.source.find({ limit: 1 });
    if (first !== undefined) noteInstant(schedule, first.at);
    return found;
  } catch (error) {
    noteInstant(schedule, now);
    throw error;
  }
}

function chunksOf(due: readonly DueItem[]): readonly (readonly DueItem[])[] {
  const chunks: (readonly DueItem[])[] = [];
  for (let from = 0; from < due.length; from += CONCURRENT_MAX)
    chunks.push(due.slice(from, from + CONCURRENT_MAX));
  return chunks;
}

/** Waits for all items, even if one of them could not even be put off. */
async function allSettled(items: readonly DueItem[]): Promise<void> {
  const results = await Promise.allSettled(items.map((item) => item.run()));
  const failure = results.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
}

/** By instant, then by table; each list is in order already. */
function inOrder<I extends Pick<DueItem, "at" | "table">>(
  lists: readonly (readonly I[])[],
): readonly I[] {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only;
  return lists.flat().toSorted((a, b) => a.at - b.at || compareText(a.table, b.table));
}

/** A position in the list of due items. */
type Position = Pick<DueItem, "at" | "table" | "key">;

function idOf({ at, table, key }: Position): string {
  return `${instantKey(at)}.${table}.${key}`;
}

function positionOf(id: string): Position {
  const [, at = "", table = "", key = ""] = /^(\d{15})\.([A-Za-z]\w*)\.(.+)$/s.exec(id) ?? [];
  if (key === "") throw new RangeError(`nothing that falls due is called ${JSON.stringify(id)}`);
  return { at: Number(at), table, key };
}

/** Where the list continues in one table. */
function positionAfter({ table }: DueList, from: Position): NonNullable<DueSearch["after"]> {
  const order = compareText(table, from.table);
  if (order === 0) return { at: from.at, key: from.key };
  return { at: order < 0 ? from.at : from.at - 1 };
}
