// The end of an installation, of a membership and of a role: a bot, its application's installation and
// the role that it came with go together.
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
import { forgetRoleInEmojis } from "../../guilds/emojis.ts";
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
import { forgetRoleInInvites } from "../../invites/cascade-delete.ts";

/**
 * Removes an application from a guild: its webhooks and commands there, its bot, and the bot's
 * role.
 *
 * @param by who did so, for the log of its webhooks; absent: nobody who is known
 */
export async function removeInstall(
  ctx: Context,
  install: GuildInstall,
  by?: string,
): Promise<void> {
  // While its bot is still a member, which receives the events.
  await dropWebhooksIn(ctx, install, by);
  emitInstallEnd(ctx, install);
  await dropInstall(ctx, install);
  await removeBot(ctx, install);
  emitIndex(ctx, install.guild_id);
}

/** Deletes an installation with its commands in the guild, and emits no event. */
export async function dropInstall(ctx: Context, install: GuildInstall): Promise<void> {
  await dropCommandsIn(ctx, install);
  ctx.tx.delete(guildInstalls, compoundKey(install.guild_id, install.application_id));
}

/** Removes an installed application's bot from the guild, and the role that it came with. */
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
 * Takes a member out of a guild; a bot goes with its application's installation and webhooks.
 *
 * @param by who did so, for the log of the webhooks; absent: nobody who is known
 */
export async function removeMember(ctx: Context, member: MemberRecord, by?: string): Promise<void> {
  const { guild_id, user_id } = member;
  const install = await guildInstallOf(ctx, guild_id, user_id);
  if (install !== undefined) return removeInstall(ctx, install, by);
  // Of a bot that a world put there without an installation.
  await dropWebhooksIn(ctx, { guild_id, application_id: user_id }, by);
  await leave(ctx, member);
}

/**
 * Ends the memberships of somebody who went offline that were to last until then: those by a
 * temporary invite, unless they were given a role or the guild itself meanwhile.
 */
export async function endTemporaryMemberships(ctx: Context, userId: string): Promise<void> {
  for (const member of await ctx.tx.find(members, { index: "user", value: userId })) {
    if (member.temporary !== true || member.roles.length > 0) continue;
    const guild = await ctx.tx.get(guilds, snowflakeKey(member.guild_id));
    if (guild?.owner_id !== userId) await removeMember(ctx, member);
  }
}

/** Takes a role from its guild, its members and all else that names it; those above it move down. */
export async function removeRole(ctx: Context, role: RoleRecord): Promise<void> {
  await dropRole(ctx, role);
  await forgetRoleInEmojis(ctx, role);
  await forgetRoleInInvites(ctx, role);
  await leaveRules(ctx, role.guild_id, { roleId: role.id });
  await dropPermissionEntries(ctx, role.guild_id, role.id);
  await closeGap(ctx, role);
}

/** Takes away what a person installed for themselves, if they did. */
export function removeUserInstall(ctx: Context, userId: string, applicationId: string): void {
  ctx.tx.delete(userInstalls, compoundKey(userId, applicationId));
}
