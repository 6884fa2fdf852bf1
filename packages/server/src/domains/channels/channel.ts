// Which fields a channel of each type has, and the bounds that depend on the type.
// Source: protocol: channels-and-threads 1.1, 1.2.
import type { ChannelChange } from "@antechamber/contract/channels";
import { ChannelType } from "@antechamber/contract/guilds";
import {
  lengthIssue,
  lengthOf,
  type Static,
  type ValidationIssue,
} from "@antechamber/contract/schema";
import { channelDefaults } from "../guilds/channel-defaults.ts";
import type { ChannelRecord, GuildRecord } from "../guilds/guild.ts";
import { REQUIRE_TAG } from "../guilds/threads/post-tags.ts";
import { regionIssues } from "../guilds/voice/regions.ts";

export type Change = Static<typeof ChannelChange>;

const {
  GUILD_TEXT,
  GUILD_VOICE,
  GUILD_CATEGORY,
  GUILD_ANNOUNCEMENT,
  GUILD_STAGE_VOICE,
  GUILD_FORUM,
  GUILD_MEDIA,
} = ChannelType;

const text = [GUILD_TEXT, GUILD_ANNOUNCEMENT];
const voice = [GUILD_VOICE, GUILD_STAGE_VOICE];
const posts = [GUILD_FORUM, GUILD_MEDIA];
const outsideCategories = [...text, ...voice, ...posts];
const all = [...outsideCategories, GUILD_CATEGORY];

/** The fields that are not stored as they are given, or that threads and groups alone have. */
type NotPlain =
  | "name"
  | "type"
  | "parent_id"
  | "flags"
  | "permission_overwrites"
  | "default_reaction_emoji"
  | "available_tags"
  | "icon"
  | "archived"
  | "locked"
  | "invitable"
  | "auto_archive_duration"
  | "applied_tags";

/** The channel types that have each plain field. */
const typesWith: Readonly<Record<Exclude<keyof Change, NotPlain>, readonly number[]>> = {
  position: all,
  topic: [...text, ...posts],
  nsfw: outsideCategories,
  rate_limit_per_user: [GUILD_TEXT, ...voice, ...posts],
  bitrate: voice,
  user_limit: voice,
  rtc_region: voice,
  video_quality_mode: voice,
  default_auto_archive_duration: [...text, ...posts],
  default_thread_rate_limit_per_user: [...text, ...posts],
  default_sort_order: posts,
  default_forum_layout: [GUILD_FORUM],
  default_tag_setting: [GUILD_FORUM],
};

/** The flag of a media channel that hides its download options. */
const HIDE_DOWNLOADS = 1 << 15;

/** The flag of a channel whose content is hidden until the viewer asks to see it. */
const IS_SPOILER_CHANNEL = 1 << 21;

/** The flags that callers may set, each with the types of channel that have it. */
const settableFlags = [
  { bit: REQUIRE_TAG, types: posts },
  { bit: HIDE_DOWNLOADS, types: [GUILD_MEDIA] },
  { bit: IS_SPOILER_CHANNEL, types: [...text, GUILD_VOICE, ...posts] },
];

/** Maximum bits per second in voice channels, by a guild's `premium_tier`. */
const bitrateOfTier = [96_000, 128_000, 256_000, 384_000];
const VIP_BITRATE = 384_000;
const STAGE_BITRATE = 64_000;
const VOICE_USERS = 99;
const STAGE_USERS = 10_000;
const TOPIC = 1024;

/**
 * The fields of a form that channels of the type have, with their new values; an undefined value
 * removes the field.
 */
export function ownFields(
  before: Pick<ChannelRecord, "type" | "flags" | "nsfw">,
  change: Change,
): Partial<ChannelRecord> {
  const { type } = before;
  const plain = Object.entries(typesWith).filter(
    ([field, types]) => types.includes(type) && change[field as keyof Change] !== undefined,
  );
  const defaults = channelDefaults(type);
  const values = plain.map(([field]) => [
    field,
    change[field as keyof Change] ?? defaults[field as keyof typeof defaults],
  ]);
  return {
    ...(Object.fromEntries(values) as Partial<ChannelRecord>),
    ...(typeof change.name === "string" ? { name: nameIn(type, change.name) } : {}),
    ...(change.flags === undefined ? {} : { flags: flagsAfter(before, change) }),
    ...(hasPosts(type) ? fieldsOfForum(change) : {}),
  };
}

function hasPosts(type: number): boolean {
  return posts.some((each) => each === type);
}

/**
 * The flags of a channel after a change; an age-restricted channel cannot have the spoiler flag.
 * Source: protocol: channels-and-threads 1.1.
 */
function flagsAfter(
  before: Pick<ChannelRecord, "type" | "flags" | "nsfw">,
  { flags: requested = 0, nsfw = before.nsfw }: Change,
): number {
  return settableFlags
    .filter(({ types }) => types.some((each) => each === before.type))
    .reduce((flags, { bit }) => {
      const isSet = (requested & bit) !== 0 && !(nsfw === true && bit === IS_SPOILER_CHANNEL);
      return isSet ? flags | bit : flags & ~bit;
    }, before.flags);
}

function fieldsOfForum({ default_reaction_emoji: emoji }: Change): Partial<ChannelRecord> {
  return emoji === undefined ? {} : { default_reaction_emoji: emoji && emojiOf(emoji) };
}

/** A custom emoji by its id, or a Unicode emoji by its name. */
export function emojiOf(emoji: { emoji_id?: string | null; emoji_name?: string | null }) {
  const { emoji_id: id = null, emoji_name: name = null } = emoji;
  return { emoji_id: id, emoji_name: id === null ? name : null };
}

/** A name as a channel of the type stores it: names of text channels and forums have no spaces. */
export function nameIn(type: number, name: string): string {
  const isPlain = [...text, ...posts].some((each) => each === type);
  if (!isPlain) return name.trim();
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, "-")
    .replaceAll(/[!-,./:-@[-^`{-~]/g, "")
    .replaceAll(/-{2,}/g, "-");
}

type Levelled = Pick<GuildRecord, "premium_tier" | "features">;

function mostBitrate({ premium_tier, features }: Levelled, type: number): number {
  if (type === GUILD_STAGE_VOICE) return STAGE_BITRATE;
  if (features.includes("VIP_REGIONS")) return VIP_BITRATE;
  return bitrateOfTier[premium_tier] ?? STAGE_BITRATE;
}

/** The faults of a channel's new fields in its guild. */
export function fieldIssues(
  guild: Levelled,
  type: number,
  fields: Partial<ChannelRecord>,
): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const atMost = (field: "bitrate" | "user_limit", max: number) => {
    if ((fields[field] ?? 0) <= max) return;
    const message = `int value should be less than or equal to ${max}.`;
    issues.push({ path: [field], code: "NUMBER_TYPE_MAX", message });
  };
  const isStage = type === GUILD_STAGE_VOICE;
  atMost("bitrate", mostBitrate(guild, type));
  atMost("user_limit", isStage ? STAGE_USERS : VOICE_USERS);
  const { name, topic, rtc_region } = fields;
  issues.push(...regionIssues("rtc_region", rtc_region));
  if (name === "") {
    issues.push({
      path: ["name"],
      code: "BASE_TYPE_REQUIRED",
      message: "This field is required",
    });
  }
  const length = hasPosts(type) ? undefined : lengthIssue(lengthOf(topic ?? ""), undefined, TOPIC);
  if (length !== undefined) issues.push({ path: ["topic"], ...length });
  return issues;
}
