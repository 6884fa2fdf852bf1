import { describe, expect, test } from "vitest";
import { issueTree } from "../../schema/validation-issue.ts";
import { parserOf } from "../../schema/form.ts";
import {
  CreateGlobalCommand,
  CreateGuildCommand,
  EditGlobalCommand,
  OverwriteGlobalCommands,
  OverwriteGuildCommands,
} from "./command-forms.ts";

const readCreate = parserOf(CreateGlobalCommand);
const readGuildCreate = parserOf(CreateGuildCommand);
const readEdit = parserOf(EditGlobalCommand);
const readItems = parserOf(OverwriteGlobalCommands);

const slash = (more: object = {}) => ({ name: "ping", description: "Pong", ...more });
const option = (more: object = {}) => ({ type: 3, name: "text", description: "What", ...more });
const subcommand = (more: object = {}) => option({ type: 1, name: "sub", ...more });

type Reader = (form: unknown) => ReturnType<typeof readCreate> | ReturnType<typeof readItems>;

function channelsAndThreads(form: unknown, read: Reader = readCreate): string[] {
  const reading = read(form);
  return reading.ok ? [] : reading.issues.map(({ path, code }) => `${path.join(".")}: ${code}`);
}

describe("the form for creating a command", () => {
  test.each([
    ["name and description alone", slash()],
    // Proves requirement 2.2 "naming 2: context menus"
    ["a user command with spaces and capitals", { name: "High Five!", type: 2 }],
    // Proves requirement 2.2 "description of a context menu command"
    ["a message command with an empty description", { name: "Report", type: 3, description: "" }],
    ["an entry point without a description", { name: "launch", type: 4, handler: 2 }],
    // Proves requirement 2.2 "name"
    [
      "the longest name and description",
      slash({ name: "x".repeat(32), description: "😀".repeat(100) }),
    ],
    ["text in a language", slash({ name_localizations: { fr: "pîng", "en-GB": "ping" } })],
    // Proves requirement 2.2 "name_localizations"
    ["a language taken back", slash({ name_localizations: { fr: null } })],
    // Proves requirement 2.2 "default_member_permissions"
    ["all permission bits", slash({ default_member_permissions: "18014398509481983" })],
    ["no permission bits", slash({ default_member_permissions: "0" })],
    [
      "every context and integration type",
      slash({ contexts: [0, 1, 2], integration_types: [1, 0] }),
    ],
    ["no options at all in a list", slash({ options: [] })],
    // Proves requirement 2.2 "options"
    [
      "25 options",
      slash({ options: Array.from({ length: 25 }, (_, i) => option({ name: `o${i}` })) }),
    ],
    ["a subcommand without options", slash({ options: [subcommand()] })],
    ["a group without subcommands", slash({ options: [option({ type: 2 })] })],
    [
      "a subcommand that says it is not required",
      slash({ options: [subcommand({ required: false })] }),
    ],
    // Proves requirement 2.3 "name"
    [
      "equal names at different levels",
      slash({ options: [subcommand({ options: [option({ name: "sub" })] })] }),
    ],
    [
      "equal localized names in different subcommands",
      slash({
        options: ["a", "b"].map((name) =>
          subcommand({ name, options: [option({ name_localizations: { fr: "texte" } })] }),
        ),
      }),
    ],
    [
      "a localized name equal to its own default",
      slash({ options: [option({ name_localizations: { fr: "text" } })] }),
    ],
    [
      "choices with equal names and values",
      slash({
        options: [
          option({
            choices: [
              { name: "a", value: "b" },
              { name: "a", value: "b" },
            ],
          }),
        ],
      }),
    ],
    [
      "choices outside of the bounds",
      slash({ options: [option({ type: 4, max_value: 1, choices: [{ name: "a", value: 5 }] })] }),
    ],
    // Proves requirement 2.3 "autocomplete"
    [
      "autocomplete beside an empty list of choices",
      slash({ options: [option({ autocomplete: true, choices: [] })] }),
    ],
    ["equal bounds", slash({ options: [option({ min_length: 5, max_length: 5 })] })],
    // Proves requirement 2.3 "values of channel types"
    // Proves requirement 2.3 "type 7: channel"
    [
      "every type of channel",
      slash({
        options: [
          option({ type: 7, channel_types: [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16] }),
        ],
      }),
    ],
    [
      "file types in any case",
      slash({ options: [option({ type: 11, file_types: ["image", ".PDF"] })] }),
    ],
  ])("accepts %s", (_, form) => {
    expect(readCreate(form)).toEqual({ ok: true, value: form });
  });

  // Proves requirement 2 "optional and nullable fields"
  // Proves requirement 4.2 "body: create global"
  test("accepts null in every field except name and, for slash commands, description", () => {
    const nulls = {
      name_localizations: null,
      description_localizations: null,
      options: null,
      default_member_permissions: null,
      default_permission: null,
      dm_permission: null,
      contexts: null,
      integration_types: null,
      type: null,
      nsfw: null,
      handler: null,
    };
    expect(readCreate(slash(nulls))).toEqual({ ok: true, value: slash(nulls) });
    expect(channelsAndThreads({ name: null, description: null })).toEqual([
      "name: BASE_TYPE_REQUIRED",
      "description: BASE_TYPE_REQUIRED",
    ]);
  });

  // Proves requirement 2.3 "choices"
  test("drops unknown fields, and fields that an option's type does not have", () => {
    const form = slash({
      id: "7",
      mood: "good",
      options: [
        option({
          type: 5,
          choices: [{ name: "a", value: "b" }],
          min_value: 5,
          autocomplete: true,
          options: [option()],
        }),
      ],
    });
    const command = slash({ options: [option({ type: 5 })] });
    expect(readCreate(form)).toEqual({ ok: true, value: command });
  });

  // Proves requirement 2.3 "contexts of a guild's command"
  // Proves requirement 4.2 "body: create guild"
  test("drops contexts, integration types, dm_permission and handler in a guild", () => {
    const form = slash({ contexts: [9], integration_types: "all", dm_permission: 1, handler: 9 });
    expect(readGuildCreate(form)).toEqual({ ok: true, value: slash() });
  });

  test("reports all errors at once, each at its path", () => {
    const form = {
      name: "Not OK",
      description: "",
      contexts: [5],
      options: [
        option({ name: "late", required: false }),
        option({ name: "Wrong", required: true, choices: [{ name: "", value: 1 }] }),
        { name: "untyped", description: "x" },
        option({ name: "late", type: 4, min_value: "low" }),
      ],
    };
    expect(channelsAndThreads(form)).toEqual([
      "options.1.name: APPLICATION_COMMAND_INVALID_NAME",
      "options.1.choices.0.name: BASE_TYPE_BAD_LENGTH",
      "options.1.choices.0.value: STRING_TYPE_CONVERT",
      "options.2: TAG_FIELD_MISSING",
      "options.3.min_value: NUMBER_TYPE_COERCE",
      "options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
      "options.3: APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
      "contexts.0: BASE_TYPE_CHOICES",
      "name: STRING_TYPE_REGEX",
      "name: APPLICATION_COMMAND_INVALID_NAME",
      "description: BASE_TYPE_BAD_LENGTH",
    ]);
  });

  test("reports an invalid field once, and not also as missing", () => {
    expect(channelsAndThreads({ name: 5, description: 7 })).toEqual([
      "name: STRING_TYPE_CONVERT",
      "description: STRING_TYPE_CONVERT",
    ]);
  });

  test.each([
    ["a group in a group", [2, 2], "options.0.options.0.type: BASE_TYPE_CHOICES"],
    ["a value in a group", [2, 3], "options.0.options.0.type: BASE_TYPE_CHOICES"],
    ["a subcommand in a subcommand", [1, 1], "options.0.options.0: UNION_TYPE_CHOICES"],
    ["a group in a subcommand", [1, 2], "options.0.options.0: UNION_TYPE_CHOICES"],
  ])("refuses %s", (_, [outer, inner], issue) => {
    const nested = option({ type: outer, options: [option({ type: inner })] });
    expect(channelsAndThreads(slash({ options: [nested] }))).toEqual([issue]);
  });

  // Proves requirement 2.3 "order"
  test("reports each required option after an optional one, at every level", () => {
    const late = ["b", "c"].map((name) => option({ name, required: true }));
    const options = [option({ name: "a" }), ...late];
    const group = option({ type: 2, name: "group", options: [subcommand({ options })] });
    expect(channelsAndThreads(slash({ options: [group] }))).toEqual(
      [1, 2].map(
        (at) => `options.0.options.0.options.${at}: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID`,
      ),
    );
  });

  // Proves requirement 2.3 "name_localizations"
  test("refuses two options with the same name in one language", () => {
    const options = ["a", "b"].map((name) => option({ name, name_localizations: { fr: "c" } }));
    expect(channelsAndThreads(slash({ options }))).toEqual([
      "options.1.name_localizations.fr: APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
    ]);
  });

  // Proves requirement 2.3 "nesting"
  test("reports the first option of another kind, whichever kind came first", () => {
    const mixed = [subcommand(), subcommand({ name: "two" }), option(), option({ name: "three" })];
    expect(channelsAndThreads(slash({ options: mixed }))).toEqual([
      "options.2: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ]);
  });

  test("reads an object in place of the list of options key by key", () => {
    expect(channelsAndThreads(slash({ options: { name: "a", type: 3 } }))).toEqual([
      "options.0: MODEL_TYPE_CONVERT",
      "options.1: MODEL_TYPE_CONVERT",
    ]);
  });
});

describe("the form for editing a command", () => {
  // Proves requirement 4.2 "body: edit global"
  test("accepts any subset of fields, and null for defaults", () => {
    const form = { description: null, options: null, contexts: null, handler: null };
    expect(readEdit(form)).toEqual({ ok: true, value: form });
    expect(readEdit({})).toEqual({ ok: true, value: {} });
  });

  // Proves requirement 4.2 "body: edit global"
  test("ignores the type", () => {
    expect(readEdit({ type: 3 })).toEqual({ ok: true, value: {} });
  });

  test("applies the rules common to all types", () => {
    expect(
      channelsAndThreads({ name: "", options: [option({ name: "Up" })] }, readEdit as Reader),
    ).toEqual(["name: BASE_TYPE_BAD_LENGTH", "options.0.name: APPLICATION_COMMAND_INVALID_NAME"]);
  });
});

describe("the form for a bulk overwrite", () => {
  test("accepts null for an empty list", () => {
    expect(readItems(null)).toEqual({ ok: true, value: null });
    expect(readItems([])).toEqual({ ok: true, value: [] });
  });

  // Proves requirement 2.2 "naming 3: a slash and a user command"
  test("accepts the same name for different types", () => {
    const items = [slash(), { name: "ping", type: 2 }, { name: "ping", type: 3 }];
    expect(readItems(items)).toEqual({ ok: true, value: items });
  });

  // Proves requirement 4.2 "Bulk overwrite global: method and body"
  test("accepts IDs as numbers", () => {
    expect(readItems([slash({ id: 12345 }), slash({ id: null, name: "b" })])).toEqual({
      ok: true,
      value: [slash({ id: "12345" }), slash({ id: null, name: "b" })],
    });
  });

  test("reports errors of a command at its index, and those of the list at the root", () => {
    expect(channelsAndThreads([slash({ type: null }), slash({ type: 1 }), {}], readItems)).toEqual([
      "2.name: BASE_TYPE_REQUIRED",
      "2.description: BASE_TYPE_REQUIRED",
      "1: APPLICATION_COMMANDS_DUPLICATE_NAME",
    ]);
    const many = Array.from({ length: 131 }, () => slash());
    const reading = readItems(many);
    expect(reading.ok ? {} : issueTree(reading.issues)).toEqual({
      _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: "Must be 130 or fewer in length." }],
    });
  });

  // Proves requirement 4.2 "body: bulk overwrite guild"
  test("validates contexts and integration types in a guild, too", () => {
    const read = parserOf(OverwriteGuildCommands);
    expect(
      channelsAndThreads([slash({ contexts: [3], integration_types: [] })], read as Reader),
    ).toEqual(["0.contexts.0: BASE_TYPE_CHOICES", "0.integration_types: BASE_TYPE_MIN_LENGTH"]);
  });
});
