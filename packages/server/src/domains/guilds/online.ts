// Who of a guild is online, of whom the gateway knows by their sessions, and how many its members are.
import type { ReadContext } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { members } from "./guild.ts";

/** How somebody shows themselves. */
export interface Shown {
  readonly status: string;
  readonly activities: readonly object[];
}

export interface OnlineMembers {
  /** Undefined for who is offline in a guild. */
  of(userId: string, guildId: string): Shown | undefined;
  /** Ids of users, in no order. */
  onlineIn(guildId: string): readonly string[];
}

/** How many members a guild has, and how many of them are online. */
export async function countsOf(ctx: ReadContext, online: OnlineMembers, guildId: string) {
  return {
    approximate_member_count: await ctx.tx.count(members, withPrefix(guildId)),
    approximate_presence_count: online.onlineIn(guildId).length,
  };
}
