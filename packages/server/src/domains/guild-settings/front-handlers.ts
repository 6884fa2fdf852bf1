// Handlers of a guild's public preview and vanity URL, and of its guide for new members.
// Source: protocol: guild-settings 6, 7, 8.
import { UnknownGuild } from "@antechamber/contract";
import { getGuildPreview, getNewMemberWelcome, getVanityUrl } from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { WithCaller } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { guilds, type GuildRecord } from "../guilds/guild.ts";
import { countsOf, type OnlineMembers } from "../guilds/online.ts";
import { memberOf } from "../guilds/operations.ts";
import {
  managerIn,
  permissionContextIn,
  requirePermissions,
} from "../guilds/caller-permissions.ts";
import { vanityUrlOf } from "../invites/vanity-url.ts";
import { callerUserId } from "../users/operations.ts";
import { newMemberWelcomes } from "./new-member-welcome.ts";

/** A guild that the caller is a member of, or that is discoverable. @throws UnknownGuild */
async function visibleGuild(ctx: WithCaller, id: string): Promise<GuildRecord> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(id));
  if (guild === undefined) throw new ApiError(UnknownGuild);
  if (guild.features.includes("DISCOVERABLE")) return guild;
  const member = await memberOf(ctx, id, callerUserId(ctx.caller) ?? "");
  if (member === undefined) throw new ApiError(UnknownGuild);
  return guild;
}

export function frontHandlers(online: OnlineMembers): readonly Binding[] {
  return [
    handle(getGuildPreview, async (ctx, { params }) => {
      const guild = await visibleGuild(ctx, params.guild_id);
      return reply(200, { ...guild, ...(await countsOf(ctx, online, guild.id)) });
    }),

    handle(getVanityUrl, async (ctx, { params }) => {
      const actor = await managerIn(ctx, params.guild_id);
      const vanity = await vanityUrlOf(ctx, actor.guild.id);
      return reply(200, { code: vanity?.code ?? null, uses: vanity?.uses ?? 0 });
    }),

    handle(getNewMemberWelcome, async (ctx, { params }) => {
      const actor = await permissionContextIn(ctx, params.guild_id);
      const welcome = await ctx.tx.get(newMemberWelcomes, snowflakeKey(actor.guild.id));
      if (welcome?.enabled !== true) requirePermissions(actor, "MANAGE_GUILD");
      return welcome === undefined ? noContent : reply(200, welcome);
    }),
  ];
}
