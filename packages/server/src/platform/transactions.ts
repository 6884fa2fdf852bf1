// How operations reach the store: each reads, or decides, in a context of one instant and one
// transaction.
import type { CacheDependencies } from "./cache-dependencies.ts";
import type { Context, ReadContext } from "./context.ts";
import type { Origin } from "./journal.ts";
import type { Scheduler } from "./scheduler.ts";

/** Access to the store: by reading, or by one transaction. */
export interface Transactions {
  /** @param origin the entry that it is done for; absent: that of these transactions, if any */
  read<T>(work: (ctx: ReadContext) => Promise<T>, origin?: Origin): Promise<T>;
  transaction<T>(work: (ctx: Context) => Promise<T>, origin?: Origin): Promise<T>;
  /** The same access for work on behalf of an entry: its effects are recorded with that cause. */
  of(origin: Origin | undefined): Transactions;
  /**
   * Reads, and returns the dependencies of the result: while they hold, the same work would return
   * the same. They are absent for work that read the time, or if changes cannot be tracked.
   */
  observe<T>(work: (ctx: ReadContext) => Promise<T>, origin?: Origin): Promise<Observed<T>>;
  /** Whether none of the dependencies has changed, as far as is known of other processes. */
  readonly holds: (dependencies: CacheDependencies) => boolean;
  /**
   * Catches up with what other processes committed before the call, and resolves to whether that
   * succeeded. Absent if none write: then everything is known.
   */
  readonly catchUp: (() => Promise<boolean>) | undefined;
  readonly scheduler: Scheduler;
}

export interface Observed<T> {
  readonly value: T;
  readonly dependencies: CacheDependencies | undefined;
}
