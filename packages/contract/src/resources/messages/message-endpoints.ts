// Reading, sending, changing and deleting messages of channels, and direct message channels.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  EmptyMessage,
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownMessage,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import {
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { ThreadArchived, ThreadLocked, TooManyActiveThreads } from "../channels/thread-errors.ts";
import { MessageBlocked } from "../guilds/auto-moderation.ts";
import { Channel } from "../guilds/guilds.ts";
import { InvalidAccessToken } from "../guilds/member-changes.ts";
import { GroupToken, TooManyGroups, TooManyRecipients } from "./groups.ts";
import { ChannelMessageChange, ChannelMessageDraft } from "./message-draft.ts";
import {
  AgeRestrictedReference,
  ApplicationNotAuthorized,
  CannotMessageUser,
  ForwardWithContent,
  InvalidRecipients,
  CannotEditStickers,
  InvalidSticker,
  MessageTooOld,
  NoMutualGuilds,
  NotATextChannel,
  NotOnDirectMessages,
  NotTheAuthor,
  NoVoiceMessagesHere,
  PollNotEditable,
  ReferenceWithoutHistory,
  ReplyWithoutHistory,
  SlowmodeActive,
  StickerNotAllowed,
  UnreadableForward,
  voiceMessageErrors,
  TooManyAttachments,
  VoiceMessageNotEditable,
} from "./message-errors.ts";
import { Message } from "./messages.ts";
import { NotOnSystemMessages } from "./pins.ts";

const channelMessages = "/channels/{channel_id}/messages";
const channelMessage = "/channels/{channel_id}/messages/{message_id}";
const specification = "machine specification; protocol: gateway-oauth-limits 1.6, 4.16";

export const listMessages = endpoint({
  id: "channels.messages",
  source: "product.md, Simulated users",
  summary: "List the messages of a channel, newest first; ephemeral ones are never included.",
  method: "GET",
  path: "/channels/{channel_id}/messages",
  auth: [bot, signedIn],
  query: object({
    limit: optional(integer({ min: 1, max: 100 })),
    before: optional(Snowflake),
    after: optional(Snowflake),
    around: optional(Snowflake),
  }),
  replies: { 200: list(Message) },
  errors: [UnknownChannel, MissingAccess],
});

export const getMessage = endpoint({
  id: "channels.message",
  source: "product.md, Simulated users",
  summary: "Get one message of a channel.",
  method: "GET",
  path: "/channels/{channel_id}/messages/{message_id}",
  auth: [bot, signedIn],
  replies: { 200: Message },
  errors: [UnknownChannel, MissingAccess, UnknownMessage],
});

export const sendErrors = [
  AgeRestrictedReference,
  ApplicationNotAuthorized,
  CannotMessageUser,
  EmptyMessage,
  ForwardWithContent,
  InvalidSticker,
  MessageBlocked,
  MissingAccess,
  MissingPermissions,
  NoMutualGuilds,
  NotATextChannel,
  NoVoiceMessagesHere,
  ReferenceWithoutHistory,
  ReplyWithoutHistory,
  SlowmodeActive,
  StickerNotAllowed,
  ThreadArchived,
  ThreadLocked,
  TooManyActiveThreads,
  UnknownChannel,
  UnreadableForward,
  ...voiceMessageErrors,
] as const;

export const createMessage = endpoint({
  id: "channels.createMessage",
  source: specification,
  summary: "Send a message; a person's message cannot contain embeds or components.",
  method: "POST",
  path: channelMessages,
  auth: [bot, signedIn],
  multipart: true,
  body: ChannelMessageDraft,
  replies: { 200: Message },
  errors: sendErrors,
});

export const editMessage = endpoint({
  id: "channels.editMessage",
  source: specification,
  summary:
    "Update one's own message, or suppress the embeds of another user's with MANAGE_MESSAGES.",
  method: "PATCH",
  path: channelMessage,
  auth: [bot, signedIn],
  multipart: true,
  body: ChannelMessageChange,
  replies: { 200: Message },
  errors: [
    CannotEditStickers,
    EmptyMessage,
    MessageBlocked,
    MissingAccess,
    MissingPermissions,
    NotOnSystemMessages,
    NotTheAuthor,
    PollNotEditable,
    ThreadArchived,
    ThreadLocked,
    UnknownChannel,
    UnknownMessage,
    TooManyAttachments,
    VoiceMessageNotEditable,
  ],
});

export const deleteMessage = endpoint({
  id: "channels.deleteMessage",
  source: specification,
  summary: "Delete one's own message; another user's requires MANAGE_MESSAGES.",
  method: "DELETE",
  path: channelMessage,
  auth: [bot, signedIn],
  replies: { 204: none },
  errors: [
    MissingAccess,
    MissingPermissions,
    NotOnDirectMessages,
    NotOnSystemMessages,
    UnknownChannel,
    UnknownMessage,
  ],
});

/** Source: machine specification. */
const BULK = { min: 2, max: 100 } as const;

export const bulkDeleteMessages = endpoint({
  id: "channels.bulkDelete",
  source: specification,
  summary: "Bulk delete messages younger than two weeks; ids of unknown messages are ignored.",
  method: "POST",
  path: "/channels/{channel_id}/messages/bulk-delete",
  auth: [bot],
  body: object({ messages: list(Snowflake, BULK) }),
  replies: { 204: none },
  errors: [MessageTooOld, MissingAccess, MissingPermissions, NotOnDirectMessages, UnknownChannel],
});

/** The most users in a group besides its creator. Source: protocol: channels-and-threads 4. */
const GROUP_MAX = limits.groupRecipients.value - 1;

export const openChannel = endpoint({
  id: "users.openChannel",
  source: "product.md, Simulated users; machine specification",
  summary:
    "Create or get the DM with a user; a person can create a group DM with several, an application one with users who granted gdm.join.",
  method: "POST",
  path: "/users/@me/channels",
  auth: [bot, signedIn],
  body: object({
    recipient_id: optional(Snowflake),
    recipients: optional(list(Snowflake, { min: 1, max: GROUP_MAX })),
    /** Tokens of users who granted gdm.join: creates a group that the application manages. */
    access_tokens: optional(list(GroupToken, { max: GROUP_MAX })),
    /** Nicknames in the group, by user id. */
    nicks: optional(
      dictionary(nullable(text({ max: limits.memberNick.value })), { maxKeys: GROUP_MAX }),
    ),
  }),
  replies: { 200: Channel },
  errors: [InvalidAccessToken, InvalidRecipients, TooManyGroups, TooManyRecipients],
});
