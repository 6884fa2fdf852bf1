// Auto moderation rules of a guild. Source: protocol: auto-moderation 1, 2.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  NotFound,
  UnknownChannel,
  UnknownGuild,
  UnknownRole,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  choice,
  integer,
  list,
  object,
  optional,
  Snowflake,
  tagged,
  text,
} from "../../schema/values.ts";
import { error } from "../../transport-errors.ts";

/** What triggers a rule. Source: protocol: auto-moderation 1.1. */
export const AutoModerationTrigger = {
  KEYWORD: 1,
  SPAM: 3,
  KEYWORD_PRESET: 4,
  MENTION_SPAM: 5,
  MEMBER_PROFILE: 6,
} as const;

/** When a rule is checked. */
export const AutoModerationEvent = { MESSAGE_SEND: 1, MEMBER_UPDATE: 2 } as const;

/** The actions of a rule. Source: protocol: auto-moderation 1.3. */
export const AutoModerationActionType = {
  BLOCK_MESSAGE: 1,
  SEND_ALERT_MESSAGE: 2,
  TIMEOUT: 3,
  BLOCK_MEMBER_INTERACTION: 4,
} as const;

/** Word lists that the service provides. */
export const AutoModerationPreset = { PROFANITY: 1, SEXUAL_CONTENT: 2, SLURS: 3 } as const;

export const MessageBlocked = error({
  name: "MessageBlocked",
  status: 400,
  code: 200_000,
  message: "Message was blocked by automatic moderation",
  source: "protocol: auto-moderation 3",
});

export const TitleBlocked = error({
  name: "TitleBlocked",
  status: 400,
  code: 200_001,
  message: "Title was blocked by automatic moderation",
  source: "protocol: auto-moderation 3",
});

const keyword = text({ min: 1, max: limits.autoModerationKeyword.value });

/** The trigger determines which of these apply; the others are ignored. */
const triggerMetadata = {
  keyword_filter: optional(list(keyword, { max: limits.autoModerationKeywords.value })),
  regex_patterns: optional(
    list(text({ min: 1, max: limits.autoModerationPattern.value }), {
      max: limits.autoModerationPatterns.value,
    }),
  ),
  allow_list: optional(list(keyword, { max: limits.autoModerationPresetAllowList.value })),
  presets: optional(list(choice(Object.values(AutoModerationPreset)), { max: 3 })),
  mention_total_limit: optional(integer({ min: 0, max: limits.autoModerationMentions.value })),
  mention_raid_protection_enabled: optional(Bool),
};

export const AutoModerationTriggerMetadata = object(triggerMetadata);

const BlockMessageAction = object({
  type: choice([AutoModerationActionType.BLOCK_MESSAGE]),
  metadata: optional(
    object({ custom_message: optional(text({ max: limits.autoModerationMessage.value })) }),
  ),
});
const AlertAction = object({
  type: choice([AutoModerationActionType.SEND_ALERT_MESSAGE]),
  metadata: object({ channel_id: Snowflake }),
});
const TimeoutAction = object({
  type: choice([AutoModerationActionType.TIMEOUT]),
  metadata: object({
    duration_seconds: optional(integer({ min: 0, max: limits.autoModerationTimeout.value })),
  }),
});
const BlockMemberAction = object({
  type: choice([AutoModerationActionType.BLOCK_MEMBER_INTERACTION]),
  metadata: optional(object({})),
});

/** An action of a rule, as callers write it. */
export const AutoModerationActionDraft = tagged({
  1: BlockMessageAction,
  2: AlertAction,
  3: TimeoutAction,
  4: BlockMemberAction,
});

/** An action of a rule, as it is shown. */
export const AutoModerationAction = object({
  type: integer(),
  metadata: object({
    custom_message: optional(text()),
    channel_id: optional(Snowflake),
    duration_seconds: optional(integer()),
  }),
});

/** A rule, as users who manage the guild can read it. */
export const AutoModerationRule = object({
  id: Snowflake,
  guild_id: Snowflake,
  creator_id: Snowflake,
  name: text(),
  event_type: integer(),
  trigger_type: integer(),
  trigger_metadata: object({
    keyword_filter: optional(list(text())),
    regex_patterns: optional(list(text())),
    allow_list: optional(list(text())),
    presets: optional(list(integer())),
    mention_total_limit: optional(integer()),
    mention_raid_protection_enabled: optional(Bool),
  }),
  actions: list(AutoModerationAction),
  enabled: Bool,
  exempt_roles: list(Snowflake),
  exempt_channels: list(Snowflake),
});

const common = {
  trigger_metadata: optional(AutoModerationTriggerMetadata),
  actions: optional(
    list(AutoModerationActionDraft, { min: 1, max: limits.autoModerationActions.value }),
  ),
  enabled: optional(Bool),
  exempt_roles: optional(list(Snowflake, { max: limits.autoModerationExemptRoles.value })),
  exempt_channels: optional(list(Snowflake, { max: limits.autoModerationExemptChannels.value })),
};
const name = text({ min: 1, max: limits.autoModerationName.value });
const eventType = choice(Object.values(AutoModerationEvent));
const triggerType = choice(Object.values(AutoModerationTrigger));

/** A new rule. */
export const AutoModerationRuleDraft = object({
  name,
  event_type: eventType,
  trigger_type: triggerType,
  ...common,
});

/** The changes of a rule; its trigger cannot change. */
export const AutoModerationRuleChange = object({
  name: optional(name),
  event_type: optional(eventType),
  trigger_type: optional(triggerType),
  ...common,
});

const shared = { source: "protocol: auto-moderation 2", auth: [bot, signedIn] } as const;
const guildErrors = [UnknownGuild, MissingAccess, MissingPermissions] as const;
const all = "/guilds/{guild_id}/auto-moderation/rules";
const one = "/guilds/{guild_id}/auto-moderation/rules/{rule_id}";

export const listAutoModerationRules = endpoint({
  ...shared,
  id: "guilds.autoModerationRules",
  summary: "List a guild's auto moderation rules; requires MANAGE_GUILD, like all calls for rules.",
  method: "GET",
  path: all,
  replies: { 200: list(AutoModerationRule) },
  errors: guildErrors,
});

export const getAutoModerationRule = endpoint({
  ...shared,
  id: "guilds.autoModerationRule",
  summary: "Get one auto moderation rule of a guild.",
  method: "GET",
  path: one,
  replies: { 200: AutoModerationRule },
  errors: [...guildErrors, NotFound],
});

export const createAutoModerationRule = endpoint({
  ...shared,
  id: "guilds.createAutoModerationRule",
  summary: "Create an auto moderation rule; timeouts also require MODERATE_MEMBERS.",
  method: "POST",
  path: all,
  body: AutoModerationRuleDraft,
  replies: { 200: AutoModerationRule },
  errors: [...guildErrors, UnknownChannel, UnknownRole],
});

export const editAutoModerationRule = endpoint({
  ...shared,
  id: "guilds.editAutoModerationRule",
  summary:
    "Update the given fields of an auto moderation rule; timeouts also require MODERATE_MEMBERS.",
  method: "PATCH",
  path: one,
  body: AutoModerationRuleChange,
  replies: { 200: AutoModerationRule },
  errors: [...guildErrors, NotFound, UnknownChannel, UnknownRole],
});

export const deleteAutoModerationRule = endpoint({
  ...shared,
  id: "guilds.deleteAutoModerationRule",
  summary: "Delete an auto moderation rule; unblocks the members whose names it blocked.",
  method: "DELETE",
  path: one,
  replies: { 204: none },
  errors: [...guildErrors, NotFound],
});
