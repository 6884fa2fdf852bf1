// Direct messages that players send from a game. Source: protocol: lobbies-and-sdk 9, 10.3.
import { bearer, bot } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  EmptyMessage,
  error,
  MissingPermissions,
  UnknownMessage,
  UnknownUser,
} from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import {
  dictionary,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { GameMessageDraft, gameMessagePage, ModerationMetadata } from "./lobby-messages.ts";
import { perPlayer } from "./lobby-rates.ts";
import { CannotMessageUser, NotTheAuthor } from "../messages/message-errors.ts";
import { GatewayMessage, Message } from "../messages/messages.ts";

const codes = "protocol: lobbies-and-sdk 4; the HTTP status follows 13 #2";

export const GameMessagesRefused = error({
  name: "GameMessagesRefused",
  status: 403,
  code: 50251,
  message: "This user does not accept direct messages from games.",
  source: codes,
});

export const ProvisionalRecipientOffline = error({
  name: "ProvisionalRecipientOffline",
  status: 403,
  code: 50252,
  message: "Cannot send a direct message to a provisional user who is offline.",
  source: codes,
});
export const EphemeralRecipientOffline = error({
  name: "EphemeralRecipientOffline",
  status: 403,
  code: 50253,
  message: "Cannot send an ephemeral direct message to a user who is offline.",
  source: codes,
});

const forPlayers = {
  metadata: optional(dictionary(text())),
  moderation_metadata: optional(dictionary(text())),
  /** Between provisional users: the recipient. */
  recipient_id: optional(Snowflake),
};

/** A direct message, as a game receives it. */
export const GameMessage = object({ ...Message.properties, ...forPlayers });

/**
 * A direct message, which only the sessions of its two players receive: moderation metadata, and
 * messages between provisional users, must not reach other applications.
 */
export const GameMessageUpdate = event({
  name: "MESSAGE_UPDATE",
  source: "protocol: lobbies-and-sdk 3, 9",
  summary: "A direct message between players was edited or moderated.",
  scope: "users",
  audience: "application",
  intent: { guild: "DIRECT_MESSAGES" },
  payload: object({ ...GatewayMessage.properties, ...forPlayers }),
});

export const GameMessageCreate = event({
  name: "MESSAGE_CREATE",
  source: "protocol: lobbies-and-sdk 9",
  summary: "A provisional user sent a direct message to another.",
  scope: "users",
  audience: "application",
  intent: { guild: "DIRECT_MESSAGES" },
  payload: object({ ...GatewayMessage.properties, ...forPlayers }),
});

export const GameMessageDelete = event({
  name: "MESSAGE_DELETE",
  source: "protocol: lobbies-and-sdk 9",
  summary: "A direct message between provisional users was deleted.",
  scope: "users",
  audience: "application",
  intent: { guild: "DIRECT_MESSAGES" },
  payload: object({ id: Snowflake, channel_id: Snowflake }),
});

const writing = [bearer("dm_channels.messages.write")] as const;
const reading = [bearer("dm_channels.messages.read")] as const;
const source = "protocol: lobbies-and-sdk 9";

export const createGameMessage = endpoint({
  id: "users.createMessage",
  source,
  summary: "Send a direct message to another user as the caller, from a game.",
  method: "POST",
  path: "/users/{user_id}/messages",
  auth: writing,
  limit: perPlayer("game-message-create", limits.gameMessageSends),
  multipart: true,
  body: GameMessageDraft,
  replies: { 200: GameMessage },
  errors: [
    CannotMessageUser,
    EmptyMessage,
    EphemeralRecipientOffline,
    GameMessagesRefused,
    ProvisionalRecipientOffline,
    UnknownUser,
  ],
});

export const listGameMessages = endpoint({
  id: "users.messages",
  source,
  summary:
    "List the messages of the last 72 hours between the caller and another user, newest first.",
  method: "GET",
  path: "/users/{user_id}/messages",
  auth: reading,
  query: gameMessagePage,
  replies: { 200: list(GameMessage) },
  errors: [UnknownUser],
});

export const editGameMessage = endpoint({
  id: "users.editMessage",
  source,
  summary: "Update a direct message of the caller to another user.",
  method: "PATCH",
  path: "/users/{user_id}/messages/{message_id}",
  auth: writing,
  body: object({ content: optional(text({ max: limits.messageContent.value })) }),
  replies: { 200: GameMessage },
  errors: [EmptyMessage, NotTheAuthor, UnknownMessage, UnknownUser],
});

export const deleteGameMessage = endpoint({
  id: "users.deleteMessage",
  source,
  summary: "Delete a direct message of the caller to another user.",
  method: "DELETE",
  path: "/users/{user_id}/messages/{message_id}",
  auth: writing,
  replies: { 204: none },
  errors: [MissingPermissions, UnknownMessage, UnknownUser],
});

export const listGameChannels = endpoint({
  id: "partner.channels",
  source,
  summary:
    "List the users with whom the caller exchanged messages, each with the newest message's id.",
  method: "GET",
  path: "/partner-sdk/users/@me/channels",
  auth: [bearer("dm_channels.read", "dm_channels.messages.read")],
  replies: { 200: list(object({ user_id: Snowflake, last_message_id: nullable(Snowflake) })) },
  errors: [],
});

export const moderateGameMessage = endpoint({
  id: "partner.moderateMessage",
  source: "requirements 4.3; protocol: lobbies-and-sdk 3",
  summary: "Update the moderation metadata of a direct message between two users.",
  method: "PUT",
  path: "/partner-sdk/dms/{user_id_1}/{user_id_2}/messages/{message_id}/moderation-metadata",
  auth: [bot],
  multipart: true,
  body: ModerationMetadata,
  replies: { 204: none },
  errors: [UnknownMessage, UnknownUser],
});
