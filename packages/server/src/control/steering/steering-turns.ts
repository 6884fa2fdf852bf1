// Changes the clock and the world where several processes share one store. One process at a time
// makes such a change, announces it to the others through the event log as a numbered step, and
// waits until all live processes have applied it. A table records the last step that each process
// has applied, so that nothing waits in vain for a process that is starting or has died.
import { isDeepStrictEqual } from "node:util";
import { limits } from "@antechamber/contract";
import {
  instantOf,
  delay,
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
import { storedClock } from "../world-file/stored-world.ts";

const CLOCK_MOVED = "CLOCK_MOVED";
const WORLD_REPLACED = "WORLD_REPLACED";
const NEXT_ASKED = "NEXT_ASKED";
const names: ReadonlySet<string> = new Set([CLOCK_MOVED, WORLD_REPLACED, NEXT_ASKED]);

/**
 * The number of the last step taken, or of the last one that a process has applied; the latter
 * record is named by the epoch of the process.
 */
export interface SteeringRecord {
  readonly name: string;
  readonly number: number;
  /** In the record of a process that was asked: when the next timer of its clock followers is due. */
  readonly followedAt?: Millis;
  /** In the record of all steps: the last step that replaced the world. */
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

/** The name of the record that counts all steps. Stored, so it keeps its value. */
const ALL_STEPS = "told";

/** The change that the other processes are to apply. */
export interface Steering {
  readonly clock: ClockState;
  /** The limits of the new world when the world was replaced; absent: only the clock changed. */
  readonly limits?: LoadedLimits;
}

interface Step extends Partial<Steering> {
  /** The epoch of the process that made the change or asks. */
  readonly by: string;
  readonly number: number;
}

/** The parts of a process that apply the steps of others. */
export interface SteeringTurnDeps {
  readonly store: Store;
  readonly clock: SteerableClock;
  readonly ids: Ids;
  readonly work: Transactions;
  readonly followers: Pick<ClockFollowers, "nextAt" | "haveAsked" | "answerAll">;
  readonly retention: Pick<Retention, "pause">;
  readonly endSessions: () => void | Promise<void>;
  readonly resetLimits: (worldLimits: LoadedLimits) => void | Promise<void>;
  /** Called when this process could not apply a step, or another did not apply one in time. */
  readonly failed: (error: unknown) => void;
}

/** The name of the claim (a lock) that the process which steers holds. */
const TURN = "steering";
const FIRST_WAIT_MS = 4;
const LONGEST_WAIT_MS = 64;
/** How long to wait before retrying a step that failed, in real milliseconds. */
const AGAIN_MS = 1_000;

export class SteeringTurns {
  readonly #deps: SteeringTurnDeps;
  readonly #queue = new SerialQueue();
  /** The number of the last step that this process has applied. */
  #number = 0;
  /** The number of the step that put the current world in place, or 0 for the first world. */
  #worldNumber = 0;
  /**
   * False until start: a starting process reads the current state instead of applying earlier
   * steps.
   */
  #hasStarted = false;
  /** True when this process changed something that failed to be announced and must be undone. */
  #hasDiverged = false;
  #isStopped = false;
  #stopFollowing = (): void => undefined;

  constructor(deps: SteeringTurnDeps) {
    this.#deps = deps;
  }

  /** The number of the last step that this process has applied. */
  get appliedNumber(): number {
    return this.#number;
  }

  /** The number of the step that put the current world in place, or 0 for the first world. */
  get worldNumber(): number {
    return this.#worldNumber;
  }

  /**
   * Records that the world was replaced. Must be called when the old world's sessions end.
   *
   * @param worldNumber the number that `announce` returned
   */
  entered(worldNumber: number): void {
    this.#worldNumber = worldNumber;
  }

  /** Adopts the current state of the clock, and applies the steps of other processes from now on. */
  async start(): Promise<void> {
    const { store } = this.#deps;
    if (store.processes.isSole) return;
    this.#stopFollowing = store.log.follow((events) => this.#receive(events), {
      missed: () => void this.#enqueue(() => this.#catchUp()),
      receives: () => false,
    });
    await this.#queue.run(() => this.#catchUp());
    this.#hasStarted = true;
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopFollowing();
  }

  /**
   * Runs a change while no other process makes one, and resolves when all live processes have
   * applied it, or when the time limit for waiting has passed.
   *
   * @throws ConflictError when other processes hold the turn for longer than the limit
   */
  async run(steer: () => Promise<void>): Promise<void> {
    const { dueClaims } = this.#deps.store;
    if (dueClaims === undefined) return steer();
    await this.#takeTurn(dueClaims);
    try {
      await this.#queue.run(() => this.#catchUp());
      const before = this.#number;
      try {
        await steer();
      } catch (error) {
        // Returns to the stored state: it lacks what only this process did, and has what was
        // announced.
        this.#number = before;
        this.#hasDiverged = true;
        await this.#enqueue(() => this.#catchUp());
        throw error;
      }
      if (this.#number > before) await this.#waitForOthers(this.#number);
    } finally {
      this.#giveTurnBack(dueClaims);
    }
  }

  /**
   * Announces a step to the other processes when the transaction commits. Must be called within
   * `run`.
   *
   * @returns the number of the step
   */
  async announce(ctx: Pick<Context, "tx" | "now">, steering: Steering): Promise<number> {
    if (this.#deps.store.processes.isSole) return this.#worldNumber;
    const name = steering.limits === undefined ? CLOCK_MOVED : WORLD_REPLACED;
    return this.#append(ctx, name, steering);
  }

  /**
   * Asks the other processes for the next instant at which a timer of their clock followers falls
   * due. Must be called within `run`.
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
      void this.#enqueue(() => this.#apply(step));
    }
  }

  /** Queues a task. If it fails, this process catches up from the stored state later. */
  #enqueue(task: () => Promise<void>): Promise<void> {
    const { clock, failed } = this.#deps;
    return this.#queue.run(task).catch((error: unknown) => {
      if (this.#isStopped) return;
      failed(error);
      clock.after(AGAIN_MS, () => {
        if (!this.#isStopped) void this.#enqueue(() => this.#catchUp());
      });
    });
  }

  async #apply(step: Step): Promise<void> {
    if (step.number <= this.#number) return;
    if (step.number > this.#number + 1) return this.#catchUp();
    const { clock, limits: worldLimits } = step;
    if (clock === undefined) {
      await this.#deps.followers.haveAsked();
      await this.#report(step.number, this.#deps.followers.nextAt());
      return;
    }
    if (worldLimits === undefined) await this.#goTo(clock);
    else await this.#goOnWith(clock, { number: step.number, limits: worldLimits });
    await this.#report(step.number);
  }

  /** Moves the clock here. All that falls due on the way runs, as at the process that moved it. */
  async #goTo(state: ClockState): Promise<void> {
    const { clock, ids, work, followers, retention } = this.#deps;
    const goal = instantOf(state, clock.system());
    // When the clock goes back, ids must stay above those already issued.
    await ids.follow();
    await followers.haveAsked();
    await work.scheduler.poll();
    if (state.frozen) clock.freeze();
    const lookAgain = retention.pause();
    try {
      await clock.moveTo(goal);
    } finally {
      clock.restore(state);
      lookAgain();
    }
    await followers.answerAll();
  }

  async #goOnWith(state: ClockState, { number, limits: worldLimits }: Replaced): Promise<void> {
    const { clock, ids, work, followers, resetLimits, endSessions } = this.#deps;
    await ids.follow();
    clock.restore(state);
    await work.scheduler.stop();
    await work.scheduler.start();
    await resetLimits(worldLimits);
    this.entered(number);
    await endSessions();
    await followers.answerAll();
  }

  /**
   * Adopts the stored state: the clock, and the new world if it was replaced. Also answers a
   * pending question for the next timer.
   */
  async #catchUp(): Promise<void> {
    const { work, followers } = this.#deps;
    for (let isBehind = true; isBehind;) {
      const { all, state } = await work.read(async (ctx) => ({
        all: await ctx.tx.get(steerings, ALL_STEPS),
        state: await storedClock(ctx),
      }));
      const number = all?.number ?? 0;
      await this.#goBy(number, all?.replaced, state);
      isBehind = (await this.#report(number, followers.nextAt())) > number;
      this.#hasDiverged = false;
    }
  }

  async #goBy(
    number: number,
    replaced: Replaced | undefined,
    state: ClockState | undefined,
  ): Promise<void> {
    const { clock, ids, followers } = this.#deps;
    const isNews = this.#hasDiverged || number > this.#number;
    if (!this.#hasStarted) this.entered(replaced?.number ?? 0);
    else if (replaced !== undefined && replaced.number > this.#number) {
      return this.#goOnWith(state ?? clock.state(), replaced);
    }
    if (!isNews || state === undefined || isDeepStrictEqual(state, clock.state())) return;
    await ids.follow();
    clock.restore(state);
    await followers.answerAll();
  }

  /** Stores the number of the last applied step. @returns the number of the last step taken */
  async #report(number: number, followedAt?: Millis): Promise<number> {
    const { store, work } = this.#deps;
    const name = store.processes.own().epoch;
    // A step of this process may be in progress that is not committed yet.
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

  /** Releases the turn to other processes; retries while the database does not answer. */
  #giveTurnBack(claims: DueClaims): void {
    const { clock } = this.#deps;
    claims.release([TURN]).catch(() => {
      if (this.#isStopped) return;
      clock.after(LONGEST_WAIT_MS, () => this.#giveTurnBack(claims));
    });
  }

  /** Waits until the other live processes have applied a step, up to a time limit. */
  async #waitForOthers(number: number): Promise<void> {
    const { clock, failed } = this.#deps;
    const until = clock.real() + limits.steeringElsewhere.value;
    if (await this.#waitFor(() => this.#isDoneElsewhere(number), until)) return;
    failed(new Error("a running process did not make the announced change in time"));
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
      await delay(clock, waitMs);
    }
  }
}

/** Deletes the record of a process that has ended. */
export function deleteSteering(tx: Writer, epoch: string): void {
  tx.delete(steerings, epoch);
}
