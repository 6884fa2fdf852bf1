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
import { Attachment } from "./message-attachments.ts";
import { Poll } from "./message-polls.ts";
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
  attachments: list(Attachment),
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
  poll: optional(Poll),
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

export const MessageDeleteBulk = event({
  name: "MESSAGE_DELETE_BULK",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "Several messages of a channel were deleted at once.",
  scope: "channel",
  intent: { guild: "GUILD_MESSAGES" },
  payload: object({ ids: list(Snowflake), channel_id: Snowflake, guild_id: optional(Snowflake) }),
});

export const messageEvents = [
  MessageCreate,
  MessageUpdate,
  MessageDelete,
  MessageDeleteBulk,
] as const;
