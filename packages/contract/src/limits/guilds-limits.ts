// Limits of guilds: invites, pins, emojis, events, members, privileged intents.
import type { NamedLimit } from "./named-limit.ts";

const invitesSource = "protocol: lobbies-and-sdk 9";

const boosts = "protocol: guild-settings 10";

export const guildLimits = {
  inviteMaxAge: { value: 5_184_000, unit: "seconds", source: "protocol: lobbies-and-sdk 9, 12" },
  inviteMaxAgeDefault: { value: 86_400, unit: "seconds", source: invitesSource },
  inviteMaxUses: { value: 100, unit: "uses of an invite", source: invitesSource },
  inviteRoles: { value: 250, unit: "roles that an invite grants", source: invitesSource },
  inviteTargetUsers: {
    value: 100_000,
    unit: "users that an invite is for",
    source: "assumed: bounds what one invite holds",
  },
  inviteTargetUserIds: {
    value: 1000,
    unit: "users that a new invite is for, by id",
    source: "protocol: webhooks-and-applications 4.2",
  },
  invitesPerGuild: {
    value: 1000,
    unit: "invites per guild",
    source: "protocol: gateway-oauth-limits 1.6",
  },
  guildsPerUser: {
    value: 100,
    unit: "guilds that a user may join by invites",
    source: "protocol: gateway-oauth-limits 1.6",
  },
  voiceStatus: { value: 500, unit: "characters", source: "requirements 8" },
  memberNick: { value: 32, unit: "characters", source: invitesSource },
  memberBio: { value: 190, unit: "characters", source: invitesSource },
  reactionsPerMessage: {
    value: 20,
    unit: "emojis",
    source: "assumed: the reference's documented number, in the text of its refusal",
  },
  pinsPerChannel: {
    value: 250,
    unit: "pinned messages per channel",
    source: "assumed: as people know it; the number is in no note",
  },
  emojiSize: { value: 262_144, unit: "bytes", source: "assumed: 256 KiB, as people know it" },
  emojis: {
    value: 50,
    unit: "emojis per guild without boosts, static and animated each",
    source: "assumed: as people know it",
  },
  emojisOfTier1: {
    value: 100,
    unit: "emojis of a guild of tier 1, static and animated each",
    source: boosts,
  },
  emojisOfTier2: {
    value: 150,
    unit: "emojis of a guild of tier 2, static and animated each",
    source: boosts,
  },
  emojisOfTier3: {
    value: 250,
    unit: "emojis of a guild of tier 3, static and animated each",
    source: boosts,
  },
  emojisMore: { value: 200, unit: "emojis of a guild with MORE_EMOJI, at least", source: boosts },
  boostsOfTier1: { value: 2, unit: "boosts of a guild of tier 1", source: boosts },
  boostsOfTier2: { value: 7, unit: "boosts of a guild of tier 2", source: boosts },
  boostsOfTier3: { value: 14, unit: "boosts of a guild of tier 3", source: boosts },
  boostsPerMember: {
    value: 1000,
    unit: "boosts of one member",
    source: "assumed: bounds what a test gives",
  },
  webhookName: {
    value: 80,
    unit: "characters",
    source: "protocol: webhooks-and-applications 1.2",
  },
  threadName: {
    value: 100,
    unit: "characters",
    source: "protocol: webhooks-and-applications 1.3",
  },
  webhooksPerChannel: {
    value: 15,
    unit: "webhooks per channel",
    source: "protocol: webhooks-and-applications 1.2",
  },
  webhooksPerGuild: {
    value: 1000,
    unit: "webhooks per guild",
    source: "protocol: webhooks-and-applications 1.2",
  },
  usernameChanges: {
    value: 2,
    unit: "new usernames of a user",
    windowMs: 3_600_000,
    source: "protocol: webhooks-and-applications 4.1",
  },
  applicationAttachmentKept: {
    value: 86_400_000,
    unit: "milliseconds that a file of an application is kept",
    source: "assumed: as long as an address is signed for",
  },
  applicationEmojis: {
    value: 2000,
    unit: "emojis per application",
    source: "protocol: webhooks-and-applications 2.2",
  },
  roleConnectionMetadata: {
    value: 5,
    unit: "role connection metadata records per application",
    source: "protocol: webhooks-and-applications 3.1",
  },
  scheduledEvents: {
    value: 100,
    unit: "uncompleted scheduled events per guild",
    source: "assumed: the text of code 30038",
  },
  guildName: { value: 100, unit: "characters", source: "protocol: guild-settings 1.1" },
  welcomeChannels: {
    value: 5,
    unit: "channels of a welcome screen",
    source: "protocol: guild-settings 3",
  },
  onboardingPrompts: {
    value: 15,
    unit: "prompts of an onboarding",
    source: "protocol: guild-settings 4.1",
  },
  promptOptions: { value: 50, unit: "options of a prompt", source: "protocol: guild-settings 4.1" },
  optionTargets: {
    value: 50,
    unit: "roles of an option, and channels of one",
    source: "protocol: guild-settings 4.1",
  },
  defaultChannels: {
    value: 500,
    unit: "default channels of an onboarding",
    source: "protocol: guild-settings 4.1",
  },
  onboardingAnswers: {
    value: 750,
    unit: "onboarding options that a member chooses",
    source: "protocol: guild-settings 4.4",
  },
  welcomeAuthors: {
    value: 10,
    unit: "authors of a guild's guide",
    source: "protocol: guild-settings 8",
  },
  newMemberActions: {
    value: 5,
    unit: "actions of a guild's guide",
    source: "protocol: guild-settings 8",
  },
  resourceChannels: {
    value: 7,
    unit: "resource channels of a guild's guide",
    source: "protocol: guild-settings 8",
  },
  templateName: { value: 100, unit: "characters", source: "protocol: guild-settings 5.1" },
  templateDescription: { value: 120, unit: "characters", source: "protocol: guild-settings 5.1" },
  guildFeatures: {
    value: 1521,
    unit: "features in one update of a guild",
    source: "assumed: the machine specification, which says no reason",
  },
  roles: { value: 250, unit: "roles per guild", source: "protocol: gateway-oauth-limits 1.6" },
  roleName: { value: 100, unit: "characters", source: "protocol: moderation 2" },
  timeout: {
    value: 28 * 24 * 3_600_000,
    unit: "milliseconds for which a member can be timed out",
    source: "protocol: moderation 3",
  },
  incidentPause: {
    value: 24 * 3_600_000,
    unit: "milliseconds for which a guild pauses invites or direct messages",
    source: "protocol: moderation 5",
  },
  pruneDays: { value: 30, unit: "days that a prune looks back", source: "protocol: moderation 3" },
  pruneRoles: {
    value: 100,
    unit: "roles that a prune includes",
    source: "protocol: moderation 3",
  },
  bansPage: { value: 1000, unit: "bans in one answer", source: "protocol: moderation 4" },
  bulkBans: { value: 200, unit: "users banned by one call", source: "protocol: moderation 4" },
  banDeletesDays: {
    value: 7,
    unit: "days of messages that a ban deletes",
    source: "protocol: moderation 4",
  },
  auditLogPage: {
    value: 100,
    unit: "entries of the audit log in one answer",
    source: "protocol: moderation 1",
  },
  auditLogPageDefault: {
    value: 50,
    unit: "entries of the audit log in one answer without a limit",
    source: "protocol: moderation 1",
  },
  auditLogKept: {
    value: 45 * 24 * 3_600_000,
    unit: "milliseconds for which an entry of the audit log is kept",
    source: "protocol: moderation 1",
  },
  intentReview: {
    value: 365 * 24 * 3_600_000,
    unit: "milliseconds for which a review of privileged intents is valid",
    source: "requirements 8",
  },
  accessibleUsers: {
    value: 10_000,
    unit: "users whom an application can reach before privileged intents need a review",
    source: "requirements 8",
  },
  autoModerationName: { value: 100, unit: "characters", source: "protocol: auto-moderation 1" },
  autoModerationKeywords: {
    value: 1000,
    unit: "keywords per rule",
    source: "protocol: auto-moderation 1.2",
  },
  autoModerationKeyword: { value: 60, unit: "characters", source: "protocol: auto-moderation 1.2" },
  autoModerationPatterns: {
    value: 10,
    unit: "patterns per rule",
    source: "protocol: auto-moderation 1.2",
  },
  autoModerationPattern: {
    value: 260,
    unit: "characters",
    source: "protocol: auto-moderation 1.2",
  },
  autoModerationPatternSteps: {
    value: 1000,
    unit: "compiled instructions of all patterns of a rule",
    source: "protocol: auto-moderation 5",
  },
  autoModerationAllowList: {
    value: 100,
    unit: "allowed keywords per KEYWORD rule",
    source: "protocol: auto-moderation 1.2",
  },
  autoModerationPresetAllowList: {
    value: 1000,
    unit: "allowed keywords per KEYWORD_PRESET rule",
    source: "protocol: auto-moderation 1.2",
  },
  autoModerationMentions: {
    value: 50,
    unit: "mentions",
    source: "protocol: auto-moderation 1.2",
  },
  autoModerationActions: {
    value: 5,
    unit: "actions per rule",
    source: "protocol: auto-moderation 1.3",
  },
  autoModerationMessage: {
    value: 300,
    unit: "characters",
    source: "protocol: auto-moderation 1.3",
  },
  autoModerationTimeout: {
    value: 2_419_200,
    unit: "seconds",
    source: "protocol: auto-moderation 1.3",
  },
  autoModerationExemptRoles: { value: 20, unit: "roles", source: "protocol: auto-moderation 1" },
  autoModerationExemptChannels: {
    value: 50,
    unit: "channels",
    source: "protocol: auto-moderation 1",
  },
  joinRequestPage: { value: 100, unit: "requests per page", source: "protocol: join-requests 2" },
  rejectionReason: { value: 160, unit: "characters", source: "protocol: join-requests 2" },
  joinRequestFields: {
    value: 20,
    unit: "fields of a form, and values in one",
    source: "assumed: bounds what one request holds",
  },
  joinRequestText: {
    value: 1000,
    unit: "characters of a text in a form",
    source: "assumed: bounds what one request holds",
  },
  teamMembers: {
    value: 100,
    unit: "members of a team beside its owner",
    source: "assumed: bounds what one team holds",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;
