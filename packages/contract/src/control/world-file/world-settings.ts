// What guilds show to those who look at them and come in, in a world file.
// Source: product.md, World file.
import { limits } from "../../limits/limits.ts";
import { OnboardingMode } from "../../resources/guilds/onboarding.ts";
import { GuildSnapshot } from "../../resources/guilds/templates.ts";
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
import { asShown, Code, entries, ownId, PastPersonId, pastId, ref } from "./world-kinds.ts";
import { Instant } from "../../schema/instant.ts";

const emojiName = optional(nullable(text({ max: 100 })));
const emojiId = optional(nullable(pastId("emoji")));

/** A channel that new members are shown first. */
export const WorldWelcomeChannel = object({
  channel_id: ref("channel"),
  description: text({ min: 1, max: 50 }),
  emoji_id: emojiId,
  emoji_name: emojiName,
});

/** What new members are shown first; the feature WELCOME_SCREEN_ENABLED has it on. */
export const WorldWelcomeScreen = object({
  description: optional(nullable(text({ max: 140 }))),
  welcome_channels: optional(list(WorldWelcomeChannel, { max: limits.welcomeChannels.value })),
});

const WorldSettingsEmoji = object({
  id: emojiId,
  name: emojiName,
  animated: optional(Bool),
});

/** An answer that new members can choose. */
export const WorldOnboardingOption = object({
  id: optional(ownId("option")),
  title: text({ min: 1, max: 50 }),
  description: optional(text({ max: 100 })),
  emoji: optional(WorldSettingsEmoji),
  role_ids: entries(ref("role")),
  channel_ids: entries(ref("channel")),
});

/** A question to new members. */
export const WorldOnboardingPrompt = object({
  id: optional(ownId("prompt")),
  title: text({ min: 1, max: 100 }),
  options: list(WorldOnboardingOption, { min: 1, max: limits.promptOptions.value }),
  single_select: optional(Bool),
  required: optional(Bool),
  in_onboarding: optional(Bool),
  type: optional(choice([0, 1])),
});

/** What new members are asked; the feature GUILD_ONBOARDING has it on. */
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

/** Something that new members are to do. */
export const WorldNewMemberAction = object({
  ...resource,
  action_type: optional(choice([0, 1])),
});

/** A channel in which new members read something up. */
export const WorldResourceChannel = object(resource);

/** The guide of a guild for new members. */
export const WorldNewMemberWelcome = object({
  /** The guild in which it stands. */
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

/** A guild as it once looked, by a code. */
export const WorldTemplate = object({
  /** Left out: an id. */
  code: optional(Code),
  name: text({ min: 1, max: limits.templateName.value }),
  description: optional(nullable(text({ max: limits.templateDescription.value }))),
  usage_count: optional(integer({ min: 0 })),
  /** Left out: the guild's owner. */
  creator: optional(nullable(PastPersonId)),
  /** The same as the API shows it. */
  creator_id: optional(pastId("user")),
  /** Left out: now. */
  created_at: optional(Instant),
  updated_at: optional(Instant),
  serialized_source_guild: asShown(GuildSnapshot),
  /** The guild in which it stands. */
  source_guild_id: optional(ref("guild")),
  /** It follows from the guild and from how it looked, and says nothing here. */
  is_dirty: optional(nullable(Bool)),
});
