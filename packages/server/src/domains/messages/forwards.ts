// Forwarding: a snapshot of a message is sent to another channel, without its author. A snapshot
// never changes, and has its own copies of the files.
// Source: requirements 7; the reference's public page on messages.
import { EmptyMessage, holds, MissingAccess, UnknownChannel } from "@antechamber/contract";
import {
  AgeRestrictedReference,
  ForwardWithContent,
  MessageFlag,
  MessageType,
  ReferenceType,
  ReferenceWithoutHistory,
  UnreadableForward,
  type ChannelMessageForm,
  type MessageSnapshot,
} from "@antechamber/contract/messages";
import { snowflakeKey, type ValidationIssue, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { channels, type ChannelRecord } from "../guilds/guild.ts";
import { canEnter, permissionSource } from "../guilds/operations.ts";
import type { UserRecord } from "../users/user.ts";
import { copyFiles } from "./files/copying.ts";
import type { MessageBody } from "./body.ts";
import { messageIn } from "./history.ts";
import {
  filesOf,
  isLoading,
  withShownEmbeds,
  writtenTypes,
  type MessageRecord,
} from "./message.ts";
import { mayReadContent } from "./readable.ts";
import type { Reply } from "./replies.ts";
import { messagePermissions } from "./sender-rights.ts";

/** A form that forwards a message to a channel. */
export interface ForwardRequest {
  readonly user: UserRecord;
  /** The channel that the message is forwarded to. */
  readonly channel: ChannelRecord;
  readonly payload: ChannelMessageForm;
  readonly fileCount: number;
}

type Reference = NonNullable<ChannelMessageForm["message_reference"]>;

/** True for a form that forwards. */
export function isForward({ message_reference: reference }: ChannelMessageForm): boolean {
  return reference?.type === ReferenceType.FORWARD;
}

function invalidReference(
  issue: Omit<ValidationIssue, "path"> & { readonly at?: string },
): ApiError {
  const { at, code, message } = issue;
  const path = ["message_reference", ...(at === undefined ? [] : [at])];
  return invalidForm({ path, code, message });
}

/** Refuses a forward that has content of its own. */
function requireBare({ payload, fileCount }: ForwardRequest): void {
  const { content = "", embeds = [], components = [], sticker_ids = [], poll } = payload;
  const lists = [embeds, components, sticker_ids];
  const isBare = content === "" && poll === undefined && fileCount === 0;
  if (!isBare || lists.some((each) => each.length > 0)) throw new ApiError(ForwardWithContent);
}

/**
 * Only plain messages can be forwarded. Source: the reference's public page on messages: messages
 * that are bound to nothing else.
 */
function requireForwardable(forwarded: MessageRecord): void {
  const { type, poll } = forwarded;
  if (writtenTypes.has(type) && poll === undefined && !isLoading(forwarded)) return;
  const message = "This message cannot be forwarded";
  throw invalidReference({ code: "MESSAGE_REFERENCE_NOT_FORWARDABLE", message });
}

/** A message from an age-restricted channel may only be forwarded to another one. */
async function requireSameAge(
  ctx: ReadContext,
  from: ChannelRecord,
  to: ChannelRecord,
): Promise<void> {
  const isRestricted = async (channel: ChannelRecord) =>
    (await permissionSource(ctx, channel)).nsfw === true;
  if ((await isRestricted(from)) && !(await isRestricted(to))) {
    throw new ApiError(AgeRestrictedReference);
  }
}

async function source(
  ctx: ReadContext,
  { user, channel }: ForwardRequest,
  { channel_id, message_id, fail_if_not_exists: mustExist = true }: Reference,
): Promise<MessageRecord> {
  if (channel_id === undefined) {
    throw invalidReference({
      at: "channel_id",
      code: "BASE_TYPE_REQUIRED",
      message: "This field is required",
    });
  }
  const from = await ctx.tx.get(channels, snowflakeKey(channel_id));
  if (from === undefined) throw new ApiError(UnknownChannel);
  if (!(await canEnter(ctx, from, user.id))) throw new ApiError(MissingAccess);
  const permissions = await messagePermissions(ctx, from, user.id);
  if (!holds(permissions, "READ_MESSAGE_HISTORY")) throw new ApiError(ReferenceWithoutHistory);
  const message = await messageIn(ctx, channel_id, message_id);
  if (message === undefined) {
    if (!mustExist) throw new ApiError(EmptyMessage);
    throw invalidReference({
      code: "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
      message: "Unknown message",
    });
  }
  requireForwardable(message);
  if (!(await mayReadContent(ctx, user, message))) throw new ApiError(UnreadableForward);
  await requireSameAge(ctx, from, channel);
  return message;
}

/**
 * The fields of a message that forwards another one.
 *
 * @throws ForwardWithContent, UnknownChannel, MissingAccess, ReferenceWithoutHistory, InvalidForm,
 *   EmptyMessage, UnreadableForward, AgeRestrictedReference
 */
export async function forwardIn(
  ctx: Context,
  forwarding: ForwardRequest,
): Promise<Reply & { readonly body: MessageBody }> {
  const { payload, channel } = forwarding;
  requireBare(forwarding);
  const reference = payload.message_reference;
  if (reference === undefined) throw new Error("a form that forwards nothing");
  const message = await source(ctx, forwarding, reference);
  const { id, channel_id, guild_id } = message;
  const flags = (payload.flags ?? 0) & MessageFlag.SUPPRESS_NOTIFICATIONS;
  return {
    type: MessageType.DEFAULT,
    body: {
      content: "",
      embeds: [],
      components: [],
      flags: flags | MessageFlag.HAS_SNAPSHOT,
      tts: false,
    },
    origin: {
      message_reference: {
        type: ReferenceType.FORWARD,
        channel_id,
        message_id: id,
        ...definedFields({ guild_id }),
      },
      ...(await snapshotOf(ctx, message, channel)),
    },
  };
}

type Snapshot = Static<typeof MessageSnapshot>["message"];

/** A snapshot of a message; for a message that is itself a forward, of what it forwards. */
async function snapshotOf(ctx: Context, message: MessageRecord, to: ChannelRecord) {
  const snapshot = message.message_snapshots?.[0]?.message ?? bare(message);
  const files = message.snapshotFiles ?? filesOf(message);
  const { copies, exchange } = await copyFiles(ctx, files, to.id);
  return {
    message_snapshots: [{ message: exchange(snapshot) }],
    ...(copies.length === 0 ? {} : { snapshotFiles: copies }),
  };
}

function bare(message: MessageRecord): Snapshot {
  const { type, content, mentions, mention_roles, attachments, embeds } = withShownEmbeds(message);
  const { timestamp, edited_timestamp, flags, components, sticker_items } = message;
  return {
    type,
    content,
    mentions,
    mention_roles,
    attachments,
    embeds,
    timestamp,
    edited_timestamp,
    flags,
    components,
    ...definedFields({ sticker_items }),
  };
}
