// Who may use an application's commands in a guild: the objects, the endpoints, the event. Source:
// requirements 2.4, 4.2; protocol: commands-and-interactions 4.
import { bearer, bot } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  MissingAccess,
  MissingPermissions,
  MissingScope,
  NotThisApplication,
  UnknownApplication,
  UnknownCommand,
  UnknownCommandPermissions,
} from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import { Bool, choice, list, nullable, object, optional, Snowflake } from "../../schema/values.ts";

/** The kind of object that an entry applies to. */
export const CommandPermissionType = { ROLE: 1, USER: 2, CHANNEL: 3 } as const;

/**
 * Allows or denies a command to a role, a user, or in a channel. The guild's id as a role means
 * everyone, the guild's id minus one as a channel means all channels.
 */
export const CommandPermission = object({
  id: Snowflake,
  type: choice(Object.values(CommandPermissionType)),
  permission: Bool,
});

/**
 * The entries of one command in a guild, or, with the application's id, the entries for all of its
 * commands.
 */
export const GuildCommandPermissions = object({
  id: Snowflake,
  application_id: Snowflake,
  guild_id: Snowflake,
  permissions: list(CommandPermission),
});

/** Null or absent: no entries. */
export const EditCommandPermissions = object({
  permissions: optional(
    nullable(list(CommandPermission, { max: limits.permissionsPerCommand.value })),
  ),
});

/** The id that means every channel of a guild. */
export function allChannelsId(guildId: string): string {
  return (BigInt(guildId) - 1n).toString();
}

const ofGuild = "/applications/{application_id}/guilds/{guild_id}/commands";
const asUser = bearer("applications.commands.permissions.update");
const source = "requirements 4.2, protocol: commands-and-interactions 4.2";
const errors = [MissingScope, NotThisApplication, UnknownApplication, MissingAccess] as const;

// A PUT of the list answers 405: the reference removed it in 2022.
export const listCommandPermissions = endpoint({
  id: "commands.listPermissions",
  source,
  summary: "List the non-empty permissions of the application and its commands in a guild.",
  method: "GET",
  path: `${ofGuild}/permissions`,
  auth: [bot, asUser],
  replies: { 200: list(GuildCommandPermissions) },
  errors,
});

export const getCommandPermissions = endpoint({
  id: "commands.getPermissions",
  source,
  summary:
    "Get the permissions of a command in a guild, or of all commands with the application's id.",
  method: "GET",
  path: `${ofGuild}/{command_id}/permissions`,
  auth: [bot, asUser],
  replies: { 200: GuildCommandPermissions },
  errors: [...errors, UnknownCommand, UnknownCommandPermissions],
});

export const editCommandPermissions = endpoint({
  id: "commands.editPermissions",
  source,
  summary:
    "Replace the permissions of a command in a guild; requires a user who may manage the guild, its roles and what the entries name.",
  method: "PUT",
  path: `${ofGuild}/{command_id}/permissions`,
  auth: [asUser],
  body: EditCommandPermissions,
  replies: { 200: GuildCommandPermissions },
  errors: [...errors, UnknownCommand, MissingPermissions],
});

export const CommandPermissionsUpdate = event({
  name: "APPLICATION_COMMAND_PERMISSIONS_UPDATE",
  source: "requirements 6, protocol: commands-and-interactions 4.3",
  summary:
    "The permissions of a command, or of all commands of the application, were updated in a guild.",
  scope: "application",
  payload: GuildCommandPermissions,
});

export const CommandIndexUpdate = event({
  name: "GUILD_APPLICATION_COMMAND_INDEX_UPDATE",
  source: "protocol: commands-and-interactions 4.3",
  summary:
    "Commands of a guild or their permissions changed; clients fetch the command index again.",
  scope: "guild",
  audience: "users",
  changesViews: false,
  payload: object({ guild_id: Snowflake }),
});
