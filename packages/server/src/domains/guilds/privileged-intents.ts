// Which privileged intents an application may use: a switch of its owner up to a number of people whom
// it can reach, a review not older than a year beyond that. Source: requirements 8;
// protocol: gateway-oauth-limits 1.10, 4.5.
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

/** True when the application's flags have the intent: switched on by its owner, or after a review. */
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

/** True when the application may use every privileged intent of a set of bits. */
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

/** A review counts for a year; without a known date, it counts while its flag is set. */
function isReviewed(
  ctx: ReadContext,
  { flags_new, intents_reviewed_at: at }: ApplicationRecord,
  name: PrivilegedIntent,
): boolean {
  const reviewed = parseTimestamp(at ?? "");
  if (reviewed !== undefined) return ctx.now - reviewed <= limits.intentReview.value;
  return (BigInt(flags_new) & BigInt(privilegedIntents[name].flag)) !== 0n;
}

/** True when there are more people than an application without a review may reach. */
async function reachesTooMany(
  ctx: ReadContext,
  { id, accessible_users_max: max = limits.accessibleUsers.value }: ApplicationRecord,
): Promise<boolean> {
  const guildIds = await guildIdsOf(ctx, id);
  const ofUsers = { index: "application", value: id } as const;
  // Counting stops as soon as there are too many, the bot included.
  const enough = { limit: max + 2 };
  let most = await ctx.tx.count(userInstalls, { ...ofUsers, ...enough });
  if (most > max) return true;
  for (const guildId of guildIds) {
    const inGuild = await ctx.tx.count(members, { ...withPrefix(guildId), ...enough });
    if (inGuild > max + 1) return true;
    most += inGuild;
  }
  // A user in several guilds was counted several times.
  if (most - guildIds.length <= max) return false;
  const people = new Set((await ctx.tx.find(userInstalls, ofUsers)).map(({ user_id }) => user_id));
  for (const guildId of guildIds) {
    for (const { user_id } of await ctx.tx.find(members, withPrefix(guildId))) people.add(user_id);
    people.delete(id);
    if (people.size > max) return true;
  }
  return people.size > max;
}
