// Converts a command in a request to its stored form: fills in defaults, drops empty fields.
// Source: protocol: commands-and-interactions 2.2, 2.3.
import {
  CommandType,
  EntryPointHandler,
  InteractionContext,
  type CommandTypeNumber,
  type LocalizationsForm,
  type OptionTypeNumber,
} from "@antechamber/contract/commands";
import {
  requestedType,
  type ChoiceRecord,
  type CommandContent,
  type CommandScope,
  type Localizations,
  type OptionRecord,
} from "./command.ts";
import { definedFields } from "../../platform/defined-fields.ts";

/** An option of any type, as in requests and stored commands. */
export interface OptionForm {
  readonly type: OptionTypeNumber;
  readonly name: string;
  readonly name_localizations?: LocalizationsForm | null;
  readonly description: string;
  readonly description_localizations?: LocalizationsForm | null;
  readonly required?: boolean;
  readonly choices?: readonly ChoiceForm[];
  readonly options?: readonly OptionForm[];
  readonly channel_types?: readonly number[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly autocomplete?: boolean;
  readonly file_types?: readonly string[];
}

interface ChoiceForm {
  readonly name: string;
  readonly name_localizations?: LocalizationsForm | null;
  readonly value: string | number;
}

/** The changes of an edit. Null restores the default; absent fields are kept. */
export interface ContentEdit {
  readonly name?: string;
  readonly name_localizations?: LocalizationsForm | null;
  readonly description?: string | null;
  readonly description_localizations?: LocalizationsForm | null;
  readonly options?: readonly OptionForm[] | null;
  readonly default_member_permissions?: string | null;
  readonly default_permission?: boolean | null;
  readonly nsfw?: boolean | null;
  readonly dm_permission?: boolean | null;
  readonly contexts?: readonly number[] | null;
  readonly integration_types?: readonly number[] | null;
  readonly handler?: number | null;
}

/** A complete command. Null and absent fields get the default. */
export interface ContentForm extends ContentEdit {
  readonly name: string;
  readonly type?: CommandTypeNumber | null;
}

/** The content of the command in a form. Some defaults come from the application. */
export function contentOf(scope: CommandScope, body: ContentForm): CommandContent {
  const type = requestedType(body);
  const isContextMenu = type === CommandType.USER || type === CommandType.MESSAGE;
  const options = body.options ?? [];
  return {
    type,
    name: body.name,
    name_localizations: storedTexts(body.name_localizations),
    description: body.description ?? "",
    // User and message commands have no description, so they have no localized one either.
    description_localizations: isContextMenu ? null : storedTexts(body.description_localizations),
    default_member_permissions: givenPermissions(body) ?? null,
    nsfw: body.nsfw ?? false,
    ...(options.length === 0 ? {} : { options: options.map(storedOption) }),
    ...(scope.guildId === undefined ? globalContent(scope, body) : {}),
  };
}

/**
 * The form of a stored command with the fields of an edit in place of its own. Options are
 * replaced, not merged.
 *
 * @source protocol: commands-and-interactions 2.4
 */
export function editedForm(content: CommandContent, edit: ContentEdit): ContentForm {
  const permissions = editedPermissions(content, edit);
  // `dm_permission` followed from the contexts, so it is reset when they are removed.
  const isFreed = edit.contexts === null && (content.contexts ?? null) !== null;
  return {
    ...content,
    ...(isFreed ? { dm_permission: null } : {}),
    ...edit,
    ...definedFields({ default_member_permissions: permissions }),
  };
}

/**
 * True when two JSON values are equal, whatever the order of their keys: bots send the fields of a
 * command in an order of their own. Records and their changes have one order: see `isSameJson`.
 */
export function isSameInAnyOrder(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && isSameInAnyOrder(valueOf(a, key), valueOf(b, key)),
  );
}

function valueOf(from: object, key: string): unknown {
  return (from as Readonly<Record<string, unknown>>)[key];
}

/**
 * The permissions that a form requires. The legacy `default_permission: false` counts if
 * `default_member_permissions` is not given. Source: section 10 #21.
 */
function givenPermissions(body: ContentEdit): string | null | undefined {
  const { default_member_permissions: requested, default_permission: isOpen } = body;
  return requested === undefined && isOpen === false ? "0" : requested;
}

/**
 * The same for an edit, where a legacy `default_permission` of true or null also removes the
 * restriction to administrators.
 */
function editedPermissions(content: CommandContent, edit: ContentEdit): string | null | undefined {
  const requested = givenPermissions(edit);
  const isOpened = requested === undefined && edit.default_permission !== undefined;
  return isOpened && content.default_member_permissions === "0" ? null : requested;
}

type GlobalContent = Pick<
  CommandContent,
  "dm_permission" | "contexts" | "integration_types" | "handler"
>;

function globalContent(scope: CommandScope, body: ContentForm): GlobalContent {
  const contexts = body.contexts ?? null;
  const types = body.integration_types ?? scope.application.integration_types;
  return {
    // If there are contexts, `dm_permission` follows from them. Source: section 10 #22.
    dm_permission: contexts?.includes(InteractionContext.BOT_DM) ?? body.dm_permission ?? true,
    contexts: contexts === null ? null : [...contexts],
    integration_types: [...types],
    ...(body.type === CommandType.PRIMARY_ENTRY_POINT
      ? { handler: body.handler ?? EntryPointHandler.APP_HANDLER }
      : {}),
  };
}

/** The texts without those set to null; null when no text remains. */
function storedTexts(texts: LocalizationsForm | null | undefined): Localizations | null {
  if (texts === null || texts === undefined) return null;
  const filled = Object.entries(texts).filter((each): each is [string, string] => each[1] !== null);
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

type Unfinished<T> = { -readonly [Key in keyof T]: T[Key] };

/** Sets the fields one by one for speed, because a form may have thousands of options. */
function storedOption(option: OptionForm): OptionRecord {
  const { choices, options, channel_types: channelTypes, file_types: fileTypes } = option;
  const stored: Unfinished<OptionRecord> = {
    type: option.type,
    name: option.name,
    name_localizations: storedTexts(option.name_localizations),
    description: option.description,
    description_localizations: storedTexts(option.description_localizations),
  };
  if (option.required === true) stored.required = true;
  if (isFilled(choices)) stored.choices = choices.map(storedChoice);
  if (isFilled(options)) stored.options = options.map(storedOption);
  if (isFilled(channelTypes)) stored.channel_types = [...channelTypes];
  for (const name of boundNames) {
    const bound = option[name];
    if (bound !== undefined) stored[name] = bound;
  }
  if (option.autocomplete === true) stored.autocomplete = true;
  if (isFilled(fileTypes)) stored.file_types = fileTypes.map((type) => type.toLowerCase());
  return stored;
}

function isFilled<T>(items: readonly T[] | undefined): items is readonly T[] {
  return items !== undefined && items.length > 0;
}

const boundNames = ["min_value", "max_value", "min_length", "max_length"] as const;

function storedChoice(choice: ChoiceForm): ChoiceRecord {
  return {
    name: choice.name,
    name_localizations: storedTexts(choice.name_localizations),
    value: choice.value,
  };
}
