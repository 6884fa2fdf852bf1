// How many commands an application may create in a day.
// Source: requirements 8, protocol: commands-and-interactions 2.5, 10 #17.
import { limits, TooManyCommandCreates } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Millis } from "../../platform/clock.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { onDeadline, type Deadline } from "../../platform/schedule/deadlines.ts";
import { isFromBeforeSetBack } from "../../platform/time/set-back.ts";
import { tableOf } from "../../platform/store.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { scopeIds, scopeKey, type ScopeIds } from "./command.ts";

/** Commands that were created together. */
export interface CreateBatch {
  readonly at: Millis;
  readonly count: number;
}

/** What was created in a place within the last day; global commands are counted apart. */
export interface CommandCreatesRecord extends ScopeIds {
  readonly batches: readonly CreateBatch[];
  /** Set when the application leaves the place: when nothing of it counts any more. */
  readonly forgetAt?: Millis;
}

export const commandCreates = tableOf<CommandCreatesRecord>()({
  name: "command_creates",
  key: scopeKey,
  deadline: ({ forgetAt }) => forgetAt,
});

/** Forgets what was created in places that the application left a day ago. */
export const commandDeadlines: readonly Deadline[] = [
  onDeadline(commandCreates, {
    kind: "command.creates",
    subject: ({ application_id }) => application_id,
    run: (ctx, scope) => ctx.tx.delete(commandCreates, scopeKey(scope)),
  }),
];

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

/** Lets what was created in a place count until its day is over, though the application leaves. */
export async function retireCreates(ctx: Context, scope: ScopeIds): Promise<void> {
  const stored = await createsIn(ctx, scope);
  const last = countingBatches(stored?.batches ?? [], ctx.now).at(-1);
  if (stored === undefined || last === undefined) {
    ctx.tx.delete(commandCreates, scopeKey(scope));
  } else {
    ctx.tx.put(commandCreates, { ...stored, forgetAt: last.at + limits.commandCreates.windowMs });
  }
}

/** Forgets what an application that goes created anywhere. */
export async function dropCreatesOf(ctx: Context, applicationId: string): Promise<void> {
  for (const scope of await ctx.tx.find(commandCreates, withPrefix(applicationId))) {
    ctx.tx.delete(commandCreates, scopeKey(scope));
  }
}
