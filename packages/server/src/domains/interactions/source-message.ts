// The message that an interaction begins at. Source: protocol: commands-and-interactions 7.
import { UnknownMessage } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { MessageRecord } from "../messages/message.ts";
import type { InChannel } from "../messages/on-message.ts";
import { messageOf } from "../messages/operations.ts";
import type { InteractionRecord } from "./interaction.ts";

/** The message of the used component, unless there is none or it was deleted. */
export async function sourceMessageOf(
  ctx: ReadContext,
  { channel_id, sourceMessageId }: InteractionRecord,
): Promise<MessageRecord | undefined> {
  return sourceMessageId === undefined ? undefined : messageOf(ctx, channel_id, sourceMessageId);
}

/** A message of a channel, if the user can see it. @throws UnknownMessage */
export async function visibleMessage(
  ctx: ReadContext,
  { channel, user }: InChannel,
  id: string,
): Promise<MessageRecord> {
  const message = await messageOf(ctx, channel.id, id);
  const isHidden = message?.visibleTo !== undefined && message.visibleTo !== user.id;
  if (message === undefined || isHidden) throw new ApiError(UnknownMessage);
  return message;
}
