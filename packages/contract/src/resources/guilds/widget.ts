// The widget that a guild offers to other websites, and its settings. Source: protocol:
// guild-settings 2.
import { bot, open, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownGuild } from "../../error.ts";
import { error } from "../../transport-errors.ts";
import {
  Bool,
  bytesOf,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  word,
} from "../../schema/values.ts";

export const WidgetDisabled = error({
  name: "WidgetDisabled",
  status: 403,
  code: 50_004,
  message: "Widget Disabled",
  source: "protocol: guild-settings 2.2",
});

export const WidgetSettings = object({ enabled: Bool, channel_id: nullable(Snowflake) });

const settings = {
  source: "protocol: guild-settings 2.1",
  path: "/guilds/{guild_id}/widget",
  auth: [bot, signedIn],
} as const;

export const getWidgetSettings = endpoint({
  ...settings,
  id: "guilds.widgetSettings",
  summary: "Get a guild's widget settings; requires MANAGE_GUILD.",
  method: "GET",
  replies: { 200: WidgetSettings },
  errors: [UnknownGuild, MissingAccess, MissingPermissions],
});

export const editWidgetSettings = endpoint({
  ...settings,
  id: "guilds.editWidgetSettings",
  summary: "Update a guild's widget settings; requires MANAGE_GUILD.",
  method: "PATCH",
  body: object({ enabled: optional(nullable(Bool)), channel_id: optional(nullable(Snowflake)) }),
  replies: { 200: WidgetSettings },
  errors: [UnknownGuild, MissingAccess, MissingPermissions],
});

const WidgetMember = object({
  /** A number from 0, not the user's id. */
  id: text(),
  username: text(),
  discriminator: text(),
  avatar: nullable(text()),
  status: text(),
  avatar_url: text(),
  activity: optional(object({ name: text() })),
  deaf: optional(Bool),
  mute: optional(Bool),
  self_deaf: optional(Bool),
  self_mute: optional(Bool),
  suppress: optional(Bool),
  channel_id: optional(Snowflake),
});

export const Widget = object({
  id: Snowflake,
  name: text(),
  instant_invite: nullable(text()),
  channels: list(object({ id: Snowflake, name: text(), position: integer() })),
  members: list(WidgetMember),
  presence_count: integer(),
});

export const getWidget = endpoint({
  id: "guilds.widget",
  source: "protocol: guild-settings 2.2",
  summary:
    "Get a guild's widget: who is online and where, without account names; may create an invite.",
  method: "GET",
  path: "/guilds/{guild_id}/widget.json",
  auth: [open],
  replies: { 200: Widget },
  errors: [UnknownGuild, WidgetDisabled],
});

/** The styles of a widget's image. */
export const widgetStyles = ["shield", "banner1", "banner2", "banner3", "banner4"] as const;

export const getWidgetPicture = endpoint({
  id: "guilds.widgetPicture",
  source: "protocol: guild-settings 2.4",
  summary: "Get a guild's widget image, which shows how many members are online.",
  method: "GET",
  path: "/guilds/{guild_id}/widget.png",
  auth: [open],
  query: object({ style: optional(word(widgetStyles)) }),
  replies: { 200: bytesOf("image/png") },
  errors: [UnknownGuild, WidgetDisabled],
});
