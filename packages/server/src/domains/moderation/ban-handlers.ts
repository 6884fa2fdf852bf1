import { limits } from "@antechamber/contract";
import {
  banUser,
  bulkBan,
  getBan,
  listBans,
  unbanUser,
  UnknownBan,
} from "@antechamber/contract/guilds";
import { ApiError } from "../../platform/api-error.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { permissionContextIn, requirePermissions } from "../guilds/caller-permissions.ts";
import { userOf } from "../users/operations.ts";
import { ban, banSeveral, bansOf, banView, requireBan, unban } from "./banning.ts";

const DAY_SECONDS = 86_400;

export const banHandlers: readonly Binding[] = [
  handle(listBans, async (ctx, { params, query }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "BAN_MEMBERS");
    const page = { limit: limits.bansPage.value, ...query };
    const found = await bansOf(ctx, actor.guild.id, page);
    const views = await Promise.all(found.map((each) => banView(ctx, each)));
    return reply(
      200,
      views.filter((view) => view !== undefined),
    );
  }),

  handle(getBan, async (ctx, { params }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "BAN_MEMBERS");
    const view = await banView(ctx, await requireBan(ctx, actor.guild.id, params.user_id));
    if (view === undefined) throw new ApiError(UnknownBan);
    return reply(200, view);
  }),

  handle(banUser, async (ctx, { params, body }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "BAN_MEMBERS");
    const user = await userOf(ctx, params.user_id);
    const { delete_message_seconds: seconds, delete_message_days: days = 0 } = body();
    await ban(ctx, actor, { user, deletedSeconds: seconds ?? days * DAY_SECONDS });
    return noContent;
  }),

  handle(unbanUser, async (ctx, { params }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "BAN_MEMBERS");
    await unban(ctx, actor, params.user_id);
    return noContent;
  }),

  handle(bulkBan, async (ctx, { params, body }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "BAN_MEMBERS", "MANAGE_GUILD");
    const { user_ids: userIds, delete_message_seconds: deletedSeconds = 0 } = body();
    return reply(200, await banSeveral(ctx, actor, { userIds, deletedSeconds }));
  }),
];
