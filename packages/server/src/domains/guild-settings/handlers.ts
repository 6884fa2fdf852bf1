import { editGuild } from "@antechamber/contract/guilds";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { guildView } from "../guilds/guild.ts";
import { rolesOf } from "../guilds/operations.ts";
import { requireHeld, standingIn } from "../guilds/standing.ts";
import { changeGuild } from "./editing.ts";
import { widgetHandlers } from "./widget/handlers.ts";
import type { OnlineMembers } from "./widget/online.ts";

/** @param deps who is online, which widgets and previews count */
export function guildSettingsHandlers({
  presences,
}: {
  readonly presences: OnlineMembers;
}): readonly Binding[] {
  return [
    handle(editGuild, async (ctx, { params, body }) => {
      const actor = await standingIn(ctx, params.guild_id);
      requireHeld(actor, "MANAGE_GUILD");
      const guild = await changeGuild(ctx, actor, body());
      return reply(200, guildView(guild, await rolesOf(ctx, guild.id)));
    }),
    ...widgetHandlers(presences),
  ];
}
