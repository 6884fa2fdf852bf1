// A message on which somebody acts who can see its channel.
import { UnknownMessage } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import type { UserRecord } from "../users/user.ts";
import { messageIn } from "./history.ts";
import type { MessageRecord } from "./message.ts";

/** Somebody with a message of a channel that they can see. */
export interface OnMessage {
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
  readonly messageId: string;
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
