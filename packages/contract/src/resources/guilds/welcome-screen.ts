// The welcome screen of a community. Source: protocol: guild-settings 3.
import { bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownChannel, UnknownGuild } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";
import { Bool, list, nullable, object, optional, Snowflake, text } from "../../schema/values.ts";
import { UnknownEmoji } from "./emojis.ts";
import { FeatureDisabled } from "./guild-settings.ts";

const source = "protocol: guild-settings 3";

export const UnknownWelcomeScreen = error({
  name: "UnknownWelcomeScreen",
  status: 404,
  code: 10_069,
  message: "Unknown Guild Welcome Screen",
  source,
});

const WelcomeChannel = object({
  channel_id: Snowflake,
  description: text(),
  emoji_id: nullable(Snowflake),
  emoji_name: nullable(text()),
});

export const WelcomeScreen = object({
  description: nullable(text()),
  welcome_channels: list(WelcomeChannel),
});

/** A channel as callers write it, with a custom emoji by id or a Unicode emoji. */
export const WelcomeChannelForm = object({
  channel_id: Snowflake,
  description: text({ min: 1, max: 50 }),
  emoji_id: optional(nullable(Snowflake)),
  emoji_name: optional(nullable(text({ max: 100 }))),
});

export const WelcomeScreenChange = object({
  description: optional(nullable(text({ max: 140 }))),
  welcome_channels: optional(
    nullable(list(WelcomeChannelForm, { max: limits.welcomeChannels.value })),
  ),
  enabled: optional(nullable(Bool)),
});

const shared = {
  source,
  path: "/guilds/{guild_id}/welcome-screen",
  auth: [bot, signedIn],
  replies: { 200: WelcomeScreen },
} as const;

export const getWelcomeScreen = endpoint({
  ...shared,
  id: "guilds.welcomeScreen",
  summary: "Get the welcome screen of a guild; requires MANAGE_GUILD while it is disabled.",
  method: "GET",
  errors: [UnknownGuild, MissingAccess, MissingPermissions, UnknownWelcomeScreen],
});

export const editWelcomeScreen = endpoint({
  ...shared,
  id: "guilds.editWelcomeScreen",
  summary: "Update the welcome screen, or enable or disable it; requires MANAGE_GUILD.",
  method: "PATCH",
  body: WelcomeScreenChange,
  errors: [
    UnknownGuild,
    MissingAccess,
    MissingPermissions,
    FeatureDisabled,
    UnknownChannel,
    UnknownEmoji,
  ],
});
