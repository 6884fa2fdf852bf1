// Moves the clock in all processes: to an instant, by a duration, or to the next due instant.
import { clockIssue, type moveClock } from "@antechamber/contract/control";
import { durationMs, parseTimestamp, type Static } from "@antechamber/contract/schema";
import { invalidForm } from "../../platform/api-error.ts";
import type { Millis, SteerableClock } from "../../platform/clock.ts";
import type { Transactions } from "../../platform/transactions.ts";
import type { SteeringDeps } from "./steering.ts";
import { storeClock } from "../world-file/stored-world.ts";

/** The form of a move of the clock. */
export type Move = Static<(typeof moveClock)["body"]>;

/**
 * Freezes or releases the clock, then sets it, then advances it, and stores its state. Resolves
 * when everything that falls due on the way has run, in all processes.
 *
 * @throws InvalidForm when the clock would leave the range of instants that ids can encode
 */
export function steerClock(deps: SteeringDeps, work: Transactions, move: Move): Promise<void> {
  return deps.turns.run(() => moveInTurn(deps, work, move));
}

async function moveInTurn(deps: SteeringDeps, work: Transactions, move: Move): Promise<void> {
  const { clock, ids, followers } = deps;
  // The timers of a program that is between two requests are known with its next one.
  await followers.haveAsked();
  const target = destinationOf(clock, move);
  await work.scheduler.poll();
  if (move.frozen === true) clock.freeze();
  if (move.frozen === false) clock.unfreeze();
  if (target.set !== undefined) {
    // When the clock goes back, the ids of the repeated time must not be issued a second time.
    if (target.set < clock.now()) await ids.keepFloor();
    await clock.moveTo(target.set);
  }
  if (move.advance === "next") await moveToNext(deps, work, target.until);
  else if (target.advanceMs > 0) {
    const goal = Math.min(clock.now() + target.advanceMs, target.until);
    if (goal > clock.now()) await clock.moveTo(goal);
  }
  if (!deps.store.processes.isSole) await ids.keepFloor();
  await work.transaction(async (ctx) => {
    storeClock(ctx.tx, clock.state());
    await deps.turns.announce(ctx, { clock: clock.state() });
  });
}

/** How many jobs are searched for one in the future; overdue jobs run on their own. */
const OVERDUE_MAX = 1000;

/**
 * Moves the clock to the next due instant, or to `end` if that comes first. Without either, the
 * clock stays where it is.
 */
async function moveToNext(
  { clock, followers, turns }: SteeringDeps,
  { scheduler }: Transactions,
  end: Millis,
): Promise<void> {
  if (end <= clock.now()) return;
  const upcoming = await scheduler.upcoming({ limit: OVERDUE_MAX });
  const job = upcoming.find(({ at }) => at > clock.now());
  const followed = [followers.nextAt(), await turns.nextElsewhere(), end];
  // A program's timer may be overdue; the clock does not go back for it.
  const ahead = followed.map((at) => (at === undefined || at <= clock.now() ? Infinity : at));
  const next = Math.min(job?.at ?? Infinity, ...ahead);
  if (next === Infinity) return;
  const issue = clockIssue(next);
  if (issue !== undefined) throw invalidForm({ path: ["advance"], ...issue });
  await clock.moveTo(Math.max(next, clock.now()));
}

function destinationOf(
  clock: SteerableClock,
  move: Move,
): { readonly set: Millis | undefined; readonly advanceMs: Millis; readonly until: Millis } {
  const set = move.now === undefined ? undefined : parseTimestamp(move.now);
  const advanceMs = move.advance === undefined ? 0 : (durationMs(move.advance) ?? 0);
  const issue = clockIssue((set ?? clock.now()) + advanceMs);
  if (issue !== undefined) throw invalidForm({ path: ["advance"], ...issue });
  return {
    set,
    advanceMs,
    until: move.until === undefined ? Infinity : (parseTimestamp(move.until) ?? Infinity),
  };
}
