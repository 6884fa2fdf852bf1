// The lease of this process in the table of processes on one schema: acquired at the start, renewed
// by heartbeats, fenced when the database does not answer, and acquired anew after it expired.
import {
  FencedError,
  type LeaseTimes,
  type LiveProcess,
  type ProcessIdentity,
  type Processes,
} from "../processes.ts";
import type { Dialect } from "../storage/table-schema.ts";
import { SerialQueue } from "../async/serial-queue.ts";
import { StoreOpenError, UnreachableError } from "../store.ts";
import {
  expireStatement,
  clearedStatement,
  deleteEndedStatement,
  leaveProcessesStatement,
  renewStatement,
  rosterStatement,
} from "./process-table.ts";
import { sqlState, type PgRow } from "./session.ts";
import { unreachableOr } from "./unreachable.ts";
import type { Statement } from "./writer.ts";

/** How long after its lease expired a process can certainly be removed. Real milliseconds. */
const REMOVAL_DELAY_MS = 5;
/** Smaller clock differences are ignored. Beyond them the database's clock applies. */
const CLOCK_TOLERANCE_MS = 50;
/** A heartbeat is late when it follows the previous one after this many times the interval. */
const LATE_AFTER = 1.5;
/** Processes that ended long ago are deleted once per this many renewals. */
const RENEWALS_PER_CLEANUP = 1000;

export interface MembershipDeps {
  readonly dialect: Dialect;
  readonly version: string;
  readonly times: LeaseTimes;
  /** Runs a statement on a dedicated connection. */
  readonly run: (statement: Statement) => Promise<readonly PgRow[]>;
  /** Acquires a lease with a free number. */
  readonly enter: () => Promise<ProcessIdentity>;
  /** Real milliseconds since some fixed moment. */
  readonly real: () => number;
  /** The time of this process, which no step of the machine's clock moves. Unix milliseconds. */
  readonly systemNow: () => number;
  /** Runs a task after real milliseconds. @returns a function that cancels it */
  readonly setTimer: (ms: number, task: () => void) => () => void;
  /** Called when the lease of this process had expired and it has acquired another one. */
  readonly leaseReplaced: () => void;
  /** Called when the remains of a dead process could not be cleared away. */
  readonly failed: (error: unknown) => void;
}

type Clear = (dead: ProcessIdentity) => Promise<void>;

export class PostgresMembership implements Processes {
  readonly isSole = false;
  readonly #deps: MembershipDeps;
  #own: ProcessIdentity;
  /** When the last successful renewal was sent. */
  #renewedAt: number;
  #living: readonly LiveProcess[];
  /**
   * The newest epoch that a roster contained: an older process that is not listed as living has
   * ended.
   */
  #newest = 0n;
  #aheadMs = 0;
  #isLeaseLost = false;
  #isClosed = false;
  #renewals = 0;
  /**
   * The last period in which no heartbeat of this process was answered for long: its length, and
   * when it ended.
   */
  #absence = { ms: 0, endedAt: -Infinity };
  /** The interval to the next heartbeat, which also clears away what dead processes left. */
  #nextMs: number;
  #cancel: (() => void) | undefined;
  /** The heartbeat that all callers share that found this process fenced. */
  #sharedBeat: Promise<void> | undefined;
  readonly #queue = new SerialQueue();
  readonly #clearTasks = new Set<Clear>();
  /** Clean-ups in progress, by the epoch of the dead process. */
  readonly #clearing = new Map<string, Promise<void>>();

  /** @param renewedAt an instant before the row of this process was written */
  constructor(deps: MembershipDeps, own: ProcessIdentity, renewedAt: number) {
    this.#deps = deps;
    this.#own = own;
    this.#renewedAt = renewedAt;
    this.#nextMs = deps.times.renewMs;
    this.#living = [{ ...own, version: deps.version }];
    this.#scheduleBeat();
  }

  own(): ProcessIdentity {
    return this.#own;
  }

  living(): readonly LiveProcess[] {
    return this.#living;
  }

  mayLiveElsewhere(epoch: string): boolean {
    if (epoch === this.#own.epoch) return false;
    if (this.#living.some((each) => each.epoch === epoch)) return true;
    // A process that entered after the last roster was read is not listed yet.
    return /^\d+$/.test(epoch) && BigInt(epoch) > this.#newest;
  }

  aheadMs(): number {
    return this.#aheadMs;
  }

  isFenced(): boolean {
    const { real, times } = this.#deps;
    return this.#isLeaseLost || real() - this.#renewedAt > times.fenceMs;
  }

  holder(): ProcessIdentity | Promise<ProcessIdentity> {
    return this.isFenced() ? this.#regainLease() : this.#own;
  }

  /** Sends one heartbeat for all callers that found this process fenced. */
  #shareBeat(): Promise<void> {
    return (this.#sharedBeat ??= this.refresh().finally(() => (this.#sharedBeat = undefined)));
  }

  whenReachable(): Promise<void> | undefined {
    return this.isFenced() ? this.#awaitReachable() : undefined;
  }

  /**
   * A database that refuses heartbeats may still be readable: its disk is full, or it is a replica.
   * Not so if records are stored in another layout by now and this process was refused.
   */
  async #awaitReachable(): Promise<void> {
    try {
      await this.#shareBeat();
    } catch (error) {
      if (error instanceof StoreOpenError) throw new FencedError();
      const why = unreachableOr(error);
      if (why instanceof UnreachableError && sqlState(why.cause) === undefined) throw why;
    }
  }

  /** A process that was only busy or suspended sends a heartbeat before it fails any call. */
  async #regainLease(): Promise<ProcessIdentity> {
    await this.#shareBeat().catch(() => undefined);
    if (this.isFenced()) throw new FencedError();
    return this.#own;
  }

  onDeath(clear: Clear): () => void {
    // The wrapper makes each registration distinct, even of the same function.
    const callback: Clear = (dead) => clear(dead);
    this.#clearTasks.add(callback);
    // Some processes may have ended already.
    void this.refresh().catch(() => undefined);
    return () => this.#clearTasks.delete(callback);
  }

  /** Called when a transaction found that the lease of this process was removed. */
  noteLeaseLost(by: ProcessIdentity): void {
    if (by === this.#own) this.#isLeaseLost = true;
  }

  /** Sends a heartbeat: renews the lease and reads the roster. @throws the error of the database */
  refresh(): Promise<void> {
    return this.#queue.run(() => this.#beat()).finally(() => this.#scheduleBeat());
  }

  /** Reads the roster after another process has joined. */
  readRoster(): Promise<void> {
    return this.#queue.run(async () => {
      // A process that is fenced itself reads the roster with its next heartbeat.
      if (!this.#isClosed && !this.isFenced()) await this.#readRoster(this.#lifeMs());
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.#queue.idle();
    await Promise.all(this.#clearing.values());
    const { dialect, run } = this.#deps;
    await run(leaveProcessesStatement(dialect, this.#own)).catch(() => undefined);
  }

  #scheduleBeat(): void {
    this.#cancel?.();
    if (this.#isClosed) return;
    this.#cancel = this.#deps.setTimer(this.#nextMs, () => {
      // If the database does not answer, the next heartbeat tries again.
      this.refresh().catch(() => undefined);
    });
  }

  async #beat(): Promise<void> {
    if (this.#isClosed) return;
    const { dialect, run, times } = this.#deps;
    this.#nextMs = times.renewMs;
    await this.#renew();
    const lifeMs = this.#lifeMs();
    await run(expireStatement(dialect, lifeMs, this.#own));
    const { living, ended } = await this.#readRoster(lifeMs);
    this.#nextMs = this.#nextIntervalMs(living);
    if (this.#living[0]?.epoch === this.#own.epoch) {
      for (const row of ended) this.#clearAway(identityOf(row));
    }
    this.#renewals += 1;
    if (this.#renewals % RENEWALS_PER_CLEANUP === 1) await run(deleteEndedStatement(dialect));
  }

  /** Reads which processes live, and which have ended but are not cleared away. */
  async #readRoster(lifeMs: number) {
    const roster = await this.#deps.run(rosterStatement(this.#deps.dialect, lifeMs));
    const living = roster.filter(([, , , lives]) => lives === true);
    const ended = roster.filter(([, , , lives]) => lives !== true);
    this.#living = living.map((row) => ({ ...identityOf(row), version: String(row[2]) }));
    for (const [, epoch] of roster) {
      const entered = BigInt(String(epoch));
      if (entered > this.#newest) this.#newest = entered;
    }
    return { living, ended };
  }

  /**
   * The interval to the next heartbeat, shortened so that silent processes are removed once their
   * leases expire.
   */
  #nextIntervalMs(living: readonly PgRow[]): number {
    const others = living.filter(([, epoch]) => epoch !== this.#own.epoch);
    const untilRemovalMs = others.map((row) => Number(row[4]) + REMOVAL_DELAY_MS);
    return Math.min(this.#deps.times.renewMs, ...untilRemovalMs);
  }

  async #renew(): Promise<void> {
    const { dialect, run, enter, real, times, leaseReplaced } = this.#deps;
    const at = real();
    const [row] = await run(renewStatement(dialect, this.#own));
    const ms = at - this.#renewedAt;
    const isLate = ms > times.renewMs * LATE_AFTER;
    if (isLate && ms > this.#graceMs()) this.#absence = { ms, endedAt: at };
    if (row !== undefined) {
      this.#renewedAt = at;
      this.#compareClocks(Number(row[0]), real() - at);
      return;
    }
    this.#isLeaseLost = true;
    this.#own = await enter();
    this.#renewedAt = at;
    this.#isLeaseLost = false;
    leaseReplaced();
  }

  /** The lease duration of the other processes. */
  #lifeMs(): number {
    return this.#deps.times.lifeMs + this.#graceMs();
  }

  /**
   * How much longer than usual the leases of others last. While the database did not answer here,
   * it may not have answered them either, so that period does not count against them until they
   * have had time to renew.
   */
  #graceMs(): number {
    const { real, times } = this.#deps;
    const { ms, endedAt } = this.#absence;
    return real() - endedAt > times.lifeMs ? 0 : ms;
  }

  /** The database took its timestamp at some moment within the round trip. */
  #compareClocks(databaseNow: number, tookMs: number): void {
    const uncertainMs = tookMs / 2;
    const aheadMs = databaseNow + uncertainMs - this.#deps.systemNow();
    const isWithinTolerance = Math.abs(aheadMs - this.#aheadMs) <= CLOCK_TOLERANCE_MS + uncertainMs;
    if (!isWithinTolerance) this.#aheadMs = Math.round(aheadMs);
  }

  #clearAway(dead: ProcessIdentity): void {
    if (this.#clearTasks.size === 0 || this.#clearing.has(dead.epoch)) return;
    const { dialect, run, failed } = this.#deps;
    const work = async () => {
      await Promise.all([...this.#clearTasks].map((clear) => clear(dead)));
      await run(clearedStatement(dialect, dead));
    };
    // After a failure the next heartbeat tries again.
    const clearing = work()
      .catch(failed)
      .finally(() => this.#clearing.delete(dead.epoch));
    this.#clearing.set(dead.epoch, clearing);
  }
}

function identityOf([id, epoch]: PgRow): ProcessIdentity {
  return { id: Number(id), epoch: String(epoch) };
}
