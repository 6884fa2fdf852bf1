// What members of a lobby write to one another. Source: protocol: lobbies-and-sdk 2.3, 3, 6.2.
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

/** Where messages of a lobby without a linked channel stand. */
export const LOBBY_CHANNEL_TYPE = 17;

/** What a game notes down about a message for those who are connected; it is not kept. */
export const MessageMetadata = dictionary(text({ max: limits.lobbyMetadataValue.value }), {
  maxKeys: limits.lobbyMetadataKeys.value,
  maxKeyLength: limits.lobbyMetadataKey.value,
  maxTotal: limits.lobbyMetadataTotal.value,
});

/** What a game's back end notes down about a message: the map itself is the body. */
export const ModerationMetadata = dictionary(text({ max: limits.moderationValue.value }), {
  maxKeys: limits.moderationKeys.value,
  maxKeyLength: limits.moderationKey.value,
});

/** A message as players write it. */
export const GameMessageDraft = object({
  content: optional(text({ max: limits.messageContent.value })),
  metadata: optional(nullable(MessageMetadata)),
  flags: optional(nullable(integer({ min: 0 }))),
  /** The reply leaves it out. */
  nonce: optional(NonceForm),
});

/** A message of a lobby, with what counts for its copy in a linked channel. */
export const LobbyMessageDraft = object({
  ...GameMessageDraft.properties,
  allowed_mentions: optional(nullable(AllowedMentions)),
  tts: optional(nullable(Bool)),
  /** The second of two equal sendings gives the first message. */
  enforce_nonce: optional(nullable(Bool)),
});

/** How many messages of a lobby, or between two players, a list holds. */
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
  /** The author as the game named them when it was sent. */
  lobby_member: optional(object({ additional_name: text() })),
  metadata: optional(dictionary(text())),
  moderation_metadata: optional(dictionary(text())),
  flags: integer(),
  /** Of messages that were sent from the game. */
  application_id: optional(Snowflake),
});

const memberErrors = [LobbyMembersOnly, UnknownLobby] as const;

export const createLobbyMessage = endpoint({
  id: "lobbies.createMessage",
  source: "requirements 4.3; protocol: lobbies-and-sdk 3",
  summary: "Write to a lobby as one of its members; a linked channel is given the message too.",
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
  summary: "Messages of a lobby that the caller is in, newest first, of the last 72 hours.",
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
  summary: "Set what the application's moderation found out about a message of a lobby.",
  method: "PUT",
  path: "/lobbies/{lobby_id}/messages/{message_id}/moderation-metadata",
  auth: [bot],
  multipart: true,
  body: ModerationMetadata,
  replies: { 204: none },
  errors: [UnknownLobby, UnknownMessage],
});

const {
  timestamp,
  edited_timestamp,
  tts,
  mention_everyone,
  mentions,
  mention_roles,
  attachments,
  embeds,
  components,
  pinned,
  guild_id,
  member,
  channel_type,
} = GatewayMessage.properties;

/**
 * A message of a lobby as its members' sessions see it. Where a channel is linked, the channel's
 * message stands around it.
 */
export const GatewayLobbyMessage = object({
  ...LobbyMessage.properties,
  channel_type,
  guild_id,
  member,
  timestamp,
  edited_timestamp,
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
  summary: "Somebody wrote to a lobby, or to the channel that is linked to it.",
  scope: "users",
  intent: lobbies,
  payload: GatewayLobbyMessage,
});

export const LobbyMessageUpdate = event({
  name: "LOBBY_MESSAGE_UPDATE",
  source: shapes,
  summary: "A message of a lobby was edited or moderated; the whole message follows.",
  scope: "users",
  intent: lobbies,
  payload: GatewayLobbyMessage,
});

export const LobbyMessageDelete = event({
  name: "LOBBY_MESSAGE_DELETE",
  source: shapes,
  summary: "A message of a lobby was deleted in the linked channel.",
  scope: "users",
  intent: lobbies,
  payload: object({ id: Snowflake, lobby_id: Snowflake }),
});
