// The welcome screen of a community guild. Source: protocol: guild-settings 3.
import { UnknownChannel } from "@antechamber/contract";
import {
  FeatureDisabled,
  type WelcomeScreen,
  type WelcomeScreenChange,
} from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { tableOf } from "../../platform/store.ts";
import type { GuildRecord } from "../guilds/guild.ts";
import { channelsOf } from "../guilds/operations.ts";
import type { PermissionContext } from "../guilds/permissions.ts";
import { settingsEmoji } from "./emoji.ts";
import { withFeature } from "./guild-setting.ts";
import { storeGuild } from "./operations.ts";

/** The feature of a guild whose welcome screen is enabled. */
export const WELCOME_SCREEN_ENABLED = "WELCOME_SCREEN_ENABLED";

/** The welcome screen of a guild; a feature of the guild tells whether it is enabled. */
export type WelcomeScreenRecord = Static<typeof WelcomeScreen> & { readonly guild_id: string };

export const welcomeScreens = tableOf<WelcomeScreenRecord>()({
  name: "welcome_screen",
  key: ({ guild_id }) => snowflakeKey(guild_id),
});

export function welcomeScreenOf(
  ctx: ReadContext,
  guildId: string,
): Promise<WelcomeScreenRecord | undefined> {
  return ctx.tx.get(welcomeScreens, snowflakeKey(guildId));
}

type Change = Static<typeof WelcomeScreenChange>;

/**
 * Changes a welcome screen, and switches it on or off.
 *
 * @throws UnknownChannel, UnknownEmoji, InvalidForm for a channel that is listed twice,
 *   FeatureDisabled for a guild that is not a community
 */
export async function changeWelcomeScreen(
  ctx: Context,
  actor: PermissionContext,
  { description, welcome_channels: requested, enabled }: Change,
): Promise<WelcomeScreenRecord> {
  const { guild } = actor;
  if (enabled === true && !guild.features.includes("COMMUNITY"))
    throw new ApiError(FeatureDisabled);
  const stored = await welcomeScreenOf(ctx, guild.id);
  const blank = { guild_id: guild.id, description: null, welcome_channels: [] };
  const after: WelcomeScreenRecord = {
    ...(stored ?? blank),
    ...(description === undefined ? {} : { description: description || null }),
    ...(requested === undefined
      ? {}
      : { welcome_channels: await channelsFrom(ctx, guild, requested ?? []) }),
  };
  ctx.tx.put(welcomeScreens, after);
  if (enabled !== undefined) {
    const features = withFeature(guild.features, WELCOME_SCREEN_ENABLED, enabled === true);
    await storeGuild(ctx, actor, { ...guild, features });
  }
  return after;
}

async function channelsFrom(
  ctx: ReadContext,
  guild: GuildRecord,
  requested: NonNullable<Change["welcome_channels"]>,
): Promise<WelcomeScreenRecord["welcome_channels"]> {
  const all = await channelsOf(ctx, guild.id);
  requireDistinct(requested);
  return requested.map(({ channel_id, description, ...named }) => {
    if (!all.some(({ id }) => id === channel_id)) throw new ApiError(UnknownChannel);
    const { id: emoji_id, name: emoji_name } = settingsEmoji(guild, named);
    return { channel_id, description, emoji_id, emoji_name };
  });
}

/** @throws InvalidForm for channels that are listed twice */
function requireDistinct(requested: NonNullable<Change["welcome_channels"]>): void {
  const issues = requested.flatMap(({ channel_id }, i) => {
    if (requested.findIndex((each) => each.channel_id === channel_id) === i) return [];
    const message = "This channel stands here already";
    const path = ["welcome_channels", i, "channel_id"];
    return [{ path, code: "LIST_ITEM_VALUE_DUPLICATE", message }];
  });
  if (issues.length > 0) throw invalidForm(...issues);
}
