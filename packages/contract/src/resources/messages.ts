import { bot, signedIn } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import { MissingAccess, UnknownChannel, UnknownMessage } from "../error.ts";
import { event } from "../event.ts";
import {
  anything,
  Bool,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
} from "../values.ts";
import { MemberWithoutUser } from "./guilds.ts";
import { User } from "./users.ts";

/** Bits of a message's flags. Source: protocol: commands-and-interactions 6.1. */
export const MessageFlag = {
  SUPPRESS_EMBEDS: 1 << 2,
  EPHEMERAL: 1 << 6,
  LOADING: 1 << 7,
  SUPPRESS_NOTIFICATIONS: 1 << 12,
  IS_VOICE_MESSAGE: 1 << 13,
  IS_COMPONENTS_V2: 1 << 15,
} as const;

export const MessageType = {
  DEFAULT: 0,
  REPLY: 19,
  CHAT_INPUT_COMMAND: 20,
  CONTEXT_MENU_COMMAND: 23,
} as const;

const message = {
  id: Snowflake,
  channel_id: Snowflake,
  type: integer(),
  content: text(),
  author: User,
  timestamp: Timestamp,
  edited_timestamp: nullable(Timestamp),
  tts: Bool,
  mention_everyone: Bool,
  mentions: list(User),
  mention_roles: list(Snowflake),
  attachments: list(anything<object>()),
  embeds: list(anything<object>()),
  components: list(anything<object>()),
  pinned: Bool,
  flags: integer(),
  nonce: optional(anything<string | number>()),
  webhook_id: optional(Snowflake),
  application_id: optional(Snowflake),
  interaction: optional(anything<object>()),
  interaction_metadata: optional(anything<object>()),
  message_reference: optional(anything<object>()),
  referenced_message: optional(nullable(anything<object>())),
  poll: optional(anything<object>()),
};

/** Source: protocol: commands-and-interactions 6.5, machine specification. */
export const Message = object(message);

/** A message as the gateway sends it. Source: protocol: gateway-oauth-limits 4.16. */
export const GatewayMessage = object({
  ...message,
  guild_id: optional(Snowflake),
  member: optional(MemberWithoutUser),
  channel_type: optional(integer()),
});

export const MessageCreate = event({
  name: "MESSAGE_CREATE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A message was sent.",
  scope: "channel",
  intent: { guild: "GUILD_MESSAGES", dm: "DIRECT_MESSAGES" },
  payload: GatewayMessage,
});

export const MessageUpdate = event({
  name: "MESSAGE_UPDATE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A message changed; the whole message follows.",
  scope: "channel",
  intent: { guild: "GUILD_MESSAGES", dm: "DIRECT_MESSAGES" },
  payload: GatewayMessage,
});

export const MessageDelete = event({
  name: "MESSAGE_DELETE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A message was deleted.",
  scope: "channel",
  intent: { guild: "GUILD_MESSAGES", dm: "DIRECT_MESSAGES" },
  payload: object({ id: Snowflake, channel_id: Snowflake, guild_id: optional(Snowflake) }),
});

export const listMessages = endpoint({
  id: "channels.messages",
  source: "product.md, Simulated users",
  summary: "Messages of a channel, newest first; ephemeral ones never stand there.",
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
  summary: "One message of a channel.",
  method: "GET",
  path: "/channels/{channel_id}/messages/{message_id}",
  auth: [bot, signedIn],
  replies: { 200: Message },
  errors: [UnknownChannel, MissingAccess, UnknownMessage],
});

export const messageEndpoints = [listMessages, getMessage] as const;
export const messageEvents = [MessageCreate, MessageUpdate, MessageDelete] as const;
