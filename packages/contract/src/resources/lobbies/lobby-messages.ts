// Messages that members of a lobby send to one another. Source: protocol: lobbies-and-sdk 2.3, 3,
// 6.2.
import { bearer, bot } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { EmptyMessage, UnknownLobby, UnknownMessage } from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { LobbyMembersOnly } from "./lobby-errors.ts";
import { perPlayer } from "./lobby-rates.ts";
import { AllowedMentions } from "../messages/message-draft.ts";
import { NonceForm } from "../messages/nonce.ts";
import { GatewayMessage } from "../messages/messages.ts";
import { User } from "../users/users.ts";

/** The channel type of messages in a lobby without a linked channel. */
export const LOBBY_CHANNEL_TYPE = 17;

/** Metadata that a game adds to a message for connected members; it is not stored. */
export const MessageMetadata = dictionary(text({ max: limits.lobbyMetadataValue.value }), {
  maxKeys: limits.lobbyMetadataKeys.value,
  maxKeyLength: limits.lobbyMetadataKey.value,
  maxTotal: limits.lobbyMetadataTotal.value,
});

/** Metadata that a game's back end sets on a message: the map itself is the body. */
export const ModerationMetadata = dictionary(text({ max: limits.moderationValue.value }), {
  maxKeys: limits.moderationKeys.value,
  maxKeyLength: limits.moderationKey.value,
});

/** A message as players send it. */
export const GameMessageDraft = object({
  content: optional(text({ max: limits.messageContent.value })),
  metadata: optional(nullable(MessageMetadata)),
  flags: optional(nullable(integer({ min: 0 }))),
  /** Not repeated in the reply. */
  nonce: optional(NonceForm),
});

/** A lobby message, with the fields that only affect its copy in a linked channel. */
export const LobbyMessageDraft = object({
  ...GameMessageDraft.properties,
  allowed_mentions: optional(nullable(AllowedMentions)),
  tts: optional(nullable(Bool)),
  /** With it, sending the same nonce again returns the first message. */
  enforce_nonce: optional(nullable(Bool)),
});

/** How many lobby messages, or messages between two players, a list contains. */
export const gameMessagePage = object({
  limit: optional(integer({ min: 1, max: limits.gameMessagesPerPage.value })),
});

export const LobbyMessage = object({
  id: Snowflake,
  type: integer(),
  content: text(),
  lobby_id: Snowflake,
  /** The linked channel's id, or the lobby's own. */
  channel_id: Snowflake,
  author: User,
  /** The game's name for the author at the time of the message. */
  lobby_member: optional(object({ additional_name: text() })),
  metadata: optional(dictionary(text())),
  moderation_metadata: optional(dictionary(text())),
  flags: integer(),
  /** For messages that were sent from the game. */
  application_id: optional(Snowflake),
});

const memberErrors = [LobbyMembersOnly, UnknownLobby] as const;

export const createLobbyMessage = endpoint({
  id: "lobbies.createMessage",
  source: "requirements 4.3; protocol: lobbies-and-sdk 3",
  summary: "Send a message to a lobby as a member; it is also sent to the linked channel.",
  method: "POST",
  path: "/lobbies/{lobby_id}/messages",
  auth: [bearer("lobbies.write")],
  limit: perPlayer("lobby-message-create", limits.gameMessageSends),
  multipart: true,
  body: LobbyMessageDraft,
  replies: { 201: LobbyMessage },
  errors: [...memberErrors, EmptyMessage],
});

export const listLobbyMessages = endpoint({
  id: "lobbies.messages",
  source: "requirements 4.3, 8; protocol: lobbies-and-sdk 3",
  summary: "List the messages of the last 72 hours in a lobby of the caller, newest first.",
  method: "GET",
  path: "/lobbies/{lobby_id}/messages",
  auth: [bearer("lobbies.write")],
  query: gameMessagePage,
  replies: { 200: list(LobbyMessage) },
  errors: memberErrors,
});

export const moderateLobbyMessage = endpoint({
  id: "lobbies.moderateMessage",
  source: "requirements 4.3; protocol: lobbies-and-sdk 3",
  summary: "Update the moderation metadata of a lobby message.",
  method: "PUT",
  path: "/lobbies/{lobby_id}/messages/{message_id}/moderation-metadata",
  auth: [bot],
  multipart: true,
  body: ModerationMetadata,
  replies: { 204: none },
  errors: [UnknownLobby, UnknownMessage],
});

const {
  tts,
  mention_everyone,
  mentions,
  mention_roles,
  attachments,
  embeds,
  components,
  pinned,
  ...others
} = GatewayMessage.properties;

/**
 * A lobby message, as its members' sessions receive it. If a channel is linked, its fields extend
 * those of the channel's message.
 */
export const GatewayLobbyMessage = object({
  ...others,
  ...LobbyMessage.properties,
  tts: optional(tts),
  mention_everyone: optional(mention_everyone),
  mentions: optional(mentions),
  mention_roles: optional(mention_roles),
  attachments: optional(attachments),
  embeds: optional(embeds),
  components: optional(components),
  pinned: optional(pinned),
});

const shapes = "protocol: lobbies-and-sdk 6.2";
const lobbies = { guild: "LOBBIES", dm: "LOBBIES" } as const;

export const LobbyMessageCreate = event({
  name: "LOBBY_MESSAGE_CREATE",
  source: shapes,
  summary: "A message was sent to a lobby or to its linked channel.",
  scope: "users",
  intent: lobbies,
  payload: GatewayLobbyMessage,
});

export const LobbyMessageUpdate = event({
  name: "LOBBY_MESSAGE_UPDATE",
  source: shapes,
  summary: "A lobby message was edited or moderated; the event has the whole message.",
  scope: "users",
  intent: lobbies,
  payload: GatewayLobbyMessage,
});

export const LobbyMessageDelete = event({
  name: "LOBBY_MESSAGE_DELETE",
  source: shapes,
  summary: "A lobby message was deleted in the linked channel.",
  scope: "users",
  intent: lobbies,
  payload: object({ id: Snowflake, lobby_id: Snowflake }),
});
