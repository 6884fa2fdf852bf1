// Removes other records' references to a user whose account is deleted or merged into another one.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { guildInstalls } from "../../applications/installs.ts";
import { forgetTeamMember } from "../../applications/teams.ts";
import { forgetBanned } from "../../guilds/members/bans.ts";
import { forgetOverwrites } from "../../guilds/members/joining.ts";
import { forgetFormerMember } from "../../guilds/members/former-members.ts";
import { guilds } from "../../guilds/guild.ts";
import { forgetApplicant } from "../../guilds/join-requests/join-request.ts";
import { dropConnections } from "../../guilds/linked-roles/operations.ts";
import { forgetCreator } from "../../guilds/scheduled-events/operations.ts";
import { forgetInInvites } from "../../invites/cascade-delete.ts";
import { forgetEphemeralMessagesOf } from "../../messages/ephemeral-message.ts";

/**
 * Removes a user from all installations, invites, scheduled events, bans, overwrites, teams, join
 * requests, connections and ephemeral messages that name the user.
 */
export async function forgetAccount(ctx: Context, userId: string): Promise<void> {
  await forgetInstaller(ctx, userId);
  await forgetInInvites(ctx, userId);
  await forgetCreator(ctx, userId);
  await forgetBanned(ctx, userId);
  await forgetOverwrites(ctx, userId);
  await forgetFormerMember(ctx, userId);
  await forgetTeamMember(ctx, userId);
  await forgetApplicant(ctx, userId);
  await dropConnections(ctx, userId);
  await forgetEphemeralMessagesOf(ctx, userId);
}

/** The guild's owner replaces the user as the installer of applications. */
async function forgetInstaller(ctx: Context, userId: string): Promise<void> {
  for (const install of await ctx.tx.find(guildInstalls)) {
    if (install.installed_by !== userId) continue;
    const guild = await ctx.tx.get(guilds, snowflakeKey(install.guild_id));
    if (guild !== undefined)
      ctx.tx.put(guildInstalls, { ...install, installed_by: guild.owner_id });
  }
}
