// Users who left a guild, and the time-outs that they left with: members who rejoin are flagged,
// and their time-outs continue.
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
  /** The end of the time-out that they left with, past or future; absent for none. */
  readonly communication_disabled_until?: string;
}

export const formerMembers = tableOf<FormerMember>()({
  name: "former_member",
  key: ({ guild_id, user_id }) => compoundKey(guild_id, user_id),
  indexes: { user: ({ user_id }) => user_id },
});

/** The flag of members who left their guild and rejoined it. */
const DID_REJOIN = 1;

/** Records that a member leaves, with the end of their time-out. */
export function storeFormerMember(
  ctx: Context,
  { guild_id, user_id }: Membership,
  until: string | null = null,
): void {
  const timeOut = until === null ? {} : { communication_disabled_until: until };
  ctx.tx.put(formerMembers, { guild_id, user_id, ...timeOut });
}

/**
 * The flags and the time-out of a user who joins a guild, from an earlier membership: leaving does
 * not end a time-out.
 */
export async function restoredMemberFields(
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

/** Deletes the records of a deleted guild's former members. */
export async function dropFormerMembers(ctx: Context, guildId: string): Promise<void> {
  for (const { user_id } of await ctx.tx.find(formerMembers, withPrefix(guildId))) {
    ctx.tx.delete(formerMembers, compoundKey(guildId, user_id));
  }
}

/** Deletes the records of a deleted user's former memberships. */
export async function deleteFormerMember(ctx: Context, userId: string): Promise<void> {
  for (const { guild_id } of await ctx.tx.find(formerMembers, { index: "user", value: userId })) {
    ctx.tx.delete(formerMembers, compoundKey(guild_id, userId));
  }
}
