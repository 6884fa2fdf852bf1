// Reactions to messages. Source: machine specification; protocol: gateway-oauth-limits 4.16.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownMessage,
  UnknownUser,
} from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { error } from "../../transport-errors.ts";
import { ThreadArchived } from "../channels/thread-errors.ts";
import { Member } from "../guilds/guilds.ts";
import { User } from "../users/users.ts";
import { NotOnDirectMessages } from "./message-errors.ts";

/** The types of reaction. Clients call a burst a super reaction. */
export const ReactionType = { NORMAL: 0, BURST: 1 } as const;

export const TooManyReactions = error({
  name: "TooManyReactions",
  status: 403,
  code: 30010,
  message: `Maximum number of reactions reached (${limits.reactionsPerMessage.value})`,
  source: "BilliAlpha/discord-transfer#18",
});
/** What a path calls an emoji and none is, or none that the caller may use there. */
export const UnknownReactionEmoji = error({
  name: "UnknownReactionEmoji",
  status: 400,
  code: 10014,
  message: "Unknown Emoji",
  source: "discord-api-docs#864 (also #1350): 400, unlike an emoji that is read by its id",
});

/** An emoji of a reaction or a poll: a Unicode emoji by its name, or a guild's own by its id. */
export const ReactionEmoji = object({
  id: nullable(Snowflake),
  name: nullable(text()),
  animated: optional(Bool),
});

/** The reactions to a message with one emoji. `me` is about the requesting user. */
export const Reaction = object({
  emoji: ReactionEmoji,
  count: integer(),
  count_details: object({ burst: integer(), normal: integer() }),
  burst_colors: list(text()),
  me_burst: Bool,
  me: Bool,
});

const shared = {
  source: "machine specification; protocol: gateway-oauth-limits 2.1",
  auth: [bot, signedIn],
} as const;
const errors = [MissingAccess, MissingPermissions, UnknownChannel, UnknownMessage] as const;

export const reactErrors = [
  ...errors,
  ThreadArchived,
  TooManyReactions,
  UnknownReactionEmoji,
] as const;

const all = "/channels/{channel_id}/messages/{message_id}/reactions";
const ofEmoji = "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}";

/** The most users in one reply. Source: machine specification. */
const REACTED_MAX = 100;

export const addReaction = endpoint({
  ...shared,
  id: "channels.react",
  summary: "Add a reaction; requires READ_MESSAGE_HISTORY, and ADD_REACTIONS if the emoji is new.",
  method: "PUT",
  path: "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me",
  replies: { 204: none },
  errors: reactErrors,
});

export const deleteOwnReaction = endpoint({
  ...shared,
  id: "channels.unreact",
  summary: "Remove one's own reaction.",
  method: "DELETE",
  path: "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me",
  replies: { 204: none },
  errors: [...errors, UnknownReactionEmoji],
});

export const deleteUserReaction = endpoint({
  ...shared,
  id: "channels.removeReaction",
  summary: "Remove a user's reaction; requires MANAGE_MESSAGES.",
  method: "DELETE",
  path: "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}",
  replies: { 204: none },
  errors: [...errors, NotOnDirectMessages, UnknownReactionEmoji, UnknownUser],
});

export const listReactions = endpoint({
  ...shared,
  id: "channels.reactions",
  summary: "List the users who reacted with an emoji, in order of user id.",
  method: "GET",
  path: ofEmoji,
  query: object({
    type: optional(choice([ReactionType.NORMAL, ReactionType.BURST])),
    after: optional(Snowflake),
    limit: optional(integer({ min: 1, max: REACTED_MAX })),
  }),
  replies: { 200: list(User) },
  errors: [...errors, UnknownReactionEmoji],
});

export const deleteAllReactions = endpoint({
  ...shared,
  id: "channels.clearReactions",
  summary: "Remove all reactions to a message; requires MANAGE_MESSAGES.",
  method: "DELETE",
  path: all,
  replies: { 204: none },
  errors: [...errors, NotOnDirectMessages],
});

export const deleteEmojiReactions = endpoint({
  ...shared,
  id: "channels.clearReactionsOf",
  summary: "Remove all reactions with one emoji; requires MANAGE_MESSAGES.",
  method: "DELETE",
  path: ofEmoji,
  replies: { 204: none },
  errors: [...errors, NotOnDirectMessages, UnknownReactionEmoji],
});

const intent = { guild: "GUILD_MESSAGE_REACTIONS", dm: "DIRECT_MESSAGE_REACTIONS" } as const;
const place = {
  channel_id: Snowflake,
  message_id: Snowflake,
  guild_id: optional(Snowflake),
} as const;
const reaction = {
  user_id: Snowflake,
  ...place,
  emoji: ReactionEmoji,
  burst: Bool,
  type: integer(),
} as const;

const common = {
  source: "protocol: gateway-oauth-limits 4.16",
  scope: "channel",
  isInside: true,
  intent,
} as const;

export const MessageReactionAdd = event({
  ...common,
  name: "MESSAGE_REACTION_ADD",
  summary: "A user reacted to a message.",
  payload: object({
    ...reaction,
    /** In a guild: the user who reacted. */
    member: optional(Member),
    /** The author of the message; absent for a webhook's message. */
    message_author_id: optional(Snowflake),
    burst_colors: optional(list(text())),
  }),
});

export const MessageReactionRemove = event({
  ...common,
  name: "MESSAGE_REACTION_REMOVE",
  summary: "A user's reaction to a message was removed.",
  payload: object(reaction),
});

export const MessageReactionRemoveAll = event({
  ...common,
  name: "MESSAGE_REACTION_REMOVE_ALL",
  summary: "All reactions to a message were removed.",
  payload: object(place),
});

export const MessageReactionRemoveEmoji = event({
  ...common,
  name: "MESSAGE_REACTION_REMOVE_EMOJI",
  summary: "All reactions with one emoji were removed from a message.",
  payload: object({ ...place, emoji: ReactionEmoji }),
});
