// How operations reach the store: each reads, or decides, in a context of one instant and one
// transaction.
import type { CacheDependencies } from "./cache-dependencies.ts";
import type { Context, ReadContext } from "./context.ts";
import type { Origin } from "./journal.ts";
import type { Scheduler } from "./scheduler.ts";

/** How anything reaches the store: by reading, or by one transaction. */
export interface Transactions {
  /** @param origin what it is done for; absent: what these transactions are for, if anything */
  read<T>(work: (ctx: ReadContext) => Promise<T>, origin?: Origin): Promise<T>;
  transaction<T>(work: (ctx: Context) => Promise<T>, origin?: Origin): Promise<T>;
  /** The same, for work that is done for something: what comes of it is recorded with that cause. */
  of(origin: Origin | undefined): Transactions;
  /**
   * Reads, and says what the result rests on: while that stays, the same work would give the same.
   * The basis is absent for a work that asked for the time, or where changes cannot be seen.
   */
  observe<T>(work: (ctx: ReadContext) => Promise<T>, origin?: Origin): Promise<Observed<T>>;
  /** True while nothing of a basis has changed, as far as is known of other processes. */
  readonly holds: (dependencies: CacheDependencies) => boolean;
  /**
   * Catches up with what other processes committed before the call, and says whether that could be
   * done. Absent where none write: then everything is known.
   */
  readonly look: (() => Promise<boolean>) | undefined;
  readonly scheduler: Scheduler;
}

export interface Observed<T> {
  readonly value: T;
  readonly dependencies: CacheDependencies | undefined;
}
