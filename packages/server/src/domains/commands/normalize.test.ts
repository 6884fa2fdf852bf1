import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { globalPlace, guildPlace } from "../../testing/calls/command-calls.ts";
import {
  contentOf,
  editedForm,
  isSameInAnyOrder,
  type ContentEdit,
  type OptionForm,
} from "./normalize.ts";

const slash = { name: "ping", description: "Pong" };
const option: OptionForm = { type: 3, name: "text", description: "What" };

describe("a command with only a name and a description", () => {
  // Proves requirement 2.2 "type"
  // Proves requirement 2.2 "nsfw"
  // Proves requirement 2.2 "integration_types"
  // Proves requirement 2.2 "type 1"
  test("has the defaults of a global command", () => {
    expect(contentOf(globalPlace({ integration_types: [0] }), slash)).toEqual({
      type: 1,
      name: "ping",
      name_localizations: null,
      description: "Pong",
      description_localizations: null,
      default_member_permissions: null,
      nsfw: false,
      dm_permission: true,
      contexts: null,
      integration_types: [0],
    });
  });

  // Proves requirement 2.2 "integration_types"
  // Proves requirement 2.2 "contexts"
  // Proves requirement 2.3 "contexts of a guild's command"
  test("has no fields about other places in a guild", () => {
    const reach = { dm_permission: false, contexts: [0], integration_types: [1], handler: 1 };
    expect(contentOf(guildPlace(), { ...slash, ...reach })).toEqual({
      type: 1,
      name: "ping",
      name_localizations: null,
      description: "Pong",
      description_localizations: null,
      default_member_permissions: null,
      nsfw: false,
    });
  });

  test("is the same if all other fields are null", () => {
    const nulls = {
      name_localizations: null,
      description_localizations: null,
      options: null,
      default_member_permissions: null,
      default_permission: null,
      nsfw: null,
      dm_permission: null,
      contexts: null,
      integration_types: null,
      handler: null,
      type: null,
    };
    expect(contentOf(globalPlace(), { ...slash, ...nulls })).toEqual(
      contentOf(globalPlace(), slash),
    );
  });
});

describe("the content of a command", () => {
  test.each([
    // Proves requirement 2.2 "default_permission"
    [{ default_permission: false }, "0"],
    [{ default_permission: true }, null],
    [{ default_permission: false, default_member_permissions: null }, null],
    [{ default_permission: false, default_member_permissions: "8" }, "8"],
    [{ default_member_permissions: "0" }, "0"],
  ])("with %j requires the permissions %s", (fields, expected) => {
    const content = contentOf(guildPlace(), { ...slash, ...fields });
    expect(content.default_member_permissions).toBe(expected);
    expect(content).not.toHaveProperty("default_permission");
  });

  // Proves requirement 2.2 "dm_permission"
  test.each([
    [{ contexts: [0, 1, 2] }, true],
    [{ contexts: [0, 2], dm_permission: true }, false],
    [{ contexts: [1], dm_permission: false }, true],
    [{ dm_permission: false }, false],
  ])("with %j allows use in direct messages: %s", (fields, expected) => {
    expect(contentOf(globalPlace(), { ...slash, ...fields }).dm_permission).toBe(expected);
  });

  // Proves requirement 2.2 "handler"
  test("has a handler only for entry points, by default the application", () => {
    const launch = { name: "launch", type: 4 } as const;
    expect(contentOf(globalPlace(), launch)).toMatchObject({ description: "", handler: 1 });
    expect(contentOf(globalPlace(), { ...launch, handler: 2 }).handler).toBe(2);
    expect(contentOf(globalPlace(), slash)).not.toHaveProperty("handler");
  });

  // Proves requirement 2.2 "description of a context menu command"
  test("has no description in any language for user and message commands", () => {
    const form = { name: "High Five", type: 2, description_localizations: { fr: "non" } } as const;
    expect(contentOf(globalPlace(), form)).toMatchObject({
      description: "",
      description_localizations: null,
    });
  });

  test("omits localizations that are null", () => {
    const form = { ...slash, name_localizations: { fr: "pîng", de: null } };
    expect(contentOf(globalPlace(), form).name_localizations).toEqual({ fr: "pîng" });
  });
});

describe("an option", () => {
  const normalized = (more: Partial<OptionForm>) =>
    contentOf(guildPlace(), { ...slash, options: [{ ...option, ...more }] }).options?.[0];
  const bare = { ...option, name_localizations: null, description_localizations: null };

  test.each<[string, Partial<OptionForm>, object]>([
    // Proves requirement 2.3 "required"
    ["that is not required says nothing of it", { required: false }, {}],
    ["that is required says so", { required: true }, { required: true }],
    ["without autocomplete says nothing of it", { autocomplete: false }, {}],
    ["with autocomplete says so", { autocomplete: true }, { autocomplete: true }],
    ["with empty lists has none", { choices: [], options: [], channel_types: [] }, {}],
    // Proves requirement 2.3 "min_length"
    ["keeps bounds of nought", { min_value: 0, min_length: 0 }, { min_value: 0, min_length: 0 }],
    // Proves requirement 2.3 "channel_types"
    ["keeps its channel types", { channel_types: [0, 5] }, { channel_types: [0, 5] }],
    [
      "keeps choices with what they say in other languages",
      {
        choices: [
          { name: "a", value: 1 },
          { name: "b", value: 2, name_localizations: { fr: "c" } },
        ],
      },
      {
        choices: [
          { name: "a", name_localizations: null, value: 1 },
          { name: "b", name_localizations: { fr: "c" }, value: 2 },
        ],
      },
    ],
    // Proves requirement 2.3 "options"
    ["keeps the options below it", { options: [option] }, { options: [bare] }],
  ])("%s", (_, fields, expected) => {
    expect(normalized(fields)).toEqual({ ...bare, ...expected });
  });

  test("has its keys in the order of the reference", () => {
    const fields = {
      autocomplete: true,
      min_value: 1,
      max_value: 2,
      required: true,
      type: 4,
    } as const;
    expect(Object.keys(normalized(fields) ?? {})).toEqual([
      "type",
      "name",
      "name_localizations",
      "description",
      "description_localizations",
      "required",
      "min_value",
      "max_value",
      "autocomplete",
    ]);
  });
});

describe("an edit", () => {
  const stored = contentOf(globalPlace(), {
    ...slash,
    options: [option],
    default_member_permissions: "8",
    contexts: [0],
  });
  const after = (edit: ContentEdit) => contentOf(globalPlace(), editedForm(stored, edit));

  test("with no fields changes nothing", () => {
    expect(after({})).toEqual(stored);
  });

  test.each<[ContentEdit, object]>([
    [{ name: "pong" }, { name: "pong" }],
    [{ nsfw: true }, { nsfw: true }],
    [{ default_member_permissions: null }, { default_member_permissions: null }],
    [{ default_permission: false }, { default_member_permissions: "0" }],
    [
      { default_permission: false, default_member_permissions: null },
      { default_member_permissions: null },
    ],
    [{ default_permission: true }, {}],
    [{ contexts: [0, 1] }, { contexts: [0, 1], dm_permission: true }],
    [{ contexts: null }, { contexts: null, dm_permission: true }],
    [
      { contexts: null, dm_permission: false },
      { contexts: null, dm_permission: false },
    ],
    [{ integration_types: [1] }, { integration_types: [1] }],
    [{ integration_types: null }, { integration_types: [0, 1] }],
  ])("of %j changes only that", (edit, expected) => {
    expect(after(edit)).toEqual({ ...stored, ...expected });
  });

  // Proves requirement 2.2 "default_permission"
  test.each<[ContentEdit, string | null]>([
    [{ default_permission: true }, null],
    [{ default_permission: null }, null],
    [{ default_permission: true, default_member_permissions: "0" }, "0"],
    [{ default_permission: true, default_member_permissions: "8" }, "8"],
    [{ nsfw: true }, "0"],
  ])("of %j sets the permissions of a command disabled by default to %s", (edit, permissions) => {
    const closed = contentOf(globalPlace(), { ...slash, default_permission: false });
    const edited = contentOf(globalPlace(), editedForm(closed, edit));
    expect(edited.default_member_permissions).toBe(permissions);
  });

  // Proves requirement 4.2 "Edit global"
  test("replaces all options at once", () => {
    const other: OptionForm = { type: 5, name: "other", description: "x" };
    expect(after({ options: [other] }).options).toHaveLength(1);
    expect(after({ options: [other] }).options?.[0]).toMatchObject(other);
    expect(after({ options: null })).not.toHaveProperty("options");
  });
});

describe("comparing JSON", () => {
  test("ignores the order of keys", () => {
    expect(isSameInAnyOrder({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  });

  test.each([
    [{ a: 1 }, { a: 1, b: undefined }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [{ a: null }, { b: null }],
    [null, {}],
    ["1", 1],
  ])("distinguishes %j from %j", (a, b) => {
    expect(isSameInAnyOrder(a, b)).toBe(false);
    expect(isSameInAnyOrder(b, a)).toBe(false);
  });

  test("equates a value with its copy, and is symmetric", () => {
    const json = fc
      .jsonValue({ maxDepth: 3 })
      .map((value): unknown => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(isSameInAnyOrder(a, JSON.parse(JSON.stringify(a)))).toBe(true);
        expect(isSameInAnyOrder(a, b)).toBe(isSameInAnyOrder(b, a));
      }),
    );
  });
});
