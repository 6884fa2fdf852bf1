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
