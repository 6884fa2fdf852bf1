// Searching the messages of a guild. Source: protocol: lobbies-and-sdk 9.
import { bot } from "../../auth.ts";
import { endpoint, rateLimit } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownGuild } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
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
  word,
} from "../../schema/values.ts";
import { Message } from "./messages.ts";

/** Properties of messages to search for. */
export const searchedThings = [
  "link",
  "embed",
  "file",
  "image",
  "video",
  "sound",
  "sticker",
  "poll",
  "snapshot",
] as const;

export const searchedAuthorTypes = ["user", "bot", "webhook"] as const;
export const searchedEmbedTypes = ["image", "video", "gif", "sound", "article"] as const;

/** Each word, and each with a minus, which excludes messages that have it. */
function negatable<const W extends string>(words: readonly W[]) {
  return [...words, ...words.map((each) => `-${each}` as const)];
}

/** The most values of one filter. */
const VALUES = { max: 100, unique: true } as const;
const CHANNELS = { max: 500, unique: true } as const;

const Ids = optional(list(Snowflake, VALUES));
const Names = optional(list(text({ max: 256 }), VALUES));

/** The conditions of a search, all optional. Lists are repeated keys. */
export const MessageSearch = object({
  limit: optional(integer({ min: 1, max: 25 })),
  offset: optional(integer({ min: 0, max: 9975 })),
  min_id: optional(Snowflake),
  max_id: optional(Snowflake),
  content: optional(text({ max: 1024 })),
  slop: optional(integer({ min: 0, max: 100 })),
  channel_id: optional(list(Snowflake, CHANNELS)),
  author_id: Ids,
  author_type: optional(list(word(negatable(searchedAuthorTypes)), { max: 6, unique: true })),
  mentions: Ids,
  mentions_role_id: Ids,
  mention_everyone: optional(Bool),
  replied_to_user_id: Ids,
  replied_to_message_id: Ids,
  pinned: optional(Bool),
  has: optional(list(word(negatable(searchedThings)), { max: 18, unique: true })),
  embed_type: optional(list(word(searchedEmbedTypes), { max: 5, unique: true })),
  embed_provider: Names,
  link_hostname: Names,
  attachment_extension: Names,
  attachment_filename: optional(list(text({ max: 1024 }), VALUES)),
  include_nsfw: optional(Bool),
  sort_by: optional(word(["timestamp", "relevance"])),
  sort_order: optional(word(["desc", "asc"])),
});

/** A message in a search result. */
export const FoundMessage = object({ ...Message.properties, hit: Bool });

export const SearchResults = object({
  doing_deep_historical_index: Bool,
  documents_indexed: optional(nullable(integer())),
  total_results: integer(),
  /** Each message is in a list of its own. */
  messages: list(list(FoundMessage)),
  /** The threads of the messages. */
  threads: list(anything<object>()),
  /** The caller's memberships in those threads. */
  members: list(anything<object>()),
});

/** The answer while the index is being built; the code is that of an error. */
export const IndexNotReady = object({
  message: text(),
  code: integer(),
  documents_indexed: integer(),
  /** Seconds. */
  retry_after: integer(),
});

/** Source: protocol: lobbies-and-sdk 9; requirements 7. */
export const indexNotReady = {
  message: "Index not yet available. Try again later",
  code: 110_000,
  documents_indexed: 0,
  retry_after: Math.ceil(limits.searchIndexing.value / 1000),
} as const;

export const searchMessages = endpoint({
  id: "guilds.searchMessages",
  source: "requirements 4.3; protocol: lobbies-and-sdk 9",
  summary:
    "Search the guild's messages in the channels whose history the bot may read; 202 while the index is being built.",
  method: "GET",
  path: "/guilds/{guild_id}/messages/search",
  auth: [bot],
  query: MessageSearch,
  limit: rateLimit("guilds.searchMessages", limits.guildSearches, "application"),
  replies: { 200: SearchResults, 202: IndexNotReady },
  errors: [MissingAccess, MissingPermissions, UnknownGuild],
});
