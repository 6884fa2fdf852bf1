// Handlers that add and remove recipients of groups. Source: protocol: channels-and-threads 4.
import { addRecipient, removeRecipient } from "@antechamber/contract/messages";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { channelView } from "../guilds/guild.ts";
import { channelOf, recipientsOf } from "../guilds/operations.ts";
import { callingUser } from "../users/operations.ts";
import { addToGroup, removeFromGroup } from "./groups.ts";

export const groupHandlers: readonly Binding[] = [
  handle(addRecipient, async (ctx, { params, body }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    const user = await callingUser(ctx, ctx.caller);
    const { access_token: token, nick } = body();
    const added = { userId: params.user_id, token, nick: nick ?? undefined };
    const made = await addToGroup(ctx, { user, channel }, added);
    if (made === undefined) return noContent;
    return reply(201, channelView(made, await recipientsOf(ctx, made, user.id)));
  }),

  handle(removeRecipient, async (ctx, { params }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    const user = await callingUser(ctx, ctx.caller);
    await removeFromGroup(ctx, { user, channel }, params.user_id);
    return noContent;
  }),
];
