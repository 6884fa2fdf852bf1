// Publishing messages of announcement channels. Source: machine specification.
import { WrongChannelType } from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import { MessageFlag, MessageType } from "@antechamber/contract/messages";
import {
  AlreadyCrossposted,
  crosspostMessage,
  followChannel,
  InvalidMessageType,
} from "@antechamber/contract/webhooks";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { handle, reply, type Binding } from "../../../platform/handler.ts";
import { channelOf } from "../../guilds/operations.ts";
import { managedChannel } from "../../guilds/webhooks/operations.ts";
import { callingUser } from "../../users/operations.ts";
import { callerOn, messageOn, type OnMessage } from "../on-message.ts";
import { deliverCrosspost } from "./delivery.ts";
import { takeTurn } from "./turns.ts";
import { follow } from "./following.ts";
import { storeMessage } from "../message-store.ts";
import type { MessageRecord } from "../message.ts";
import { emitChanged } from "../events.ts";
import { viewerFor } from "../readable.ts";
import { messagePermissions } from "../sender-rights.ts";
import { requireAllOf } from "../../guilds/caller-permissions.ts";

/**
 * Publishes a message.
 *
 * @throws WrongChannelType, UnknownMessage, MissingPermissions, AlreadyCrossposted,
 *   InvalidMessageType, TooManyCrossposts
 */
async function crosspost(ctx: Context, on: OnMessage): Promise<MessageRecord> {
  const { channel, user } = on;
  if (channel.type !== ChannelType.GUILD_ANNOUNCEMENT) throw new ApiError(WrongChannelType);
  const permissions = await messagePermissions(ctx, channel, user.id);
  requireAllOf(permissions, "SEND_MESSAGES");
  const message = await messageOn(ctx, on);
  if (message.author.id !== user.id) requireAllOf(permissions, "MANAGE_MESSAGES");
  if ((message.flags & MessageFlag.CROSSPOSTED) !== 0) throw new ApiError(AlreadyCrossposted);
  if (!isPublishable(message)) throw new ApiError(InvalidMessageType);
  await takeTurn(ctx, channel.id);
  const published = { ...message, flags: message.flags | MessageFlag.CROSSPOSTED };
  storeMessage(ctx.tx, published);
  await emitChanged(ctx, published, channel);
  ctx.schedule(deliverCrosspost, ctx.now, { channelId: channel.id, id: message.id });
  return published;
}

/** Polls, replies and messages that themselves came from another channel cannot be published. */
function isPublishable({ type, poll, flags }: MessageRecord): boolean {
  return type === MessageType.DEFAULT && poll === undefined && (flags & ORIGINATED_ELSEWHERE) === 0;
}

const ORIGINATED_ELSEWHERE = MessageFlag.IS_CROSSPOST | MessageFlag.HAS_SNAPSHOT;

export const crosspostHandlers: readonly Binding[] = [
  handle(crosspostMessage, async (ctx, { params }) => {
    const published = await crosspost(ctx, await callerOn(ctx, params));
    return reply(200, await (await viewerFor(ctx, ctx.caller))(published));
  }),

  handle(followChannel, async (ctx, { params, body }) => {
    const source = await channelOf(ctx, ctx.caller, params.channel_id);
    if (source.type !== ChannelType.GUILD_ANNOUNCEMENT) throw new ApiError(WrongChannelType);
    const target = await managedChannel(ctx, ctx.caller, body().webhook_channel_id);
    const user = await callingUser(ctx, ctx.caller);
    const { id } = await follow(ctx, { source, target, user });
    return reply(200, { channel_id: source.id, webhook_id: id });
  }),
];
