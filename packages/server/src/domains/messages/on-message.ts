// A message that a user acts on, in a channel that this user can see.
import { UnknownMessage } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import type { UserRecord } from "../users/user.ts";
import { messageIn } from "./history.ts";
import type { MessageRecord } from "./message.ts";

/** A user, and a message of a channel that they can see. */
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
