// Notices in a guild's system channel about new members and boosts.
// Source: protocol: guild-settings 9, 10.
import { GuildMemberAdd, GuildMemberUpdate, SystemChannelFlag } from "@antechamber/contract/guilds";
import { MessageType } from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../platform/context.ts";
import { eventHook, type EventHook } from "../../platform/event-hooks.ts";
import type { Boosted } from "../guilds/boosts/boosts.ts";
import { channels, guilds, members } from "../guilds/guild.ts";
import { memberOf } from "../guilds/operations.ts";
import { users, userView } from "../users/user.ts";
import { postSystemMessage } from "./system-message.ts";

interface Notice {
  readonly guildId: string;
  readonly userId: string;
  readonly type: number;
  readonly content: string;
  /** The flag of the guild that suppresses the notice. */
  readonly suppressedBy: number;
}

/** Posts a notice in a guild's system channel, unless there is none or the notice is suppressed. */
async function postInSystemChannel(ctx: Context, notice: Notice): Promise<void> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(notice.guildId));
  if (guild === undefined || guild.system_channel_id === null) return;
  if ((guild.system_channel_flags & notice.suppressedBy) !== 0) return;
  const channel = await ctx.tx.get(channels, snowflakeKey(guild.system_channel_id));
  const user = await ctx.tx.get(users, snowflakeKey(notice.userId));
  if (channel?.guild_id !== guild.id || user === undefined) return;
  await postSystemMessage(ctx, {
    channel,
    author: userView(user),
    type: notice.type,
    content: notice.content,
  });
}

/** Posts that a member joined; for a pending member, only once membership screening is passed. */
async function postJoinMessage(
  ctx: Context,
  { guildId, userId }: Pick<Notice, "guildId" | "userId">,
  was: "new" | "known",
): Promise<void> {
  const member = await memberOf(ctx, guildId, userId);
  if (member === undefined) return;
  if (was === "new" && member.pending) {
    return ctx.tx.put(members, { ...member, isUngreeted: true });
  }
  const { isUngreeted, ...greeted } = member;
  if (was === "known") {
    if (isUngreeted !== true || member.pending) return;
    ctx.tx.put(members, greeted);
  }
  await postInSystemChannel(ctx, {
    guildId,
    userId,
    type: MessageType.USER_JOIN,
    content: "",
    suppressedBy: SystemChannelFlag.SUPPRESS_JOIN_NOTIFICATIONS,
  });
}

const boostTypes: Readonly<Record<number, number>> = {
  1: MessageType.GUILD_BOOST_TIER_1,
  2: MessageType.GUILD_BOOST_TIER_2,
  3: MessageType.GUILD_BOOST_TIER_3,
};

/** Posts how often a member boosted a guild, and the level that the guild reached by it. */
export async function postBoostMessage(
  ctx: Context,
  { member, reached }: Boosted,
  count: number,
): Promise<void> {
  await postInSystemChannel(ctx, {
    guildId: member.guild_id,
    userId: member.user_id,
    type: boostTypes[reached ?? 0] ?? MessageType.GUILD_BOOST,
    content: count === 1 ? "" : String(count),
    suppressedBy: SystemChannelFlag.SUPPRESS_PREMIUM_SUBSCRIPTIONS,
  });
}

export const greetingEventHooks: readonly EventHook[] = [
  eventHook(GuildMemberAdd, (ctx, { guild_id, user }) =>
    postJoinMessage(ctx, { guildId: guild_id, userId: user.id }, "new"),
  ),
  eventHook(GuildMemberUpdate, (ctx, { guild_id, user }) =>
    postJoinMessage(ctx, { guildId: guild_id, userId: user.id }, "known"),
  ),
];
