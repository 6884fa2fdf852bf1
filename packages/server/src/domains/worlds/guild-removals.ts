// What goes with a part of a guild when it goes: nothing is left that refers to it.
import { ageKey, EntityInUse } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { guildInstalls, pairKey, pairsOf, type GuildInstall } from "../applications/installs.ts";
import { announceIndex, announcePermissions } from "../commands/announcements.ts";
import {
  commandPermissions,
  permissionKey,
  permissionsInGuild,
} from "../commands/command-permissions.ts";
import { commandCreates } from "../commands/creates.ts";
import { commands, commandsOf, placeKey } from "../commands/command.ts";
import {
  announceChannel,
  announceChannelEnd,
  announceGuildChange,
  announceGuildEnd,
  announceInstallEnd,
  announceMemberChange,
  announceMemberEnd,
  announceRoleEnd,
} from "../guilds/announcements.ts";
import {
  botIdOf,
  channels,
  guilds,
  members,
  roles,
  type ChannelRecord,
  type GuildRecord,
  type MemberRecord,
  type RoleRecord,
} from "../guilds/guild.ts";
import { isThread, rolesOf } from "../guilds/operations.ts";
import { clearVoiceChannel, leaveVoice, voiceChannels, voiceStates } from "../guilds/voice.ts";
import { messages } from "../messages/message.ts";
import { userOf } from "../users/operations.ts";
import { channelFields } from "./load-guilds.ts";

/** Removes a guild with everything in it; all its sessions hear of that and of nothing else. */
export async function removeGuild(ctx: Context, { id }: GuildRecord): Promise<void> {
  announceGuildEnd(ctx, id);
  const { tx } = ctx;
  for (const channel of await tx.find(channels, { index: "guild", value: id })) {
    await dropChannel(ctx, channel);
  }
  for (const role of await rolesOf(ctx, id)) tx.delete(roles, pairKey(id, role.id));
  for (const { user_id } of await tx.find(members, pairsOf(id))) {
    tx.delete(members, pairKey(id, user_id));
    tx.delete(voiceStates, pairKey(id, user_id));
  }
  for (const install of await tx.find(guildInstalls, pairsOf(id))) await dropInstall(ctx, install);
  tx.delete(guilds, ageKey(id));
}

async function dropChannel(ctx: Context, { id }: ChannelRecord): Promise<void> {
  for (const message of await ctx.tx.find(messages, pairsOf(id))) {
    ctx.tx.delete(messages, pairKey(id, message.id));
  }
  ctx.tx.delete(voiceChannels, ageKey(id));
  ctx.tx.delete(channels, ageKey(id));
}

async function dropInstall(ctx: Context, install: GuildInstall): Promise<void> {
  const { guild_id, application_id } = install;
  const place = { guild_id, application_id };
  for (const command of await ctx.tx.find(commands, commandsOf(place))) {
    ctx.tx.delete(commands, commands.key(command));
  }
  ctx.tx.delete(commandCreates, placeKey(place));
  for (const set of await permissionsInGuild(ctx, place)) {
    ctx.tx.delete(commandPermissions, permissionKey(set));
  }
  ctx.tx.delete(guildInstalls, pairKey(guild_id, application_id));
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
      announceChannel(ctx, orphan, "known");
    }
  }
  await clearVoiceChannel(ctx, channel.id);
  await dropChannel(ctx, channel);
  announceChannelEnd(ctx, channel);
  await dropPermissionEntries(ctx, channel.guild_id, channel.id);
  await forgetChannel(ctx, channel.guild_id, channel.id);
}

async function forgetChannel(ctx: Context, guildId: string, channelId: string): Promise<void> {
  const guild = await ctx.tx.get(guilds, ageKey(guildId));
  const named = channelFields.filter((field) => guild?.[field] === channelId);
  if (guild === undefined || named.length === 0) return;
  const without = { ...guild, ...Object.fromEntries(named.map((field) => [field, null])) };
  ctx.tx.put(guilds, without);
  await announceGuildChange(ctx, without);
}

/**
 * Removes a role from the guild, its members and its channels' overwrites.
 *
 * @throws EntityInUse for everyone's role, and for a bot's own
 */
export async function removeRole(ctx: Context, role: RoleRecord): Promise<void> {
  if (role.id === role.guild_id || role.managed) throw new ApiError(EntityInUse);
  await dropRole(ctx, role);
}

async function dropRole(ctx: Context, role: RoleRecord): Promise<void> {
  const { guild_id, id } = role;
  ctx.tx.delete(roles, pairKey(guild_id, id));
  for (const member of await ctx.tx.find(members, pairsOf(guild_id))) {
    if (!member.roles.includes(id)) continue;
    const without = { ...member, roles: member.roles.filter((each) => each !== id) };
    ctx.tx.put(members, without);
    await announceMemberChange(ctx, without);
  }
  await dropOverwrites(ctx, guild_id, { type: 0, id });
  await dropPermissionEntries(ctx, guild_id, id);
  announceRoleEnd(ctx, role);
}

/** Permission entries of commands that speak of what is gone. */
async function dropPermissionEntries(ctx: Context, guildId: string, id: string): Promise<void> {
  for (const set of await ctx.tx.find(commandPermissions, pairsOf(guildId))) {
    const kept = set.permissions.filter((entry) => entry.id !== id);
    if (kept.length === set.permissions.length) continue;
    const without = { ...set, permissions: kept };
    if (kept.length > 0) ctx.tx.put(commandPermissions, without);
    else ctx.tx.delete(commandPermissions, permissionKey(set));
    await announcePermissions(ctx, without);
  }
}

async function dropOverwrites(
  ctx: Context,
  guildId: string,
  of: { readonly type: 0 | 1; readonly id: string },
): Promise<void> {
  for (const channel of await ctx.tx.find(channels, { index: "guild", value: guildId })) {
    const all = channel.permission_overwrites ?? [];
    const kept = all.filter((each) => each.type !== of.type || each.id !== of.id);
    if (kept.length === all.length) continue;
    const without = { ...channel, permission_overwrites: kept };
    ctx.tx.put(channels, without);
    announceChannel(ctx, without, "known");
  }
}

/**
 * Removes a member; a bot goes with its application's installation.
 *
 * @throws EntityInUse for the guild's owner
 */
export async function removeMember(ctx: Context, member: MemberRecord): Promise<void> {
  const { guild_id, user_id } = member;
  const guild = await ctx.tx.get(guilds, ageKey(guild_id));
  if (guild?.owner_id === user_id) {
    throw new ApiError(EntityInUse, { message: "The guild's owner stays in it" });
  }
  const install = await ctx.tx.get(guildInstalls, pairKey(guild_id, user_id));
  if (install === undefined) await dropMember(ctx, member);
  else await removeInstall(ctx, install);
}

async function dropMember(ctx: Context, { guild_id, user_id }: MemberRecord): Promise<void> {
  await leaveVoice(ctx, { guildId: guild_id, userId: user_id });
  ctx.tx.delete(members, pairKey(guild_id, user_id));
  announceMemberEnd(ctx, guild_id, await userOf(ctx, user_id));
  await dropOverwrites(ctx, guild_id, { type: 1, id: user_id });
  await dropPermissionEntries(ctx, guild_id, user_id);
}

/** Removes an application from a guild: its commands there, its bot, and the bot's role. */
export async function removeInstall(ctx: Context, install: GuildInstall): Promise<void> {
  // While its bot is there to hear of it.
  announceInstallEnd(ctx, install);
  await dropInstall(ctx, install);
  await removeBot(ctx, install);
  announceIndex(ctx, install.guild_id);
}

/** Removes an installed application's bot from the guild, and the role that it came with. */
export async function removeBot(
  ctx: Context,
  { guild_id, application_id }: GuildInstall,
): Promise<void> {
  const member = await ctx.tx.get(members, pairKey(guild_id, application_id));
  if (member !== undefined) await dropMember(ctx, member);
  for (const role of await rolesOf(ctx, guild_id)) {
    if (botIdOf(role) === application_id) await dropRole(ctx, role);
  }
}
