// The types of channel, which forms, rules and the console share. Source: protocol:
// commands-and-interactions 3.2.

export const ChannelType = {
  GUILD_TEXT: 0,
  DM: 1,
  GUILD_VOICE: 2,
  GROUP_DM: 3,
  GUILD_CATEGORY: 4,
  GUILD_ANNOUNCEMENT: 5,
  ANNOUNCEMENT_THREAD: 10,
  PUBLIC_THREAD: 11,
  PRIVATE_THREAD: 12,
  GUILD_STAGE_VOICE: 13,
  GUILD_DIRECTORY: 14,
  GUILD_FORUM: 15,
  GUILD_MEDIA: 16,
} as const;

const withMessages: ReadonlySet<number> = new Set([
  ChannelType.GUILD_TEXT,
  ChannelType.DM,
  ChannelType.GUILD_VOICE,
  ChannelType.GROUP_DM,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.ANNOUNCEMENT_THREAD,
  ChannelType.PUBLIC_THREAD,
  ChannelType.PRIVATE_THREAD,
  ChannelType.GUILD_STAGE_VOICE,
]);

/** True for channels that can hold messages; categories, directories and forums cannot. */
export function hasMessages(type: number): boolean {
  return withMessages.has(type);
}

/** True for voice and stage channels. */
export function hasVoice(type: number): boolean {
  return type === ChannelType.GUILD_VOICE || type === ChannelType.GUILD_STAGE_VOICE;
}
