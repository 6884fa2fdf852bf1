// Starting, listing and searching threads. Source: protocol: channels-and-threads 2; machine
// specification.
import { bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownGuild,
  WrongChannelType,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  choice,
  idList,
  integer,
  list,
  nullable,
  object,
  optional,
  orDigits,
  Snowflake,
  text,
  word,
} from "../../schema/values.ts";
import { TitleBlocked } from "../guilds/auto-moderation.ts";
import { ChannelType } from "../guilds/channel-types.ts";
import { Channel } from "../guilds/guilds.ts";
import { archiveMinutes, ThreadMembership } from "../guilds/threads.ts";
import { ChannelMessageDraft } from "../messages/message-draft.ts";
import { sendErrors } from "../messages/message-endpoints.ts";
import { Message } from "../messages/messages.ts";
import { TagRequired, UnknownTag } from "../channels/thread-errors.ts";

const auth = [bot, signedIn] as const;
const seen = [MissingAccess, UnknownChannel] as const;

/** A new thread; in a forum, a post with its first message. */
export const ThreadDraft = object({
  name: text({ min: 1, max: 100 }),
  auto_archive_duration: optional(orDigits(choice(archiveMinutes))),
  rate_limit_per_user: optional(
    nullable(orDigits(integer({ min: 0, max: limits.slowmode.value }))),
  ),
  type: optional(
    choice([
      ChannelType.ANNOUNCEMENT_THREAD,
      ChannelType.PUBLIC_THREAD,
      ChannelType.PRIVATE_THREAD,
    ]),
  ),
  invitable: optional(Bool),
  applied_tags: optional(list(Snowflake, { max: limits.appliedTags.value })),
  /** Only for posts. */
  message: optional(ChannelMessageDraft),
});

export const createThread = endpoint({
  id: "channels.createThread",
  source: "protocol: channels-and-threads 2.1",
  summary: "Create a thread without a message, or a post in a forum with its first message.",
  method: "POST",
  path: "/channels/{channel_id}/threads",
  auth,
  multipart: true,
  body: ThreadDraft,
  replies: { 201: object({ ...Channel.properties, message: optional(Message) }) },
  errors: [...sendErrors, TagRequired, TitleBlocked, UnknownTag, WrongChannelType],
});

const ThreadList = object({
  threads: list(Channel),
  /** The caller's memberships in the threads. */
  members: list(ThreadMembership),
  has_more: Bool,
});

export const listActiveThreads = endpoint({
  id: "guilds.activeThreads",
  source: "protocol: channels-and-threads 2.4",
  summary: "List a guild's active threads that the caller can see, newest first.",
  method: "GET",
  path: "/guilds/{guild_id}/threads/active",
  auth,
  replies: { 200: ThreadList },
  errors: [MissingAccess, UnknownGuild],
});

const archivedList = {
  source: "protocol: channels-and-threads 2.4",
  method: "GET",
  auth,
  replies: { 200: ThreadList },
  errors: [...seen, MissingPermissions, WrongChannelType],
} as const;
const limit = optional(integer({ min: 2, max: 100 }));
/** An ISO 8601 timestamp. */
const before = optional(text({ max: 64 }));

export const listPublicArchivedThreads = endpoint({
  ...archivedList,
  id: "channels.publicArchivedThreads",
  summary: "List the archived public threads of a channel, most recently archived first.",
  path: "/channels/{channel_id}/threads/archived/public",
  query: object({ before, limit }),
});

export const listPrivateArchivedThreads = endpoint({
  ...archivedList,
  id: "channels.privateArchivedThreads",
  summary:
    "List a channel's archived private threads, last archived first; requires MANAGE_THREADS.",
  path: "/channels/{channel_id}/threads/archived/private",
  query: object({ before, limit }),
});

export const listJoinedArchivedThreads = endpoint({
  ...archivedList,
  id: "channels.joinedArchivedThreads",
  summary: "List the archived private threads of a channel that the caller is in, newest first.",
  path: "/channels/{channel_id}/users/@me/threads/archived/private",
  query: object({ before: optional(Snowflake), limit }),
});

export const searchThreads = endpoint({
  id: "channels.searchThreads",
  source: "protocol: channels-and-threads 2.8",
  summary: "Search the threads of a channel by name, tags and age.",
  method: "GET",
  path: "/channels/{channel_id}/threads/search",
  auth,
  query: object({
    name: optional(text({ max: 100 })),
    slop: optional(integer({ min: 0, max: 100 })),
    min_id: optional(Snowflake),
    max_id: optional(Snowflake),
    tag: optional(idList({ max: limits.forumTags.value })),
    tag_setting: optional(word(["match_all", "match_some"])),
    archived: optional(Bool),
    sort_by: optional(word(["relevance", "creation_time", "last_message_time", "archive_time"])),
    sort_order: optional(word(["asc", "desc"])),
    limit: optional(integer({ min: 1, max: 25 })),
    offset: optional(integer({ min: 0, max: 9975 })),
  }),
  replies: {
    200: object({
      ...ThreadList.properties,
      /** For posts: the first message of each. */
      first_messages: list(Message),
      total_results: integer(),
    }),
  },
  errors: [...seen, MissingPermissions, WrongChannelType],
});
