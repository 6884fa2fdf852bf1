// Changing the settings of a guild. Source: protocol: guild-settings 1.
import { bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  UnknownGuild,
  UnknownMember,
  UnknownUser,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";
import { LocaleCode } from "../../schema/locale.ts";
import {
  Bool,
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { ImageData } from "../users/images.ts";
import { Guild } from "./guilds.ts";
import { NeedsBoosts } from "./roles.ts";

const source = "protocol: guild-settings 1.1";

export const FeatureDisabled = error({
  name: "FeatureDisabled",
  status: 403,
  code: 40_006,
  message: "This feature has been temporarily disabled server-side",
  source: "protocol: guild-settings 1.3",
});
export const OwnerPending = error({
  name: "OwnerPending",
  status: 400,
  code: 50_131,
  message: "Owner cannot be pending member",
  source,
});
export const OwnerIsBot = error({
  name: "OwnerIsBot",
  status: 400,
  code: 50_132,
  message: "Ownership cannot be transferred to a bot user",
  source,
});

const picture = optional(nullable(ImageData));
const channel = optional(nullable(Snowflake));

/** The settings of a guild that have a few values each. */
export const guildLevels = {
  verification_level: choice([0, 1, 2, 3, 4]),
  default_message_notifications: choice([0, 1]),
  explicit_content_filter: choice([0, 1, 2]),
  afk_timeout: choice([60, 300, 900, 1800, 3600]),
};

/** The changes of a guild; null removes an optional field, and resets others to the default. */
export const GuildChange = object({
  name: optional(text({ min: 2, max: limits.guildName.value })),
  description: optional(nullable(text({ max: 300 }))),
  region: optional(nullable(text({ max: 100 }))),
  icon: picture,
  splash: picture,
  banner: picture,
  discovery_splash: picture,
  home_header: picture,
  verification_level: optional(nullable(guildLevels.verification_level)),
  default_message_notifications: optional(nullable(guildLevels.default_message_notifications)),
  explicit_content_filter: optional(nullable(guildLevels.explicit_content_filter)),
  preferred_locale: optional(nullable(LocaleCode)),
  afk_timeout: optional(nullable(guildLevels.afk_timeout)),
  afk_channel_id: channel,
  system_channel_id: channel,
  system_channel_flags: optional(nullable(integer({ min: 0 }))),
  rules_channel_id: channel,
  public_updates_channel_id: channel,
  safety_alerts_channel_id: channel,
  features: optional(
    nullable(list(text({ max: 100 }), { max: limits.guildFeatures.value, sparse: true })),
  ),
  premium_progress_bar_enabled: optional(nullable(Bool)),
  owner_id: optional(Snowflake),
});

export const editGuild = endpoint({
  id: "guilds.edit",
  source,
  summary: "Update a guild; requires MANAGE_GUILD, and more for some features and a new owner.",
  method: "PATCH",
  path: "/guilds/{guild_id}",
  auth: [bot, signedIn],
  body: GuildChange,
  replies: { 200: Guild },
  errors: [
    UnknownGuild,
    MissingAccess,
    MissingPermissions,
    FeatureDisabled,
    NeedsBoosts,
    OwnerIsBot,
    OwnerPending,
    UnknownMember,
    UnknownUser,
  ],
});
