// Removes a guild or a part of one, with everything that refers to it.
import { EntityInUse } from "@antechamber/contract/control";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { compoundKey, withPrefix } from "../../platform/records/compound-keys.ts";
import { guildInstalls } from "../../domains/applications/installs.ts";
import { dropChannel } from "../../domains/channels/operations.ts";
import { emitGuildEnd } from "../../domains/guilds/events.ts";
import {
  channels,
  guilds,
  members,
  roles,
  type GuildRecord,
  type MemberRecord,
  type RoleRecord,
} from "../../domains/guilds/guild.ts";
import { dropAuditLog } from "../../domains/guilds/audit-log/entry.ts";
import { dropAutoModeration } from "../../domains/guilds/auto-moderation/rule.ts";
import { dropJoinRequests } from "../../domains/guilds/join-requests/join-request.ts";
import { dropBans } from "../../domains/guilds/members/bans.ts";
import { dropFormerMembers } from "../../domains/guilds/members/former-members.ts";
import { linkedRoles } from "../../domains/guilds/linked-roles/linked-role.ts";
import { dropEmojis } from "../../domains/guilds/emojis.ts";
import { dropSounds } from "../../domains/guilds/soundboard/sound.ts";
import { dropStickers } from "../../domains/guilds/stickers/sticker.ts";
import { dropScheduledEvents } from "../../domains/guilds/scheduled-events/operations.ts";
import { dropGuildSettings } from "../../domains/guild-settings/forgetting.ts";
import { dropInvites } from "../../domains/invites/operations.ts";
import { rolesOf } from "../../domains/guilds/operations.ts";
import { voiceStates } from "../../domains/guilds/voice/voice-state.ts";
import {
  dropInstall,
  removeMember as leaveGuild,
  removeRole as dropRoleEverywhere,
} from "../../domains/oauth/installs/uninstall.ts";
import { deletePurchasesOf } from "../../domains/entitlements/operations.ts";
import { searchIndexes } from "../../domains/search/search.ts";

/** Removes a guild with everything in it; its sessions receive GUILD_DELETE and no other event. */
export async function removeGuild(ctx: Context, { id }: GuildRecord): Promise<void> {
  emitGuildEnd(ctx, id);
  const { tx } = ctx;
  for (const channel of await tx.find(channels, { index: "guild", value: id })) {
    await dropChannel(ctx, channel);
  }
  for (const role of await rolesOf(ctx, id)) {
    tx.delete(roles, compoundKey(id, role.id));
    tx.delete(linkedRoles, compoundKey(id, role.id));
  }
  for (const { user_id } of await tx.find(members, withPrefix(id))) {
    tx.delete(members, compoundKey(id, user_id));
    tx.delete(voiceStates, compoundKey(id, user_id));
  }
  for (const install of await tx.find(guildInstalls, withPrefix(id)))
    await dropInstall(ctx, install);
  tx.delete(searchIndexes, snowflakeKey(id));
  await dropInvites(ctx, "guild", id);
  await dropEmojis(ctx, id);
  await dropStickers(ctx, id);
  await dropSounds(ctx, id);
  await dropAuditLog(ctx, id);
  await dropAutoModeration(ctx, id);
  await dropBans(ctx, id);
  await dropFormerMembers(ctx, id);
  await dropJoinRequests(ctx, id);
  await dropScheduledEvents(ctx, id);
  await dropGuildSettings(ctx, id);
  await deletePurchasesOf(ctx, id);
  tx.delete(guilds, snowflakeKey(id));
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
    throw new ApiError(EntityInUse, { message: "The guild's owner cannot be removed from it" });
  }
  await leaveGuild(ctx, member);
}
