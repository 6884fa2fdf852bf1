// The storage port: it keeps records in declared tables, and delivers events to their followers.
// Two adapters implement it, and pass one conformance suite.
import type { Scope } from "@antechamber/contract";
import type { Millis } from "./clock.ts";
import type { Cause } from "./journal.ts";
import { FencedError, type Processes } from "./processes.ts";
import type { LateVersions, TableVersions } from "./cache-dependencies.ts";
import { deadlineIndex } from "./deadline-index.ts";
import type { Default } from "./records/stored-form.ts";

/**
 * A declared kind of record, with its indexes and unique values. Records are JSON objects and are
 * never changed in place.
 */
export interface Table<R extends object, I extends string = string, U extends string = string> {
  /** Lower case with underscores; unique in the service. */
  readonly name: string;
  /** A key from `keyOfIds` names the fields that it is made of: records are stored without them. */
  readonly key: (record: R) => string;
  /**
   * The values that fields have in most records, which are stored without them. Changing or
   * removing a default takes a migration.
   */
  readonly defaults: Readonly<Record<string, Default>>;
  /** An index may return several values for one record (the members of a role), or none. */
  readonly indexes: Readonly<Record<I, (record: R) => string | readonly string[] | undefined>>;
  /** At most one record has each value; the database enforces that when the transaction ends. */
  readonly unique: Readonly<Record<U, (record: R) => string | undefined>>;
  /**
   * When a record falls due next; undefined: never. `onDeadline` binds the work to do then. An
   * index orders the records by their deadlines.
   */
  readonly deadline?: ((record: R) => Millis | undefined) | undefined;
  /**
   * Whether every process is notified of the places where records change, so that it can cache what
   * it made of others. Each commit that changes some adds that to the log.
   */
  readonly isWatched?: boolean;
  /** Whether records are read again soon after they were written: SQLite's store caches those. */
  readonly isReadBack?: boolean;
  /** A large field that is seldom read: SQLite's store parses it when it is accessed. */
  readonly readLate?: string;
  /**
   * Whether a record takes a few hundred bytes, and there may be very many: SQLite then stores them
   * in the order of their keys, without a second copy of each key. A table that a file has already
   * keeps its form.
   */
  readonly isSmall?: boolean;
  /**
   * Migrations, by version: each brings a stored record up from the version before, under the same
   * key, or deletes it: undefined. The highest is the current version; without any it is 1.
   */
  readonly migrations: Readonly<Record<number, (old: never) => object | undefined>>;
}

/** Any table, when the type of its records does not matter. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of tables of different records has no common record type
export type AnyTable = Table<any>;

/** The fields that every record has. */
type FixedFields<R> = { [K in keyof R]-?: undefined extends R[K] ? never : K }[keyof R];
type Declaration<R extends object> = Partial<Omit<Table<R>, "defaults">> &
  Pick<Table<R>, "name" | "key"> & {
    readonly defaults?: { readonly [K in FixedFields<R>]?: R[K] & Default };
  };
/** Refuses defaults of optional fields, which would be read into records that never had them. */
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
 * Gives an index or a unique declaration a version other than 1. Raise it whenever a stored record
 * would now get other values, even through a helper: the entries are then rebuilt when a store is
 * opened.
 *
 * @public
 */
export function atVersion<F extends (record: never) => unknown>(version: number, read: F): F {
  return Object.assign((record: never) => read(record), { version }) as unknown as F;
}

/**
 * Declares that an index has so many values for one record (the words of a text) that a transaction
 * which reads any of them locks them all.
 *
 * @public
 */
export function ofManyValues<F extends (record: never) => unknown>(read: F): F {
  return Object.assign(read, { hasManyValues: true });
}

/** The records that a search returns. Keys are compared as text; bounds are exclusive. */
export interface Search<I extends string = string> {
  /** With `value`: only records that this index has under this value. Absent: the whole table. */
  readonly index?: I;
  readonly value?: string;
  readonly after?: string;
  readonly before?: string;
  readonly newestFirst?: boolean;
  readonly limit?: number;
}

/** The records with an indexed value that begins with a text; an empty text finds every value. */
export interface PrefixSearch<I extends string = string> {
  readonly index: I;
  /** Without NUL and lone surrogates. */
  readonly prefix: string;
  readonly limit: number;
  /** An exclusive upper bound of the values. */
  readonly before?: string;
  /** The last hit of the page before. */
  readonly after?: { readonly value: string; readonly key: string };
}

/** A record with one of its values that match. */
export interface PrefixHit<R extends object> {
  readonly value: string;
  readonly record: R;
}

/** A consistent view of the store. A transaction's view includes its own writes. */
export interface Reader {
  /** The record under a key, or undefined. */
  get<R extends object>(table: Table<R>, key: string): Promise<R | undefined>;
  /** The one record with this unique value, or undefined. */
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
  /** How many records `find` would return; with a limit, it counts no further. */
  count<R extends object, I extends string = string>(
    table: Table<R, I>,
    search?: Search<NoInfer<I>>,
  ): Promise<number>;
  /** Records in the order of their values with the prefix; one with several comes once for each. */
  findByPrefix<R extends object, I extends string = string>(
    table: Table<R, I>,
    search: PrefixSearch<NoInfer<I>>,
  ): Promise<readonly PrefixHit<R>[]>;
}

/** A view that writes. Writes are applied together when the work succeeds, deletes first. */
export interface Writer extends Reader {
  put<R extends object>(table: Table<R>, record: R): void;
  /**
   * Puts a record under a key that was just generated. If several processes generate keys, one that
   * is taken fails the transaction, which is retried; the other record stays.
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
  /** What caused it; absent without a journal. */
  readonly cause?: Cause | undefined;
}

/** The position of an event in a log that several processes read. Places compare as text. */
export type LogPlace = string;

/**
 * Receives events in batches, in commit order.
 *
 * @param places their positions, one for each; absent if a single process reads the log
 */
export type EventListener = (events: readonly EventRecord[], places?: readonly LogPlace[]) => void;

/**
 * Why followers may have missed events: they were trimmed before this process received them, since
 * it was stopped for long, or the store fell back to an earlier state, without its last commits.
 */
export type MissedBecause = "trimmed" | "fell back";

export interface FollowOptions {
  /** Called when events were missed. */
  readonly missed?: (why: MissedBecause) => void;
  /**
   * Whether the listener needs events for sessions now. While none does, those that other processes
   * write are left out. Absent: it always does.
   */
  readonly receives?: () => boolean;
}

export interface PlacedEvent {
  readonly place: LogPlace;
  readonly event: EventRecord;
}

/** A part of a log. */
export interface LogPage {
  readonly events: readonly PlacedEvent[];
  /** The place behind which there may be more; undefined at the end. */
  readonly next: LogPlace | undefined;
}

/** Receives the names of events that a listener failed on, and its error. */
export type EventFailure = (names: readonly string[], error: unknown) => void;

/**
 * What a trimmed log still holds: nothing, events that must be retained for longer, or events that
 * other processes have yet to report as read, which they do in real time.
 */
export type LogRemainder = "nothing" | "recent" | "unread";

export interface EventLog {
  /**
   * Receives every event committed from now on, in commit order and each once, in batches. On
   * SQLite a transaction's promise resolves after the listeners were called with its events. On
   * PostgreSQL they are called soon afterwards: `pollNow` waits for that. An older running
   * transaction holds events back there until it ends.
   *
   * @returns a function that stops it
   */
  follow(listener: EventListener, options?: FollowOptions): () => void;
  /**
   * Subscribes to errors of listeners, which continue with the next events; without a subscriber,
   * such an error ends the process.
   */
  whenFailed(report: EventFailure): () => void;
  /**
   * Reads what other processes have committed now, without waiting for the next poll. Resolves once
   * listeners have received what it found; if the database does not answer, a later poll reads it.
   */
  pollNow(): Promise<void>;
  /** Makes the other processes poll, as far as they can be reached; absent if there are none. */
  wakeOthers?(): void;
  /** The first events behind a place, up to those that a running transaction may still precede. */
  since(place: LogPlace, limit: number): Promise<LogPage>;
  /** The place up to which listeners have received all; empty if one process reads the log. */
  place(): LogPlace;
  /**
   * Deletes events from before an instant that every follower has received, and wipes whatever the
   * database's files still hold of deleted content.
   *
   * @returns what is left
   */
  trim(before: Millis): Promise<LogRemainder>;
}

/** Every record that the store holds, for export and reset. */
export interface Dump {
  readonly tables: Readonly<Record<string, readonly object[]>>;
}

/** The store was closed, and accepts nothing more. */
export class StoreClosedError extends Error {
  override readonly name = "StoreClosedError";

  constructor() {
    super("the store is closed");
  }
}

/** What a store held at one moment, kept beside it until it is dropped or the store is closed. */
export interface StoreSnapshot {
  /** Its size. */
  readonly bytes: number;
  /** The bytes that `copyBytes` would have returned then; absent if the store has none. */
  readonly content?: Uint8Array;
  /** Runs work on a view of what the store held then. */
  read<T>(work: (tx: Reader) => Promise<T>): Promise<T>;
  /** Frees its memory or disk space; it cannot be read or restored any more. */
  drop(): Promise<void>;
}

/** The snapshot was dropped, here or by another process. */
export class SnapshotDroppedError extends Error {
  override readonly name = "SnapshotDroppedError";

  constructor() {
    super("the snapshot was dropped");
  }
}

/** A snapshot that all processes of a store share, with the facts that were stored about it. */
export interface SharedSnapshot {
  readonly stored: StoreSnapshot;
  /** A JSON object. */
  readonly facts: object;
}

/** The snapshots that all processes of a store share, whichever took them. */
export interface SharedSnapshots {
  all(): Promise<readonly SharedSnapshot[]>;
  /**
   * Takes a snapshot of what is committed, while no other process takes one.
   *
   * @param look is called with a view of its content
   * @param describe returns the facts to store about it; its errors undo everything
   */
  take(
    look: (tx: Reader) => Promise<void>,
    describe: (others: readonly SharedSnapshot[], bytes: number) => object,
  ): Promise<SharedSnapshot>;
}

/** Claims that decide which of several processes runs due work. */
export interface DueClaims {
  /**
   * Claims what no other living process has claimed.
   *
   * @returns the names that this process has claimed until it gives them back, or ends
   */
  take(names: readonly string[]): Promise<ReadonlySet<string>>;
  release(names: readonly string[]): Promise<void>;
}

/** What the work of a store has cost since it was opened. */
export interface StoreCosts {
  transactions: number;
  /** How often transactions were attempted, retries after conflicts included. */
  attempts: number;
  /** How often transactions and reads waited for a round trip to the database. */
  exchanges: number;
}

export interface Store {
  /** Runs work on a consistent snapshot of what is committed. */
  read<T>(work: (tx: Reader) => Promise<T>): Promise<T>;
  /**
   * Runs work in a serializable transaction, and resolves when its writes are durable. The work may
   * run again after a conflict, so it must have no effects except through `tx`. A throw undoes
   * everything.
   *
   * @throws ConflictError when it conflicted too often, or broke a unique declaration for good
   */
  transaction<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  /**
   * The same for background work, on connections of its own, so that calls find theirs free. Absent
   * if there are none.
   */
  readonly background?: Pick<Store, "read" | "transaction">;
  /** Runs work that only one process runs at a time; it may use the store. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  readonly log: EventLog;
  /**
   * Calls back before commits that block everything else in this process, until the returned
   * function is called. Absent if commits block nothing.
   */
  beforeCommits?(call: () => void): () => void;
  /** Absent if one process runs all due work. */
  readonly dueClaims?: DueClaims;
  readonly processes: Processes;
  /** Absent for a store without retries and without round trips. */
  readonly effort?: Readonly<StoreCosts>;
  /** Absent if other processes may write unnoticed. */
  readonly versions?: TableVersions;
  /**
   * The same for watched tables if other processes write: their writes become known a moment later,
   * and no dependencies hold until they are.
   */
  readonly lateVersions?: LateVersions;
  dump(): Promise<Dump>;
  /**
   * Everything that is committed, as bytes from which another store in memory can be opened. Absent
   * if a database has no such form: there, `dump` has the records.
   */
  copyBytes?(): Promise<Uint8Array>;
  /** The size of its records in bytes. Absent if it is not known at once. */
  size?(): number;
  /**
   * Replaces every record; events that are not delivered yet are dropped.
   *
   * @param further works on what was loaded, in the same commit
   */
  load(dump: Dump, further?: (tx: Writer) => Promise<void>): Promise<void>;
  /**
   * Takes a snapshot of what is committed: it includes everything that was acknowledged before the
   * call.
   *
   * @param look is called with a view of its content
   */
  snapshot(look?: (tx: Reader) => Promise<void>): Promise<StoreSnapshot>;
  /** Absent if one process has the store. */
  readonly sharedSnapshots?: SharedSnapshots;
  /**
   * Restores every record from a snapshot of this store, or of another one of the same adapter and
   * tables; events that are not delivered yet are dropped. It is durable when the promise resolves.
   *
   * @param further works on what was restored, in the same commit
   */
  restore(snapshot: StoreSnapshot, further?: (tx: Writer) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Other writers won again and again, or a unique value is taken. */
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

/** Whether the store cannot take a call now, and may take it when it is retried. */
export function isUnavailable(error: unknown): boolean {
  return [ConflictError, FencedError, UnreachableError].some((kind) => error instanceof kind);
}

/**
 * The message of an error of the database, or undefined for another error: SQLite's carry their
 * number, PostgreSQL's their severity.
 */
export function storeFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isUnavailable(error)) return error.message;
  const { code, severity } = error as { readonly code?: unknown; readonly severity?: unknown };
  const isOfStore = code === "ERR_SQLITE_ERROR" || typeof severity === "string";
  return isOfStore ? error.message : undefined;
}
