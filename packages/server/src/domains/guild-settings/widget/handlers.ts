import { UnknownGuild } from "@antechamber/contract";
import {
  editWidgetSettings,
  getWidget,
  getWidgetPicture,
  getWidgetSettings,
  WidgetDisabled,
} from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { handle, handleAsync, reply, type Binding } from "../../../platform/handler.ts";
import { guilds, type GuildRecord } from "../../guilds/guild.ts";
import { channelsOf } from "../../guilds/operations.ts";
import { managerIn } from "../../guilds/caller-permissions.ts";
import { storeGuild } from "../operations.ts";
import type { OnlineMembers } from "../../guilds/online.ts";
import { widgetPicture } from "./picture.ts";
import { widgetOf } from "./widget.ts";

function settingsView({ widget_enabled: enabled, widget_channel_id: channel_id }: GuildRecord) {
  return { enabled, channel_id };
}

/** A guild whose widget is enabled. @throws UnknownGuild, WidgetDisabled */
async function shownGuild(ctx: ReadContext, id: string): Promise<GuildRecord> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(id));
  if (guild === undefined) throw new ApiError(UnknownGuild);
  if (!guild.widget_enabled) throw new ApiError(WidgetDisabled);
  return guild;
}

/** @throws InvalidForm for a channel that the guild does not have */
async function requireChannel(ctx: ReadContext, guildId: string, id: string): Promise<void> {
  if ((await channelsOf(ctx, guildId)).some((channel) => channel.id === id)) return;
  const message = "Channel does not exist";
  throw invalidForm({ path: ["channel_id"], code: "CHANNEL_INVALID", message });
}

export function widgetHandlers(online: OnlineMembers): readonly Binding[] {
  return [
    handle(getWidgetSettings, async (ctx, { params }) => {
      const actor = await managerIn(ctx, params.guild_id);
      return reply(200, settingsView(actor.guild));
    }),

    handle(editWidgetSettings, async (ctx, { params, body }) => {
      const actor = await managerIn(ctx, params.guild_id);
      const { enabled, channel_id } = body();
      if (typeof channel_id === "string") await requireChannel(ctx, actor.guild.id, channel_id);
      const after = await storeGuild(ctx, actor, {
        ...actor.guild,
        ...(enabled === undefined ? {} : { widget_enabled: enabled ?? false }),
        ...(channel_id === undefined ? {} : { widget_channel_id: channel_id }),
      });
      return reply(200, settingsView(after));
    }),

    // This call may create an invite, so it needs a transaction that can write.
    handleAsync(getWidget, async ({ work }, { params, host }) =>
      work.transaction(async (ctx) => {
        const guild = await shownGuild(ctx, params.guild_id);
        return reply(200, await widgetOf(ctx, guild, { online, host }));
      }),
    ),

    handle(getWidgetPicture, async (ctx, { params, query }) => {
      const guild = await shownGuild(ctx, params.guild_id);
      const count = online.onlineIn(guild.id).length;
      const style = query.style ?? "shield";
      return reply(200, widgetPicture(style, { name: guild.name, online: count }));
    }),
  ];
}
