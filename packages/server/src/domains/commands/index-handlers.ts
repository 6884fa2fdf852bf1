import { getChannelCommandIndex, getGuildCommandIndex } from "@antechamber/contract";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { channelOf, guildOf } from "../guilds/operations.ts";
import { callingUser } from "../users/operations.ts";
import { pickerInChannel, pickerInGuild, type PickerUser } from "./picker.ts";

/** The signed-in user, with the language of the request or else their own. */
async function reading(
  ctx: ReadContext & { readonly caller: Caller },
  locale: string | undefined,
): Promise<PickerUser> {
  const user = await callingUser(ctx, ctx.caller);
  return { user, locale: locale ?? user.locale };
}

export const commandIndexHandlers: readonly Binding[] = [
  handle(getChannelCommandIndex, async (ctx, { params, locale }) => {
    const who = await reading(ctx, locale);
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    return reply(200, await pickerInChannel(ctx, channel, who));
  }),

  handle(getGuildCommandIndex, async (ctx, { params, locale }) => {
    const who = await reading(ctx, locale);
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    return reply(200, await pickerInGuild(ctx, guild, who));
  }),
];
