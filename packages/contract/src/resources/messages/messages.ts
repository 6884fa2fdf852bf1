import { event } from "../../event.ts";
import {
  anything,
  Bool,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
} from "../../schema/values.ts";
import { Channel, MemberWithoutUser, Role } from "../guilds/guilds.ts";
import { StickerItem } from "../guilds/stickers.ts";
import { SharedClientTheme } from "./client-themes.ts";
import { Attachment } from "./message-attachments.ts";
import { Poll } from "./message-polls.ts";
import { Reaction } from "./reactions.ts";
import { User } from "../users/users.ts";

/** Bits of a message's flags. Source: protocol: commands-and-interactions 6.1. */
export const MessageFlag = {
  /** Published to the channels that follow its channel. */
  CROSSPOSTED: 1 << 0,
  /** A copy of a published message. */
  IS_CROSSPOST: 1 << 1,
  SUPPRESS_EMBEDS: 1 << 2,
  /** A copy whose original was deleted. */
  SOURCE_MESSAGE_DELETED: 1 << 3,
  /** A thread was started from the message. */
  HAS_THREAD: 1 << 5,
  EPHEMERAL: 1 << 6,
  LOADING: 1 << 7,
  SUPPRESS_NOTIFICATIONS: 1 << 12,
  IS_VOICE_MESSAGE: 1 << 13,
  HAS_SNAPSHOT: 1 << 14,
  IS_COMPONENTS_V2: 1 << 15,
  /** Sent from a game. Source: protocol: lobbies-and-sdk 2.3. */
  SENT_BY_SOCIAL_LAYER_INTEGRATION: 1 << 16,
} as const;

export const MessageType = {
  DEFAULT: 0,
  RECIPIENT_ADD: 1,
  RECIPIENT_REMOVE: 2,
  CHANNEL_NAME_CHANGE: 4,
  CHANNEL_ICON_CHANGE: 5,
  CHANNEL_PINNED_MESSAGE: 6,
  USER_JOIN: 7,
  GUILD_BOOST: 8,
  GUILD_BOOST_TIER_1: 9,
  GUILD_BOOST_TIER_2: 10,
  GUILD_BOOST_TIER_3: 11,
  CHANNEL_FOLLOW_ADD: 12,
  THREAD_CREATED: 18,
  REPLY: 19,
  THREAD_STARTER_MESSAGE: 21,
  CHAT_INPUT_COMMAND: 20,
  CONTEXT_MENU_COMMAND: 23,
  STAGE_START: 27,
  STAGE_END: 28,
  STAGE_TOPIC: 31,
  AUTO_MODERATION_ACTION: 24,
  POLL_RESULT: 46,
  CHANNEL_LINKED_TO_LOBBY: 49,
} as const;

/** A forwarded message as it was, without its author. Source: machine specification. */
export const MessageSnapshot = object({
  message: object({
    type: integer(),
    content: text(),
    mentions: list(User),
    mention_roles: list(Snowflake),
    attachments: list(Attachment),
    embeds: list(anything<object>()),
    timestamp: Timestamp,
    edited_timestamp: nullable(Timestamp),
    flags: integer(),
    components: list(anything<object>()),
    sticker_items: optional(list(StickerItem)),
  }),
});

const { deaf: _deaf, mute: _mute, ...memberFields } = MemberWithoutUser.properties;

/** The objects that are preselected in a message's menus, by id. Source: machine specification. */
export const MessageResolved = object({
  users: optional(dictionary(User)),
  members: optional(dictionary(object(memberFields))),
  roles: optional(dictionary(Role)),
  channels: optional(dictionary(Channel)),
});

/** A channel that is mentioned in a copy of a published message. Source: machine specification. */
export const MentionedChannel = object({
  id: Snowflake,
  guild_id: Snowflake,
  type: integer(),
  name: text(),
});

/** The origin of a message, as the API shows it and a world file stores it. */
export const messageOrigin = {
  interaction: optional(anything<object>()),
  interaction_metadata: optional(anything<object>()),
  message_reference: optional(anything<object>()),
  referenced_message: optional(nullable(anything<object>())),
  message_snapshots: optional(list(MessageSnapshot)),
  /** Only for copies of published messages; absent if there are none. */
  mention_channels: optional(list(MentionedChannel)),
};

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
  /** Absent if no menu has preselected objects. */
  resolved: optional(MessageResolved),
  pinned: Bool,
  flags: integer(),
  nonce: optional(anything<string | number>()),
  /** In a thread: the number of messages sent before this one. */
  position: optional(integer()),
  webhook_id: optional(Snowflake),
  application_id: optional(Snowflake),
  ...messageOrigin,
  poll: optional(Poll),
  /** Absent if there are none. */
  sticker_items: optional(list(StickerItem)),
  shared_client_theme: optional(SharedClientTheme),
  /** The thread that was started from the message. */
  thread: optional(Channel),
  /** Absent if there are none. */
  reactions: optional(list(Reaction)),
};

/** Source: protocol: commands-and-interactions 6.5, machine specification. */
export const Message = object(message);

/** Whether a reaction is the reader's own differs among the receivers of one event. */
const { reactions: _perReader, ...broadcast } = message;

/** A message as the gateway sends it. Source: protocol: gateway-oauth-limits 4.16. */
export const GatewayMessage = object({
  ...broadcast,
  /** The mentioned users, in a guild with their membership. */
  mentions: list(object({ ...User.properties, member: optional(MemberWithoutUser) })),
  guild_id: optional(Snowflake),
  member: optional(MemberWithoutUser),
  channel_type: optional(integer()),
  /** For messages from games: the game's metadata, which only the event contains. */
  metadata: optional(dictionary(text())),
});

export const MessageCreate = event({
  name: "MESSAGE_CREATE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A message was sent.",
  scope: "channel",
  isInside: true,
  intent: { guild: "GUILD_MESSAGES", dm: "DIRECT_MESSAGES" },
  payload: GatewayMessage,
});

export const MessageUpdate = event({
  name: "MESSAGE_UPDATE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A message changed; contains the whole message.",
  scope: "channel",
  isInside: true,
  intent: { guild: "GUILD_MESSAGES", dm: "DIRECT_MESSAGES" },
  payload: GatewayMessage,
});

export const MessageDelete = event({
  name: "MESSAGE_DELETE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A message was deleted.",
  scope: "channel",
  isInside: true,
  intent: { guild: "GUILD_MESSAGES", dm: "DIRECT_MESSAGES" },
  payload: object({ id: Snowflake, channel_id: Snowflake, guild_id: optional(Snowflake) }),
});

export const MessageDeleteBulk = event({
  name: "MESSAGE_DELETE_BULK",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "Several messages of a channel were deleted in bulk.",
  scope: "channel",
  isInside: true,
  intent: { guild: "GUILD_MESSAGES" },
  payload: object({ ids: list(Snowflake), channel_id: Snowflake, guild_id: optional(Snowflake) }),
});
