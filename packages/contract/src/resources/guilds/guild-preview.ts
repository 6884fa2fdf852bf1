// What people outside a guild can read about it, and the guide for new members. Source: protocol:
// guild-settings 6, 7, 8.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownGuild } from "../../error.ts";
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
import { Guild } from "./guilds.ts";
import { SettingsEmoji } from "./onboarding.ts";

const { id, name, icon, description, home_header, splash, ...rest } = Guild.properties;
const { discovery_splash, features, emojis, stickers } = rest;

export const GuildPreview = object({
  id,
  name,
  icon,
  description,
  home_header,
  splash,
  discovery_splash,
  features,
  approximate_member_count: integer(),
  approximate_presence_count: integer(),
  emojis,
  stickers,
});

export const getGuildPreview = endpoint({
  id: "guilds.preview",
  source: "protocol: guild-settings 7",
  summary: "Get the preview of a guild; for its members, or for everyone if the guild is public.",
  method: "GET",
  path: "/guilds/{guild_id}/preview",
  auth: [bot, signedIn],
  replies: { 200: GuildPreview },
  errors: [UnknownGuild],
});

export const getVanityUrl = endpoint({
  id: "guilds.vanityUrl",
  source: "protocol: guild-settings 6",
  summary: "Get the code of a guild's vanity URL and its number of uses; requires MANAGE_GUILD.",
  method: "GET",
  path: "/guilds/{guild_id}/vanity-url",
  auth: [bot, signedIn],
  replies: { 200: object({ code: nullable(text()), uses: integer() }) },
  errors: [UnknownGuild, MissingAccess, MissingPermissions],
});

/** What a new member should do in a channel: look, or write. */
const actionTypes = [0, 1] as const;

const resource = {
  channel_id: Snowflake,
  title: text(),
  description: text(),
  emoji: optional(SettingsEmoji),
  icon: optional(text()),
};

/** The server guide of a guild. */
export const NewMemberWelcome = object({
  guild_id: Snowflake,
  enabled: Bool,
  welcome_message: optional(object({ author_ids: list(Snowflake), message: text() })),
  new_member_actions: list(object({ ...resource, action_type: choice(actionTypes) })),
  resource_channels: list(object(resource)),
});

export const getNewMemberWelcome = endpoint({
  id: "guilds.newMemberWelcome",
  source: "protocol: guild-settings 8",
  summary:
    "Get a guild's new member welcome (Server Guide); requires MANAGE_GUILD while it is disabled.",
  method: "GET",
  path: "/guilds/{guild_id}/new-member-welcome",
  auth: [bot, signedIn],
  replies: { 200: NewMemberWelcome, 204: none },
  errors: [UnknownGuild, MissingAccess, MissingPermissions],
});
