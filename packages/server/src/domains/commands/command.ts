// The command record, its table and its keys.
import { limits } from "@antechamber/contract";
import {
  CommandType,
  type CommandTypeNumber,
  type OptionTypeNumber,
} from "@antechamber/contract/commands";
import { snowflakeKey } from "@antechamber/contract/schema";
import { definedFields } from "../../platform/defined-fields.ts";
import { tableOf } from "../../platform/store.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { compoundKey, withParts } from "../../platform/records/compound-keys.ts";

/** Text by locale. */
export type Localizations = Record<string, string>;

export interface ChoiceRecord {
  readonly name: string;
  readonly name_localizations: Localizations | null;
  readonly value: string | number;
}

/** An option as in replies with localizations: fields with default values are absent. */
export interface OptionRecord {
  readonly type: OptionTypeNumber;
  readonly name: string;
  readonly name_localizations: Localizations | null;
  readonly description: string;
  readonly description_localizations: Localizations | null;
  readonly required?: true;
  readonly choices?: ChoiceRecord[];
  readonly options?: OptionRecord[];
  readonly channel_types?: number[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly autocomplete?: true;
  /** File types and file name suffixes in lower case; replies omit them. */
  readonly file_types?: string[];
}

/** The content of a command, whose changes make a new version. */
export interface CommandContent {
  readonly type: CommandTypeNumber;
  readonly name: string;
  readonly name_localizations: Localizations | null;
  readonly description: string;
  readonly description_localizations: Localizations | null;
  readonly default_member_permissions: string | null;
  readonly nsfw: boolean;
  /** Absent when there are none. */
  readonly options?: OptionRecord[];
  // The next three fields are present exactly in global commands.
  readonly dm_permission?: boolean;
  readonly contexts?: number[] | null;
  readonly integration_types?: number[];
  /** Only in entry points. */
  readonly handler?: number;
}

export interface CommandRecord extends CommandContent {
  readonly id: string;
  readonly application_id: string;
  /** Absent for global commands. */
  readonly guild_id?: string;
  /** A snowflake that grows with every change. */
  readonly version: string;
}

/** The type of the command that a form describes. */
export function requestedType({
  type,
}: {
  readonly type?: CommandTypeNumber | null | undefined;
}): CommandTypeNumber {
  return type ?? CommandType.CHAT_INPUT;
}

/** The scope of commands: those of an application, globally or in one guild. */
export interface CommandScope {
  readonly application: ApplicationRecord;
  /** Absent for global commands. */
  readonly guildId: string | undefined;
}

/** A scope by ids. */
export interface ScopeIds {
  readonly application_id: string;
  readonly guild_id?: string;
}

/** The ids of a scope, without other fields. */
export function scopeIds({ application_id, guild_id }: ScopeIds): ScopeIds {
  return { application_id, ...definedFields({ guild_id }) };
}

export function idsOf({ application, guildId }: CommandScope): ScopeIds {
  return {
    application_id: application.id,
    ...definedFields({ guild_id: guildId }),
  };
}

/** The key prefix of a scope's commands. */
export function scopeKey({ application_id: applicationId, guild_id: guildId }: ScopeIds): string {
  return compoundKey(applicationId, guildId ?? "0");
}

export function commandKey(scope: ScopeIds, id: string): string {
  return `${scopeKey(scope)}:${snowflakeKey(id)}`;
}

/** The unique key of a command: its scope, type and name. */
export function nameKey(scope: ScopeIds, type: CommandTypeNumber, name: string): string {
  return `${scopeKey(scope)}:${type}:${name}`;
}

/** The index value of all commands of one type in a scope. */
export function kindKey(scope: ScopeIds, type: CommandTypeNumber): string {
  return `${scopeKey(scope)}:${type}`;
}

export const commands = tableOf<CommandRecord>()({
  name: "command",
  isWatched: true,
  readLate: "options",
  key: (command) => commandKey(command, command.id),
  indexes: { kind: (command) => kindKey(command, command.type) },
  unique: { name: (command) => nameKey(command, command.type, command.name) },
});

/** A search for all commands of a scope, in order of creation. */
export function commandsOf(scope: ScopeIds) {
  return withParts(scopeKey(scope));
}

/** How many commands of each type an application may have per scope. Source: requirements 8. */
export const commandsMax: Readonly<Record<CommandTypeNumber, number>> = {
  [CommandType.CHAT_INPUT]: limits.chatInputCommands.value,
  [CommandType.USER]: limits.userCommands.value,
  [CommandType.MESSAGE]: limits.messageCommands.value,
  [CommandType.PRIMARY_ENTRY_POINT]: limits.entryPointCommands.value,
};
