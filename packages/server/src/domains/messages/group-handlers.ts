// Handlers that add and remove recipients of groups. Source: protocol: channels-and-threads 4.
import { addRecipient, removeRecipient } from "@antechamber/contract/messages";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { channelView } from "../guilds/guild.ts";
import { recipientsOf } from "../guilds/operations.ts";
import { callerIn } from "./on-message.ts";
import { addToGroup, removeFromGroup } from "./groups.ts";

export const groupHandlers: readonly Binding[] = [
  handle(addRecipient, async (ctx, { params, body }) => {
    const at = await callerIn(ctx, params);
    const { access_token: token, nick } = body();
    const added = { userId: params.user_id, token, nick: nick ?? undefined };
    const made = await addToGroup(ctx, at, added);
    if (made === undefined) return noContent;
    return reply(201, channelView(made, await recipientsOf(ctx, made, at.user.id)));
  }),

  handle(removeRecipient, async (ctx, { params }) => {
    const at = await callerIn(ctx, params);
    await removeFromGroup(ctx, at, params.user_id);
    return noContent;
  }),
];
