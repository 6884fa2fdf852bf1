// The rows of the tables of command and option rules, and the faults that many rows share.

/** One rule, with the fault that is reported when it is broken. `N` and `M` are indexes in lists. */
export interface CommandRule {
  readonly rule: string;
  readonly at: string;
  /** Words in braces are placeholders. */
  readonly code: string;
  readonly message: string;
  readonly source: string;
}

/** The message of a rule with its placeholders filled in. */
export function ruleText(
  rule: CommandRule,
  words: Readonly<Record<string, string | number>>,
): string {
  return rule.message.replace(/\{(\w+)\}/g, (whole, word: string) =>
    Object.hasOwn(words, word) ? String(words[word]) : whole,
  );
}

export const ofCommands = "protocol: commands-and-interactions 3.1 ";
export const ofOptions = "protocol: commands-and-interactions 3.2 ";
export const proposed = "assumed: not public; protocol: commands-and-interactions 10 #";

export const required = { code: "BASE_TYPE_REQUIRED", message: "This field is required" };
export const notOneOf = (values: string) => ({
  code: "BASE_TYPE_CHOICES",
  message: `Value must be one of {${values}}.`,
});
export const between = (min: number, max: number) => ({
  code: "BASE_TYPE_BAD_LENGTH",
  message: `Must be between ${min} and ${max} in length.`,
});
export const atMost = (max: number) => ({
  code: "BASE_TYPE_MAX_LENGTH",
  message: `Must be ${max} or fewer in length.`,
});
export const notEmpty = { code: "BASE_TYPE_MIN_LENGTH", message: "Must be 1 or more in length." };
export const notA = (kind: string) => ({
  code: "NUMBER_TYPE_COERCE",
  message: `Value "{value}" is not ${kind}.`,
});
export const tooSmall = {
  code: "NUMBER_TYPE_MIN",
  message: "{kind} value should be greater than or equal to {min}.",
};
export const tooLarge = {
  code: "NUMBER_TYPE_MAX",
  message: "{kind} value should be less than or equal to {max}.",
};
export const badPattern = {
  code: "STRING_TYPE_REGEX",
  message: "String value did not match validation regex.",
};
export const badName = {
  code: "APPLICATION_COMMAND_INVALID_NAME",
  message: "Command name is invalid",
};
export const badLocale = {
  code: "ENUM_TYPE_COERCE",
  message: 'Value "{locale}" is not a valid enum value.',
};
export const usedName = {
  code: "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
  message: "Option name {name} is already used in these options",
};
export const notAModel = {
  code: "MODEL_TYPE_CONVERT",
  message: "Only dictionaries may be used in a ModelType",
};
