// The forms of options and choices, with the rules that hold within one and between neighbours.
// Source: requirements 2.3, protocol: commands-and-interactions 3.2.
import { limits } from "../../limits/limits.ts";
import { locales } from "../../schema/locale.ts";
import {
  Bool,
  choice,
  dictionary,
  double,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  tagged,
  text,
  type IsInvalid,
  type Report,
  type TSchema,
} from "../../schema/values.ts";
import { isValidName, reportName } from "./command-naming.ts";
import { ruleText } from "./command-rule.ts";
import {
  isSubcommand,
  NUMBER_EDGE,
  OptionType,
  type LocalizationsForm,
  type OptionFields,
} from "./command-types.ts";
import { ChannelType } from "../guilds/channel-types.ts";
import { optionRules } from "./option-rules.ts";

/** Source: protocol: commands-and-interactions 3.2 O29. */
const FILE_TYPES_MAX = 10;
const FILE_TYPE = /^(?:image|video|audio|\.[a-z0-9]+)$/i;

/** Text by locale. Client libraries write null to remove a language. */
function localizations(max: number) {
  return dictionary(nullable(text({ min: 1, max })), {
    keys: locales,
    maxKeys: limits.commandLocalizations.value,
  });
}

export const CommandName = text({ min: 1, max: limits.commandName.value });
export const NameLocalizations = localizations(limits.commandName.value);
export const DescriptionLocalizations = localizations(limits.commandDescription.value);

const OptionName = refine(CommandName, (name, report) => reportName(name, [], report));

export const OptionNameLocalizations = refine(
  NameLocalizations,
  (names: LocalizationsForm, report) => {
    const { code, message } = optionRules.localizedNameInvalid;
    for (const [locale, name] of Object.entries(names)) {
      if (name !== null && !isValidName(name)) report([locale], code, message);
    }
  },
);

function named<const T extends number>(type: T) {
  return {
    type: choice([type]),
    name: OptionName,
    name_localizations: optional(OptionNameLocalizations),
    description: text({ min: 1, max: limits.commandDescription.value }),
    description_localizations: optional(DescriptionLocalizations),
    required: optional(Bool),
  };
}

function choices<S extends TSchema>(value: S) {
  const each = object({
    name: text({ min: 1, max: limits.choiceName.value }),
    name_localizations: optional(localizations(limits.choiceName.value)),
    value,
  });
  return optional(list(each, { max: limits.choicesPerOption.value }));
}

const whole = integer({ width: "int53" });
const real = double({ min: -NUMBER_EDGE, max: NUMBER_EDGE });
const length = (min: number) => integer({ min, max: limits.optionTextLength.value });

const FileType = refine(text({ min: 1, max: 16 }), (type, report) => {
  const { code, message } = optionRules.fileTypeUnknown;
  if (!FILE_TYPE.test(type)) report([], code, message);
});

/** The file types that an option, or a field of a modal, accepts. */
export const FileTypes = list(FileType, { max: FILE_TYPES_MAX });

export const StringOption = object({
  ...named(OptionType.STRING),
  autocomplete: optional(Bool),
  choices: choices(text({ max: limits.choiceValue.value })),
  min_length: optional(length(0)),
  max_length: optional(length(1)),
});

export const IntegerOption = object({
  ...named(OptionType.INTEGER),
  autocomplete: optional(Bool),
  choices: choices(whole),
  min_value: optional(whole),
  max_value: optional(whole),
});

export const NumberOption = object({
  ...named(OptionType.NUMBER),
  autocomplete: optional(Bool),
  choices: choices(real),
  min_value: optional(real),
  max_value: optional(real),
});

export const ChannelOption = object({
  ...named(OptionType.CHANNEL),
  channel_types: optional(list(choice(Object.values(ChannelType)), { unique: true })),
});

export const AttachmentOption = object({
  ...named(OptionType.ATTACHMENT),
  file_types: optional(FileTypes),
});

export const BooleanOption = object(named(OptionType.BOOLEAN));
export const UserOption = object(named(OptionType.USER));
export const RoleOption = object(named(OptionType.ROLE));
export const MentionableOption = object(named(OptionType.MENTIONABLE));

const valueOptions = {
  [OptionType.STRING]: refine(refine(StringOption, autocompleteRule), lengthBoundsRule),
  [OptionType.INTEGER]: refine(refine(IntegerOption, autocompleteRule), valueBoundsRule("int53")),
  [OptionType.BOOLEAN]: BooleanOption,
  [OptionType.USER]: UserOption,
  [OptionType.CHANNEL]: ChannelOption,
  [OptionType.ROLE]: RoleOption,
  [OptionType.MENTIONABLE]: MentionableOption,
  [OptionType.NUMBER]: refine(refine(NumberOption, autocompleteRule), valueBoundsRule("float")),
  [OptionType.ATTACHMENT]: AttachmentOption,
} as const;

export const ValueOption = tagged(valueOptions);

const bounds = { max: limits.optionsPerLevel.value };

export const SubcommandOption = refine(
  object({
    ...named(OptionType.SUB_COMMAND),
    options: optional(refine(list(ValueOption, bounds), reportLevel)),
  }),
  notRequiredRule,
);

export const SubcommandGroupOption = refine(
  object({
    ...named(OptionType.SUB_COMMAND_GROUP),
    options: optional(refine(list(SubcommandOption, bounds), reportLevel)),
  }),
  notRequiredRule,
);

/** An option of any type. */
export const AnyOption = tagged({
  [OptionType.SUB_COMMAND]: SubcommandOption,
  [OptionType.SUB_COMMAND_GROUP]: SubcommandGroupOption,
  ...valueOptions,
});

/** The options of a command, with the faults of every level. */
export const CommandOptions = refine(list(AnyOption, bounds), reportLevel);

function autocompleteRule(option: OptionFields, report: Report): void {
  if (option.autocomplete !== true || (option.choices?.length ?? 0) === 0) return;
  const { code, message } = optionRules.autocompleteWithChoices;
  report(["autocomplete"], code, message);
}

function lengthBoundsRule(
  { min_length: min, max_length: max }: OptionFields,
  report: Report,
): void {
  if (min === undefined || max === undefined || min <= max) return;
  const rule = optionRules.lengthBoundsCrossed;
  report(["min_length"], rule.code, ruleText(rule, { kind: "int32", max }));
}

function valueBoundsRule(kind: string) {
  return ({ min_value: min, max_value: max }: OptionFields, report: Report): void => {
    if (min === undefined || max === undefined || min <= max) return;
    const rule = optionRules.valueBoundsCrossed;
    report(["min_value"], rule.code, ruleText(rule, { kind, max }));
  };
}

function notRequiredRule(option: OptionFields, report: Report): void {
  const { code, message } = optionRules.requiredNotHere;
  if (option.required === true) report(["required"], code, message);
}

type Level = readonly (OptionFields | undefined)[];

/** Reports faults between the options of one level. */
function reportLevel(level: Level, report: Report, isInvalid: IsInvalid): void {
  reportMixedKinds(level, report);
  reportLateRequired(level, report, isInvalid);
  reportRepeatedNames(level, report);
  reportRepeatedLocalizations(level, report);
}

function reportMixedKinds(level: Level, report: Report): void {
  const first = isSubcommand(level.find((option) => option?.type !== undefined)?.type);
  const at = level.findIndex(
    (option) => option?.type !== undefined && isSubcommand(option.type) !== first,
  );
  const { code, message } = optionRules.kindsMixed;
  if (at !== -1) report([at], code, message);
}

function reportLateRequired(level: Level, report: Report, isInvalid: IsInvalid): void {
  const { code, message } = optionRules.requiredTooLate;
  let seenOptional = false;
  level.forEach((option, at) => {
    if (option === undefined || isSubcommand(option.type) || isInvalid(at, "required")) return;
    if (option.required !== true) seenOptional = true;
    else if (seenOptional) report([at], code, message);
  });
}

function reportRepeatedNames(level: Level, report: Report): void {
  const seen = new Set<string>();
  level.forEach((option, at) => {
    const name = option?.name;
    if (name === undefined) return;
    const rule = optionRules.nameRepeated;
    if (seen.has(name)) report([at], rule.code, ruleText(rule, { name }));
    seen.add(name);
  });
}

function reportRepeatedLocalizations(level: Level, report: Report): void {
  if (!level.some(hasLocalizedName)) return;
  const defaults = new Set(level.map((option) => option?.name));
  const seen = new Set<string>();
  for (const [at, option] of level.entries()) {
    for (const [locale, name] of Object.entries(option?.name_localizations ?? {})) {
      if (name === null) continue;
      const isTaken = name !== option?.name && defaults.has(name);
      const rule = optionRules.localizedNameRepeated;
      if (isTaken || seen.has(`${locale}:${name}`)) {
        report([at, "name_localizations", locale], rule.code, ruleText(rule, { name }));
      }
      seen.add(`${locale}:${name}`);
    }
  }
}

function hasLocalizedName(option: OptionFields | undefined): boolean {
  return option?.name_localizations !== undefined && option.name_localizations !== null;
}
