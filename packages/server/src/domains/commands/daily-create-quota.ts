// How many commands an application may create in a day.
// Source: requirements 8, protocol: commands-and-interactions 2.5, 10 #17.
import { limits, TooManyCommandCreates } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Millis } from "../../platform/clock.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { isFromBeforeSetBack } from "../../platform/set-back.ts";
import { tableOf } from "../../platform/store.ts";
import { scopeIds, scopeKey, type ScopeIds } from "./command.ts";

/** Commands that were created together. */
export interface CreateBatch {
  readonly at: Millis;
  readonly count: number;
}

/** What was created in a place within the last day; global commands are counted apart. */
export interface CommandCreatesRecord extends ScopeIds {
  readonly batches: readonly CreateBatch[];
}

export const commandCreates = tableOf<CommandCreatesRecord>()({
  name: "command_creates",
  key: scopeKey,
});

/** The batches that still count: not those of before the clock was set back. */
export function countingBatches(batches: readonly CreateBatch[], now: Millis): CreateBatch[] {
  const { windowMs } = limits.commandCreates;
  return batches.filter(({ at }) => at > now - windowMs && !isFromBeforeSetBack(at, now));
}

/** What was created in a place so far. */
export function createsIn(
  ctx: ReadContext,
  scope: ScopeIds,
): Promise<CommandCreatesRecord | undefined> {
  return ctx.tx.get(commandCreates, scopeKey(scope));
}

/**
 * Counts commands that are about to be created.
 *
 * @throws TooManyCommandCreates when they do not all fit into the day; then none is counted
 */
export async function countCreates(ctx: Context, scope: ScopeIds, count: number): Promise<void> {
  if (count > 0) addCreates(ctx, scope, { stored: await createsIn(ctx, scope), count });
}

/** The same where it is known what was created so far. @throws TooManyCommandCreates */
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
