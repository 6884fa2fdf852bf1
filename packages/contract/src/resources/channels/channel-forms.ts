// Forms for creating and changing channels. Source: protocol: channels-and-threads 1.1.
import { limits } from "../../limits/limits.ts";
import {
  bits,
  Bool,
  choice,
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
import { ChannelType } from "../guilds/channel-types.ts";
import { archiveMinutes } from "../guilds/threads.ts";
import { ImageData } from "../users/images.ts";

const guildChannelTypes = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_CATEGORY,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.GUILD_DIRECTORY,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
] as const;

/** The permissions of a role or member in one channel, as callers write them. */
export const OverwriteForm = object({
  id: Snowflake,
  /** Absent: a role if the guild has one with this id, else a member. */
  type: optional(choice([0, 1])),
  allow: optional(bits()),
  deny: optional(bits()),
});

/** A tag as callers write it; the id of an existing tag keeps that tag. */
export const ForumTagForm = object({
  id: optional(Snowflake),
  name: text({ min: 1, max: 50 }),
  emoji_id: optional(nullable(Snowflake)),
  emoji_name: optional(nullable(text({ max: 100 }))),
  moderated: optional(Bool),
});

// Bots often pass on a text of digits that a user typed after a command, and the reference reads it
// as a number. Source: public programs for the reference, which send it so.
const slowmode = orDigits(integer({ min: 0, max: limits.slowmode.value }));
const archiveAfter = orDigits(choice(archiveMinutes));
const place = orDigits(integer({ min: 0 }));

/** Fields that null resets to the default of a new channel. */
const withDefaults = {
  bitrate: optional(nullable(orDigits(integer({ min: 8000 })))),
  user_limit: optional(nullable(orDigits(integer({ min: 0 })))),
  nsfw: optional(nullable(Bool)),
  rate_limit_per_user: optional(nullable(slowmode)),
  video_quality_mode: optional(nullable(choice([1, 2]))),
  default_auto_archive_duration: optional(nullable(archiveAfter)),
  default_thread_rate_limit_per_user: optional(nullable(slowmode)),
  default_forum_layout: optional(nullable(choice([0, 1, 2]))),
  default_tag_setting: optional(nullable(word(["match_all", "match_some"]))),
};

const fields = {
  type: optional(choice(guildChannelTypes)),
  position: optional(place),
  topic: optional(nullable(text({ max: 4096 }))),
  parent_id: optional(nullable(Snowflake)),
  flags: optional(integer({ min: 0 })),
  permission_overwrites: optional(list(OverwriteForm, { max: limits.overwrites.value })),
  rtc_region: optional(nullable(text({ max: 100 }))),
  default_reaction_emoji: optional(
    nullable(
      object({
        emoji_id: optional(nullable(Snowflake)),
        emoji_name: optional(nullable(text({ max: 100 }))),
      }),
    ),
  ),
  default_sort_order: optional(nullable(choice([0, 1]))),
  available_tags: optional(list(ForumTagForm, { max: limits.forumTags.value, sparse: true })),
  ...withDefaults,
};

/** A new guild channel; fields that its type does not have are ignored. */
export const ChannelDraft = object({ name: text({ min: 1, max: 100 }), ...fields });

/**
 * Changes of a channel or thread; fields that its type does not have are ignored. Null removes an
 * optional field, and resets others to the default of a new channel.
 */
export const ChannelChange = object({
  name: optional(nullable(text({ min: 1, max: 100 }))),
  /** Only for groups. */
  icon: optional(nullable(ImageData)),
  ...fields,
  archived: optional(Bool),
  locked: optional(Bool),
  invitable: optional(Bool),
  auto_archive_duration: optional(archiveAfter),
  applied_tags: optional(list(Snowflake, { max: limits.appliedTags.value })),
});

/** The new positions of channels. */
export const ChannelPlaces = list(
  object({
    id: optional(Snowflake),
    position: optional(place),
    parent_id: optional(nullable(Snowflake)),
    /** True to copy the overwrites of the category that the channel moves to. */
    lock_permissions: optional(Bool),
    flags: optional(integer({ min: 0 })),
  }),
  { max: limits.channelsPerGuild.value },
);
