// Ends installations, memberships and roles: a bot, its application's installation and the bot's
// role are removed together.
// Source: protocol: gateway-oauth-limits 4.16, 5.9; moderation 2.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import {
  guildInstallOf,
  guildInstalls,
  userInstalls,
  type GuildInstall,
} from "../../applications/installs.ts";
import { emitIndex } from "../../commands/events.ts";
import { dropCommandsIn, dropPermissionEntries } from "../../commands/cascade-delete.ts";
import { leaveRules } from "../../guilds/auto-moderation/operations.ts";
import { removeRoleFromEmojis } from "../../guilds/emojis.ts";
import { emitInstallEnd } from "../../guilds/events.ts";
import {
  botIdOf,
  guilds,
  members,
  type MemberRecord,
  type RoleRecord,
} from "../../guilds/guild.ts";
import { dropMember, dropRole } from "../../guilds/members/joining.ts";
import { memberOf, rolesOf } from "../../guilds/operations.ts";
import { closeGap } from "../../guilds/role-order.ts";
import { dropWebhooksIn } from "../../guilds/webhooks/operations.ts";
import { removeRoleFromInvites } from "../../invites/cascade-delete.ts";

/**
 * Removes an application from a guild: its webhooks and commands there, its bot, and the bot's
 * role.
 *
 * @param by the acting user, for the audit log entries of the webhooks; absent when there is none
 */
export async function removeInstall(
  ctx: Context,
  install: GuildInstall,
  by?: string,
): Promise<void> {
  // Before the bot leaves, so that it receives the events.
  await dropWebhooksIn(ctx, install, by);
  emitInstallEnd(ctx, install);
  await dropInstall(ctx, install);
  await removeBot(ctx, install);
  emitIndex(ctx, install.guild_id);
}

/** Deletes an installation and its commands in the guild, without events. */
export async function dropInstall(ctx: Context, install: GuildInstall): Promise<void> {
  await dropCommandsIn(ctx, install);
  ctx.tx.delete(guildInstalls, compoundKey(install.guild_id, install.application_id));
}

/** Removes an application's bot from the guild, and the bot's role. */
export async function removeBot(
  ctx: Context,
  { guild_id, application_id }: Pick<GuildInstall, "guild_id" | "application_id">,
): Promise<void> {
  const member = await memberOf(ctx, guild_id, application_id);
  if (member !== undefined) await leave(ctx, member);
  for (const role of await rolesOf(ctx, guild_id)) {
    if (botIdOf(role) === application_id) await removeRole(ctx, role);
  }
}

async function leave(ctx: Context, member: MemberRecord): Promise<void> {
  await dropMember(ctx, member);
  await dropPermissionEntries(ctx, member.guild_id, member.user_id);
}

/**
 * Removes a member from a guild; a bot takes its application's installation and webhooks with it.
 *
 * @param by the acting user, for the audit log entries of the webhooks; absent when there is none
 */
export async function removeMember(ctx: Context, member: MemberRecord, by?: string): Promise<void> {
  const { guild_id, user_id } = member;
  const install = await guildInstallOf(ctx, guild_id, user_id);
  if (install !== undefined) return removeInstall(ctx, install, by);
  // A world may have put the bot there without an installation.
  await dropWebhooksIn(ctx, { guild_id, application_id: user_id }, by);
  await leave(ctx, member);
}

/**
 * Removes a user who went offline from the guilds that they joined by a temporary invite, except
 * those where they have a role or are the owner.
 */
export async function endTemporaryMemberships(ctx: Context, userId: string): Promise<void> {
  for (const member of await ctx.tx.find(members, { index: "user", value: userId })) {
    if (member.temporary !== true || member.roles.length > 0) continue;
    const guild = await ctx.tx.get(guilds, snowflakeKey(member.guild_id));
    if (guild?.owner_id !== userId) await removeMember(ctx, member);
  }
}

/**
 * Deletes a role, and removes it from members and everything else that names it; higher roles move
 * down.
 */
export async function removeRole(ctx: Context, role: RoleRecord): Promise<void> {
  await dropRole(ctx, role);
  await removeRoleFromEmojis(ctx, role);
  await removeRoleFromInvites(ctx, role);
  await leaveRules(ctx, role.guild_id, { roleId: role.id });
  await dropPermissionEntries(ctx, role.guild_id, role.id);
  await closeGap(ctx, role);
}

/** Deletes a person's user install of an application, if there is one. */
export function removeUserInstall(ctx: Context, userId: string, applicationId: string): void {
  ctx.tx.delete(userInstalls, compoundKey(userId, applicationId));
}
