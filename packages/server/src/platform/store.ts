// The port through which everything that lasts is kept, records in declared tables, and through which
// events reach those who follow them. Two adapters implement it, and pass one conformance suite.
import type { Scope } from "@antechamber/contract";
import type { Millis } from "./clock.ts";
import type { Cause } from "./journal.ts";
import { FencedError, type Processes } from "./processes.ts";
import type { LateVersions, TableVersions } from "./cache-dependencies.ts";
import { deadlineIndex } from "./deadline-index.ts";
import type { Default } from "./records/stored-form.ts";

/**
 * A declared kind of record, with the names of its indexes and of what is unique. Records are JSON
 * objects and are never changed in place.
 */
export interface Table<R extends object, I extends string = string, U extends string = string> {
  /** Lower case with underscores; unique in the service. */
  readonly name: string;
  /** One that `keyOfIds` gives says which fields it is made of: records are stored without them. */
  readonly key: (record: R) => string;
  /**
   * What fields hold in most records, which are stored without those that do. One that changes, or
   * goes, comes with a migration.
   */
  readonly defaults: Readonly<Record<string, Default>>;
  /** An index may give several values for one record (the members of a role), or none. */
  readonly indexes: Readonly<Record<I, (record: R) => string | readonly string[] | undefined>>;
  /** At most one record has each value; held by the database when the transaction ends. */
  readonly unique: Readonly<Record<U, (record: R) => string | undefined>>;
  /**
   * When the next thing falls due for a record; undefined: nothing does. What is done then is bound
   * by `onDeadline`. The records stand in an index in the order of their deadlines.
   */
  readonly deadline?: ((record: R) => Millis | undefined) | undefined;
  /**
   * Every process learns where records change, so that it can keep what it made of others. Each
   * commit that changes some says so in the log.
   */
  readonly isWatched?: boolean;
  /** Its records are read again soon after they were written: SQLite's store remembers them. */
  readonly isReadBack?: boolean;
  /**
   * A field that takes most of a record's room, and is seldom looked at: SQLite's store reads it
   * when it is asked for.
   */
  readonly readLate?: string;
  /**
   * A record takes a few hundred bytes, and there may be very many: SQLite then keeps them in the
   * order of their keys, and no second copy of each key. A file in which the table is already keeps
   * it as it is.
   */
  readonly isSmall?: boolean;
  /**
   * Brings stored records up to a version from the one before, under the same key, or takes one
   * away: undefined. The highest is the version that records have now; without any it is 1.
   */
  readonly migrations: Readonly<Record<number, (old: never) => object | undefined>>;
}

/** Any table, where the kind of record does not matter. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of tables of different records has no common record type
export type AnyTable = Table<any>;

/** The fields that every record has. */
type FixedFields<R> = { [K in keyof R]-?: undefined extends R[K] ? never : K }[keyof R];
type Declaration<R extends object> = Partial<Omit<Table<R>, "defaults">> &
  Pick<Table<R>, "name" | "key"> & {
    readonly defaults?: { readonly [K in FixedFields<R>]?: R[K] & Default };
  };
/** A default of another field would be read into records that never had it. */
interface OfFixedFields<R extends object, D extends Declaration<R>> {
  readonly defaults?: {
    readonly [K in keyof D["defaults"] as string extends K ? never : K]: K extends FixedFields<R>
      ? unknown
      : never;
  };
}
type NamesIn<D, K extends string> =
  D extends Readonly<Record<K, infer Of>> ? keyof Of & string : never;

/** Declares a table for records of one type. */
export function tableOf<R extends object>() {
  return <const D extends Declaration<R>>(
    declaration: D & OfFixedFields<R, D>,
  ): Table<R, NamesIn<D, "indexes">, NamesIn<D, "unique">> & Omit<D, "key"> => {
    const { deadline, indexes = {} } = declaration;
    const ofDeadline = deadline === undefined ? {} : { deadline: deadlineIndex<R>(deadline) };
    return {
      unique: {},
      defaults: {},
      migrations: {},
      ...declaration,
      indexes: { ...indexes, ...ofDeadline },
    };
  };
}

/**
 * Gives what an index or a unique declaration reads a version other than 1. Raise it whenever a
 * stored record would now get other values, be it through a helper: the entries are then made anew
 * when a store is opened.
 *
 * @public
 */
export function atVersion<F extends (record: never) => unknown>(version: number, read: F): F {
  return Object.assign((record: never) => read(record), { version }) as unknown as F;
}

/**
 * Says that an index gives one record so many values (the words of a text) that a transaction which
 * reads any of them locks them all.
 *
 * @public
 */
export function ofManyValues<F extends (record: never) => unknown>(read: F): F {
  return Object.assign(read, { hasManyValues: true });
}

/** Which records a search gives. Keys are compared as text; the bounds themselves are left out. */
export interface Search<I extends string = string> {
  /** With `value`: only records to which this index gives this value. Absent: the whole table. */
  readonly index?: I;
  readonly value?: string;
  readonly after?: string;
  readonly before?: string;
  readonly newestFirst?: boolean;
  readonly limit?: number;
}

/** Which records have a value that begins with a text: with an empty one, all that have a value. */
export interface PrefixSearch<I extends string = string> {
  readonly index: I;
  /** Without NUL and halves of surrogate pairs. */
  readonly prefix: string;
  readonly limit: number;
  /** This value, and those that follow it, are left out. */
  readonly before?: string;
  /** Where the page before ended. */
  readonly after?: { readonly value: string; readonly key: string };
}

/** A record with one of the values by which it was found. */
export interface PrefixHit<R extends object> {
  readonly value: string;
  readonly record: R;
}

/** A consistent view of the store. Within a transaction it shows the transaction's own writes too. */
export interface Reader {
  /** The record under a key, or undefined. */
  get<R extends object>(table: Table<R>, key: string): Promise<R | undefined>;
  /** The one record to which a unique declaration gives this value, or undefined. */
  lookup<R extends object, U extends string = string>(
    table: Table<R, string, U>,
    unique: NoInfer<U>,
    value: string,
  ): Promise<R | undefined>;
  /** Records in key order. */
  find<R extends object, I extends string = string>(
    table: Table<R, I>,
    search?: Search<NoInfer<I>>,
  ): Promise<readonly R[]>;
  /** How many records `find` would give; with a limit, it counts no further. */
  count<R extends object, I extends string = string>(
    table: Table<R, I>,
    search?: Search<NoInfer<I>>,
  ): Promise<number>;
  /** Records in the order of their values that begin so. One that has several stands there as often. */
  findByPrefix<R extends object, I extends string = string>(
    table: Table<R, I>,
    search: PrefixSearch<NoInfer<I>>,
  ): Promise<readonly PrefixHit<R>[]>;
}

/** A view that writes. Writes go out together when the work ends well, deletes first. */
export interface Writer extends Reader {
  put<R extends object>(table: Table<R>, record: R): void;
  /**
   * Puts a record under a key that was just made. Where several processes make keys, one that is
   * taken fails the transaction, which runs again; the other record stays.
   */
  insert<R extends object>(table: Table<R>, record: R): void;
  delete<R extends object>(table: Table<R>, key: string): void;
  /** Adds an event, which is delivered after the commit. */
  append(event: EventRecord): void;
}

/** An event as it is delivered. */
export interface EventRecord {
  readonly name: string;
  readonly scope: Scope;
  readonly payload: unknown;
  /** Unix milliseconds on the service's clock. */
  readonly at: number;
  /** What it came of; absent where nobody writes that down. */
  readonly cause?: Cause | undefined;
}

/** Where an event stands in a log that several processes read. Places compare as text. */
export type LogPlace = string;

/**
 * Receives events in batches, in commit order.
 *
 * @param places where they stand, one for each; absent where one process reads the log
 */
export type EventListener = (events: readonly EventRecord[], places?: readonly LogPlace[]) => void;

export interface PlacedEvent {
  readonly place: LogPlace;
  readonly event: EventRecord;
}

/** A part of a log. */
export interface LogPage {
  readonly events: readonly PlacedEvent[];
  /** Behind which there may be more; undefined where there is nothing. */
  readonly next: LogPlace | undefined;
}

/** Receives the names of events that a listener could not deal with, and what it threw. */
export type EventFailure = (names: readonly string[], error: unknown) => void;

/**
 * What is left of a log once it was trimmed: nothing, what may not be forgotten yet, or what other
 * processes have yet to say that they received, which they do in real time.
 */
export type LeftInLog = "nothing" | "recent" | "unread";

export interface EventLog {
  /**
   * Receives every event committed from now on, in commit order and each once, in batches. On
   * SQLite a transaction's promise resolves after the listeners were called with its events. On
   * PostgreSQL they are called soon afterwards: `look` waits for that. An older transaction that
   * still runs holds events back there; then they follow at its end.
   *
   * @param missed is called when events were trimmed before this process received them: it had
   *   stood still for long
   * @param receives whether the listener needs events for sessions now. While none does, those that
   *   other processes write are left out. Absent: it always does.
   */
  follow(listener: EventListener, missed?: () => void, receives?: () => boolean): () => void;
  /**
   * Is called when a listener threw, which then goes on with the next events; where nobody is, that
   * ends the process.
   */
  whenFailed(report: EventFailure): () => void;
  /**
   * Looks for what other processes committed now, and not when it would by itself. Resolves once
   * listeners have received what it found; a database that does not answer is looked into later.
   */
  look(): Promise<void>;
  /** Has the others look so, as far as they can be reached; absent where there are none. */
  wakeOthers?(): void;
  /** The first events behind a place, as far as no running transaction can get in before them. */
  since(place: LogPlace, limit: number): Promise<LogPage>;
  /** Up to where listeners have received everything; empty where one process reads the log. */
  place(): LogPlace;
  /**
   * Deletes events from before an instant that every follower has received, and what the database's
   * files still show of anything that was deleted.
   *
   * @returns what is left
   */
  trim(before: Millis): Promise<LeftInLog>;
}

/** Every record that the store holds, for export and reset. */
export interface Dump {
  readonly tables: Readonly<Record<string, readonly object[]>>;
}

/** The store was closed, and takes nothing more. */
export class StoreClosedError extends Error {
  override readonly name = "StoreClosedError";

  constructor() {
    super("the store is closed");
  }
}

/** What a store held at one moment, kept beside it until it is dropped or the store is closed. */
export interface StoreSnapshot {
  /** How much room it takes. */
  readonly bytes: number;
  /** The same bytes as `copyBytes` gave then; absent where a store has none. */
  readonly content?: Uint8Array;
  /** Runs work on what the store held then. */
  read<T>(work: (tx: Reader) => Promise<T>): Promise<T>;
  /** Gives its room back; it cannot be read or restored any more. */
  drop(): Promise<void>;
}

/** The snapshot was dropped, here or by another process. */
export class SnapshotDroppedError extends Error {
  override readonly name = "SnapshotDroppedError";

  constructor() {
    super("the snapshot was dropped");
  }
}

/** A snapshot that every process of a store finds, with what was written down of it. */
export interface SharedSnapshot {
  readonly stored: StoreSnapshot;
  /** As JSON has it. */
  readonly facts: object;
}

/** What all processes of a store have in common of what each of them took. */
export interface SharedSnapshots {
  all(): Promise<readonly SharedSnapshot[]>;
  /**
   * Keeps what is committed, while no other process does.
   *
   * @param look is shown what it holds, on the way
   * @param describe gives what is written down of it; what it throws undoes all
   */
  take(
    look: (tx: Reader) => Promise<void>,
    describe: (others: readonly SharedSnapshot[], bytes: number) => object,
  ): Promise<SharedSnapshot>;
}

/** Which of several processes does what has fallen due. */
export interface DueClaims {
  /**
   * Takes what nobody else has who lives.
   *
   * @returns the names that are this process's until it gives them back, or ends
   */
  take(names: readonly string[]): Promise<ReadonlySet<string>>;
  giveBack(names: readonly string[]): Promise<void>;
}

/** What the work of a store has cost since it was opened. */
export interface StoreEffort {
  transactions: number;
  /** How often they were begun: again whenever another was in their way. */
  attempts: number;
  /** How often they, and reads, waited for the database. */
  exchanges: number;
}

export interface Store {
  /** Runs work on a consistent snapshot of what is committed. */
  read<T>(work: (tx: Reader) => Promise<T>): Promise<T>;
  /**
   * Runs work as if alone, and resolves when its writes are durable. The work may run again after a
   * conflict, so it does nothing but through `tx`. A throw undoes all.
   *
   * @throws ConflictError when it conflicted too often, or broke a unique declaration for good
   */
  transaction<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  /**
   * The same for work that nobody waits for, on connections of its own, so that calls find theirs
   * free. Absent where there are none.
   */
  readonly background?: Pick<Store, "read" | "transaction">;
  /** Runs work while no other process runs any this way; it may use the store. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  readonly log: EventLog;
  /**
   * Calls back before commits hold up everything else in this process, until what it gives is
   * called. Absent where they hold up nothing.
   */
  beforeCommits?(call: () => void): () => void;
  /** Absent where one process does all that falls due. */
  readonly dueClaims?: DueClaims;
  readonly processes: Processes;
  /** Absent where nothing is done twice, and nothing far away is waited for. */
  readonly effort?: Readonly<StoreEffort>;
  /** Absent where other processes may write unseen. */
  readonly versions?: TableVersions;
  /**
   * The same for watched tables where other processes write: what they wrote is known a moment
   * later, and nothing holds while it is not.
   */
  readonly lateVersions?: LateVersions;
  dump(): Promise<Dump>;
  /**
   * Everything that is committed, as bytes on which another store in memory can be opened. Absent
   * where a database has no such form: there, `dump` has the records.
   */
  copyBytes?(): Promise<Uint8Array>;
  /** How much room its records take, in bytes. Absent where that is not known at once. */
  size?(): number;
  /**
   * Replaces every record; events that are not delivered yet are dropped.
   *
   * @param further works on what was loaded, under the same commit
   */
  load(dump: Dump, further?: (tx: Writer) => Promise<void>): Promise<void>;
  /**
   * Keeps what is committed: everything that was acknowledged before the call is in it.
   *
   * @param look is shown what it holds, on the way
   */
  snapshot(look?: (tx: Reader) => Promise<void>): Promise<StoreSnapshot>;
  /** Absent where one process has the store. */
  readonly sharedSnapshots?: SharedSnapshots;
  /**
   * Puts every record back to a snapshot of this store, or of another one of the same adapter and
   * tables; events that are not delivered yet are dropped. It is durable when the promise resolves.
   *
   * @param further works on what was restored, under the same commit
   */
  restore(snapshot: StoreSnapshot, further?: (tx: Writer) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Another writer won, again and again, or a unique value is taken. */
export class ConflictError extends Error {
  override readonly name = "ConflictError";
}

/** The store was written by a newer version of the service, or cannot be opened. */
export class StoreOpenError extends Error {
  override readonly name = "StoreOpenError";
}

/** The database does not answer, or takes no writes for now. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** The store cannot take the call now, and may take it when it is made again. */
export function isUnavailable(error: unknown): boolean {
  return [ConflictError, FencedError, UnreachableError].some((kind) => error instanceof kind);
}

/**
 * What a database says of itself when it fails, or undefined for another error: SQLite's carry
 * their number, PostgreSQL's their severity.
 */
export function storeFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, severity } = error as { readonly code?: unknown; readonly severity?: unknown };
  const isOfStore = code === "ERR_SQLITE_ERROR" || typeof severity === "string";
  return isOfStore ? error.message : undefined;
}
