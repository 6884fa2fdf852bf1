// What the keys of webhooks, linked roles, application emojis and rules are, as editors of world
// files show it.

/** By the name of the object in the schema of world files. */
export const webhookDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WorldTeam: {
    owner: "Who owns it, by id or name.",
    members: "Who is in it beside its owner.",
    "members.user": "The user, by id or name.",
    "members.role": "admin, developer (left out) or read_only.",
    "members.membership_state": "1: invited, 2 (left out): accepted.",
  },
  WorldJoinRequest: {
    user: "Who asks, by id or name.",
    status: "STARTED, SUBMITTED (left out), APPROVED or REJECTED.",
    created_at: "When it was begun; left out: now.",
    reviewed_at: "When it was approved or rejected.",
    rejection_reason: "Why it was rejected.",
    actioned_by: "The id of who approved or rejected it.",
    form_responses: "The fields of the form with what was answered.",
  },
  WorldAutoModerationRule: {
    name: "What it is called.",
    creator: "Who made it, by id or name; left out: the guild's owner.",
    trigger_type: "What it looks for: 1 words, 3 spam, 4 given words, 5 mentions, 6 names.",
    trigger_metadata: "The words, patterns and numbers that it goes by.",
    actions: "What it does: 1 block, 2 alert, 3 time out, 4 block the member.",
    "actions.type": "1 block, 2 alert, 3 time out, 4 block the member.",
    "actions.metadata": "What the action goes by.",
    "actions.metadata.channel_id": "Of an alert: the channel, by id or name.",
    "actions.metadata.duration_seconds": "How long somebody is timed out.",
    "actions.metadata.custom_message": "What members are told whose message is blocked.",
    enabled: "False: it rests.",
    exempt_roles: "Whose members it passes over, by id or name.",
    exempt_channels: "Where it does not look, by id or name.",
  },
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
