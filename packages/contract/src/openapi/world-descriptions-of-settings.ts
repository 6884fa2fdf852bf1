// Descriptions of the keys of guilds' settings in a world file, for editors.

/** Descriptions by the name of the object in the schema of world files. */
export const settingsDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WorldWelcomeScreen: {
    welcome_channels: "The channels, with a description of each.",
  },
  WorldWelcomeChannel: {
    channel_id: "The channel, by id or name.",
    emoji_id: "The id of the guild's emoji beside it.",
    emoji_name: "The name of the emoji, or a Unicode emoji.",
  },
  WorldOnboarding: {
    prompts: "The questions, in order.",
    default_channel_ids: "The channels that all members see, by id or name.",
    mode: "1: channels of options count towards the requirements for enabling it.",
    guild_id: "The guild to which it belongs.",
    enabled: "It is enabled; follows from the features of the guild.",
  },
  WorldOnboardingPrompt: {
    title: "The question.",
    options: "The options to choose from.",
    single_select: "Only one option can be chosen.",
    required: "An option has to be chosen.",
    in_onboarding: "It is asked when a member joins.",
    type: "0: options side by side, 1: a list.",
  },
  WorldOnboardingOption: {
    title: "The text of the option.",
    emoji: "The emoji beside it.",
    "emoji.id": "The id of the guild's emoji.",
    "emoji.name": "The emoji's name, or a Unicode emoji.",
    "emoji.animated": "It is animated.",
    role_ids: "The roles that it gives, by id or name.",
    channel_ids: "The channels that it shows, by id or name.",
  },
  WorldNewMemberWelcome: {
    enabled: "False: it is hidden from members.",
    welcome_message: "The welcome message.",
    "welcome_message.author_ids": "The ids of its authors.",
    "welcome_message.message": "The text of the message.",
    new_member_actions: "The actions for new members.",
    resource_channels: "The channels with resources.",
    guild_id: "The guild to which it belongs.",
  },
  WorldNewMemberAction: {
    title: "Its title.",
    channel_id: "The channel, by id or name.",
    emoji: "The emoji beside it.",
    "emoji.id": "The id of the guild's emoji.",
    "emoji.name": "The emoji's name, or a Unicode emoji.",
    "emoji.animated": "It is animated.",
    action_type: "0: view the channel, 1: send a message there.",
  },
  WorldResourceChannel: {
    title: "Its title.",
    channel_id: "The channel, by id or name.",
    emoji: "The emoji beside it.",
    "emoji.id": "The id of the guild's emoji.",
    "emoji.name": "The emoji's name, or a Unicode emoji.",
    "emoji.animated": "It is animated.",
  },
  WorldTemplate: {
    code: "The code by which it is found; default: an id.",
    created_at: "When it was created; default: now.",
    usage_count: "The number of guilds that were created from it.",
    creator: "The creator, by id or as the API shows them; default: the guild's owner.",
    updated_at: "When it was last synchronized.",
    serialized_source_guild: "The guild at that time, as the API shows it.",
    creator_id: "The same as the creator, as the API shows it.",
    source_guild_id: "The guild to which it belongs.",
    is_dirty: "Whether the guild has changed since then; ignored here.",
  },
};
