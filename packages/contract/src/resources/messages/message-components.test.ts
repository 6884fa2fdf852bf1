import { describe, expect, test } from "vitest";
import { parserOf } from "../../schema/form.ts";
import type { TSchema } from "../../schema/values.ts";
import { LayoutComponents, LegacyComponents } from "./message-components.ts";

/** Faults as `place: CODE`. */
function issuesOf(schema: TSchema, value: unknown): string[] {
  const reading = parserOf(schema)(value);
  return reading.ok ? [] : reading.issues.map(({ path, code }) => `${path.join(".")}: ${code}`);
}

const button = (more: object = {}) => ({ type: 2, style: 1, label: "x", custom_id: "a", ...more });
const row = (...components: unknown[]) => ({ type: 1, components });
const option = (value: string, more: object = {}) => ({ label: value, value, ...more });
const menu = (more: object = {}) => ({ type: 3, custom_id: "m", options: [option("a")], ...more });
const users = (more: object = {}) => ({ type: 5, custom_id: "u", ...more });
const display = (content: unknown = "x") => ({ type: 10, content });
/** A list of this many equal values. */
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
const long = (count: number) => "x".repeat(count);
const inRow = (field: string, code: string) => [`0.components.0.${field}: ${code}`];

describe("an action row", () => {
  test.each<[string, unknown, string[]]>([
    ["of five buttons", row(button(), button(), button(), button(), button()), []],
    ["of one menu", row(menu()), []],
    ["of nothing", row(), ["0.components: BASE_TYPE_BAD_LENGTH"]],
    ["of six buttons", row(...times(6, button())), ["0.components: BASE_TYPE_BAD_LENGTH"]],
    ["of two menus", row(menu(), menu()), ["0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED"]],
    [
      "of a menu beside a button",
      row(button(), menu()),
      ["0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
    ],
    ["of a row", row(row(button())), ["0.components.0: UNION_TYPE_CHOICES"]],
    ["of a text input", row({ type: 4 }), ["0.components.0: UNION_TYPE_CHOICES"]],
    ["of text", row("x"), ["0.components.0: MODEL_TYPE_CONVERT"]],
    ["without a list", { type: 1 }, ["0.components: BASE_TYPE_REQUIRED"]],
    ["with an id below 0", { ...row(button()), id: -1 }, ["0.id: NUMBER_TYPE_MIN"]],
    ["with an id over 32 bits", { ...row(button()), id: 2 ** 31 }, ["0.id: NUMBER_TYPE_MAX"]],
    ["with an id of 0", { ...row(button()), id: 0 }, []],
  ])("%s", (_, component, expected) => {
    expect(issuesOf(LegacyComponents, [component])).toEqual(expected);
    expect(issuesOf(LayoutComponents, [component])).toEqual(expected);
  });

  test("is the only component without the flag, at most five times", () => {
    const one = row(button());
    expect(issuesOf(LegacyComponents, times(5, one))).toEqual([]);
    expect(issuesOf(LegacyComponents, times(6, one))).toEqual([": BASE_TYPE_MAX_LENGTH"]);
    const reading = parserOf(LegacyComponents)([display()]);
    expect(reading).toEqual({
      ok: false,
      issues: [
        {
          path: [0],
          code: "UNION_TYPE_CHOICES",
          message: 'Value of field "type" must be one of (1,).',
        },
      ],
    });
  });

  test("lists its permitted components in the error", () => {
    const reading = parserOf(LegacyComponents)([row(display())]);
    expect(reading).toMatchObject({
      issues: [{ message: 'Value of field "type" must be one of (2, 3, 5, 6, 7, 8).' }],
    });
  });
});

describe("a button", () => {
  const link = { style: 5, custom_id: undefined };
  test.each<[string, object, string[]]>([
    ["with a label of 80", { label: long(80) }, []],
    ["with a label of 81", { label: long(81) }, inRow("label", "BASE_TYPE_MAX_LENGTH")],
    ["with an emoji alone", { label: undefined, emoji: { name: "👍" } }, []],
    ["with an emoji by id", { label: undefined, emoji: { id: "5", name: "ours" } }, []],
    ["with neither", { label: "" }, inRow("label", "BASE_TYPE_REQUIRED")],
    [
      "with text for an emoji",
      { emoji: { name: ":thumbsup:" } },
      inRow("emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    ],
    [
      "with a digit",
      { emoji: { name: "1" } },
      inRow("emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    ],
    ["with a keycap", { emoji: { name: "1️⃣" } }, []],
    ["with a plain heart", { emoji: { name: "❤" } }, []],
    [
      "with a triangle",
      { emoji: { name: "▲" } },
      inRow("emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    ],
    ["with an empty custom id", { custom_id: "" }, inRow("custom_id", "BASE_TYPE_BAD_LENGTH")],
    [
      "with a custom id of 101",
      { custom_id: long(101) },
      inRow("custom_id", "BASE_TYPE_BAD_LENGTH"),
    ],
    [
      "without a custom id",
      { custom_id: undefined },
      inRow("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"),
    ],
    [
      "with a custom id and an address",
      { url: "https://x.example" },
      inRow("url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
    ],
    ["that links", { ...link, url: "https://x.example/a?b#c" }, []],
    ["that links inside", { ...link, url: "discord://-/channels" }, []],
    ["that links nowhere", link, inRow("url", "BASE_TYPE_REQUIRED")],
    ["that links to no address", { ...link, url: "x" }, inRow("url", "URL_TYPE_INVALID_SCHEME")],
    [
      "that links to a program",
      { ...link, url: "javascript://x/%0aalert(1)" },
      inRow("url", "URL_TYPE_INVALID_SCHEME"),
    ],
    [
      "that links too far",
      { ...link, url: `https://x.example/${long(500)}` },
      inRow("url", "BASE_TYPE_MAX_LENGTH"),
    ],
    [
      "that links with a custom id",
      { style: 5, url: "https://x.example" },
      inRow("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
    ],
    ["that sells", { style: 6, custom_id: undefined, label: undefined, sku_id: "5" }, []],
    [
      "that sells nothing",
      { style: 6, custom_id: undefined, label: undefined },
      inRow("sku_id", "BASE_TYPE_REQUIRED"),
    ],
    [
      "that sells under a label",
      { style: 6, custom_id: undefined, label: "Buy", sku_id: "5" },
      inRow("label", "BUTTON_COMPONENT_PREMIUM_FACE"),
    ],
    [
      "that sells under an emoji",
      { style: 6, custom_id: undefined, label: undefined, emoji: { name: "🔥" }, sku_id: "5" },
      inRow("emoji", "BUTTON_COMPONENT_PREMIUM_FACE"),
    ],
    ["of no style", { style: undefined }, inRow("style", "BASE_TYPE_REQUIRED")],
    ["of style 7", { style: 7 }, inRow("style", "BASE_TYPE_CHOICES")],
    ["that is disabled", { disabled: true }, []],
  ])("%s", (_, more, expected) => {
    expect(issuesOf(LegacyComponents, [row(button(more))])).toEqual(expected);
  });
});

describe("a select menu", () => {
  const options = (count: number) => Array.from({ length: count }, (_, i) => option(`${i}`));
  test.each<[string, object, string[]]>([
    ["of 25 options", menu({ options: options(25), max_values: 25 }), []],
    ["of 26 options", menu({ options: options(26) }), inRow("options", "BASE_TYPE_BAD_LENGTH")],
    ["of none", menu({ options: [] }), inRow("options", "BASE_TYPE_BAD_LENGTH")],
    ["without any", menu({ options: undefined }), inRow("options", "BASE_TYPE_REQUIRED")],
    [
      "that wants more than it has",
      menu({ max_values: 2 }),
      inRow("options", "BASE_TYPE_MIN_LENGTH"),
    ],
    [
      "whose least is above its most",
      menu({ min_values: 2 }),
      inRow("min_values", "NUMBER_TYPE_MAX"),
    ],
    ["that wants none at most", menu({ max_values: 0 }), inRow("max_values", "NUMBER_TYPE_MIN")],
    ["that wants 26", menu({ max_values: 26 }), inRow("max_values", "NUMBER_TYPE_MAX")],
    [
      "with a value twice",
      menu({ options: [option("a"), option("a")] }),
      inRow("options.1.value", "COMPONENT_OPTION_VALUE_DUPLICATED"),
    ],
    [
      "with too many chosen",
      menu({ options: [option("a", { default: true }), option("b", { default: true })] }),
      inRow("options", "COMPONENT_TOO_MANY_DEFAULT_VALUES"),
    ],
    [
      "with a long value",
      menu({ options: [option(long(101))] }),
      [
        ...inRow("options.0.label", "BASE_TYPE_BAD_LENGTH"),
        ...inRow("options.0.value", "BASE_TYPE_BAD_LENGTH"),
      ],
    ],
    [
      "with a long description",
      menu({ options: [option("a", { description: long(101) })] }),
      inRow("options.0.description", "BASE_TYPE_MAX_LENGTH"),
    ],
    [
      "with a long placeholder",
      menu({ placeholder: long(151) }),
      inRow("placeholder", "BASE_TYPE_MAX_LENGTH"),
    ],
    [
      "without a custom id",
      menu({ custom_id: undefined }),
      inRow("custom_id", "BASE_TYPE_REQUIRED"),
    ],
    ["of users with one chosen", users({ default_values: [{ id: 5, type: "user" }] }), []],
    [
      "of users with a role chosen",
      users({ default_values: [{ id: "5", type: "role" }] }),
      inRow("default_values.0.type", "BASE_TYPE_CHOICES"),
    ],
    [
      "of users with two chosen for one",
      users({ default_values: [5, 6].map((id) => ({ id, type: "user" })) }),
      inRow("default_values", "COMPONENT_TOO_MANY_DEFAULT_VALUES"),
    ],
    ["of channels of a kind", { type: 8, custom_id: "c", channel_types: [0, 15] }, []],
    [
      "of channels of no kind",
      { type: 8, custom_id: "c", channel_types: [7] },
      inRow("channel_types.0", "BASE_TYPE_CHOICES"),
    ],
  ])("%s", (_, component, expected) => {
    expect(issuesOf(LegacyComponents, [row(component)])).toEqual(expected);
  });
});

describe("a component of the newer kind", () => {
  const media = { url: "https://x.example/a.png" };
  const section = (more: object = {}) => ({
    type: 9,
    components: [display()],
    accessory: button(),
    ...more,
  });
  const gallery = (count: number) => ({ type: 12, items: times(count, { media }) });
  const box = (...components: unknown[]) => ({ type: 17, components });
  test.each<[string, unknown, string[]]>([
    ["text", display(long(4000)), []],
    ["no text", display(""), ["0.content: BASE_TYPE_BAD_LENGTH"]],
    ["too much text", display(long(4001)), ["0.content: BASE_TYPE_BAD_LENGTH"]],
    ["a section", section(), []],
    ["a section with a picture", section({ accessory: { type: 11, media } }), []],
    [
      "a section without an accessory",
      section({ accessory: undefined }),
      ["0.accessory: BASE_TYPE_REQUIRED"],
    ],
    [
      "a section beside a menu",
      section({ accessory: menu() }),
      ["0.accessory: UNION_TYPE_CHOICES"],
    ],
    [
      "a section of four texts",
      section({ components: times(4, display()) }),
      ["0.components: BASE_TYPE_BAD_LENGTH"],
    ],
    [
      "a section of a button",
      section({ components: [button()] }),
      ["0.components.0: UNION_TYPE_CHOICES"],
    ],
    ["a gallery of ten", gallery(10), []],
    ["a gallery of none", gallery(0), ["0.items: BASE_TYPE_BAD_LENGTH"]],
    ["a gallery of eleven", gallery(11), ["0.items: BASE_TYPE_BAD_LENGTH"]],
    [
      "a picture described at length",
      section({ accessory: { type: 11, media, description: long(1025) } }),
      ["0.accessory.description: BASE_TYPE_BAD_LENGTH"],
    ],
    [
      "a picture described with nothing",
      section({ accessory: { type: 11, media, description: "" } }),
      ["0.accessory.description: BASE_TYPE_BAD_LENGTH"],
    ],
    ["a file", { type: 13, file: { url: "attachment://a.txt" } }, []],
    ["a file elsewhere", { type: 13, file: media }, ["0.file.url: URL_TYPE_INVALID_SCHEME"]],
    ["a separator", { type: 14 }, []],
    ["a wide separator", { type: 14, spacing: 3 }, ["0.spacing: BASE_TYPE_CHOICES"]],
    ["a container of all", box(row(button()), section(), display(), gallery(1), { type: 14 }), []],
    ["a container of a container", box(box(display())), ["0.components.0: UNION_TYPE_CHOICES"]],
    ["an empty container", box(), ["0.components: BASE_TYPE_BAD_LENGTH"]],
    ["a colour", { ...box(display()), accent_color: 0xff_ff_ff }, []],
    ["no colour", { ...box(display()), accent_color: null }, []],
    [
      "a colour beyond white",
      { ...box(display()), accent_color: 0x1_00_00_00 },
      ["0.accent_color: NUMBER_TYPE_MAX"],
    ],
    ["a button by itself", button(), ["0: UNION_TYPE_CHOICES"]],
    ["a label", { type: 18 }, ["0: UNION_TYPE_CHOICES"]],
  ])("%s", (_, component, expected) => {
    expect(issuesOf(LayoutComponents, [component])).toEqual(expected);
  });
});
