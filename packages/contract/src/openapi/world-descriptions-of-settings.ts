// Descriptions of the keys of guilds' settings in a world file, for editors.

/** Descriptions by the name of the object in the schema of world files. */
export const settingsDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WorldWelcomeScreen: {
    welcome_channels: "Channels with what is said of each.",
  },
  WorldWelcomeChannel: {
    channel_id: "The channel, by id or name.",
    emoji_id: "The id of the emoji beside it, of the guild's own.",
    emoji_name: "The name of that emoji, or a character.",
  },
  WorldOnboarding: {
    prompts: "Questions, in order.",
    default_channel_ids: "What all members see, by id or name.",
    mode: "1: channels of options count for what switching it on takes.",
    guild_id: "The guild in which it stands.",
    enabled: "It is on; follows from the features of the guild.",
  },
  WorldOnboardingPrompt: {
    title: "What is asked.",
    options: "What can be chosen.",
    single_select: "One option alone is chosen.",
    required: "An option has to be chosen.",
    in_onboarding: "It is asked as somebody comes.",
    type: "0: options beside one another, 1: a list.",
  },
  WorldOnboardingOption: {
    title: "What is chosen.",
    emoji: "The emoji beside it.",
    "emoji.id": "The emoji's id, of the guild's own.",
    "emoji.name": "Its name, or a character.",
    "emoji.animated": "It moves.",
    role_ids: "Roles that it gives, by id or name.",
    channel_ids: "Channels that it shows, by id or name.",
  },
  WorldNewMemberWelcome: {
    enabled: "False: members do not see it.",
    welcome_message: "What is said first.",
    "welcome_message.author_ids": "Ids of those who say it.",
    "welcome_message.message": "What they say.",
    new_member_actions: "What there is to do.",
    resource_channels: "Where to read something up.",
    guild_id: "The guild in which it stands.",
  },
  WorldNewMemberAction: {
    title: "What it is called.",
    channel_id: "The channel, by id or name.",
    emoji: "The emoji beside it.",
    "emoji.id": "The emoji's id, of the guild's own.",
    "emoji.name": "Its name, or a character.",
    "emoji.animated": "It moves.",
    action_type: "0: look at it, 1: write there.",
  },
  WorldResourceChannel: {
    title: "What it is called.",
    channel_id: "The channel, by id or name.",
    emoji: "The emoji beside it.",
    "emoji.id": "The emoji's id, of the guild's own.",
    "emoji.name": "Its name, or a character.",
    "emoji.animated": "It moves.",
  },
  WorldTemplate: {
    code: "By what it is found; left out: an id.",
    created_at: "When it was made; left out: now.",
    usage_count: "How many guilds were made of it.",
    creator: "Who made it, by id or as the API shows them; left out: the guild's owner.",
    updated_at: "When it was last synced.",
    serialized_source_guild: "The guild as it looked then, as the API shows it.",
    creator_id: "The same, as the API shows it.",
    source_guild_id: "The guild in which it stands.",
    is_dirty: "Whether the guild has changed since then; says nothing here.",
  },
};
