// Removes a guild or a part of one, with everything that refers to it.
import { EntityInUse } from "@antechamber/contract/control";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { guildInstalls, compoundKey, withPrefix } from "../../domains/applications/installs.ts";
import { dropPermissionEntries } from "../../domains/commands/cascade-delete.ts";
import {
  emitChannel,
  emitChannelEnd,
  emitGuildChange,
  emitGuildEnd,
} from "../../domains/guilds/events.ts";
import {
  channels,
  guilds,
  members,
  roles,
  type ChannelRecord,
  type GuildRecord,
  type MemberRecord,
  type RoleRecord,
} from "../../domains/guilds/guild.ts";
import { dropAuditLog } from "../../domains/guilds/audit-log/entry.ts";
import { dropBans } from "../../domains/guilds/bans.ts";
import { dropEmojis } from "../../domains/guilds/emojis.ts";
import { dropScheduledEvents } from "../../domains/guilds/scheduled-events.ts";
import { dropWebhooks } from "../../domains/guilds/webhooks/operations.ts";
import { dropInvites } from "../../domains/invites/operations.ts";
import { isThread, rolesOf } from "../../domains/guilds/operations.ts";
import { clearVoiceChannel, voiceChannels, voiceStates } from "../../domains/guilds/voice.ts";
import { unlinkChannel } from "../../domains/lobbies/linking.ts";
import { messages } from "../../domains/messages/message.ts";
import { removeMessage } from "../../domains/messages/operations.ts";
import { removeRole as dropRoleEverywhere } from "../../domains/moderation/operations.ts";
import { dropInstall, removeMember as leaveGuild } from "../../domains/oauth/installs/uninstall.ts";
import { forgetPurchasesOf } from "../../domains/entitlements/operations.ts";
import { searchIndexes } from "../../domains/search/search.ts";
import { channelFields } from "../world-file/load-guilds.ts";

/** Removes a guild with everything in it; its sessions receive that event alone. */
export async function removeGuild(ctx: Context, { id }: GuildRecord): Promise<void> {
  emitGuildEnd(ctx, id);
  const { tx } = ctx;
  for (const channel of await tx.find(channels, { index: "guild", value: id })) {
    await dropChannel(ctx, channel);
  }
  for (const role of await rolesOf(ctx, id)) tx.delete(roles, compoundKey(id, role.id));
  for (const { user_id } of await tx.find(members, withPrefix(id))) {
    tx.delete(members, compoundKey(id, user_id));
    tx.delete(voiceStates, compoundKey(id, user_id));
  }
  for (const install of await tx.find(guildInstalls, withPrefix(id)))
    await dropInstall(ctx, install);
  tx.delete(searchIndexes, snowflakeKey(id));
  await dropInvites(ctx, "guild", id);
  await dropEmojis(ctx, id);
  await dropAuditLog(ctx, id);
  await dropBans(ctx, id);
  await dropScheduledEvents(ctx, id);
  await forgetPurchasesOf(ctx, id);
  tx.delete(guilds, snowflakeKey(id));
}

async function dropChannel(ctx: Context, channel: ChannelRecord): Promise<void> {
  const { id } = channel;
  for (const message of await ctx.tx.find(messages, withPrefix(id))) {
    await removeMessage(ctx, message);
  }
  ctx.tx.delete(voiceChannels, snowflakeKey(id));
  ctx.tx.delete(channels, snowflakeKey(id));
  await dropWebhooks(ctx, id);
  await unlinkChannel(ctx, channel);
}

/**
 * Removes a channel with its messages and threads; what stood in a category stands in none, and a
 * guild that named it names none.
 */
export async function removeChannel(ctx: Context, channel: ChannelRecord): Promise<void> {
  if (channel.guild_id === undefined) return dropChannel(ctx, channel);
  const all = await ctx.tx.find(channels, { index: "guild", value: channel.guild_id });
  for (const child of all.filter((each) => each.parent_id === channel.id)) {
    if (isThread(child)) {
      // Clients drop the threads of a channel that goes.
      await dropChannel(ctx, child);
    } else {
      const orphan = { ...child, parent_id: null };
      ctx.tx.put(channels, orphan);
      emitChannel(ctx, orphan, "known");
    }
  }
  await clearVoiceChannel(ctx, channel.id);
  await dropChannel(ctx, channel);
  emitChannelEnd(ctx, channel);
  await dropInvites(ctx, "channel", channel.id);
  await dropScheduledEvents(ctx, channel.guild_id, channel.id);
  await dropPermissionEntries(ctx, channel.guild_id, channel.id);
  await forgetChannel(ctx, channel.guild_id, channel.id);
}

async function forgetChannel(ctx: Context, guildId: string, channelId: string): Promise<void> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(guildId));
  const named = channelFields.filter((field) => guild?.[field] === channelId);
  if (guild === undefined || named.length === 0) return;
  const without = { ...guild, ...Object.fromEntries(named.map((field) => [field, null])) };
  ctx.tx.put(guilds, without);
  await emitGuildChange(ctx, without);
}

/**
 * Removes a role from the guild, its members and its channels' overwrites.
 *
 * @throws EntityInUse for everyone's role, and for a bot's own
 */
export async function removeRole(ctx: Context, role: RoleRecord): Promise<void> {
  if (role.id === role.guild_id || role.managed) throw new ApiError(EntityInUse);
  await dropRoleEverywhere(ctx, role);
}

/**
 * Removes a member; a bot goes with its application's installation.
 *
 * @throws EntityInUse for the guild's owner
 */
export async function removeMember(ctx: Context, member: MemberRecord): Promise<void> {
  const { guild_id, user_id } = member;
  const guild = await ctx.tx.get(guilds, snowflakeKey(guild_id));
  if (guild?.owner_id === user_id) {
    throw new ApiError(EntityInUse, { message: "The guild's owner stays in it" });
  }
  await leaveGuild(ctx, member);
}
