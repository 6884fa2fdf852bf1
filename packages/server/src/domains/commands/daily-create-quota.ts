// The limit on how many commands an application may create per day.
// Source: requirements 8, protocol: commands-and-interactions 2.5, 10 #17.
import { limits, TooManyCommandCreates } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Millis } from "../../platform/clock.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { onDeadline, type Deadline } from "../../platform/schedule/deadlines.ts";
import { isWithinLast } from "../../platform/time/set-back.ts";
import { tableOf } from "../../platform/store.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { scopeIds, scopeKey, type ScopeIds } from "./command.ts";

/** Commands that were created at the same time. */
export interface CreateBatch {
  readonly at: Millis;
  readonly count: number;
}

/**
 * The commands created in a scope within the last day; each guild and the global scope count
 * separately.
 */
export interface CommandCreatesRecord extends ScopeIds {
  readonly batches: readonly CreateBatch[];
  /** Set when the application leaves the guild: when none of the creations counts any more. */
  readonly forgetAt?: Millis;
}

export const commandCreates = tableOf<CommandCreatesRecord>()({
  name: "command_creates",
  key: scopeKey,
  deadline: ({ forgetAt }) => forgetAt,
});

/** Deletes the counts of guilds that the application left, once they have expired. */
export const commandDeadlines: readonly Deadline[] = [
  onDeadline(commandCreates, {
    kind: "command.creates",
    subject: ({ application_id }) => application_id,
    run: (ctx, scope) => ctx.tx.delete(commandCreates, scopeKey(scope)),
  }),
];

/** The batches that still count. Batches from before the clock was set back do not. */
export function countingBatches(batches: readonly CreateBatch[], now: Millis): CreateBatch[] {
  const { windowMs } = limits.commandCreates;
  return batches.filter(({ at }) => isWithinLast(windowMs, at, now));
}

/** The commands created in a scope within the last day. */
export function createsIn(
  ctx: ReadContext,
  scope: ScopeIds,
): Promise<CommandCreatesRecord | undefined> {
  return ctx.tx.get(commandCreates, scopeKey(scope));
}

/**
 * Counts commands that are about to be created.
 *
 * @throws TooManyCommandCreates when they exceed the daily limit; then none is counted
 */
export async function countCreates(ctx: Context, scope: ScopeIds, count: number): Promise<void> {
  if (count > 0) addCreates(ctx, scope, { stored: await createsIn(ctx, scope), count });
}

/** Like `countCreates`, for a record that has already been read. @throws TooManyCommandCreates */
export function addCreates(
  ctx: Context,
  scope: ScopeIds,
  { stored, count }: { readonly stored: CommandCreatesRecord | undefined; readonly count: number },
): void {
  const batches = [...countingBatches(stored?.batches ?? [], ctx.now), { at: ctx.now, count }];
  const total = batches.reduce((sum, batch) => sum + batch.count, 0);
  if (total > limits.commandCreates.value) throw new ApiError(TooManyCommandCreates);
  ctx.tx.put(commandCreates, { ...scopeIds(scope), batches });
}

/** Keeps the count of a scope that the application leaves until its last batch has expired. */
export async function retireCreates(ctx: Context, scope: ScopeIds): Promise<void> {
  const stored = await createsIn(ctx, scope);
  const last = countingBatches(stored?.batches ?? [], ctx.now).at(-1);
  if (stored === undefined || last === undefined) {
    ctx.tx.delete(commandCreates, scopeKey(scope));
  } else {
    ctx.tx.put(commandCreates, { ...stored, forgetAt: last.at + limits.commandCreates.windowMs });
  }
}

/** Deletes all counts of an application that is deleted. */
export async function dropCreatesOf(ctx: Context, applicationId: string): Promise<void> {
  for (const scope of await ctx.tx.find(commandCreates, withPrefix(applicationId))) {
    ctx.tx.delete(commandCreates, scopeKey(scope));
  }
}
