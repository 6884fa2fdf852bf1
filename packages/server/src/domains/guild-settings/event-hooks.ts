// Removes a deleted channel or role from the settings that refer to it, in the same transaction.
// Source: protocol: guild-settings 3, 4, 8.
import { ChannelDelete, GuildRoleDelete } from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../platform/context.ts";
import { eventHook, type EventHook } from "../../platform/event-hooks.ts";
import { isSameJson } from "../../platform/records/same-json.ts";
import { newMemberWelcomes } from "./new-member-welcome.ts";
import { onboardings, storedOnboarding, type OptionRecord } from "./onboarding/onboarding.ts";
import { welcomeScreenOf, welcomeScreens } from "./welcome-screen.ts";

async function removeChannelReferences(
  ctx: Context,
  guildId: string,
  channelId: string,
): Promise<void> {
  const screen = await welcomeScreenOf(ctx, guildId);
  if (screen?.welcome_channels.some(({ channel_id }) => channel_id === channelId) === true) {
    const remaining = screen.welcome_channels.filter(({ channel_id }) => channel_id !== channelId);
    ctx.tx.put(welcomeScreens, { ...screen, welcome_channels: remaining });
  }
  await removeFromGuide(ctx, guildId, channelId);
  await removeFromOnboarding(ctx, guildId, (option) => ({
    ...option,
    channel_ids: option.channel_ids.filter((id) => id !== channelId),
  }));
  const onboarding = await storedOnboarding(ctx, guildId);
  if (onboarding?.default_channel_ids.includes(channelId) !== true) return;
  const remaining = onboarding.default_channel_ids.filter((id) => id !== channelId);
  ctx.tx.put(onboardings, { ...onboarding, default_channel_ids: remaining });
}

async function removeFromGuide(ctx: Context, guildId: string, channelId: string): Promise<void> {
  const guide = await ctx.tx.get(newMemberWelcomes, snowflakeKey(guildId));
  if (guide === undefined) return;
  const isOther = (each: { readonly channel_id: string }) => each.channel_id !== channelId;
  ctx.tx.put(newMemberWelcomes, {
    ...guide,
    new_member_actions: guide.new_member_actions.filter(isOther),
    resource_channels: guide.resource_channels.filter(isOther),
  });
}

async function removeFromOnboarding(
  ctx: Context,
  guildId: string,
  without: (option: OptionRecord) => OptionRecord,
): Promise<void> {
  const onboarding = await storedOnboarding(ctx, guildId);
  if (onboarding === undefined) return;
  const prompts = onboarding.prompts.map((prompt) => ({
    ...prompt,
    options: prompt.options.map(without),
  }));
  if (isSameJson(prompts, onboarding.prompts)) return;
  ctx.tx.put(onboardings, { ...onboarding, prompts });
}

export const guildSettingsEventHooks: readonly EventHook[] = [
  eventHook(ChannelDelete, async (ctx, { guild_id, id }) => {
    if (guild_id !== undefined) await removeChannelReferences(ctx, guild_id, id);
  }),
  eventHook(GuildRoleDelete, (ctx, { guild_id, role_id }) =>
    removeFromOnboarding(ctx, guild_id, (option) => ({
      ...option,
      role_ids: option.role_ids.filter((id) => id !== role_id),
    })),
  ),
];
