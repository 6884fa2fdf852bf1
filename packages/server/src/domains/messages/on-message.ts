// A message that a user acts on, in a channel that this user can see.
import { UnknownMessage } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import { settleInOrder } from "../../platform/async/settle-in-order.ts";
import type { ReadContext, WithCaller } from "../../platform/context.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { channelOf } from "../guilds/operations.ts";
import type { UserRecord } from "../users/user.ts";
import { callingUser } from "../users/operations.ts";
import { messageIn } from "./history.ts";
import type { MessageRecord } from "./message.ts";

/** A user, and a channel that they can see. */
export interface InChannel {
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
}

/** A user, and a message of a channel that they can see. */
export interface OnMessage extends InChannel {
  readonly messageId: string;
}

/** The caller, in the channel of a path. @throws UnknownChannel, MissingAccess */
export async function callerIn(
  ctx: WithCaller,
  { channel_id }: { readonly channel_id: string },
): Promise<InChannel> {
  const [channel, user] = await settleInOrder(
    channelOf(ctx, ctx.caller, channel_id),
    callingUser(ctx, ctx.caller),
  );
  return { channel, user };
}

/** The caller, on the message of a path. @throws UnknownChannel, MissingAccess */
export async function callerOn(
  ctx: WithCaller,
  params: { readonly channel_id: string; readonly message_id: string },
): Promise<OnMessage> {
  return { ...(await callerIn(ctx, params)), messageId: params.message_id };
}

/** The message itself. @throws UnknownMessage */
export async function messageOn(
  ctx: ReadContext,
  { channel, messageId }: OnMessage,
): Promise<MessageRecord> {
  const message = await messageIn(ctx, channel.id, messageId);
  if (message === undefined) throw new ApiError(UnknownMessage);
  return message;
}
