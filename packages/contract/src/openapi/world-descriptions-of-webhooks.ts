// What the keys of webhooks, linked roles and application emojis are, as editors of world files show it.

/** By the name of the object in the schema of world files. */
export const webhookDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WorldApplicationEmoji: {
    animated: "Its picture moves.",
    image: "The hash of its picture.",
  },
  WorldRoleConnection: {
    platform_name: "What the platform is called.",
    platform_username: "What the user is called there.",
    metadata: "Values by keys of the application's metadata.",
  },
  WorldRoleLink: {
    application: "The application whose users may claim it, by id or name.",
    requirements: "What must hold of them, by keys of the application's metadata.",
  },
  WorldWebhook: {
    channel: "The channel that it writes in, by id or name.",
    application: "The application that owns it; left out: a person's.",
    user: "The id of who created it.",
    token: "The token, or its hash; left out: one is given.",
    followed_guild: "Of one that follows a channel: the id of that channel's guild.",
    followed_channel: "The id of the channel that it follows.",
  },
};
