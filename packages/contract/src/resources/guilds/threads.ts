// What threads have that other channels have not. Source: machine specification.
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

/** How a thread ends. */
export const ThreadMetadata = object({
  archived: Bool,
  archive_timestamp: Timestamp,
  /** Minutes without a message. */
  auto_archive_duration: integer(),
  locked: Bool,
  /** Of private threads: members who may not manage it can add others. */
  invitable: optional(Bool),
  create_timestamp: Timestamp,
});

/** Somebody's being in a thread, by the thread's id. */
export const ThreadMembership = object({
  id: Snowflake,
  user_id: Snowflake,
  join_timestamp: Timestamp,
  flags: integer(),
});

/** Fields of a channel that stand there for threads alone. */
export const threadFields = {
  thread_metadata: optional(ThreadMetadata),
  message_count: optional(integer()),
  /** Deleted messages count too. */
  total_message_sent: optional(integer()),
  member_count: optional(integer()),
  /** The receiver's own, where they are in it. */
  member: optional(ThreadMembership),
  /** Of posts. */
  applied_tags: optional(list(Snowflake)),
};

/** Minutes without activity after which threads may archive themselves. */
export const archiveMinutes = [60, 1440, 4320, 10_080] as const;

/** A tag that posts of a forum may have. */
export const ForumTag = object({
  id: Snowflake,
  name: text(),
  moderated: Bool,
  emoji_id: nullable(Snowflake),
  emoji_name: nullable(text()),
});

/** What a channel says of the threads that it will have. */
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
