// What others keep of a user whose account ends, because it is deleted or merged into another one.
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
 * Takes a user out of installations, invites, events, bans, overwrites, teams, requests and
 * messages between players that name them.
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

/** Installations by a deleted user count as the guild owner's. */
async function forgetInstaller(ctx: Context, userId: string): Promise<void> {
  for (const install of await ctx.tx.find(guildInstalls)) {
    if (install.installed_by !== userId) continue;
    const guild = await ctx.tx.get(guilds, snowflakeKey(install.guild_id));
    if (guild !== undefined)
      ctx.tx.put(guildInstalls, { ...install, installed_by: guild.owner_id });
  }
}
