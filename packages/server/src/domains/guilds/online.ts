// The online members of a guild, which the gateway derives from its sessions, and member counts.
import type { ReadContext } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { members } from "./guild.ts";

/** A user's presence. */
export interface ShownStatus {
  readonly status: string;
  readonly activities: readonly object[];
}

export interface OnlineMembers {
  /** Undefined for a user who is offline in the guild. */
  of(userId: string, guildId: string): ShownStatus | undefined;
  /** Ids of users, in no particular order. */
  onlineIn(guildId: string): readonly string[];
}

/** How many members a guild has, and how many of them are online. */
export async function countsOf(ctx: ReadContext, online: OnlineMembers, guildId: string) {
  return {
    approximate_member_count: await ctx.tx.count(members, withPrefix(guildId)),
    approximate_presence_count: online.onlineIn(guildId).length,
  };
}
