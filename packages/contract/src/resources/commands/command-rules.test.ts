// Every row of the tables of command and option rules, broken once by an otherwise valid form.
import { describe, expect, test } from "vitest";
import type { ValidationIssue } from "../../schema/validation-issue.ts";
import { parserOf } from "../../schema/form.ts";
import {
  CreateGlobalCommand,
  CreateGuildCommand,
  OverwriteGlobalCommands,
  OverwriteGuildCommands,
} from "./command-forms.ts";
import { ruleText, type CommandRule } from "./command-rule.ts";
import { commandRules } from "./command-rules.ts";
import { optionRules } from "./option-rules.ts";

const readers = {
  global: parserOf(CreateGlobalCommand),
  guild: parserOf(CreateGuildCommand),
  items: parserOf(OverwriteGlobalCommands),
  guildItems: parserOf(OverwriteGuildCommands),
};

type Words = Readonly<Record<string, string | number>>;

interface Case {
  readonly form: unknown;
  readonly as?: keyof typeof readers;
  /** The place of the fault, if it is not that of the table with N and M as 0. */
  readonly at?: string;
  readonly words?: Words;
  /** True if the name is also invalid as a whole. */
  readonly andInvalidName?: true;
}

function issuesOf(form: unknown, as: keyof typeof readers = "global"): readonly ValidationIssue[] {
  const reading = readers[as](form);
  return reading.ok ? [] : reading.issues;
}

function lines(issues: readonly ValidationIssue[]): string[] {
  return issues.map(({ path, code, message }) => `${path.join(".")} | ${code} | ${message}`);
}

const slash = (more: object = {}) => ({ name: "ping", description: "Pong", ...more });
const userCommand = (more: object = {}) => ({ name: "High Five", type: 2, ...more });
const option = (more: object = {}) => ({ type: 3, name: "text", description: "What", ...more });
const withOption = (more: object) => slash({ options: [option(more)] });
const choicesOf = (type: number, choice: object) => withOption({ type, choices: [choice] });
const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => option({ name: `option${i}` }));
const long = (length: number) => "x".repeat(length);
/** 25 choices with values of a hundred characters each, in three options: over 8000 in total. */
const bulky = slash({
  options: ["a", "b", "c"].map((name) =>
    option({
      name,
      choices: Array.from({ length: 25 }, (_, i) => ({
        name: `${name}${i}`,
        value: long(100),
        name_localizations: { fr: long(8) },
      })),
    }),
  ),
});

const INT53 = Number.MAX_SAFE_INTEGER;

/** Rules that need the application or stored commands, and are covered by the service's own tests. */
const heldByTheDomain = ["integrationTypeUnsupported", "idUnknown", "typeImmutable"];

const commandCases: Readonly<Record<string, Case>> = {
  nameMissing: { form: { description: "Pong" } },
  // Proves requirement 2.2 "name"
  // Proves requirement 8 "name of a command"
  nameLength: { form: slash({ name: long(33) }) },
  // Proves requirement 2.2 "naming 1: pattern"
  namePattern: { form: slash({ name: "a b" }), andInvalidName: true },
  nameInvalid: { form: slash({ name: "Ping" }) },
  // Proves requirement 2.2 "name_localizations"
  localizedNameInvalid: { form: slash({ name_localizations: { fr: "Pîng", de: "ok" } }) },
  // Proves requirement 2.2 "name_localizations"
  localizedNameLength: {
    form: slash({ name_localizations: { fr: "" } }),
    at: "name_localizations.fr",
  },
  localeUnknown: {
    form: slash({ name_localizations: { tlh: "qapla" } }),
    words: { locale: "tlh" },
  },
  // Proves requirement 2.2 "description"
  descriptionMissing: { form: { name: "ping" } },
  // Proves requirement 2.2 "description"
  // Proves requirement 8 "description of a command"
  descriptionLength: { form: slash({ description: "" }) },
  // Proves requirement 2.2 "description_localizations"
  localizedDescriptionLength: {
    form: slash({ description_localizations: { fr: long(101) } }),
    at: "description_localizations.fr",
  },
  descriptionForbidden: { form: userCommand({ description: "no" }) },
  // Proves requirement 2.2 "options"
  // Proves requirement 6 "no arguments on targets"
  optionsForbidden: { form: userCommand({ options: [option()] }) },
  entryPointOptions: { form: { name: "launch", type: 4, options: [option()] } },
  optionNotObject: { form: slash({ options: ["text"] }) },
  // Proves requirement 2.2 "options"
  // Proves requirement 2.3 "options"
  // Proves requirement 8 "options of a command"
  tooManyOptions: { form: slash({ options: numbered(26) }) },
  typeNotNumber: { form: { name: "Ping", type: "USER" }, words: { value: "USER" } },
  // Proves requirement 2.2 "type"
  typeUnknown: { form: slash({ type: 5 }) },
  permissionsNotNumber: {
    form: slash({ default_member_permissions: "all" }),
    words: { value: "all" },
  },
  permissionsNegative: {
    form: slash({ default_member_permissions: -1 }),
    words: { kind: "int", min: 0 },
  },
  permissionsTooLarge: {
    form: slash({ default_member_permissions: "18014398509481984" }),
    words: { kind: "int", max: "18014398509481983" },
  },
  contextsEmpty: { form: slash({ contexts: [] }) },
  // Proves requirement 2.2 "contexts"
  contextUnknown: { form: slash({ contexts: [3] }) },
  contextRepeated: { form: slash({ contexts: [1, 1] }), at: "contexts.1", words: { value: 1 } },
  integrationTypesEmpty: { form: slash({ integration_types: [] }) },
  integrationTypeUnknown: { form: slash({ integration_types: [2] }) },
  // Proves requirement 2.2 "naming 3: unique names"
  // Proves requirement 2.2 "naming 3: two global user commands"
  nameRepeated: { form: [slash(), slash()], as: "items", at: "1" },
  tooManyCommands: {
    form: Array.from({ length: 131 }, (_, i) => slash({ name: `ping${i}` })),
    as: "items",
  },
  // Proves requirement 2.3 "size"
  // Proves requirement 8 "command size"
  tooLarge: { form: bulky },
  entryPointNotHere: { form: { name: "launch", type: 4 }, as: "guild" },
  handlerUnknown: { form: { name: "launch", type: 4, handler: 3 } },
  handlerNotHere: { form: slash({ handler: 1 }) },
};

const optionCases: Readonly<Record<string, Case>> = {
  // Proves requirement 2.3 "type"
  typeMissing: { form: slash({ options: [{ name: "text", description: "What" }] }) },
  typeNotNumber: { form: withOption({ type: "STRING" }), words: { value: "STRING" } },
  // Proves requirement 2.3 "type"
  typeNotHere: {
    form: withOption({ type: 12 }),
    words: { types: "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11" },
  },
  // Proves requirement 2.3 "nesting"
  notASubcommand: { form: withOption({ type: 2, options: [option()] }) },
  // Proves requirement 2.3 "nesting"
  kindsMixed: {
    form: slash({ options: [option(), option({ type: 1, name: "sub" })] }),
    at: "options.1",
  },
  // Proves requirement 2.3 "order"
  requiredTooLate: {
    form: slash({ options: [option(), option({ name: "later", required: true })] }),
    at: "options.1",
  },
  // Proves requirement 2.3 "name"
  nameRepeated: {
    form: slash({ options: [option(), option()] }),
    at: "options.1",
    words: { name: "text" },
  },
  nameMissing: { form: slash({ options: [{ type: 3, description: "What" }] }) },
  // Proves requirement 2.3 "name"
  nameLength: { form: withOption({ name: "" }) },
  namePattern: { form: withOption({ name: "a.b" }), andInvalidName: true },
  nameInvalid: { form: withOption({ name: "Text" }) },
  localizedNameInvalid: {
    form: withOption({ name_localizations: { fr: "Texte", de: "wort" } }),
    at: "options.0.name_localizations.fr",
  },
  localeUnknown: {
    form: withOption({ name_localizations: { tlh: "mu" } }),
    words: { locale: "tlh" },
  },
  // Proves requirement 2.3 "name_localizations"
  localizedNameRepeated: {
    form: slash({
      options: [option(), option({ name: "count", name_localizations: { fr: "text" } })],
    }),
    at: "options.1.name_localizations.fr",
    words: { name: "text" },
  },
  descriptionMissing: { form: slash({ options: [{ type: 3, name: "text" }] }) },
  // Proves requirement 2.3 "description"
  descriptionLength: { form: withOption({ description: long(101) }) },
  // Proves requirement 2.3 "required"
  requiredNotHere: { form: withOption({ type: 1, required: true }) },
  // Proves requirement 2.3 "autocomplete"
  autocompleteWithChoices: {
    form: withOption({ autocomplete: true, choices: [{ name: "a", value: "b" }] }),
  },
  // Proves requirement 2.3 "choices"
  // Proves requirement 8 "choices of an option"
  tooManyChoices: {
    form: withOption({ choices: Array.from({ length: 26 }, () => ({ name: "a", value: "b" })) }),
  },
  // Proves requirement 2.3 "choice: name"
  choiceNameLength: { form: choicesOf(3, { name: "", value: "b" }) },
  // Proves requirement 2.3 "choice: value"
  choiceValueNotText: { form: choicesOf(3, { name: "a", value: 5 }), words: { value: 5 } },
  // Proves requirement 2.3 "choice: value"
  choiceValueNotNumber: {
    form: choicesOf(4, { name: "a", value: "b" }),
    words: { value: "b", kind: "int" },
  },
  // Proves requirement 2.3 "choice: value"
  choiceValueLength: { form: choicesOf(3, { name: "a", value: long(101) }) },
  // Proves requirement 2.3 "choice: name"
  choiceNameMissing: { form: choicesOf(3, { value: "b" }) },
  choiceValueMissing: { form: choicesOf(10, { name: "a" }) },
  valueTooSmall: {
    form: withOption({ type: 4, min_value: -INT53 - 1 }),
    words: { kind: "int53", min: -INT53 },
  },
  // Proves requirement 2.3 "type 4: integer"
  valueTooLarge: {
    form: withOption({ type: 4, max_value: INT53 + 1 }),
    words: { kind: "int53", max: INT53 },
  },
  // Proves requirement 2.3 "max_length"
  lengthTooSmall: { form: withOption({ max_length: 0 }), words: { kind: "int32", min: 1 } },
  // Proves requirement 2.3 "max_length"
  lengthTooLarge: { form: withOption({ max_length: 6001 }), words: { kind: "int32", max: 6000 } },
  // Proves requirement 2.3 "min_value and max_value"
  valueBoundsCrossed: {
    form: withOption({ type: 10, min_value: 1.5, max_value: 1 }),
    words: { kind: "float", max: 1 },
  },
  // Proves requirement 2.3 "min_length"
  lengthBoundsCrossed: {
    form: withOption({ min_length: 6, max_length: 5 }),
    words: { kind: "int32", max: 5 },
  },
  // Proves requirement 2.3 "values of channel types"
  channelTypeUnknown: {
    form: withOption({ type: 7, channel_types: [6] }),
    words: { types: "0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16" },
  },
  tooManyFileTypes: { form: withOption({ type: 11, file_types: Array(11).fill("image") }) },
  fileTypeUnknown: { form: withOption({ type: 11, file_types: ["pictures"] }) },
};

const tables: readonly [string, Readonly<Record<string, CommandRule>>, typeof commandCases][] = [
  ["command", commandRules, commandCases],
  ["option", optionRules, optionCases],
];

/** The place as the table writes it: N and M for numbers, {locale} for languages. */
function placeInTable(at: string): string {
  let numbers = 0;
  return at
    .replace(/(?<=^|\.)\d+(?=\.|$)/g, () => (numbers++ === 0 ? "N" : "M"))
    .replace(/(?<=_localizations\.).+/, "{locale}");
}

function expectedAt(rule: CommandRule, { at }: Case): string {
  return at ?? rule.at.replace(/\b[NM]\b/g, "0");
}

describe.each(tables)("the table of %s rules", (_, rules, cases) => {
  test("has a case for every rule that concerns only the form", () => {
    const expected = Object.keys(rules).filter((name) => !heldByTheDomain.includes(name));
    expect(Object.keys(cases).toSorted()).toEqual(expected.toSorted());
  });

  test.each(Object.entries(cases))("reports the error of %s at its path", (name, broken) => {
    const rule = rules[name] as CommandRule;
    const at = expectedAt(rule, broken);
    const also = broken.andInvalidName === undefined ? [] : [rules["nameInvalid"] as CommandRule];
    expect(lines(issuesOf(broken.form, broken.as))).toEqual([
      `${at} | ${rule.code} | ${ruleText(rule, broken.words ?? {})}`,
      ...also.map((each) => `${at} | ${each.code} | ${each.message}`),
    ]);
    expect(placeInTable(broken.as === "items" ? "" : at)).toBe(rule.at);
  });

  test.each(Object.entries(cases).filter(([, { as }]) => as === undefined))(
    "reports the same error of %s below the index in a bulk overwrite",
    (_name, broken) => {
      const alone = issuesOf(broken.form);
      const second = issuesOf([{ ...slash(), name: "other" }, broken.form], "items");
      expect(second).toEqual(alone.map((issue) => ({ ...issue, path: [1, ...issue.path] })));
    },
  );
});

describe("an invalid value is the only error reported", () => {
  const faults = (form: unknown, as?: keyof typeof readers) =>
    issuesOf(form, as).map(({ path, code }) => `${path.join(".")} | ${code}`);

  // Proves requirement 2.2 "naming 3: unique names"
  test.each([
    ["1", "NUMBER_TYPE_COERCE"],
    [true, "NUMBER_TYPE_COERCE"],
    [5, "BASE_TYPE_CHOICES"],
  ])("the type %j next to a slash command and a user command of the same name", (type, code) => {
    const others = [slash(), { name: "ping", type: 2 }];
    for (const as of ["items", "guildItems"] as const) {
      expect(faults([slash({ type }), ...others], as)).toEqual([`0.type | ${code}`]);
    }
  });

  // Proves requirement 2.3 "order"
  test("the field required before a required option", () => {
    const options = [option({ required: "yes" }), option({ name: "next", required: true })];
    const expected = "options.0.required | BOOLEAN_TYPE_CONVERT";
    expect(faults(slash({ options }))).toEqual([expected]);
    const inside = slash({ options: [option({ type: 1, name: "sub", options })] });
    expect(faults(inside)).toEqual([`options.0.${expected}`]);
  });
});
