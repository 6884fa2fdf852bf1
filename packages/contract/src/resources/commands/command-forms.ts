// The bodies that create, edit and overwrite commands. Source: requirements 4.2,
// protocol: commands-and-interactions 2.3, 3.1.
import { lengthOf } from "../../schema/form-issues.ts";
import { limits } from "../../limits/limits.ts";
import {
  bits,
  Bool,
  choice,
  list,
  nullable,
  object,
  optional,
  refine,
  Snowflake,
  text,
  type IsInvalid,
  type Report,
  type Static,
} from "../../schema/values.ts";
import { isValidName, reportName } from "./command-naming.ts";
import {
  CommandName,
  CommandOptions,
  DescriptionLocalizations,
  NameLocalizations,
} from "./command-options.ts";
import type { CommandRule } from "./command-rule.ts";
import { commandRules } from "./command-rules.ts";
import { isLarger } from "./command-size.ts";
import {
  CommandType,
  EntryPointHandler,
  InteractionContext,
  type CommandFields,
  type CommandTypeNumber,
} from "./command-types.ts";
import { IntegrationType } from "../applications/applications.ts";

const { CHAT_INPUT, USER, MESSAGE, PRIMARY_ENTRY_POINT } = CommandType;

/** Every field may be null, which sets its default. */
const fields = {
  name_localizations: optional(nullable(NameLocalizations)),
  // Its bounds depend on the type: see reportDescription.
  description: optional(nullable(text())),
  description_localizations: optional(nullable(DescriptionLocalizations)),
  options: optional(nullable(CommandOptions)),
  default_member_permissions: optional(nullable(bits())),
  default_permission: optional(nullable(Bool)),
  nsfw: optional(nullable(Bool)),
};

const reach = {
  dm_permission: optional(nullable(Bool)),
  contexts: optional(
    nullable(list(choice(Object.values(InteractionContext)), { min: 1, unique: true })),
  ),
  integration_types: optional(
    nullable(list(choice(Object.values(IntegrationType)), { min: 1, unique: true })),
  ),
};

const globalFields = {
  ...fields,
  ...reach,
  handler: optional(nullable(choice(Object.values(EntryPointHandler)))),
};

const globalType = {
  type: optional(nullable(choice([CHAT_INPUT, USER, MESSAGE, PRIMARY_ENTRY_POINT]))),
};
const guildType = { type: optional(nullable(choice([CHAT_INPUT, USER, MESSAGE]))) };
const name = { name: CommandName };
const id = { id: optional(nullable(Snowflake)) };

export const CreateGlobalCommand = refine(
  object({ ...name, ...globalFields, ...globalType }),
  reportCommand,
);

export const CreateGuildCommand = refine(
  object({ ...name, ...fields, ...guildType }),
  reportCommand,
);

/**
 * The stored command's type determines which rules apply, so the handler calls `reportCommand`
 * itself.
 */
export const EditGlobalCommand = object({ name: optional(CommandName), ...globalFields });

export const EditGuildCommand = object({ name: optional(CommandName), ...fields });

export const GlobalCommandItem = refine(
  object({ ...id, ...name, ...globalFields, ...globalType }),
  reportCommand,
);

/** `dm_permission`, `contexts` and `integration_types` are accepted but have no effect in a guild. */
export const GuildCommandItem = refine(
  object({ ...id, ...name, ...fields, ...reach, ...guildType }),
  reportCommand,
);

const atOnce = { max: limits.commandsPerOverwrite.value };

/** Null counts as an empty list. */
export const OverwriteGlobalCommands = nullable(
  refine(list(GlobalCommandItem, atOnce), reportRepeatedNames),
);

export const OverwriteGuildCommands = nullable(
  refine(list(GuildCommandItem, atOnce), reportRepeatedNames),
);

/** A whole command, as any of the requests contains it. */
export type CommandForm = Static<typeof GlobalCommandItem>;

/** The fields of an edit; absent ones stay. */
export type CommandEdit = Static<typeof EditGlobalCommand>;

/**
 * Reports the faults of a command as a whole, by its type (CHAT_INPUT if absent).
 *
 * @param isInvalid distinguishes an invalid field from a missing one
 * @source protocol: commands-and-interactions 3.1
 */
export function reportCommand(
  command: CommandFields,
  report: Report,
  isInvalid: (field: string) => boolean = () => false,
): void {
  reportSize(command, report);
  // Without a valid type it is unknown which of the other rules apply.
  if (isInvalid("type")) return;
  const type = command.type ?? CHAT_INPUT;
  reportNames(command, type, report);
  if (!isInvalid("description")) reportDescription(command.description ?? undefined, type, report);
  reportOptions(command, type, report);
  if (type !== PRIMARY_ENTRY_POINT && (command.handler ?? undefined) !== undefined) {
    broken(commandRules.handlerNotHere, ["handler"], report);
  }
}

function broken(rule: CommandRule, path: readonly (string | number)[], report: Report): void {
  report(path, rule.code, rule.message);
}

function isContextMenu(type: CommandTypeNumber): boolean {
  return type === USER || type === MESSAGE;
}

function reportNames(command: CommandFields, type: CommandTypeNumber, report: Report): void {
  if (isContextMenu(type)) return;
  if (command.name !== undefined) reportName(command.name, ["name"], report);
  const localized = Object.values(command.name_localizations ?? {});
  if (localized.some((each) => each !== null && !isValidName(each))) {
    broken(commandRules.localizedNameInvalid, ["name_localizations"], report);
  }
}

function reportDescription(
  description: string | undefined,
  type: CommandTypeNumber,
  report: Report,
): void {
  if (isContextMenu(type)) {
    if ((description ?? "") !== "")
      broken(commandRules.descriptionForbidden, ["description"], report);
    return;
  }
  if (type === PRIMARY_ENTRY_POINT && (description ?? "") === "") return;
  if (description === undefined) {
    broken(commandRules.descriptionMissing, ["description"], report);
    return;
  }
  const length = lengthOf(description);
  if (length < 1 || length > limits.commandDescription.value) {
    broken(commandRules.descriptionLength, ["description"], report);
  }
}

function reportOptions(command: CommandFields, type: CommandTypeNumber, report: Report): void {
  if (type === CHAT_INPUT || (command.options ?? []).length === 0) return;
  const rule = isContextMenu(type) ? commandRules.optionsForbidden : commandRules.entryPointOptions;
  broken(rule, ["options"], report);
}

function reportSize(command: CommandFields, report: Report): void {
  if (isLarger(command, limits.commandSize.value)) broken(commandRules.tooLarge, [], report);
}

/** Reports items of the same type and name. Invalid items are undefined, or lack a field. */
function reportRepeatedNames(
  items: readonly (CommandFields | undefined)[],
  report: Report,
  isInvalid: IsInvalid,
): void {
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    if (item?.name === undefined || isInvalid(at, "type")) continue;
    const key = `${item.type ?? CHAT_INPUT}:${item.name}`;
    if (seen.has(key)) broken(commandRules.nameRepeated, [at], report);
    seen.add(key);
  }
}
