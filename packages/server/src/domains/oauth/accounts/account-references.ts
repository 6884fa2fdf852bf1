// Removes other records' references to a user whose account is deleted or merged into another one.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { guildInstalls } from "../../applications/installs.ts";
import { removeFromTeams } from "../../applications/teams.ts";
import { deleteBansOf } from "../../guilds/members/bans.ts";
import { deleteOverwritesOf } from "../../guilds/members/joining.ts";
import { deleteFormerMember } from "../../guilds/members/former-members.ts";
import { guilds } from "../../guilds/guild.ts";
import { deleteJoinRequestsOf } from "../../guilds/join-requests/join-request.ts";
import { dropConnections } from "../../guilds/linked-roles/operations.ts";
import { removeCreator } from "../../guilds/scheduled-events/operations.ts";
import { removeFromInvites } from "../../invites/cascade-delete.ts";
import { deleteEphemeralMessagesOf } from "../../messages/ephemeral-message.ts";

/**
 * Removes a user from all installations, invites, scheduled events, bans, overwrites, teams, join
 * requests, connections and ephemeral messages that name the user.
 */
export async function removeAccountReferences(ctx: Context, userId: string): Promise<void> {
  await replaceInstaller(ctx, userId);
  await removeFromInvites(ctx, userId);
  await removeCreator(ctx, userId);
  await deleteBansOf(ctx, userId);
  await deleteOverwritesOf(ctx, userId);
  await deleteFormerMember(ctx, userId);
  await removeFromTeams(ctx, userId);
  await deleteJoinRequestsOf(ctx, userId);
  await dropConnections(ctx, userId);
  await deleteEphemeralMessagesOf(ctx, userId);
}

/** The guild's owner replaces the user as the installer of applications. */
async function replaceInstaller(ctx: Context, userId: string): Promise<void> {
  for (const install of await ctx.tx.find(guildInstalls)) {
    if (install.installed_by !== userId) continue;
    const guild = await ctx.tx.get(guilds, snowflakeKey(install.guild_id));
    if (guild !== undefined)
      ctx.tx.put(guildInstalls, { ...install, installed_by: guild.owner_id });
  }
}
