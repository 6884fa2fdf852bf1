/** Bit positions of the permissions. Source: protocol: gateway-oauth-limits 2.1. */
export const PermissionBit = {
  CREATE_INSTANT_INVITE: 0,
  KICK_MEMBERS: 1,
  BAN_MEMBERS: 2,
  ADMINISTRATOR: 3,
  MANAGE_CHANNELS: 4,
  MANAGE_GUILD: 5,
  ADD_REACTIONS: 6,
  VIEW_AUDIT_LOG: 7,
  PRIORITY_SPEAKER: 8,
  STREAM: 9,
  VIEW_CHANNEL: 10,
  SEND_MESSAGES: 11,
  SEND_TTS_MESSAGES: 12,
  MANAGE_MESSAGES: 13,
  EMBED_LINKS: 14,
  ATTACH_FILES: 15,
  READ_MESSAGE_HISTORY: 16,
  MENTION_EVERYONE: 17,
  USE_EXTERNAL_EMOJIS: 18,
  VIEW_GUILD_INSIGHTS: 19,
  CONNECT: 20,
  SPEAK: 21,
  MUTE_MEMBERS: 22,
  DEAFEN_MEMBERS: 23,
  MOVE_MEMBERS: 24,
  USE_VAD: 25,
  CHANGE_NICKNAME: 26,
  MANAGE_NICKNAMES: 27,
  MANAGE_ROLES: 28,
  MANAGE_WEBHOOKS: 29,
  MANAGE_GUILD_EXPRESSIONS: 30,
  USE_APPLICATION_COMMANDS: 31,
  REQUEST_TO_SPEAK: 32,
  MANAGE_EVENTS: 33,
  MANAGE_THREADS: 34,
  CREATE_PUBLIC_THREADS: 35,
  CREATE_PRIVATE_THREADS: 36,
  USE_EXTERNAL_STICKERS: 37,
  SEND_MESSAGES_IN_THREADS: 38,
  USE_EMBEDDED_ACTIVITIES: 39,
  MODERATE_MEMBERS: 40,
  VIEW_CREATOR_MONETIZATION_ANALYTICS: 41,
  USE_SOUNDBOARD: 42,
  CREATE_GUILD_EXPRESSIONS: 43,
  CREATE_EVENTS: 44,
  USE_EXTERNAL_SOUNDS: 45,
  SEND_VOICE_MESSAGES: 46,
  SET_VOICE_CHANNEL_STATUS: 48,
  SEND_POLLS: 49,
  USE_EXTERNAL_APPS: 50,
  PIN_MESSAGES: 51,
  BYPASS_SLOWMODE: 52,
} as const;

export type PermissionName = keyof typeof PermissionBit;

/** The set of the named permissions. */
export function permissionSet(...names: readonly PermissionName[]): bigint {
  return names.reduce((set, name) => set | (1n << BigInt(PermissionBit[name])), 0n);
}

/** The set of all permissions. */
export const ALL_PERMISSIONS = permissionSet(...(Object.keys(PermissionBit) as PermissionName[]));

/** Types of channels, as far as they differ in the permissions that overwrites can change. */
type OverwrittenPlace = "text" | "voice" | "stage";

/**
 * The types of channel whose overwrites can change a permission, if not all. A permission without
 * any applies to the guild as a whole. Source: protocol: gateway-oauth-limits 2.1.
 */
const overwritableIn: Partial<Record<PermissionName, readonly OverwrittenPlace[]>> = {
  KICK_MEMBERS: [],
  BAN_MEMBERS: [],
  ADMINISTRATOR: [],
  MANAGE_GUILD: [],
  VIEW_AUDIT_LOG: [],
  PRIORITY_SPEAKER: ["voice"],
  STREAM: ["voice", "stage"],
  VIEW_GUILD_INSIGHTS: [],
  CONNECT: ["voice", "stage"],
  SPEAK: ["voice"],
  MUTE_MEMBERS: ["voice", "stage"],
  DEAFEN_MEMBERS: ["voice"],
  MOVE_MEMBERS: ["voice", "stage"],
  USE_VAD: ["voice"],
  CHANGE_NICKNAME: [],
  MANAGE_NICKNAMES: [],
  MANAGE_GUILD_EXPRESSIONS: [],
  REQUEST_TO_SPEAK: ["stage"],
  MANAGE_EVENTS: ["voice", "stage"],
  MANAGE_THREADS: ["text"],
  CREATE_PUBLIC_THREADS: ["text"],
  CREATE_PRIVATE_THREADS: ["text"],
  SEND_MESSAGES_IN_THREADS: ["text"],
  USE_EMBEDDED_ACTIVITIES: ["text", "voice"],
  MODERATE_MEMBERS: [],
  VIEW_CREATOR_MONETIZATION_ANALYTICS: [],
  USE_SOUNDBOARD: ["voice"],
  CREATE_GUILD_EXPRESSIONS: [],
  CREATE_EVENTS: ["voice", "stage"],
  USE_EXTERNAL_SOUNDS: ["voice"],
  SET_VOICE_CHANNEL_STATUS: ["voice"],
  PIN_MESSAGES: ["text"],
};

/** The permissions that overwrites cannot change in channels of these types. */
function notOverwritableIn(...places: readonly OverwrittenPlace[]): bigint {
  const names = Object.keys(overwritableIn) as PermissionName[];
  return permissionSet(
    ...names.filter((name) => !places.some((place) => overwritableIn[name]?.includes(place))),
  );
}

/** The permissions that only apply to the guild as a whole. */
export const GUILD_PERMISSIONS = notOverwritableIn("text", "voice", "stage");

/** The permissions that a channel's overwrites cannot change, by type of channel. */
export const NOT_OVERWRITTEN: Readonly<Record<OverwrittenPlace, bigint>> = {
  text: notOverwritableIn("text"),
  voice: notOverwritableIn("voice"),
  stage: notOverwritableIn("stage"),
};

/** The names of the permissions in a set. */
export function permissionNames(set: bigint): PermissionName[] {
  return (Object.keys(PermissionBit) as PermissionName[]).filter((name) => holds(set, name));
}

/** True when the set holds all of the named permissions. */
export function holds(set: bigint, ...names: readonly PermissionName[]): boolean {
  const wanted = permissionSet(...names);
  return (set & wanted) === wanted;
}
