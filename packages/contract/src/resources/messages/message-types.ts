// The types and flags of messages, which rules and the console share. Source: machine
// specification.

/** Bits of a message's flags. Source: protocol: commands-and-interactions 6.1. */
export const MessageFlag = {
  /** Published to the channels that follow its channel. */
  CROSSPOSTED: 1 << 0,
  /** A copy of a published message. */
  IS_CROSSPOST: 1 << 1,
  SUPPRESS_EMBEDS: 1 << 2,
  /** A copy whose original was deleted. */
  SOURCE_MESSAGE_DELETED: 1 << 3,
  /** A thread was started from the message. */
  HAS_THREAD: 1 << 5,
  EPHEMERAL: 1 << 6,
  LOADING: 1 << 7,
  SUPPRESS_NOTIFICATIONS: 1 << 12,
  IS_VOICE_MESSAGE: 1 << 13,
  HAS_SNAPSHOT: 1 << 14,
  IS_COMPONENTS_V2: 1 << 15,
  /** Sent from a game. Source: protocol: lobbies-and-sdk 2.3. */
  SENT_BY_SOCIAL_LAYER_INTEGRATION: 1 << 16,
} as const;

export const MessageType = {
  DEFAULT: 0,
  RECIPIENT_ADD: 1,
  RECIPIENT_REMOVE: 2,
  CHANNEL_NAME_CHANGE: 4,
  CHANNEL_ICON_CHANGE: 5,
  CHANNEL_PINNED_MESSAGE: 6,
  USER_JOIN: 7,
  GUILD_BOOST: 8,
  GUILD_BOOST_TIER_1: 9,
  GUILD_BOOST_TIER_2: 10,
  GUILD_BOOST_TIER_3: 11,
  CHANNEL_FOLLOW_ADD: 12,
  THREAD_CREATED: 18,
  REPLY: 19,
  THREAD_STARTER_MESSAGE: 21,
  CHAT_INPUT_COMMAND: 20,
  CONTEXT_MENU_COMMAND: 23,
  STAGE_START: 27,
  STAGE_END: 28,
  STAGE_TOPIC: 31,
  AUTO_MODERATION_ACTION: 24,
  POLL_RESULT: 46,
  CHANNEL_LINKED_TO_LOBBY: 49,
} as const;
