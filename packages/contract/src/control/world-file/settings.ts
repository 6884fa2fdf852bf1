// What guilds show to visitors and new members, in a world file. Source: product.md, World file.
import { limits } from "../../limits/limits.ts";
import {
  OnboardingMode,
  OnboardingOptionForm,
  OnboardingPromptForm,
} from "../../resources/guilds/onboarding.ts";
import { GuildSnapshot } from "../../resources/guilds/templates.ts";
import { WelcomeChannelForm, WelcomeScreenChange } from "../../resources/guilds/welcome-screen.ts";
import {
  Bool,
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
} from "../../schema/values.ts";
import { asShown, Code, entries, ownId, PastPersonId, pastId, ref } from "./kinds.ts";
import { Instant } from "../../schema/instant.ts";

const emojiName = WelcomeChannelForm.properties.emoji_name;
const emojiId = optional(nullable(pastId("emoji")));

/** A channel of the welcome screen. */
export const WorldWelcomeChannel = object({
  channel_id: ref("channel"),
  description: WelcomeChannelForm.properties.description,
  emoji_id: emojiId,
  emoji_name: emojiName,
});

/** The welcome screen; the feature WELCOME_SCREEN_ENABLED turns it on. */
export const WorldWelcomeScreen = object({
  description: WelcomeScreenChange.properties.description,
  welcome_channels: optional(list(WorldWelcomeChannel, { max: limits.welcomeChannels.value })),
});

const WorldSettingsEmoji = object({
  id: emojiId,
  name: emojiName,
  animated: optional(Bool),
});

/** An option of an onboarding prompt. */
export const WorldOnboardingOption = object({
  id: optional(ownId("option")),
  title: OnboardingOptionForm.properties.title,
  description: optional(text({ max: 100 })),
  emoji: optional(WorldSettingsEmoji),
  role_ids: entries(ref("role")),
  channel_ids: entries(ref("channel")),
});

/** An onboarding prompt: a question to new members. */
export const WorldOnboardingPrompt = object({
  id: optional(ownId("prompt")),
  title: OnboardingPromptForm.properties.title,
  options: list(WorldOnboardingOption, { min: 1, max: limits.promptOptions.value }),
  single_select: optional(Bool),
  required: optional(Bool),
  in_onboarding: optional(Bool),
  type: optional(choice([0, 1])),
});

/** The onboarding of new members; the feature GUILD_ONBOARDING turns it on. */
export const WorldOnboarding = object({
  prompts: optional(list(WorldOnboardingPrompt, { max: limits.onboardingPrompts.value })),
  default_channel_ids: entries(ref("channel")),
  mode: optional(choice(Object.values(OnboardingMode))),
  /** Derived fields may be given as the API shows them, with their derived values. */
  guild_id: optional(ref("guild")),
  enabled: optional(Bool),
});

const resource = {
  channel_id: ref("channel"),
  title: text({ min: 1, max: 60 }),
  description: optional(text({ max: 200 })),
  emoji: optional(WorldSettingsEmoji),
  icon: optional(text({ max: 200 })),
};

/** A task for new members. */
export const WorldNewMemberAction = object({
  ...resource,
  action_type: optional(choice([0, 1])),
});

/** A channel with reading material for new members. */
export const WorldResourceChannel = object(resource);

/** The guild's server guide for new members. */
export const WorldNewMemberWelcome = object({
  /** The guild that it belongs to. */
  guild_id: optional(ref("guild")),
  enabled: optional(Bool),
  welcome_message: optional(
    object({
      author_ids: list(pastId("user"), { max: limits.welcomeAuthors.value }),
      message: text({ min: 1, max: 300 }),
    }),
  ),
  new_member_actions: optional(list(WorldNewMemberAction, { max: limits.newMemberActions.value })),
  resource_channels: optional(list(WorldResourceChannel, { max: limits.resourceChannels.value })),
});

/** A guild template: the guild as it was when the template was made. */
export const WorldTemplate = object({
  /** Default: an id. */
  code: optional(Code),
  name: text({ min: 1, max: limits.templateName.value }),
  description: optional(nullable(text({ max: limits.templateDescription.value }))),
  usage_count: optional(integer({ min: 0 })),
  /** Default: the guild's owner. */
  creator: optional(nullable(PastPersonId)),
  /** The API's form of the field above. */
  creator_id: optional(pastId("user")),
  /** Default: now. */
  created_at: optional(Instant),
  updated_at: optional(Instant),
  serialized_source_guild: asShown(GuildSnapshot),
  /** The guild that it belongs to. */
  source_guild_id: optional(ref("guild")),
  /** Derived from the guild and the template; ignored when loaded. */
  is_dirty: optional(nullable(Bool)),
});
