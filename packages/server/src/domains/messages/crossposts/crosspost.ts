// Publishing messages of announcement channels. Source: machine specification.
import { WrongChannelType } from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import {
  AlreadyCrossposted,
  crosspostMessage,
  InvalidMessageType,
  MessageFlag,
  MessageType,
} from "@antechamber/contract/messages";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { handle, reply, type Binding } from "../../../platform/handler.ts";
import { channelOf } from "../../guilds/operations.ts";
import { callingUser } from "../../users/operations.ts";
import { messageOn, type OnMessage } from "../changing.ts";
import { keepMessage } from "../message-store.ts";
import type { MessageRecord } from "../message.ts";
import { emitChanged } from "../operations.ts";
import { viewerFor } from "../readable.ts";
import { messagePermissions, requirePermissions } from "../sender-rights.ts";

/**
 * Publishes a message.
 *
 * @throws WrongChannelType, UnknownMessage, MissingPermissions, AlreadyCrossposted,
 *   InvalidMessageType
 */
async function crosspost(ctx: Context, on: OnMessage): Promise<MessageRecord> {
  const { channel, user } = on;
  if (channel.type !== ChannelType.GUILD_ANNOUNCEMENT) throw new ApiError(WrongChannelType);
  const permissions = await messagePermissions(ctx, channel, user.id);
  requirePermissions(permissions, "SEND_MESSAGES");
  const message = await messageOn(ctx, on);
  if (message.author.id !== user.id) requirePermissions(permissions, "MANAGE_MESSAGES");
  if ((message.flags & MessageFlag.CROSSPOSTED) !== 0) throw new ApiError(AlreadyCrossposted);
  if (!isPublishable(message)) throw new ApiError(InvalidMessageType);
  const published = { ...message, flags: message.flags | MessageFlag.CROSSPOSTED };
  keepMessage(ctx.tx, published);
  await emitChanged(ctx, published, channel);
  return published;
}

/** Polls, answers and what came from another channel itself stay where they are. */
function isPublishable({ type, poll, flags }: MessageRecord): boolean {
  return type === MessageType.DEFAULT && poll === undefined && (flags & ORIGINATED_ELSEWHERE) === 0;
}

const ORIGINATED_ELSEWHERE = MessageFlag.IS_CROSSPOST | MessageFlag.HAS_SNAPSHOT;

export const crosspostHandlers: readonly Binding[] = [
  handle(crosspostMessage, async (ctx, { params }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    const user = await callingUser(ctx, ctx.caller);
    const published = await crosspost(ctx, { channel, user, messageId: params.message_id });
    return reply(200, await (await viewerFor(ctx, ctx.caller))(published));
  }),
];
