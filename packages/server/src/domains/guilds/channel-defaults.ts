// The default fields of a new channel of each type.
// Source: protocol: channels-and-threads 1.1.
import { ChannelType, hasVoice } from "@antechamber/contract/guilds";
import type { ChannelRecord } from "./guild.ts";
import { isThreadType } from "./thread-fields.ts";

const forums: readonly number[] = [ChannelType.GUILD_FORUM, ChannelType.GUILD_MEDIA];

/** True for forum and media channels, whose threads are posts. */
export function holdsPosts({ type }: Pick<ChannelRecord, "type">): boolean {
  return forums.includes(type);
}

/** True for voice and stage channels. */
export function isVoice(channel: Pick<ChannelRecord, "type">): boolean {
  return hasVoice(channel.type);
}

const ofForums = {
  available_tags: [],
  default_reaction_emoji: null,
  default_sort_order: null,
};

/** The default fields of a channel of the given type; types have different fields. */
export function channelDefaults(type: number): Omit<ChannelRecord, "id" | "type"> {
  const everywhere = { flags: 0 };
  if (isThreadType(type)) return { ...everywhere, rate_limit_per_user: 0, last_message_id: null };
  const inList = { ...everywhere, permission_overwrites: [], parent_id: null };
  if (type === ChannelType.GUILD_CATEGORY) return inList;
  const withMessages = { ...inList, nsfw: false, rate_limit_per_user: 0, last_message_id: null };
  if (isVoice({ type }))
    return { ...withMessages, bitrate: 64_000, user_limit: 0, rtc_region: null };
  const withTopic = { ...withMessages, topic: null };
  if (!holdsPosts({ type })) return withTopic;
  const layout = type === ChannelType.GUILD_FORUM ? { default_forum_layout: 0 as const } : {};
  return { ...withTopic, ...ofForums, ...layout };
}
