// Who left a guild, which a member who comes back shows, and the time-outs that they left in.
// Source: protocol: moderation 3.
import { parseTimestamp } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";
import type { MemberRecord } from "../guild.ts";

interface Membership {
  readonly guild_id: string;
  readonly user_id: string;
}

interface FormerMember extends Membership {
  /** The end of the time-out that they left in, over or not; absent for none. */
  readonly communication_disabled_until?: string;
}

export const formerMembers = tableOf<FormerMember>()({
  name: "former_member",
  key: ({ guild_id, user_id }) => compoundKey(guild_id, user_id),
  indexes: { user: ({ user_id }) => user_id },
});

/** The flag of members who left their guild and came back. */
const DID_REJOIN = 1;

/** Keeps that a member leaves, and the end of their time-out. */
export function keepFormerMember(
  ctx: Context,
  { guild_id, user_id }: Membership,
  until: string | null = null,
): void {
  const timeOut = until === null ? {} : { communication_disabled_until: until };
  ctx.tx.put(formerMembers, { guild_id, user_id, ...timeOut });
}

/** What someone has by having been there who comes into a guild: leaving ends no time-out. */
export async function keptFromBefore(
  ctx: ReadContext,
  { guild_id, user_id }: Membership,
): Promise<Pick<MemberRecord, "flags" | "communication_disabled_until">> {
  const former = await ctx.tx.get(formerMembers, compoundKey(guild_id, user_id));
  const { communication_disabled_until: until = null } = former ?? {};
  const isOver = (parseTimestamp(until ?? "") ?? 0) <= ctx.now;
  return {
    flags: former === undefined ? 0 : DID_REJOIN,
    communication_disabled_until: isOver ? null : until,
  };
}

/** Forgets who left a guild that goes. */
export async function dropFormerMembers(ctx: Context, guildId: string): Promise<void> {
  for (const { user_id } of await ctx.tx.find(formerMembers, withPrefix(guildId))) {
    ctx.tx.delete(formerMembers, compoundKey(guildId, user_id));
  }
}

/** Forgets where a user was who is deleted. */
export async function forgetFormerMember(ctx: Context, userId: string): Promise<void> {
  for (const { guild_id } of await ctx.tx.find(formerMembers, { index: "user", value: userId })) {
    ctx.tx.delete(formerMembers, compoundKey(guild_id, userId));
  }
}
