// Application commands: the objects and the endpoints. Source: requirements 2.2, 2.3, 4.2;
// protocol: commands-and-interactions 2.
import { bearer, bot } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  CommandNameTaken,
  EntryPointRequired,
  InvalidForm,
  MissingAccess,
  MissingScope,
  NotThisApplication,
  TooManyCommandCreates,
  TooManyCommands,
  UnknownApplication,
  UnknownCommand,
} from "../../error.ts";
import {
  anything,
  Bool,
  choice,
  dictionary,
  double,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import {
  CreateGlobalCommand,
  CreateGuildCommand,
  EditGlobalCommand,
  EditGuildCommand,
  OverwriteGlobalCommands,
  OverwriteGuildCommands,
} from "./command-forms.ts";
import { CommandType, OptionType } from "./command-types.ts";

const Localizations = dictionary(text());

/** Localizations are sent in full, as the one text in the caller's language, or not at all. */
const localizedName = {
  name: text(),
  name_localizations: optional(nullable(Localizations)),
  name_localized: optional(text()),
};

const localizedTexts = {
  ...localizedName,
  description: text(),
  description_localizations: optional(nullable(Localizations)),
  description_localized: optional(text()),
};

const Choice = object({ ...localizedName, value: anything<string | number>() });

const option = {
  type: choice(Object.values(OptionType)),
  ...localizedTexts,
  required: optional(Bool),
  choices: optional(list(Choice)),
};

const constraints = {
  channel_types: optional(list(integer())),
  min_value: optional(double()),
  max_value: optional(double()),
  min_length: optional(integer()),
  max_length: optional(integer()),
  autocomplete: optional(Bool),
};

const ValueOption = object({ ...option, ...constraints });
const OptionOfGroup = object({ ...option, options: optional(list(ValueOption)), ...constraints });

/** An option as answers show it: a value, a subcommand with values, or a group of subcommands. */
export const CommandOption = object({
  ...option,
  options: optional(list(OptionOfGroup)),
  ...constraints,
});

/**
 * A command as answers show it, with its keys in the reference's order. Only global commands have
 * `dm_permission`, `contexts` and `integration_types`, and only guild commands have `guild_id`.
 *
 * @source protocol: commands-and-interactions 2.2
 */
export const Command = object({
  id: Snowflake,
  application_id: Snowflake,
  version: Snowflake,
  // The name in the requirements for the same number; lists with localizations omit it.
  versions: optional(Snowflake),
  default_member_permissions: nullable(text()),
  type: choice(Object.values(CommandType)),
  ...localizedTexts,
  guild_id: optional(Snowflake),
  dm_permission: optional(Bool),
  contexts: optional(nullable(list(integer()))),
  integration_types: optional(list(integer())),
  options: optional(list(CommandOption)),
  nsfw: Bool,
  handler: optional(integer()),
});

/** The application itself: its bot, or a client credentials token with the scope. */
const auth = [bot, bearer("applications.commands.update")];
const query = object({ with_localizations: optional(Bool) });

const globalErrors = [MissingScope, NotThisApplication, UnknownApplication] as const;
const guildErrors = [...globalErrors, MissingAccess] as const;
const createErrors = [InvalidForm, TooManyCommands, TooManyCommandCreates] as const;

const globalCommands = "/applications/{application_id}/commands";
const guildCommands = "/applications/{application_id}/guilds/{guild_id}/commands";
const source = "requirements 4.2";

export const listGlobalCommands = endpoint({
  id: "commands.listGlobal",
  source,
  summary:
    "List the application's global commands, oldest first, with texts in the caller's language or in all.",
  method: "GET",
  path: globalCommands,
  auth,
  query,
  replies: { 200: list(Command) },
  errors: globalErrors,
});

export const createGlobalCommand = endpoint({
  id: "commands.createGlobal",
  source,
  summary: "Create a global command, or overwrite the one of the same type and name.",
  method: "POST",
  path: globalCommands,
  auth,
  body: CreateGlobalCommand,
  replies: { 200: Command, 201: Command },
  errors: [...globalErrors, ...createErrors],
});

export const overwriteGlobalCommands = endpoint({
  id: "commands.bulkOverwriteGlobal",
  source: "requirements 4.2, protocol: commands-and-interactions 2.4",
  summary: "Replace all global commands, of every type; an error leaves them unchanged.",
  method: "PUT",
  path: globalCommands,
  auth,
  body: OverwriteGlobalCommands,
  replies: { 200: list(Command) },
  errors: [...globalErrors, ...createErrors, EntryPointRequired],
});

export const getGlobalCommand = endpoint({
  id: "commands.getGlobal",
  source,
  summary: "Get a global command.",
  method: "GET",
  path: `${globalCommands}/{command_id}`,
  auth,
  replies: { 200: Command },
  errors: [...globalErrors, UnknownCommand],
});

export const editGlobalCommand = endpoint({
  id: "commands.editGlobal",
  source,
  summary: "Update a global command; given fields replace the old ones, and the type stays.",
  method: "PATCH",
  path: `${globalCommands}/{command_id}`,
  auth,
  body: EditGlobalCommand,
  replies: { 200: Command },
  errors: [...globalErrors, UnknownCommand, InvalidForm, CommandNameTaken],
});

export const deleteGlobalCommand = endpoint({
  id: "commands.deleteGlobal",
  source,
  summary: "Delete a global command.",
  method: "DELETE",
  path: `${globalCommands}/{command_id}`,
  auth,
  replies: { 204: none },
  errors: [...globalErrors, UnknownCommand],
});

export const listGuildCommands = endpoint({
  id: "commands.listGuild",
  source,
  summary: "List the application's commands in a guild, oldest first.",
  method: "GET",
  path: guildCommands,
  auth,
  query,
  replies: { 200: list(Command) },
  errors: guildErrors,
});

export const createGuildCommand = endpoint({
  id: "commands.createGuild",
  source,
  summary: "Create a command in a guild, or overwrite the one of the same type and name.",
  method: "POST",
  path: guildCommands,
  auth,
  body: CreateGuildCommand,
  replies: { 200: Command, 201: Command },
  errors: [...guildErrors, ...createErrors],
});

export const overwriteGuildCommands = endpoint({
  id: "commands.bulkOverwriteGuild",
  source: "requirements 4.2, protocol: commands-and-interactions 2.4",
  summary:
    "Replace the application's commands in a guild, of every type; an error leaves them unchanged.",
  method: "PUT",
  path: guildCommands,
  auth,
  body: OverwriteGuildCommands,
  replies: { 200: list(Command) },
  errors: [...guildErrors, ...createErrors],
});

export const getGuildCommand = endpoint({
  id: "commands.getGuild",
  source,
  summary: "Get a command of a guild.",
  method: "GET",
  path: `${guildCommands}/{command_id}`,
  auth,
  replies: { 200: Command },
  errors: [...guildErrors, UnknownCommand],
});

export const editGuildCommand = endpoint({
  id: "commands.editGuild",
  source,
  summary: "Update a command of a guild; given fields replace the old ones, and the type stays.",
  method: "PATCH",
  path: `${guildCommands}/{command_id}`,
  auth,
  body: EditGuildCommand,
  replies: { 200: Command },
  errors: [...guildErrors, UnknownCommand, InvalidForm, CommandNameTaken],
});

export const deleteGuildCommand = endpoint({
  id: "commands.deleteGuild",
  source,
  summary: "Delete a command of a guild.",
  method: "DELETE",
  path: `${guildCommands}/{command_id}`,
  auth,
  replies: { 204: none },
  errors: [...guildErrors, UnknownCommand],
});
