// Opcodes, close codes and intents of the gateway. Source: protocol: gateway-oauth-limits 4.2, 4.5,
// 4.9.

export const Opcode = {
  Dispatch: 0,
  Heartbeat: 1,
  Identify: 2,
  PresenceUpdate: 3,
  VoiceStateUpdate: 4,
  Resume: 6,
  Reconnect: 7,
  RequestGuildMembers: 8,
  InvalidSession: 9,
  Hello: 10,
  HeartbeatAck: 11,
  RequestSoundboardSounds: 31,
  RequestChannelStatuses: 36,
  RequestChannelInfo: 43,
} as const;

export const CloseCode = {
  Normal: 1000,
  GoingAway: 1001,
  UnknownError: 4000,
  UnknownOpcode: 4001,
  DecodeError: 4002,
  NotAuthenticated: 4003,
  AuthenticationFailed: 4004,
  AlreadyAuthenticated: 4005,
  InvalidSequence: 4007,
  RateLimited: 4008,
  SessionTimedOut: 4009,
  InvalidShard: 4010,
  ShardingRequired: 4011,
  InvalidVersion: 4012,
  InvalidIntents: 4013,
  DisallowedIntents: 4014,
  TooManySessions: 4015,
} as const;

/** The recommended number of shards. Source: assumed: one is enough. */
export const ADVISED_SHARDS = 1;

/**
 * The shard that a guild belongs to, given the number of shards; events without a guild belong to
 * shard 0.
 */
export function shardOf(guildId: string | undefined, count: number): number {
  return guildId === undefined ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
}

/** Bit positions of the intents. */
export const IntentBit = {
  GUILDS: 0,
  GUILD_MEMBERS: 1,
  GUILD_MODERATION: 2,
  GUILD_EXPRESSIONS: 3,
  GUILD_INTEGRATIONS: 4,
  GUILD_WEBHOOKS: 5,
  GUILD_INVITES: 6,
  GUILD_VOICE_STATES: 7,
  GUILD_PRESENCES: 8,
  GUILD_MESSAGES: 9,
  GUILD_MESSAGE_REACTIONS: 10,
  GUILD_MESSAGE_TYPING: 11,
  DIRECT_MESSAGES: 12,
  DIRECT_MESSAGE_REACTIONS: 13,
  DIRECT_MESSAGE_TYPING: 14,
  MESSAGE_CONTENT: 15,
  GUILD_SCHEDULED_EVENTS: 16,
  AUTO_MODERATION_CONFIGURATION: 20,
  AUTO_MODERATION_EXECUTION: 21,
  GUILD_MESSAGE_POLLS: 24,
  DIRECT_MESSAGE_POLLS: 25,
  LOBBIES: 27,
  LOBBY_DELETE: 28,
} as const;

export type IntentName = keyof typeof IntentBit;

/** The intents that an application must enable first, with the flags that grant them. */
export const privilegedIntents = {
  GUILD_MEMBERS: { flag: 1 << 14, limitedFlag: 1 << 15 },
  GUILD_PRESENCES: { flag: 1 << 12, limitedFlag: 1 << 13 },
  MESSAGE_CONTENT: { flag: 1 << 18, limitedFlag: 1 << 19 },
} as const;

/** The bit mask of intents in IDENTIFY. */
export function intentMask(...names: readonly IntentName[]): number {
  return names.reduce((mask, name) => mask | (1 << IntentBit[name]), 0);
}
