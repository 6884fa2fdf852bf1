// Going back to the world loaded at start, and moving the clock.
import { clockIssue, type moveClock } from "@antechamber/contract/control";
import { durationMs, issueLines, parseTimestamp, type Static } from "@antechamber/contract/schema";
import { invalidForm } from "../platform/api-error.ts";
import type { ClockState, Millis, SteerableClock } from "../platform/clock.ts";
import { idWatermarks, type Ids } from "../platform/ids.ts";
import type { Random } from "../platform/random.ts";
import type { Store } from "../platform/store.ts";
import type { Transactions } from "../platform/transactions.ts";
import { fileKeys } from "../domains/messages/files/file-addresses.ts";
import { loadWorld } from "./world-file/load.ts";
import { keepClock, loadedWorld } from "./world.ts";

/** What steering a service needs of its parts. */
export interface SteeringDeps {
  readonly store: Store;
  readonly clock: SteerableClock;
  readonly ids: Ids;
  readonly random: Random;
  /** Tells every gateway session that it is over and cannot be resumed. */
  readonly endSessions: () => void | Promise<void>;
  /** Forgets every rate window. */
  readonly resetLimits: () => void;
}

/** The system's time, whatever a clock shows now. */
function systemTime(clock: SteerableClock): Millis {
  const state = clock.state();
  if (!state.frozen) return clock.now() - state.offsetMs;
  // Nothing can run in between, so nobody sees the clock that was let go.
  clock.restore({ frozen: false, offsetMs: 0 });
  const now = clock.now();
  clock.restore(state);
  return now;
}

/** Puts the store and the clock back to the world loaded at start; ids go on counting. */
export async function backToStart(means: SteeringDeps, work: Transactions): Promise<void> {
  const { store, clock, ids, random } = means;
  const start = await work.read((ctx) => loadedWorld(ctx));
  const loading = loadWorld(start?.value ?? {}, {
    systemNow: systemTime(clock),
    production: false,
    random,
  });
  if (!loading.ok)
    throw new Error(`the world of the start: ${issueLines(loading.issues).join("; ")}`);
  const { dump, clock: state } = loading.world;
  await work.jobs.stop();
  try {
    await ids.keepFloor();
    // Among the records that are loaded, so that no crash in between can let ids begin again, or
    // addresses of files be signed with another key than this process has.
    const kept = await store.read(async (tx) => ({
      [idWatermarks.name]: await tx.find(idWatermarks),
      [fileKeys.name]: await tx.find(fileKeys),
    }));
    await store.load({ ...dump, tables: { ...dump.tables, ...kept } });
    clock.restore(state);
  } finally {
    await work.jobs.start();
  }
  means.resetLimits();
  await means.endSessions();
}

type Move = Static<(typeof moveClock)["body"]>;

/**
 * Freezes or releases the clock, then sets it, then advances it, and writes down how it stands.
 *
 * @throws InvalidForm when it would leave the moments that ids can be made at
 */
export async function steerClock(
  means: SteeringDeps,
  work: Transactions,
  move: Move,
): Promise<void> {
  const { clock, ids } = means;
  const target = destinationOf(clock, move);
  if (move.frozen === true) clock.freeze();
  if (move.frozen === false) clock.unfreeze();
  if (target.set !== undefined) {
    // Ids of the way back would come a second time.
    if (target.set < clock.now()) await ids.keepFloor();
    await clock.moveTo(target.set);
  }
  if (target.advanceMs > 0) await clock.moveTo(clock.now() + target.advanceMs);
  await keep(work, clock.state());
}

function destinationOf(
  clock: SteerableClock,
  move: Move,
): { readonly set: Millis | undefined; readonly advanceMs: Millis } {
  const set = move.now === undefined ? undefined : parseTimestamp(move.now);
  const advanceMs = move.advance === undefined ? 0 : (durationMs(move.advance) ?? 0);
  const issue = clockIssue((set ?? clock.now()) + advanceMs);
  if (issue !== undefined) throw invalidForm({ path: ["advance"], ...issue });
  return { set, advanceMs };
}

async function keep(work: Transactions, state: ClockState): Promise<void> {
  await work.transaction(async (ctx) => keepClock(ctx.tx, state));
}
