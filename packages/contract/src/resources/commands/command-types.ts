// Names and types of application commands that their forms, rules and answers share. Source:
// requirements 2.2, 2.3.

export const CommandType = {
  CHAT_INPUT: 1,
  USER: 2,
  MESSAGE: 3,
  PRIMARY_ENTRY_POINT: 4,
} as const;

export type CommandTypeNumber = (typeof CommandType)[keyof typeof CommandType];

export const OptionType = {
  SUB_COMMAND: 1,
  SUB_COMMAND_GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
} as const;

export type OptionTypeNumber = (typeof OptionType)[keyof typeof OptionType];

/** NUMBER options accept doubles from -2^53 to 2^53. */
export const NUMBER_EDGE = 2 ** 53;

/** Where a command may be used. */
export const InteractionContext = { GUILD: 0, BOT_DM: 1, PRIVATE_CHANNEL: 2 } as const;

/** Who handles an entry point command: the application, or the service by launching the Activity. */
export const EntryPointHandler = { APP_HANDLER: 1, DISCORD_LAUNCH_ACTIVITY: 2 } as const;

/** Text by locale, as forms write it: a null entry counts as absent. */
export type LocalizationsForm = Readonly<Record<string, string | null>>;

/** The fields that rules read from commands, options and choices; invalid parts are undefined. */
export interface NamedFields {
  readonly name?: string | undefined;
  readonly name_localizations?: LocalizationsForm | null | undefined;
  readonly description?: string | null | undefined;
  readonly description_localizations?: LocalizationsForm | null | undefined;
}

export interface ChoiceFields extends NamedFields {
  readonly value?: string | number | undefined;
}

/** An option of any type, as the rules read it. */
export interface OptionFields extends NamedFields {
  readonly type?: OptionTypeNumber | undefined;
  readonly required?: boolean | undefined;
  readonly autocomplete?: boolean | undefined;
  readonly choices?: readonly (ChoiceFields | undefined)[] | undefined;
  readonly options?: readonly (OptionFields | undefined)[] | undefined;
  readonly min_value?: number | undefined;
  readonly max_value?: number | undefined;
  readonly min_length?: number | undefined;
  readonly max_length?: number | undefined;
}

/** A command of any type and from any request, as the rules read it. */
export interface CommandFields extends NamedFields {
  readonly type?: CommandTypeNumber | null | undefined;
  readonly options?: readonly (OptionFields | undefined)[] | null | undefined;
  readonly handler?: number | null | undefined;
}

/** True for options that have nested options instead of a value. */
export function isSubcommand(type: number | undefined): boolean {
  return type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP;
}
