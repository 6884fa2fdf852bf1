// Guild templates. Source: protocol: guild-settings 5.
import { bot, open, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownGuild } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";
import {
  anything,
  Bool,
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
} from "../../schema/values.ts";
import { User } from "../users/users.ts";

const source = "protocol: guild-settings 5.2";

export const UnknownTemplate = error({
  name: "UnknownTemplate",
  status: 404,
  code: 10_057,
  message: "Unknown guild template",
  source,
});
export const TemplateExists = error({
  name: "TemplateExists",
  status: 400,
  code: 30_031,
  message: "A server can only have a single template.",
  source: "discord-api-docs#2143; the HTTP status is assumed",
});

/** A number in place of the ids of roles and channels. */
const placeholder = integer({ min: 0 });

const TemplateRole = object({
  id: placeholder,
  name: text(),
  permissions: text(),
  color: integer(),
  colors: nullable(
    object({
      primary_color: integer(),
      secondary_color: nullable(integer()),
      tertiary_color: nullable(integer()),
    }),
  ),
  hoist: Bool,
  mentionable: Bool,
  icon: nullable(text()),
  unicode_emoji: nullable(text()),
});

const TemplateChannel = object({
  id: placeholder,
  type: integer(),
  name: nullable(text()),
  position: integer(),
  topic: nullable(text()),
  bitrate: integer(),
  user_limit: integer(),
  nsfw: Bool,
  rate_limit_per_user: integer(),
  parent_id: nullable(placeholder),
  default_auto_archive_duration: nullable(integer()),
  permission_overwrites: list(
    object({ id: placeholder, type: choice([0, 1]), allow: text(), deny: text() }),
  ),
  available_tags: nullable(
    list(
      object({
        id: placeholder,
        name: text(),
        emoji_id: nullable(Snowflake),
        emoji_name: nullable(text()),
        moderated: Bool,
      }),
    ),
  ),
  template: text(),
  default_reaction_emoji: nullable(anything<object>()),
  default_thread_rate_limit_per_user: nullable(integer()),
  default_sort_order: nullable(integer()),
  default_forum_layout: nullable(integer()),
  default_tag_setting: nullable(text()),
  theme_color: nullable(integer()),
});

/** A guild as it was when its template was last synced. Source: protocol: guild-settings 5.1. */
export const GuildSnapshot = object({
  name: text(),
  description: nullable(text()),
  region: nullable(text()),
  verification_level: integer(),
  default_message_notifications: integer(),
  explicit_content_filter: integer(),
  preferred_locale: text(),
  afk_channel_id: nullable(placeholder),
  afk_timeout: integer(),
  system_channel_id: nullable(placeholder),
  system_channel_flags: integer(),
  roles: list(TemplateRole),
  channels: list(TemplateChannel),
});

export const GuildTemplate = object({
  code: text(),
  name: text(),
  description: nullable(text()),
  usage_count: integer(),
  creator_id: Snowflake,
  creator: nullable(User),
  created_at: Timestamp,
  updated_at: Timestamp,
  source_guild_id: Snowflake,
  serialized_source_guild: GuildSnapshot,
  is_dirty: nullable(Bool),
});

const name = text({ min: 1, max: limits.templateName.value });
const description = optional(nullable(text({ max: limits.templateDescription.value })));
const guildErrors = [UnknownGuild, MissingAccess, MissingPermissions] as const;
const ofGuild = { source, auth: [bot, signedIn], path: "/guilds/{guild_id}/templates" } as const;
const ofOne = { ...ofGuild, path: "/guilds/{guild_id}/templates/{code}" } as const;

export const getTemplate = endpoint({
  id: "templates.get",
  source,
  summary: "Get a template by its code.",
  method: "GET",
  path: "/guilds/templates/{code}",
  auth: [open],
  replies: { 200: GuildTemplate },
  errors: [UnknownTemplate],
});

export const listTemplates = endpoint({
  ...ofGuild,
  id: "guilds.templates",
  summary:
    "List a guild's templates, at most one; requires MANAGE_GUILD, like every change to them.",
  method: "GET",
  replies: { 200: list(GuildTemplate) },
  errors: guildErrors,
});

export const createTemplate = endpoint({
  ...ofGuild,
  id: "guilds.createTemplate",
  summary: "Create a template from the current state of the guild.",
  method: "POST",
  body: object({ name, description }),
  replies: { 200: GuildTemplate },
  errors: [...guildErrors, TemplateExists],
});

export const syncTemplate = endpoint({
  ...ofOne,
  id: "guilds.syncTemplate",
  summary: "Sync a template to the current state of the guild.",
  method: "PUT",
  replies: { 200: GuildTemplate },
  errors: [...guildErrors, UnknownTemplate],
});

export const editTemplate = endpoint({
  ...ofOne,
  id: "guilds.editTemplate",
  summary: "Update the name or description of a template.",
  method: "PATCH",
  body: object({ name: optional(name), description }),
  replies: { 200: GuildTemplate },
  errors: [...guildErrors, UnknownTemplate],
});

export const deleteTemplate = endpoint({
  ...ofOne,
  id: "guilds.deleteTemplate",
  summary: "Delete a template; returns the deleted template.",
  method: "DELETE",
  replies: { 200: GuildTemplate },
  errors: [...guildErrors, UnknownTemplate],
});
