// The onboarding of new members: questions, and the roles and channels that answers give. Source:
// protocol: guild-settings 4.
import { bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownChannel,
  UnknownGuild,
  UnknownRole,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";
import {
  Bool,
  choice,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { UnknownEmoji } from "./emojis.ts";
import { InvalidRole } from "./invite-errors.ts";

const switching = "protocol: guild-settings 4.3; the HTTP status is assumed";

export const OnboardingNotReady = error({
  name: "OnboardingNotReady",
  status: 400,
  code: 350_000,
  message: "Cannot enable onboarding, requirements are not met",
  source: switching,
});
export const OnboardingBelowRequirements = error({
  name: "OnboardingBelowRequirements",
  status: 400,
  code: 350_001,
  message: "Cannot update onboarding while below requirements",
  source: switching,
});

/**
 * Which channels count towards the minimum for enabling: only default ones, or those of options
 * too.
 */
export const OnboardingMode = { DEFAULT: 0, ADVANCED: 1 } as const;
const modes = Object.values(OnboardingMode);

/** Options side by side, or in a drop-down list. */
const promptTypes = [0, 1] as const;

/** An emoji as settings show it; both nulls for none. */
export const SettingsEmoji = object({
  id: nullable(Snowflake),
  name: nullable(text()),
  animated: Bool,
});

export const OnboardingOption = object({
  id: Snowflake,
  title: text(),
  description: text(),
  emoji: SettingsEmoji,
  role_ids: list(Snowflake),
  channel_ids: list(Snowflake),
});

export const OnboardingPrompt = object({
  id: Snowflake,
  title: text(),
  options: list(OnboardingOption),
  single_select: Bool,
  required: Bool,
  /** False: the prompt is only shown in the list of channels and roles. */
  in_onboarding: Bool,
  type: choice(promptTypes),
});

export const Onboarding = object({
  guild_id: Snowflake,
  prompts: list(OnboardingPrompt),
  default_channel_ids: list(Snowflake),
  enabled: Bool,
  mode: choice(modes),
});

const ids = optional(nullable(list(Snowflake, { max: limits.optionTargets.value, unique: true })));

/** An option as callers write it; the id of an existing option of the prompt keeps that option. */
export const OnboardingOptionForm = object({
  id: optional(nullable(Snowflake)),
  title: text({ min: 1, max: 50 }),
  description: optional(nullable(text({ max: 100 }))),
  emoji_id: optional(nullable(Snowflake)),
  emoji_name: optional(nullable(text({ max: 100 }))),
  emoji_animated: optional(nullable(Bool)),
  role_ids: ids,
  channel_ids: ids,
});

export const OnboardingPromptForm = object({
  id: Snowflake,
  title: text({ min: 1, max: 100 }),
  options: list(OnboardingOptionForm, { min: 1, max: limits.promptOptions.value }),
  single_select: optional(nullable(Bool)),
  required: optional(nullable(Bool)),
  in_onboarding: optional(nullable(Bool)),
  type: optional(nullable(choice(promptTypes))),
});

/** The changes of the onboarding; a list of prompts replaces all of them. */
export const OnboardingChange = object({
  prompts: optional(nullable(list(OnboardingPromptForm, { max: limits.onboardingPrompts.value }))),
  enabled: optional(nullable(Bool)),
  default_channel_ids: optional(
    nullable(list(Snowflake, { max: limits.defaultChannels.value, unique: true })),
  ),
  mode: optional(nullable(choice(modes))),
});

const shared = {
  path: "/guilds/{guild_id}/onboarding",
  auth: [bot, signedIn],
  replies: { 200: Onboarding },
} as const;

export const getOnboarding = endpoint({
  ...shared,
  id: "guilds.onboarding",
  source: "protocol: guild-settings 4.1",
  summary: "Get the onboarding of a guild.",
  method: "GET",
  errors: [UnknownGuild, MissingAccess],
});

export const setOnboarding = endpoint({
  ...shared,
  id: "guilds.setOnboarding",
  source: "protocol: guild-settings 4.2",
  summary: "Update the onboarding of a guild; requires MANAGE_GUILD and MANAGE_ROLES.",
  method: "PUT",
  body: OnboardingChange,
  errors: [
    UnknownGuild,
    MissingAccess,
    MissingPermissions,
    InvalidRole,
    OnboardingBelowRequirements,
    OnboardingNotReady,
    UnknownChannel,
    UnknownEmoji,
    UnknownRole,
  ],
});
