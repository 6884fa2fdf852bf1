// The integrations of a guild, for its managers, and leaving a guild.
// Source: protocol: gateway-oauth-limits 5.3, 5.9.
import { UnknownGuild, UnknownIntegration } from "@antechamber/contract";
import {
  InvalidGuild,
  leaveGuild,
  listGuildIntegrations,
  removeGuildIntegration,
} from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { withPrefix } from "../../../platform/records/compound-keys.ts";
import { guildInstallOf, guildInstalls } from "../../applications/installs.ts";
import { writeAuditLog } from "../../guilds/audit-log/write.ts";
import { managerIn } from "../../guilds/caller-permissions.ts";
import { guilds } from "../../guilds/guild.ts";
import { integrationView } from "../../guilds/integrations.ts";
import { memberOf } from "../../guilds/operations.ts";
import { callerUserId, callingUser } from "../../users/operations.ts";
import { removeInstall, removeMember } from "./uninstall.ts";

/** The most integrations in one reply. Source: assumed: the public route says 50. */
const INTEGRATIONS_MAX = 50;

export const integrationHandlers: readonly Binding[] = [
  handle(listGuildIntegrations, async (ctx, { params }) => {
    const { guild } = await managerIn(ctx, params.guild_id);
    const search = { ...withPrefix(guild.id), limit: INTEGRATIONS_MAX };
    const installs = await ctx.tx.find(guildInstalls, search);
    const views = await Promise.all(installs.map((install) => integrationView(ctx, install)));
    return reply(
      200,
      views.filter((view) => view !== undefined),
    );
  }),

  handle(removeGuildIntegration, async (ctx, { params }) => {
    const { guild } = await managerIn(ctx, params.guild_id);
    const install = await guildInstallOf(ctx, guild.id, params.integration_id);
    if (install === undefined) throw new ApiError(UnknownIntegration);
    const view = await integrationView(ctx, install);
    const userId = callerUserId(ctx.caller);
    await removeInstall(ctx, install, userId);
    writeAuditLog(ctx, "INTEGRATION_DELETE", {
      guild_id: guild.id,
      user_id: userId ?? null,
      target_id: install.application_id,
      before: view,
    });
    return noContent;
  }),

  handle(leaveGuild, async (ctx, { params }) => {
    const { id: userId } = await callingUser(ctx, ctx.caller);
    const guild = await ctx.tx.get(guilds, snowflakeKey(params.guild_id));
    const member = guild && (await memberOf(ctx, guild.id, userId));
    if (guild === undefined || member === undefined) throw new ApiError(UnknownGuild);
    if (guild.owner_id === userId) throw new ApiError(InvalidGuild);
    await removeMember(ctx, member, userId);
    return noContent;
  }),
];
