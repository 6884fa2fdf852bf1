import {
  bulkDeleteMessages,
  createMessage,
  deleteMessage,
  editMessage,
  getMessage,
  listMessages,
  openChannel,
  type Message,
} from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import { settleInOrder } from "../../platform/async/settle-in-order.ts";
import type { WithCaller } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { channelView } from "../guilds/guild.ts";
import { channelOf, recipientsOf } from "../guilds/operations.ts";
import { callingUser } from "../users/operations.ts";
import { changeMessage, deleteAsUser, deleteInBulk } from "./channel-messages/changing.ts";
import { openChannelWith } from "./direct-messages.ts";
import { groupHandlers } from "./group-handlers.ts";
import { historyOf } from "./history.ts";
import type { MessageRecord } from "./message.ts";
import { callerIn, callerOn } from "./on-message.ts";
import { pinHandlers } from "./pins.ts";
import { applicationAttachmentHandlers } from "./application-attachments.ts";
import { compatibleWebhookHandlers } from "./webhooks/compatible-handlers.ts";
import { readableMessage } from "./readable-message.ts";
import { pollHandlers } from "./voting/handlers.ts";
import { reactionHandlers } from "./reacting/handlers.ts";
import { messageViews, viewerFor } from "./readable.ts";
import { mayReadHistory } from "./sender-rights.ts";
import { sendMessage } from "./channel-messages/sending.ts";
import { messageThreadHandlers } from "./channel-messages/message-thread.ts";
import { typingHandlers } from "./typing.ts";
import { crosspostHandlers } from "./crossposts/crosspost.ts";
import { gameMessageHandlers } from "./sdk-messages/handlers.ts";

/** The default number of messages in one reply. Source: machine specification. */
const MESSAGES_DEFAULT = 50;

/** A message as it is shown to the caller. */
async function shown(ctx: WithCaller, message: MessageRecord): Promise<Static<typeof Message>> {
  return (await viewerFor(ctx, ctx.caller))(message);
}

export const messageHandlers: readonly Binding[] = [
  ...pinHandlers,
  ...compatibleWebhookHandlers,
  ...applicationAttachmentHandlers,
  ...reactionHandlers,
  ...pollHandlers,
  ...messageThreadHandlers,
  ...typingHandlers,
  ...crosspostHandlers,
  ...gameMessageHandlers,
  ...groupHandlers,

  handle(listMessages, async (ctx, { params, query }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    // Without the permission, the reference returns an empty list instead of an error.
    if (!(await mayReadHistory(ctx, ctx.caller, channel))) return reply(200, []);
    const page = await historyOf(ctx, channel.id, { limit: MESSAGES_DEFAULT, ...query });
    return reply(200, await messageViews(ctx, ctx.caller, page));
  }),

  handle(getMessage, async (ctx, { params }) => {
    const message = await readableMessage(ctx, params);
    return reply(200, await shown(ctx, message));
  }),

  handle(createMessage, async (ctx, { params, body, files }) => {
    const [at, show] = await settleInOrder(callerIn(ctx, params), viewerFor(ctx, ctx.caller));
    const sent = await sendMessage(ctx, { ...at, payload: body, files });
    return reply(200, await show(sent));
  }),

  handle(editMessage, async (ctx, { params, body, files }) => {
    const on = await callerOn(ctx, params);
    const changed = await changeMessage(ctx, on, { payload: body, files });
    return reply(200, await shown(ctx, changed));
  }),

  handle(deleteMessage, async (ctx, { params }) => {
    await deleteAsUser(ctx, await callerOn(ctx, params));
    return noContent;
  }),

  handle(bulkDeleteMessages, async (ctx, { params, body }) => {
    const at = await callerIn(ctx, params);
    await deleteInBulk(ctx, at, () => body().messages);
    return noContent;
  }),

  handle(openChannel, async (ctx, { body }) => {
    const user = await callingUser(ctx, ctx.caller);
    const channel = await openChannelWith(ctx, user, body());
    return reply(200, channelView(channel, await recipientsOf(ctx, channel, user.id)));
  }),
];
