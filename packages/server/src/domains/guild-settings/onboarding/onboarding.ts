// The onboarding of a guild: record, view, and the requirements for switching it on.
// Source: protocol: guild-settings 4.
import { holds } from "@antechamber/contract";
import { OnboardingMode, type Onboarding } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import type { GuildRecord } from "../../guilds/guild.ts";
import { channelsOf, rolesOf } from "../../guilds/operations.ts";
import { everyonePermissions } from "../../guilds/permissions.ts";

/** The onboarding of a guild; a feature of the guild tells whether it is enabled. */
export type OnboardingRecord = Omit<Static<typeof Onboarding>, "enabled">;
export type PromptRecord = OnboardingRecord["prompts"][number];
export type OptionRecord = PromptRecord["options"][number];

export const onboardings = tableOf<OnboardingRecord>()({
  name: "onboarding",
  key: ({ guild_id }) => snowflakeKey(guild_id),
});

export const GUILD_ONBOARDING = "GUILD_ONBOARDING";
const EVER_ENABLED = "GUILD_ONBOARDING_EVER_ENABLED";
const HAS_PROMPTS = "GUILD_ONBOARDING_HAS_PROMPTS";

/** The channels that an enabled onboarding needs. Source: protocol: guild-settings 4.3. */
const DEFAULT_CHANNELS_MIN = 7;
const WRITABLE_CHANNELS_MIN = 5;

export function isOnboarding({ features }: Pick<GuildRecord, "features">): boolean {
  return features.includes(GUILD_ONBOARDING);
}

/** The stored onboarding of a guild, or undefined if it was never changed. */
export function storedOnboarding(
  ctx: ReadContext,
  guildId: string,
): Promise<OnboardingRecord | undefined> {
  return ctx.tx.get(onboardings, snowflakeKey(guildId));
}

/** The onboarding of a guild that has not stored any. */
export function blankOnboarding(guild_id: string): OnboardingRecord {
  return { guild_id, prompts: [], default_channel_ids: [], mode: OnboardingMode.DEFAULT };
}

export function onboardingView(
  guild: GuildRecord,
  onboarding: OnboardingRecord,
): Static<typeof Onboarding> {
  return { ...onboarding, enabled: isOnboarding(guild) };
}

/** The features of a guild with this onboarding, enabled or disabled. */
export function onboardingFeatures(
  { features }: GuildRecord,
  { prompts }: OnboardingRecord,
  isOn: boolean,
): string[] {
  const others = features.filter((each) => each !== GUILD_ONBOARDING && each !== HAS_PROMPTS);
  const wasEverOn = others.includes(EVER_ENABLED);
  return [
    ...others,
    ...(isOn ? [GUILD_ONBOARDING] : []),
    ...(isOn && !wasEverOn ? [EVER_ENABLED] : []),
    ...(prompts.length > 0 ? [HAS_PROMPTS] : []),
  ];
}

/** True if onboarding may be enabled: enough channels, and enough that everyone can write in. */
export async function meetsRequirements(
  ctx: ReadContext,
  guild: GuildRecord,
  onboarding: OnboardingRecord,
): Promise<boolean> {
  if (!guild.features.includes("COMMUNITY")) return false;
  const counted = countedChannels(onboarding);
  const roles = await rolesOf(ctx, guild.id);
  const all = (await channelsOf(ctx, guild.id)).filter(({ id }) => counted.has(id));
  const writable = all.filter((channel) =>
    holds(
      everyonePermissions({ guild, roles, time: ctx }, channel),
      "VIEW_CHANNEL",
      "SEND_MESSAGES",
    ),
  );
  return all.length >= DEFAULT_CHANNELS_MIN && writable.length >= WRITABLE_CHANNELS_MIN;
}

function countedChannels({ default_channel_ids, mode, prompts }: OnboardingRecord): Set<string> {
  if (mode === OnboardingMode.DEFAULT) return new Set(default_channel_ids);
  const shownPrompts = prompts.filter(({ in_onboarding }) => in_onboarding);
  const ofOptions = shownPrompts.flatMap(({ options }) =>
    options.flatMap(({ channel_ids }) => channel_ids),
  );
  return new Set([...default_channel_ids, ...ofOptions]);
}
