import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DeclaredOption } from "./option-values.ts";
import { checkOptions, nested, optionsAt, type SentOption } from "./options.ts";

const missing = "INTERACTION_APPLICATION_COMMAND_OPTION_MISSING";

/** Options of every type that takes a value, each with its constraints. */
const values: readonly DeclaredOption[] = [
  { type: 3, name: "text", min_length: 2, max_length: 4 },
  { type: 3, name: "long" },
  { type: 3, name: "colour", choices: [{ value: "red" }, { value: "blue" }] },
  { type: 4, name: "count", min_value: 1, max_value: 5 },
  { type: 4, name: "any" },
  { type: 4, name: "die", choices: [{ value: 6 }, { value: 20 }] },
  { type: 5, name: "loud" },
  { type: 6, name: "user" },
  { type: 7, name: "channel" },
  { type: 8, name: "role" },
  { type: 9, name: "mentionable" },
  { type: 10, name: "ratio", min_value: 0, max_value: 1 },
  { type: 10, name: "double" },
  { type: 11, name: "file" },
];

function checked(name: string, value: unknown) {
  return checkOptions(values, [{ name, value }]);
}

describe("an accepted option value", () => {
  test.each<[string, unknown, unknown]>([
    ["text", "ab", "ab"],
    ["text", "abcd", "abcd"],
    ["text", "👍👍👍👍", "👍👍👍👍"],
    ["long", "", ""],
    // Proves requirement 2.3 "type 3: text"
    ["long", "x".repeat(6000), "x".repeat(6000)],
    ["colour", "red", "red"],
    ["count", 1, 1],
    ["count", 5, 5],
    // Proves requirement 2.3 "type 4: integer"
    ["any", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["any", -Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
    ["die", 20, 20],
    // Proves requirement 2.3 "type 5: boolean"
    ["loud", false, false],
    ["user", "100000000000000001", "100000000000000001"],
    ["user", 100000000000000001n, "100000000000000001"],
    ["channel", 7, "7"],
    // Proves requirement 2.3 "type 8: role"
    ["role", "9223372036854775807", "9223372036854775807"],
    ["mentionable", "0", "0"],
    ["ratio", 0.5, 0.5],
    // Proves requirement 2.3 "type 10: number"
    ["double", 9007199254740992n, 2 ** 53],
    ["double", -0.25, -0.25],
  ])("%s, case %#", (name, value, expected) => {
    const result = checked(name, value);
    expect(result).toMatchObject({ ok: true, chain: [], options: [{ name, value: expected }] });
  });
});

describe("an option that clients would not send is refused", () => {
  test.each<[string, unknown, string]>([
    // Proves requirement 2.3 "min_length"
    ["text", "a", "BASE_TYPE_BAD_LENGTH"],
    ["text", "abcde", "BASE_TYPE_BAD_LENGTH"],
    // Proves requirement 2.3 "type 3: text"
    ["text", 12, "STRING_TYPE_CONVERT"],
    ["text", undefined, "STRING_TYPE_CONVERT"],
    // Proves requirement 2.3 "max_length"
    ["long", "x".repeat(6001), "BASE_TYPE_MAX_LENGTH"],
    // Proves requirement 2.3 "choices are all there is"
    ["colour", "green", "BASE_TYPE_CHOICES"],
    // Proves requirement 2.3 "min_value and max_value"
    ["count", 0, "NUMBER_TYPE_MIN"],
    // Proves requirement 2.3 "min_value and max_value"
    ["count", 6, "NUMBER_TYPE_MAX"],
    ["count", 1.5, "NUMBER_TYPE_COERCE"],
    ["count", "3", "NUMBER_TYPE_COERCE"],
    // Proves requirement 2.3 "type 4: integer"
    ["any", 9007199254740992n, "NUMBER_TYPE_MAX"],
    ["any", -9007199254740992n, "NUMBER_TYPE_MIN"],
    ["die", 7, "BASE_TYPE_CHOICES"],
    // Proves requirement 2.3 "type 5: boolean"
    ["loud", "true", "BOOLEAN_TYPE_CONVERT"],
    ["loud", 1, "BOOLEAN_TYPE_CONVERT"],
    ["user", "alice", "NUMBER_TYPE_COERCE"],
    ["user", "007", "NUMBER_TYPE_COERCE"],
    ["role", "9223372036854775808", "NUMBER_TYPE_MAX"],
    ["channel", null, "NUMBER_TYPE_COERCE"],
    ["mentionable", { id: 1 }, "NUMBER_TYPE_COERCE"],
    ["ratio", 1.01, "NUMBER_TYPE_MAX"],
    ["ratio", -1, "NUMBER_TYPE_MIN"],
    ["double", "1", "NUMBER_TYPE_COERCE"],
    // Proves requirement 2.3 "type 10: number"
    ["double", 2 ** 53 + 2, "NUMBER_TYPE_MAX"],
    ["file", "one", "NUMBER_TYPE_COERCE"],
  ])("%s, case %#", (name, value, code) => {
    const path = ["options", 0, "value"];
    expect(checked(name, value)).toMatchObject({
      ok: false,
      issues: [{ path, option: name, code }],
    });
  });

  test.each<[string, unknown, string]>([
    ["long", true, 'Could not interpret "True" as string.'],
    ["long", undefined, 'Could not interpret "None" as string.'],
    ["long", { a: [null] }, "Could not interpret \"{'a': [None]}\" as string."],
    ["any", false, 'Value "False" is not int.'],
    ["double", null, 'Value "None" is not float.'],
    ["user", ["x"], "Value \"['x']\" is not snowflake."],
  ])("with a message that quotes it in Python's notation: %s, case %#", (name, value, message) => {
    expect(checked(name, value)).toMatchObject({ ok: false, issues: [{ message }] });
  });

  test("if the command does not have it", () => {
    expect(checkOptions([{ type: 3, name: "a" }], [{ name: "b", value: "x" }])).toMatchObject({
      issues: [{ path: ["options", 0, "name"], message: "Value must be one of {'a'}." }],
    });
  });

  test("if it is given twice", () => {
    const twice = [
      { name: "loud", value: true },
      { name: "loud", value: true },
    ];
    expect(checkOptions(values, twice)).toMatchObject({
      issues: [{ path: ["options", 1, "name"], message: 'Value "loud" is repeated.' }],
    });
  });

  test("if it has another type than declared", () => {
    expect(checkOptions(values, [{ name: "loud", type: 3, value: true }])).toMatchObject({
      issues: [{ path: ["options", 0, "type"], message: "Value must be one of {5}." }],
    });
  });

  // Proves requirement 2.3 "required"
  test("if it is required but missing, together with other errors", () => {
    const declared = [
      { type: 3, name: "a", required: true },
      { type: 3, name: "b", required: true },
      { type: 4, name: "c" },
    ];
    expect(checkOptions(declared, [{ name: "c", value: "x" }])).toMatchObject({
      issues: [
        { path: ["options", 0, "value"], option: "c" },
        { path: ["options"], option: "a", code: missing },
        { path: ["options"], option: "b", code: missing },
      ],
    });
  });
});

const tree: readonly DeclaredOption[] = [
  {
    type: 2,
    name: "user",
    options: [{ type: 1, name: "add", options: [{ type: 5, name: "loud", required: true }] }],
  },
  { type: 2, name: "empty" },
  { type: 1, name: "list" },
];

describe("a command with subcommands", () => {
  // Proves requirement 2.3 "types 1 and 2: subcommands and groups"
  test("is invoked by one of them, with nested options", () => {
    const sent: SentOption[] = [
      {
        type: 2,
        name: "user",
        options: [{ type: 1, name: "add", options: [{ name: "loud", value: true }] }],
      },
    ];
    expect(checkOptions(tree, sent)).toEqual({
      ok: true,
      chain: ["user", "add"],
      options: [
        {
          type: 2,
          name: "user",
          options: [{ type: 1, name: "add", options: [{ type: 5, name: "loud", value: true }] }],
        },
      ],
      values: [
        {
          declared: { type: 5, name: "loud", required: true },
          value: true,
          path: ["options", 0, "options", 0, "options", 0, "value"],
        },
      ],
    });
  });

  test("sends an empty list for a subcommand without options", () => {
    expect(checkOptions(tree, [{ name: "list" }])).toMatchObject({
      options: [{ type: 1, name: "list", options: [] }],
    });
  });

  test.each<[string, SentOption[], unknown]>([
    // Proves requirement 2.3 "a command with subcommands"
    ["by itself", [], { path: ["options"], code: missing }],
    // Proves requirement 2.3 "a command with subcommands"
    ["by a group alone", [{ name: "user" }], { path: ["options", 0, "options"], code: missing }],
    [
      "by a group without subcommands",
      [{ name: "empty", type: 2 }],
      { path: ["options", 0, "options"], code: missing },
    ],
    ["by two at once", [{ name: "list" }, { name: "user" }], { path: ["options"] }],
    ["by an unknown name", [{ name: "x" }], { path: ["options", 0, "name"] }],
    ["under a wrong type", [{ name: "list", type: 2 }], { path: ["options", 0, "type"] }],
    [
      "without a required value",
      [{ name: "user", options: [{ name: "add" }] }],
      { path: ["options", 0, "options", 0, "options"], option: "loud", code: missing },
    ],
  ])("cannot be invoked %s", (_, sent, issue) => {
    expect(checkOptions(tree, sent)).toMatchObject({ ok: false, issues: [issue] });
  });
});

describe("option values by name", () => {
  test("are nested in the chain of subcommands", () => {
    expect(nested(tree, ["user", "add"], { values: { loud: true } })).toEqual([
      { name: "user", options: [{ name: "add", options: [{ name: "loud", value: true }] }] },
    ]);
  });

  test("belong to the subcommand at the end of the chain", () => {
    expect(optionsAt(tree, ["user", "add"]).map((option) => option.name)).toEqual(["loud"]);
    expect(optionsAt(tree, ["nothing"])).toEqual([]);
  });

  test("are valid after nesting, with the same chain", () => {
    fc.assert(
      fc.property(fc.boolean(), (loud) => {
        const result = checkOptions(tree, nested(tree, ["user", "add"], { values: { loud } }));
        expect(result).toMatchObject({ ok: true, chain: ["user", "add"] });
      }),
    );
  });
});

test("any value is either coerced to the type of the option or refused", () => {
  const typeOf: Readonly<Record<number, string>> = {
    3: "string",
    4: "number",
    5: "boolean",
    10: "number",
  };
  const anyValue = fc.oneof(
    fc.jsonValue(),
    fc.bigInt(),
    fc.array(fc.dictionary(fc.string(), fc.bigInt())),
  );
  fc.assert(
    fc.property(fc.constantFrom(...values), anyValue, ({ name, type }, value) => {
      const result = checked(name, value);
      const outcome = result.ok ? typeof result.options[0]?.value : result.issues.length;
      expect(outcome).toBe(result.ok ? (typeOf[type] ?? "string") : 1);
    }),
  );
});
