// Which privileged intents an application may use: its owner's switch suffices up to a number of
// reachable users; beyond that, it needs a review that is at most a year old.
// Source: requirements 8; protocol: gateway-oauth-limits 1.10, 4.5.
import { limits } from "@antechamber/contract";
import { privilegedIntents } from "@antechamber/contract/gateway";
import { parseTimestamp } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { userInstalls } from "../applications/installs.ts";
import { members } from "./guild.ts";
import { guildIdsOf } from "./operations.ts";

export type PrivilegedIntent = keyof typeof privilegedIntents;

const names = Object.keys(privilegedIntents) as readonly PrivilegedIntent[];

/** True if the application's flags have the intent, enabled by its owner or after a review. */
export function isSwitchedOn({ flags_new }: ApplicationRecord, name: PrivilegedIntent): boolean {
  const { flag, limitedFlag } = privilegedIntents[name];
  return (BigInt(flags_new) & BigInt(flag | limitedFlag)) !== 0n;
}

/** True when the application may use the intent now. */
export async function mayUseIntent(
  ctx: ReadContext,
  application: ApplicationRecord,
  name: PrivilegedIntent,
): Promise<boolean> {
  if (!isSwitchedOn(application, name)) return false;
  return isReviewed(ctx, application, name) || !(await reachesTooMany(ctx, application));
}

/** True if the application may use every privileged intent that it asks for. */
export async function mayUseIntents(
  ctx: ReadContext,
  application: ApplicationRecord,
  asksFor: (name: PrivilegedIntent) => boolean,
): Promise<boolean> {
  for (const name of names.filter(asksFor)) {
    if (!(await mayUseIntent(ctx, application, name))) return false;
  }
  return true;
}

/** A review is valid for a year; if its date is unknown, it is valid while its flag is set. */
function isReviewed(
  ctx: ReadContext,
  { flags_new, intents_reviewed_at: at }: ApplicationRecord,
  name: PrivilegedIntent,
): boolean {
  const reviewed = parseTimestamp(at ?? "");
  if (reviewed !== undefined) return ctx.now - reviewed <= limits.intentReview.value;
  return (BigInt(flags_new) & BigInt(privilegedIntents[name].flag)) !== 0n;
}

/** True if an application reaches more users than it may without a review. */
async function reachesTooMany(
  ctx: ReadContext,
  { id, accessible_users_max: max = limits.accessibleUsers.value }: ApplicationRecord,
): Promise<boolean> {
  const guildIds = await guildIdsOf(ctx, id);
  const ofUsers = { index: "application", value: id } as const;
  // Counting stops once the limit is exceeded; one is added because the bot itself is counted.
  const enough = { limit: max + 2 };
  let most = await ctx.tx.count(userInstalls, { ...ofUsers, ...enough });
  if (most > max) return true;
  for (const guildId of guildIds) {
    const inGuild = await ctx.tx.count(members, { ...withPrefix(guildId), ...enough });
    if (inGuild > max + 1) return true;
    most += inGuild;
  }
  // The sum counts a user once for each guild that they share, so distinct users are counted next.
  if (most - guildIds.length <= max) return false;
  const people = new Set((await ctx.tx.find(userInstalls, ofUsers)).map(({ user_id }) => user_id));
  for (const guildId of guildIds) {
    for (const { user_id } of await ctx.tx.find(members, withPrefix(guildId))) people.add(user_id);
    people.delete(id);
    if (people.size > max) return true;
  }
  return people.size > max;
}
