// The fields that only threads have. Source: machine specification.
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
  Timestamp,
  word,
} from "../../schema/values.ts";

/** The archiving and locking of a thread. */
export const ThreadMetadata = object({
  archived: Bool,
  archive_timestamp: Timestamp,
  /** Minutes of inactivity after which the thread is archived. */
  auto_archive_duration: integer(),
  locked: Bool,
  /** For private threads: true if members who may not manage it can add others. */
  invitable: optional(Bool),
  create_timestamp: Timestamp,
});

/** A user's membership in a thread, with the thread's id. */
export const ThreadMembership = object({
  id: Snowflake,
  user_id: Snowflake,
  join_timestamp: Timestamp,
  flags: integer(),
});

/** Fields of a channel that only threads have. */
export const threadFields = {
  thread_metadata: optional(ThreadMetadata),
  message_count: optional(integer()),
  /** Includes deleted messages. */
  total_message_sent: optional(integer()),
  member_count: optional(integer()),
  /** The receiver's own membership, if they are a member. */
  member: optional(ThreadMembership),
  /** For posts. */
  applied_tags: optional(list(Snowflake)),
};

/** Minutes of inactivity after which threads may be archived automatically. */
export const archiveMinutes = [60, 1440, 4320, 10_080] as const;

/** A tag that posts of a forum may have. */
export const ForumTag = object({
  id: Snowflake,
  name: text(),
  moderated: Bool,
  emoji_id: nullable(Snowflake),
  emoji_name: nullable(text()),
});

/** The defaults of a channel for its new threads. */
export const threadDefaults = {
  default_auto_archive_duration: optional(choice(archiveMinutes)),
  default_thread_rate_limit_per_user: optional(integer()),
  available_tags: optional(list(ForumTag)),
  default_reaction_emoji: optional(
    nullable(object({ emoji_id: nullable(Snowflake), emoji_name: nullable(text()) })),
  ),
  default_sort_order: optional(nullable(choice([0, 1]))),
  default_forum_layout: optional(choice([0, 1, 2])),
  default_tag_setting: optional(nullable(word(["match_all", "match_some"]))),
};
