// The command picker: the commands that a signed-in user may use in a channel or guild, in the
// format for first-party clients. Source: product.md, Simulated users; the format: public
// documentation of the Application Command Index Object (discord-userdoccers,
// interactions/application-commands), the types of discord.py-self (types/command.py) and public
// captures of index entries.
import { signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { MissingAccess, UnknownChannel, UnknownGuild } from "../../error.ts";
import {
  anything,
  Bool,
  choice,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { CommandType } from "./command-types.ts";
import { User } from "../users/users.ts";

/**
 * Permission entries by id, with the value of the requesting user's own entry. Source: types of
 * discord.py-self, ApplicationCommandIndexPermissions.
 */
export const IndexPermissions = object({
  user: optional(Bool),
  roles: optional(dictionary(Bool)),
  channels: optional(dictionary(Bool)),
});

export const IndexApplication = object({
  id: Snowflake,
  name: text(),
  description: text(),
  icon: nullable(text()),
  flags: text(),
  bot_id: optional(Snowflake),
  bot: optional(User),
  permissions: optional(IndexPermissions),
});

/** Texts in the requesting user's language, always sent in addition to the default ones. */
const localized = { name_localized: text(), description_localized: text() };

/** An option in the index; subcommands and groups have nested options. */
export interface IndexOptionView {
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly name_localized: string;
  readonly description_localized: string;
  readonly options?: readonly IndexOptionView[];
}

export const IndexCommand = object({
  id: Snowflake,
  type: choice(Object.values(CommandType)),
  application_id: Snowflake,
  guild_id: optional(Snowflake),
  version: Snowflake,
  name: text(),
  description: text(),
  options: optional(list(anything<IndexOptionView>())),
  default_member_permissions: optional(text()),
  dm_permission: optional(Bool),
  contexts: optional(list(integer())),
  integration_types: optional(list(integer())),
  nsfw: optional(Bool),
  handler: optional(integer()),
  permissions: optional(IndexPermissions),
  ...localized,
});

export const CommandIndex = object({
  applications: list(IndexApplication),
  application_commands: list(IndexCommand),
  /** The highest version among the commands that were considered; "0" without any. */
  version: Snowflake,
});

const source =
  "assumed: what is left out follows the permission rules; product.md, Simulated users; the shape: discord-userdoccers, Application Command Index Object";

export const getChannelCommandIndex = endpoint({
  id: "channels.commandIndex",
  source,
  summary:
    "List the commands that the signed-in user can use in a channel, with their applications.",
  method: "GET",
  path: "/channels/{channel_id}/application-command-index",
  auth: [signedIn],
  replies: { 200: CommandIndex },
  errors: [UnknownChannel, UnknownGuild, MissingAccess],
});

export const getGuildCommandIndex = endpoint({
  id: "guilds.commandIndex",
  source,
  summary:
    "List the commands that the signed-in user can use in a guild, regardless of channels, with their applications.",
  method: "GET",
  path: "/guilds/{guild_id}/application-command-index",
  auth: [signedIn],
  replies: { 200: CommandIndex },
  errors: [UnknownGuild, MissingAccess],
});
