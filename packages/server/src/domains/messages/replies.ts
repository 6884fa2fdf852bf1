// Replies: messages that refer to another message.
// Source: protocol: commands-and-interactions 6.5; leaf codes are those that clients have observed.
import { holds } from "@antechamber/contract";
import {
  MessageType,
  ReplyWithoutHistory,
  type AllowedMentionsForm,
  type ChannelMessageForm,
} from "@antechamber/contract/messages";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { messageIn } from "./history.ts";
import { shownIn, type MessageRecord } from "./message.ts";
import type { NewMessage } from "./operations.ts";

export interface Reply {
  readonly type: number;
  readonly origin: NonNullable<NewMessage["origin"]>;
  readonly repliedUserId?: string;
}

function invalidReference(code: string, message: string): ApiError {
  const issue: ValidationIssue = { path: ["message_reference"], code, message };
  return invalidForm(issue);
}

/** A reference to a message, with a copy of it if all who see the reply may see the message. */
export function referenceTo(
  message: MessageRecord,
  answer: Pick<MessageRecord, "visibleTo"> = {},
): NonNullable<NewMessage["origin"]> {
  const { id, channel_id, guild_id } = message;
  return {
    message_reference: {
      type: 0,
      channel_id,
      message_id: id,
      ...definedFields({ guild_id }),
    },
    referenced_message: shownIn(answer, message),
  };
}

/** True unless the allowed mentions exclude the user who is replied to. */
export function mentionsReplied(allowed: AllowedMentionsForm | undefined): boolean {
  return allowed === undefined || allowed.replied_user === true;
}

/**
 * The fields of a reply that a form's message reference leads to; none without a reference.
 *
 * @throws InvalidForm, ReplyWithoutHistory
 */
export async function replyIn(
  ctx: ReadContext,
  channel: ChannelRecord,
  { payload, permissions }: { readonly payload: ChannelMessageForm; readonly permissions: bigint },
): Promise<Reply> {
  const { message_reference: reference, allowed_mentions: allowed } = payload;
  const plain = { type: MessageType.DEFAULT, origin: {} };
  if (reference === undefined) return plain;
  const { message_id, channel_id = channel.id, fail_if_not_exists: mustExist = true } = reference;
  if (channel_id !== channel.id) {
    const message = "Cannot reply to a message in a different channel";
    throw invalidReference("REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL", message);
  }
  if (!holds(permissions, "READ_MESSAGE_HISTORY")) throw new ApiError(ReplyWithoutHistory);
  const replied = await messageIn(ctx, channel.id, message_id);
  if (replied === undefined) {
    if (mustExist) throw invalidReference("MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message");
    return plain;
  }
  return {
    type: MessageType.REPLY,
    origin: referenceTo(replied),
    ...(mentionsReplied(allowed) ? { repliedUserId: replied.author.id } : {}),
  };
}
