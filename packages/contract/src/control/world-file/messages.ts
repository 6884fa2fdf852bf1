// Messages, their files, direct message channels and voice states of a world. Each entry has the
// fields of its API object; what the service stores in addition has a name of its own. Source:
// product.md, World file.
import { limits } from "../../limits/limits.ts";
import { Emoji } from "../../resources/guilds/emojis.ts";
import { Channel, Member } from "../../resources/guilds/guilds.ts";
import { StickerItem, StickerType } from "../../resources/guilds/stickers.ts";
import { SharedClientTheme } from "../../resources/messages/client-themes.ts";
import { Attachment } from "../../resources/messages/message-attachments.ts";
import { Poll } from "../../resources/messages/message-polls.ts";
import { Message, MessageResolved, messageOrigin } from "../../resources/messages/messages.ts";
import { ReactionEmoji } from "../../resources/messages/reactions.ts";
import { User } from "../../resources/users/users.ts";
import {
  anything,
  Bool,
  choice,
  dictionary,
  integer,
  list,
  namedFields,
  nullable,
  object,
  optional,
  refine,
  text,
  textOr,
} from "../../schema/values.ts";
import {
  Adder,
  asShown,
  entries,
  ownId,
  PastPerson,
  pastId,
  Person,
  ref,
  refById,
} from "./kinds.ts";
import { Instant } from "../../schema/instant.ts";
import { ShownPart } from "./shown-parts.ts";

/** The most messages and files in one world file. */
export const WORLD_MESSAGES_MAX = 500_000;

/** The most users who reacted with one emoji to one message, or voted for one answer. */
const REACTED_MAX = 100_000;

const Files = optional(list(asShown(Attachment), { max: limits.messageAttachments.value * 10 }));
/** The fields with which the API shows the origin of a message. */
const origin = Object.fromEntries(
  Object.entries(messageOrigin).map(([name, schema]) => [name, asShown(schema)]),
) as typeof messageOrigin;
const Moderation = dictionary(text());

const count = optional(integer({ min: 0 }));

/** The counts that the API shows with a reaction, which follow from the users who reacted. */
const counted = {
  count,
  count_details: optional(object({ burst: count, normal: count })),
  burst_colors: optional(list(text({ max: 100 }))),
  /** About the user who requests the message; ignored here. */
  me: optional(Bool),
  me_burst: optional(Bool),
};

const reaction = object({
  emoji: textOr(text({ min: 1, max: 100 }), asShown(ReactionEmoji)),
  users: optional(list(ref("user"), { max: REACTED_MAX })),
  super_users: optional(list(ref("user"), { max: REACTED_MAX })),
  ...counted,
});

/** A reaction to a message, with its users; a count requires them. */
export const WorldReaction = refine(reaction, (entry, report, isInvalid) => {
  const given = namedFields(entry, ["count", "count_details"], isInvalid);
  const named = namedFields(entry, ["users", "super_users"], isInvalid);
  if (given.length === 0 || named.length > 0) return;
  report(
    ["users"],
    "BASE_TYPE_REQUIRED",
    "Users must be given: a count alone does not name who reacted.",
  );
});

/** An answer of a poll, with the users who voted for it. */
export const WorldPollVotes = object({
  answer_id: integer({ min: 1 }),
  users: list(ref("user"), { max: REACTED_MAX }),
});

/** A message in a guild channel, a thread or a direct message channel. */
export const WorldMessage = object({
  id: optional(ownId("message")),
  channel_id: ref("channel"),
  guild_id: optional(refById("guild")),
  type: optional(integer({ min: 0 })),
  content: optional(text()),
  author: PastPerson,
  /** Default: the time of its id. */
  timestamp: optional(Instant),
  edited_timestamp: optional(nullable(Instant)),
  tts: optional(Bool),
  mention_everyone: optional(Bool),
  mentions: optional(list(asShown(User))),
  mention_roles: optional(list(pastId("role"))),
  attachments: Files,
  embeds: optional(list(ShownPart)),
  components: optional(list(ShownPart)),
  /** The entities that components name as selected; they are derived from the components. */
  resolved: optional(asShown(MessageResolved)),
  pinned: optional(Bool),
  /** When it was pinned, if it is pinned. */
  pinned_at: optional(Instant),
  flags: optional(integer({ min: 0 })),
  nonce: optional(anything<string | number>()),
  position: optional(integer({ min: 0 })),
  webhook_id: optional(pastId("webhook")),
  application_id: optional(pastId("application")),
  ...origin,
  /** The users in it are shown with their current data. */
  referenced_message: optional(nullable(asShown(Message))),
  poll: optional(asShown(Poll)),
  shared_client_theme: optional(SharedClientTheme),
  sticker_items: optional(list(asShown(StickerItem))),
  /** Absent: the poll itself contains the number of votes. */
  poll_votes: optional(list(WorldPollVotes, { max: limits.pollAnswers.value })),
  reactions: optional(list(WorldReaction, { max: limits.reactionsPerMessage.value })),
  /** The thread that was started from the message, which is also listed among the channels. */
  thread: optional(asShown(Channel, "channel")),
  /** For an ephemeral message: the only user who can read it. */
  visible_to: optional(ref("user")),
  /** Files that an embed or a component displays. */
  shown_attachments: Files,
  /** Files of the messages that it forwards. */
  snapshot_attachments: Files,
  /** Metadata that games' moderation set, by application. */
  moderation_metadata: optional(dictionary(Moderation)),
});

/** A direct message channel with two recipients, or a group, in which a single one may remain. */
export const WorldPrivateChannel = object({
  id: optional(ownId("channel")),
  type: optional(choice([1, 3])),
  recipients: list(Person, { min: 1, max: 100 }),
  name: optional(nullable(text({ max: 100 }))),
  icon: optional(nullable(text({ max: 200 }))),
  owner_id: optional(ref("user")),
  /** For a group: the application that created it. */
  application_id: optional(ref("application")),
  managed: optional(Bool),
  nicks: optional(
    dictionary(text({ max: limits.memberNick.value }), { maxKeys: limits.groupRecipients.value }),
  ),
  flags: optional(integer({ min: 0 })),
  last_message_id: optional(nullable(pastId("message"))),
  last_pin_timestamp: optional(nullable(Instant)),
});

/** The bytes of a file in base64, stored once for all equal files, and the files that share them. */
export const WorldStoredFile = object({
  sha256: text({ pattern: "^[0-9a-f]{64}$" }),
  data: text({ pattern: "^[A-Za-z0-9+/]*={0,2}$" }),
  attachments: list(
    object({
      id: ownId("attachment"),
      channel_id: pastId("channel"),
      filename: text({ min: 1, max: 1024 }),
      content_type: optional(text({ max: 200 })),
    }),
    { min: 1 },
  ),
});

/** An image of a user, an application or an emoji, under the hash that these refer to. */
export const WorldImage = object({
  hash: text({ pattern: "^(a_)?[0-9a-f]{32}$" }),
  content_type: text({ min: 1, max: 100 }),
  data: text({ pattern: "^[A-Za-z0-9+/]*={0,2}$" }),
});

/** A user in a voice channel of the guild. Only the user can leave it. */
export const WorldVoiceState = object({
  user_id: ref("user"),
  channel_id: ref("channel"),
  session_id: optional(text({ min: 1, max: 100 })),
  self_mute: optional(Bool),
  self_deaf: optional(Bool),
  self_video: optional(Bool),
  suppress: optional(Bool),
  request_to_speak_timestamp: optional(nullable(Instant)),
  /** Derived fields may be given as the API shows them, with their derived values. */
  guild_id: optional(ref("guild")),
  member: optional(asShown(Member)),
  deaf: optional(Bool),
  mute: optional(Bool),
  self_stream: optional(Bool),
});

/** An emoji of a guild, with its creator and the hash of its image. */
export const WorldEmoji = object({
  id: optional(ownId("emoji")),
  name: Emoji.properties.name,
  roles: optional(list(pastId("role"))),
  require_colons: optional(Bool),
  managed: optional(Bool),
  animated: optional(Bool),
  available: optional(Bool),
  user: Adder,
  image: optional(text({ max: 200 })),
});

/** A sticker of a guild, with its creator and the hash of its file. */
export const WorldSticker = object({
  id: optional(ownId("sticker")),
  name: text({ min: 1, max: limits.stickerName.value }),
  tags: optional(text({ max: limits.stickerTags.value })),
  description: optional(nullable(text({ max: limits.stickerDescription.value }))),
  format_type: optional(StickerItem.properties.format_type),
  /** The value that the API shows: 2. */
  type: optional(choice([StickerType.GUILD])),
  available: optional(Bool),
  /** The guild that it belongs to. */
  guild_id: optional(ref("guild")),
  user: Adder,
  image: optional(text({ max: 200 })),
});

/** An emoji of an application, with the hash of its image. */
export const WorldApplicationEmoji = object({
  id: optional(ownId("emoji")),
  name: Emoji.properties.name,
  animated: optional(Bool),
  image: optional(text({ max: 200 })),
  /** Derived fields may be given as the API shows them, with their derived values. */
  roles: optional(list(pastId("role"))),
  require_colons: optional(Bool),
  managed: optional(Bool),
  available: optional(Bool),
  user: optional(Person),
});

/** A message of a lobby. */
export const WorldLobbyMessage = object({
  id: optional(ownId("message")),
  lobby_id: optional(refById("lobby")),
  /** The channel that was linked at the time; absent: the lobby itself. */
  channel_id: optional(pastId("channel")),
  type: optional(integer({ min: 0 })),
  content: optional(text()),
  author: PastPerson,
  lobby_member: optional(object({ additional_name: nullable(text()) })),
  moderation_metadata: optional(Moderation),
  flags: optional(integer({ min: 0 })),
  /**
   * The lobby's application if the message was written in the game. Absent: it was written in the
   * linked channel.
   */
  application_id: optional(refById("application")),
  timestamp: optional(Instant),
  edited_timestamp: optional(nullable(Instant)),
});

/** A message between players with provisional accounts, which no channel contains. */
export const WorldGameMessage = object({
  id: optional(ownId("message")),
  application: ref("application"),
  author: PastPerson,
  recipient_id: ref("user"),
  content: text(),
  flags: optional(integer({ min: 0 })),
  moderation_metadata: optional(Moderation),
  timestamp: optional(Instant),
  edited_timestamp: optional(nullable(Instant)),
});

/** A user's authorization of an application, which outlives its tokens. */
export const WorldAuthorization = object({
  user: ref("user"),
  application: ref("application"),
  scopes: list(text({ min: 1, max: 100 }), { min: 1 }),
  authorized_at: optional(Instant),
});

const many = { max: WORLD_MESSAGES_MAX };

/** The keys of a world file for all of these kinds. */
export const spokenKeys = {
  authorizations: entries(WorldAuthorization),
  private_channels: entries(WorldPrivateChannel),
  messages: optional(list(WorldMessage, many)),
  game_messages: optional(list(WorldGameMessage, many)),
  files: optional(list(WorldStoredFile, many)),
  images: entries(WorldImage),
};
