// The place of this process among those on one schema: taken at the start, renewed again and again,
// fenced when no answer comes, and taken anew when others gave it up.
import {
  FencedError,
  type LeaseTimes,
  type LivingProcess,
  type ProcessIdentity,
  type Processes,
} from "../processes.ts";
import type { Dialect } from "../storage/table-schema.ts";
import { SerialQueue } from "../async/serial-queue.ts";
import { StoreOpenError, UnreachableError } from "../store.ts";
import {
  buryStatement,
  clearedStatement,
  forgetEndedStatement,
  leaveProcessesStatement,
  renewStatement,
  rosterStatement,
} from "./process-table.ts";
import type { PgRow } from "./session.ts";
import { unreachableOr } from "./unreachable.ts";
import type { Statement } from "./writer.ts";

/** So long after the time of another one is over it can surely be buried. Real milliseconds. */
const BURIED_AFTER_MS = 5;
/** Clocks that differ by less are left as they are. Beyond that, it is the database's that holds. */
const ALIKE_MS = 50;
/** So many times the usual interval after the one before, a sign of life is late. */
const LATE_AFTER = 1.5;
/** Every so many renewals, processes that ended long ago are forgotten. */
const RENEWALS_PER_FORGETTING = 1000;

export interface MembershipDeps {
  readonly dialect: Dialect;
  readonly version: string;
  readonly times: LeaseTimes;
  /** Runs a statement on a connection that nothing else uses. */
  readonly run: (statement: Statement) => Promise<readonly PgRow[]>;
  /** Takes a free number. */
  readonly enter: () => Promise<ProcessIdentity>;
  /** Real milliseconds since some fixed moment. */
  readonly real: () => number;
  /** The system's time, Unix milliseconds. */
  readonly systemNow: () => number;
  /** Runs a task after real milliseconds; keeps no process alive for it. */
  readonly setTimer: (ms: number, task: () => void) => () => void;
  /** Called when this process was given up by others and has taken another place. */
  readonly begunAnew: () => void;
  /** Called when what a dead process left could not be cleared away. */
  readonly failed: (error: unknown) => void;
}

type Clear = (dead: ProcessIdentity) => Promise<void>;

export class PostgresMembership implements Processes {
  readonly isSole = false;
  readonly #deps: MembershipDeps;
  #own: ProcessIdentity;
  /** When the last renewal that was answered was sent. */
  #renewedAt: number;
  #living: readonly LivingProcess[];
  /** The newest that a look has found: one that entered before it and does not live has ended. */
  #newest = 0n;
  #aheadMs = 0;
  #isGivenUp = false;
  #isClosed = false;
  #renewals = 0;
  /**
   * The last time that no sign of life of this process was answered for long: how long, and its
   * end.
   */
  #absence = { ms: 0, endedAt: -Infinity };
  /** Until the next sign of life: what a dead one had waits for that. */
  #nextMs: number;
  #cancel: (() => void) | undefined;
  /** The look that all wait for who found the process fenced. */
  #asking: Promise<void> | undefined;
  readonly #beats = new SerialQueue();
  readonly #clears = new Set<Clear>();
  /** Epochs that are being cleared away here. */
  readonly #clearing = new Map<string, Promise<void>>();

  /** @param renewedAt before the own row was written */
  constructor(deps: MembershipDeps, own: ProcessIdentity, renewedAt: number) {
    this.#deps = deps;
    this.#own = own;
    this.#renewedAt = renewedAt;
    this.#nextMs = deps.times.renewMs;
    this.#living = [{ ...own, version: deps.version }];
    this.#beatLater();
  }

  own(): ProcessIdentity {
    return this.#own;
  }

  living(): readonly LivingProcess[] {
    return this.#living;
  }

  mayLiveElsewhere(epoch: string): boolean {
    if (epoch === this.#own.epoch) return false;
    if (this.#living.some((each) => each.epoch === epoch)) return true;
    // One that came after the last look is not known yet.
    return /^\d+$/.test(epoch) && BigInt(epoch) > this.#newest;
  }

  aheadMs(): number {
    return this.#aheadMs;
  }

  isFenced(): boolean {
    const { real, times } = this.#deps;
    return this.#isGivenUp || real() - this.#renewedAt > times.fenceMs;
  }

  holder(): ProcessIdentity | Promise<ProcessIdentity> {
    return this.isFenced() ? this.#regained() : this.#own;
  }

  /** All who find the process fenced wait for one answer of the database. */
  #ask(): Promise<void> {
    return (this.#asking ??= this.look().finally(() => (this.#asking = undefined)));
  }

  answers(): Promise<void> | undefined {
    return this.isFenced() ? this.#answered() : undefined;
  }

  /**
   * A database that takes no signs of life may be read all the same, unless records are stored in
   * another way by now, and this process was refused.
   */
  async #answered(): Promise<void> {
    try {
      await this.#ask();
    } catch (error) {
      if (error instanceof StoreOpenError) throw new FencedError();
      const why = unreachableOr(error);
      if (why instanceof UnreachableError) throw why;
    }
  }

  /** A process that was only busy, or asleep, asks before anything fails for it. */
  async #regained(): Promise<ProcessIdentity> {
    await this.#ask().catch(() => undefined);
    if (this.isFenced()) throw new FencedError();
    return this.#own;
  }

  onDeath(clear: Clear): () => void {
    // Each call is a listener of its own.
    const own: Clear = (dead) => clear(dead);
    this.#clears.add(own);
    // Some may have ended already.
    void this.look().catch(() => undefined);
    return () => this.#clears.delete(own);
  }

  /** A transaction found that this process is not in the table any more. */
  givenUp(by: ProcessIdentity): void {
    if (by === this.#own) this.#isGivenUp = true;
  }

  /** Renews the place, and looks at how the others are. @throws what the database said */
  look(): Promise<void> {
    return this.#beats.run(() => this.#beat()).finally(() => this.#beatLater());
  }

  /** Another process has begun to live: from now on it is reckoned with. */
  meet(): Promise<void> {
    return this.#beats.run(async () => {
      // One that has been out of touch itself asks with its next sign of life.
      if (!this.#isClosed && !this.isFenced()) await this.#readRoster(this.#lifeMs());
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.#beats.idle();
    await Promise.all(this.#clearing.values());
    const { dialect, run } = this.#deps;
    await run(leaveProcessesStatement(dialect, this.#own)).catch(() => undefined);
  }

  #beatLater(): void {
    this.#cancel?.();
    if (this.#isClosed) return;
    this.#cancel = this.#deps.setTimer(this.#nextMs, () => {
      // A database that does not answer now is asked again.
      this.look().catch(() => undefined);
    });
  }

  async #beat(): Promise<void> {
    if (this.#isClosed) return;
    const { dialect, run, times } = this.#deps;
    this.#nextMs = times.renewMs;
    await this.#renew();
    const lifeMs = this.#lifeMs();
    await run(buryStatement(dialect, lifeMs, this.#own));
    const { living, ended } = await this.#readRoster(lifeMs);
    this.#nextMs = this.#untilNext(living);
    if (this.#living[0]?.epoch === this.#own.epoch) {
      for (const row of ended) this.#clearAway(identityIn(row));
    }
    this.#renewals += 1;
    if (this.#renewals % RENEWALS_PER_FORGETTING === 1) await run(forgetEndedStatement(dialect));
  }

  /** Who lives, and who has ended and is not cleared away. */
  async #readRoster(lifeMs: number) {
    const roster = await this.#deps.run(rosterStatement(this.#deps.dialect, lifeMs));
    const living = roster.filter(([, , , lives]) => lives === true);
    const ended = roster.filter(([, , , lives]) => lives !== true);
    this.#living = living.map((row) => ({ ...identityIn(row), version: String(row[2]) }));
    for (const [, epoch] of roster) {
      const entered = BigInt(String(epoch));
      if (entered > this.#newest) this.#newest = entered;
    }
    return { living, ended };
  }

  /** One that says nothing more is buried as soon as its time is over. */
  #untilNext(living: readonly PgRow[]): number {
    const others = living.filter(([, epoch]) => epoch !== this.#own.epoch);
    const left = others.map((row) => Number(row[4]) + BURIED_AFTER_MS);
    return Math.min(this.#deps.times.renewMs, ...left);
  }

  async #renew(): Promise<void> {
    const { dialect, run, enter, real, times, begunAnew } = this.#deps;
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
    this.#isGivenUp = true;
    this.#own = await enter();
    this.#renewedAt = at;
    this.#isGivenUp = false;
    begunAnew();
  }

  /** How long the others live without a sign of life. */
  #lifeMs(): number {
    return this.#deps.times.lifeMs + this.#graceMs();
  }

  /**
   * How much longer the others live without a sign of life. A database that did not answer here may
   * not have answered them either, so that time does not count, until they have had time to come
   * back.
   */
  #graceMs(): number {
    const { real, times } = this.#deps;
    const { ms, endedAt } = this.#absence;
    return real() - endedAt > times.lifeMs ? 0 : ms;
  }

  /** The database said its time somewhere within what its answer took. */
  #compareClocks(databaseNow: number, tookMs: number): void {
    const uncertainMs = tookMs / 2;
    const aheadMs = databaseNow + uncertainMs - this.#deps.systemNow();
    const isAlike = Math.abs(aheadMs - this.#aheadMs) <= ALIKE_MS + uncertainMs;
    if (!isAlike) this.#aheadMs = Math.round(aheadMs);
  }

  #clearAway(dead: ProcessIdentity): void {
    if (this.#clears.size === 0 || this.#clearing.has(dead.epoch)) return;
    const { dialect, run, failed } = this.#deps;
    const work = async () => {
      await Promise.all([...this.#clears].map((clear) => clear(dead)));
      await run(clearedStatement(dialect, dead));
    };
    // Whatever is left of it, the next beat tries again.
    const clearing = work()
      .catch(failed)
      .finally(() => this.#clearing.delete(dead.epoch));
    this.#clearing.set(dead.epoch, clearing);
  }
}

function identityIn([id, epoch]: PgRow): ProcessIdentity {
  return { id: Number(id), epoch: String(epoch) };
}
