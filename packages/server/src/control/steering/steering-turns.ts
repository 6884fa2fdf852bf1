// Steering the clock and the world where several processes work on one store. One of them steers at a
// time and tells the others through the log of events; it is done once all that live have done the same.
// How far each is stands in a table, so that neither a process that starts nor one that has died is
// waited for in vain.
import { isDeepStrictEqual } from "node:util";
import { limits } from "@antechamber/contract";
import {
  instantOf,
  patience,
  type ClockState,
  type Millis,
  type SteerableClock,
} from "../../platform/clock.ts";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Retention } from "../../platform/storage/retention.ts";
import { SerialQueue } from "../../platform/async/serial-queue.ts";
import {
  ConflictError,
  tableOf,
  type DueClaims,
  type EventRecord,
  type Store,
  type Writer,
} from "../../platform/store.ts";
import type { Transactions } from "../../platform/transactions.ts";
import type { ClockFollowers } from "./clock-followers.ts";
import type { LoadedLimits } from "./loaded-limits.ts";
import { keptClock } from "../world-file/stored-world.ts";

const CLOCK_MOVED = "CLOCK_MOVED";
const WORLD_REPLACED = "WORLD_REPLACED";
const NEXT_ASKED = "NEXT_ASKED";
const names: ReadonlySet<string> = new Set([CLOCK_MOVED, WORLD_REPLACED, NEXT_ASKED]);

/**
 * How many steps were taken in all, or how many of them a process has done; the latter is named by
 * the epoch of the process.
 */
export interface SteeringRecord {
  readonly name: string;
  readonly number: number;
  /** Of a process that was asked: when the next timer of a program that follows its clock is due. */
  readonly followedAt?: Millis;
  /** Of all steps: the last one that put another world in place. */
  readonly replaced?: Replaced;
}

interface Replaced {
  readonly number: number;
  readonly limits: LoadedLimits;
}

export const steerings = tableOf<SteeringRecord>()({
  name: "steering",
  key: ({ name }) => name,
});

/** The name of the record that counts all steps. */
const ALL_STEPS = "told";

/** What the others are to do. */
export interface Steering {
  readonly clock: ClockState;
  /** Those of the world that took the place of the one before; absent: it is the same world. */
  readonly limits?: LoadedLimits;
}

interface Step extends Partial<Steering> {
  /** The epoch of the process that did it, or asks. */
  readonly by: string;
  readonly number: number;
}

/** The parts of a process that do what others have done. */
export interface SteeringTurnDeps {
  readonly store: Store;
  readonly clock: SteerableClock;
  readonly ids: Ids;
  readonly work: Transactions;
  readonly followers: Pick<ClockFollowers, "nextAt" | "answerAll">;
  readonly retention: Pick<Retention, "rest">;
  readonly endSessions: () => void | Promise<void>;
  readonly resetLimits: (worldLimits: LoadedLimits) => void | Promise<void>;
  /** Called when what another process did could not be done here, or another does not do it. */
  readonly failed: (error: unknown) => void;
}

/** The name of the claim that the process has which steers. */
const TURN = "steering";
const FIRST_WAIT_MS = 4;
const LONGEST_WAIT_MS = 64;
/** After which it is tried again to do what others do. Real milliseconds. */
const AGAIN_MS = 1_000;

export class SteeringTurns {
  readonly #deps: SteeringTurnDeps;
  readonly #heeding = new SerialQueue();
  /** The last of the numbered steps that this process has done. */
  #number = 0;
  /** Of the world that is here: the step that put it in place, or 0. */
  #worldNumber = 0;
  /** What was done before a process started it does not do: it finds the world as that left it. */
  #hasStarted = false;
  /** Something was done here alone, which is yet to be undone. */
  #isAstray = false;
  #isStopped = false;
  #stopFollowing = (): void => undefined;

  constructor(deps: SteeringTurnDeps) {
    this.#deps = deps;
  }

  /** How often the world was steered, as far as this process has done the same. */
  get heeded(): number {
    return this.#number;
  }

  /** Which world is here: the number of the step that put it in place, or 0. */
  get worldNumber(): number {
    return this.#worldNumber;
  }

  /**
   * Another world is here. To be called as the sessions of the one before end.
   *
   * @param worldNumber what `tell` has given
   */
  entered(worldNumber: number): void {
    this.#worldNumber = worldNumber;
  }

  /** Goes by how the clock stands now, and does from now on what others do. */
  async start(): Promise<void> {
    const { store } = this.#deps;
    if (store.processes.isSole) return;
    this.#stopFollowing = store.log.follow(
      (events) => this.#receive(events),
      () => void this.#enqueue(() => this.#catchUp()),
      () => false,
    );
    await this.#heeding.run(() => this.#catchUp());
    this.#hasStarted = true;
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopFollowing();
  }

  /**
   * Steers while no other process does, and resolves when all have done the same: those that died
   * are not waited for, and none for longer than the limit.
   *
   * @throws ConflictError when others steer for longer than the limit
   */
  async run(steer: () => Promise<void>): Promise<void> {
    const { dueClaims } = this.#deps.store;
    if (dueClaims === undefined) return steer();
    await this.#takeTurn(dueClaims);
    try {
      await this.#heeding.run(() => this.#catchUp());
      const before = this.#number;
      try {
        await steer();
      } catch (error) {
        // What was done here alone is undone: the others do not know of it. What they know is done.
        this.#number = before;
        this.#isAstray = true;
        await this.#enqueue(() => this.#catchUp());
        throw error;
      }
      if (this.#number > before) await this.#waitForOthers(this.#number);
    } finally {
      this.#giveTurnBack(dueClaims);
    }
  }

  /**
   * Has the others do the same, once the transaction is committed. To be called within `run`.
   *
   * @returns the number of the step
   */
  async announce(ctx: Pick<Context, "tx" | "now">, steering: Steering): Promise<number> {
    if (this.#deps.store.processes.isSole) return this.#worldNumber;
    const name = steering.limits === undefined ? CLOCK_MOVED : WORLD_REPLACED;
    return this.#append(ctx, name, steering);
  }

  /**
   * When the next timer falls due of the programs that follow the clock at other processes. To be
   * called within `run`.
   */
  async nextElsewhere(): Promise<Millis | undefined> {
    const { store, work } = this.#deps;
    if (store.processes.isSole) return undefined;
    const number = await work.transaction((ctx) => this.#append(ctx, NEXT_ASKED, {}));
    await this.#waitForOthers(number);
    const all = await work.read(({ tx }) => tx.find(steerings));
    const instants = all.flatMap(({ name, number: of, followedAt }) =>
      of === number && store.processes.mayLiveElsewhere(name) ? (followedAt ?? []) : [],
    );
    return instants.length === 0 ? undefined : Math.min(...instants);
  }

  async #append(
    { tx, now }: Pick<Context, "tx" | "now">,
    name: string,
    steering: Partial<Steering>,
  ): Promise<number> {
    const before = await tx.get(steerings, ALL_STEPS);
    const number = (before?.number ?? 0) + 1;
    const { limits: worldLimits } = steering;
    const replaced = worldLimits === undefined ? before?.replaced : { number, limits: worldLimits };
    const by = this.#deps.store.processes.own().epoch;
    tx.put(steerings, { name: ALL_STEPS, number, ...definedFields({ replaced }) });
    tx.put(steerings, { name: by, number });
    const payload: Step = { ...steering, by, number };
    tx.append({ name, payload, scope: { kind: "nobody" }, at: now });
    this.#number = number;
    return number;
  }

  #receive(events: readonly EventRecord[]): void {
    for (const { name, payload } of events) {
      if (!names.has(name)) continue;
      const step = payload as Step;
      if (step.by === this.#deps.store.processes.own().epoch) continue;
      void this.#enqueue(() => this.#heed(step));
    }
  }

  /** What cannot be done now is made up for later, by what is written down. */
  #enqueue(task: () => Promise<void>): Promise<void> {
    const { clock, failed } = this.#deps;
    return this.#heeding.run(task).catch((error: unknown) => {
      if (this.#isStopped) return;
      failed(error);
      clock.after(AGAIN_MS, () => {
        if (!this.#isStopped) void this.#enqueue(() => this.#catchUp());
      });
    });
  }

  async #heed(step: Step): Promise<void> {
    if (step.number <= this.#number) return;
    if (step.number > this.#number + 1) return this.#catchUp();
    const { clock, limits: worldLimits } = step;
    if (clock === undefined) {
      await this.#report(step.number, this.#deps.followers.nextAt());
      return;
    }
    if (worldLimits === undefined) await this.#goTo(clock);
    else await this.#goOnWith(clock, { number: step.number, limits: worldLimits });
    await this.#report(step.number);
  }

  /** Everything that falls due on the way runs, as it did where the clock was moved. */
  async #goTo(state: ClockState): Promise<void> {
    const { clock, ids, work, followers, retention } = this.#deps;
    const goal = instantOf(state, clock.system());
    // Ids of the way back would be below those that were given out.
    await ids.follow();
    await work.scheduler.look();
    if (state.frozen) clock.freeze();
    const lookAgain = retention.rest();
    try {
      await clock.moveTo(goal);
    } finally {
      clock.restore(state);
      lookAgain();
    }
    await followers.answerAll();
  }

  async #goOnWith(state: ClockState, { number, limits: worldLimits }: Replaced): Promise<void> {
    const { clock, ids, work, resetLimits, endSessions } = this.#deps;
    await ids.follow();
    clock.restore(state);
    await work.scheduler.stop();
    await work.scheduler.start();
    await resetLimits(worldLimits);
    this.entered(number);
    await endSessions();
  }

  /**
   * Goes by what is written down, which is what all do: by the clock, and by another world where
   * one was put in place. What was asked meanwhile is answered with it.
   */
  async #catchUp(): Promise<void> {
    const { work, followers } = this.#deps;
    for (let isBehind = true; isBehind;) {
      const { all, state } = await work.read(async (ctx) => ({
        all: await ctx.tx.get(steerings, ALL_STEPS),
        state: await keptClock(ctx),
      }));
      const number = all?.number ?? 0;
      await this.#goBy(number, all?.replaced, state);
      isBehind = (await this.#report(number, followers.nextAt())) > number;
      this.#isAstray = false;
    }
  }

  async #goBy(
    number: number,
    replaced: Replaced | undefined,
    state: ClockState | undefined,
  ): Promise<void> {
    const { clock, ids, followers } = this.#deps;
    const isNews = this.#isAstray || number > this.#number;
    if (!this.#hasStarted) this.entered(replaced?.number ?? 0);
    else if (replaced !== undefined && replaced.number > this.#number) {
      await this.#goOnWith(state ?? clock.state(), replaced);
      return followers.answerAll();
    }
    if (!isNews || state === undefined || isDeepStrictEqual(state, clock.state())) return;
    await ids.follow();
    clock.restore(state);
    await followers.answerAll();
  }

  /** Says how far this process is. @returns how far it should be */
  async #report(number: number, followedAt?: Millis): Promise<number> {
    const { store, work } = this.#deps;
    const name = store.processes.own().epoch;
    // A step of its own may be under way, which nobody knows of yet.
    this.#number = Math.max(this.#number, number);
    return work.transaction(async ({ tx }) => {
      const [all, own] = await Promise.all([tx.get(steerings, ALL_STEPS), tx.get(steerings, name)]);
      const followed = definedFields({ followedAt });
      if (own?.number !== number) tx.put(steerings, { name, number, ...followed });
      return all?.number ?? 0;
    });
  }

  async #takeTurn(claims: DueClaims): Promise<void> {
    const { clock } = this.#deps;
    const until = clock.real() + limits.steeringTurn.value;
    const isTaken = async () => (await claims.take([TURN])).has(TURN);
    if (await this.#waitFor(isTaken, until)) return;
    throw new ConflictError("another process has steered the world for too long");
  }

  /** Another process can have its turn. A database that does not answer now is asked again. */
  #giveTurnBack(claims: DueClaims): void {
    const { clock } = this.#deps;
    claims.giveBack([TURN]).catch(() => {
      if (this.#isStopped) return;
      clock.after(LONGEST_WAIT_MS, () => this.#giveTurnBack(claims));
    });
  }

  /** Waits until the others have done a step, too. */
  async #waitForOthers(number: number): Promise<void> {
    const { clock, failed } = this.#deps;
    const until = clock.real() + limits.steeringElsewhere.value;
    if (await this.#waitFor(() => this.#isDoneElsewhere(number), until)) return;
    failed(new Error("a process that lives did not do as was announced in time"));
  }

  async #isDoneElsewhere(number: number): Promise<boolean> {
    const { store, work } = this.#deps;
    const { processes } = store;
    const all = await work.read(({ tx }) => tx.find(steerings));
    return all.every(
      ({ name, number: done }) =>
        name === ALL_STEPS || done >= number || !processes.mayLiveElsewhere(name),
    );
  }

  async #waitFor(isSo: () => Promise<boolean>, until: number): Promise<boolean> {
    const { clock } = this.#deps;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      if (await isSo()) return true;
      if (clock.real() >= until) return false;
      await patience(clock, waitMs);
    }
  }
}

/** How far a process was that has ended. */
export function forgetSteering(tx: Writer, epoch: string): void {
  tx.delete(steerings, epoch);
}
