// The message that an interaction began at. Source: protocol: commands-and-interactions 7.
import type { ReadContext } from "../../platform/context.ts";
import type { MessageRecord } from "../messages/message.ts";
import { messageOf } from "../messages/operations.ts";
import type { InteractionRecord } from "./interaction.ts";

/** The message of the used component, unless there is none or it was deleted. */
export async function sourceMessageOf(
  ctx: ReadContext,
  { channel_id, sourceMessageId }: InteractionRecord,
): Promise<MessageRecord | undefined> {
  return sourceMessageId === undefined ? undefined : messageOf(ctx, channel_id, sourceMessageId);
}
