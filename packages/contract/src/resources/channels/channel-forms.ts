// What channels are to be: forms of new ones and of changes. Source: protocol: channels-and-threads 1.1.
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
import { ChannelType } from "../guilds/guilds.ts";
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

/** What a role or a member may or may not do in one channel, as callers write it. */
export const OverwriteForm = object({
  id: Snowflake,
  /** Left out: a role if the guild has one with the id, else a member. */
  type: optional(choice([0, 1])),
  allow: optional(bits()),
  deny: optional(bits()),
});

/** A tag as callers write it; one with an id that the channel has stays the same tag. */
export const ForumTagForm = object({
  id: optional(Snowflake),
  name: text({ min: 1, max: 50 }),
  emoji_id: optional(nullable(Snowflake)),
  emoji_name: optional(nullable(text({ max: 100 }))),
  moderated: optional(Bool),
});

// What a person wrote after a bot's command is often passed on as it is, a text of digits, and the
// reference reads a number in it. Source: public programs for the reference, which send it so.
const slowmode = orDigits(integer({ min: 0, max: limits.slowmode.value }));
const archiveAfter = orDigits(choice(archiveMinutes));
const place = orDigits(integer({ min: 0 }));

/** Fields of which null means what a new channel has. */
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
  available_tags: optional(list(ForumTagForm, { max: limits.forumTags.value, omitDefaults: true })),
  ...withDefaults,
};

/** What a new channel of a guild is to be; fields that its type has not are left alone. */
export const ChannelDraft = object({ name: text({ min: 1, max: 100 }), ...fields });

/**
 * The fields of a channel or thread that are to change; fields that it has not are left alone.
 * Null takes away what may be absent, and else means what a new channel has.
 */
export const ChannelChange = object({
  name: optional(nullable(text({ min: 1, max: 100 }))),
  /** Of groups alone. */
  icon: optional(nullable(ImageData)),
  ...fields,
  archived: optional(Bool),
  locked: optional(Bool),
  invitable: optional(Bool),
  auto_archive_duration: optional(archiveAfter),
  applied_tags: optional(list(Snowflake, { max: limits.appliedTags.value })),
});

/** Where channels are to stand. */
export const ChannelPlaces = list(
  object({
    id: optional(Snowflake),
    position: optional(place),
    parent_id: optional(nullable(Snowflake)),
    /** Take the overwrites of the category that it moves to. */
    lock_permissions: optional(Bool),
    flags: optional(integer({ min: 0 })),
  }),
  { max: limits.channelsPerGuild.value },
);
