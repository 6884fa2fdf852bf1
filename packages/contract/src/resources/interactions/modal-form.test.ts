import { describe, expect, test } from "vitest";
import { parserOf } from "../../schema/form.ts";
import { ModalForm } from "./modal-form.ts";

const read = parserOf(ModalForm);

function issuesOf(modal: unknown): string[] {
  const reading = read(modal);
  return reading.ok ? [] : reading.issues.map(({ path, code }) => `${path.join(".")}: ${code}`);
}

const input = (more: object = {}) => ({ type: 4, custom_id: "i", style: 1, ...more });
const label = (component: unknown, more: object = {}) => ({
  type: 18,
  label: "Name",
  component,
  ...more,
});
const modal = (...components: unknown[]) => ({ custom_id: "m", title: "T", components });
const options = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ label: `${i}`, value: `${i}` }));
const child = (type: number, more: object = {}) => ({ type, custom_id: "c", ...more });
/** A list of this many equal values. */
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
const long = (count: number) => "x".repeat(count);

describe("a modal", () => {
  test.each<[string, object, string[]]>([
    ["with one label", modal(label(input())), []],
    ["with five", modal(...times(5, label(input()))), []],
    ["with six", modal(...times(6, label(input()))), ["components: BASE_TYPE_BAD_LENGTH"]],
    ["with none", modal(), ["components: BASE_TYPE_BAD_LENGTH"]],
    ["with text", modal({ type: 10, content: "Read this" }), []],
    ["with a row of old", modal({ type: 1, components: [input({ label: "Name" })] }), []],
    [
      "with as many choices at least as its faulty options would allow",
      modal(label(child(22, { min_values: 2, options: "ab" }))),
      ["components.0.component.options: LIST_TYPE_CONVERT"],
    ],
    [
      "with an input in a row without its label",
      modal({ type: 1, components: [input()] }),
      ["components.0.components.0.label: BASE_TYPE_REQUIRED"],
    ],
    [
      "with an input in a row with a long label",
      modal({ type: 1, components: [input({ label: long(46) })] }),
      ["components.0.components.0.label: BASE_TYPE_BAD_LENGTH"],
    ],
    [
      "with two inputs in a row",
      modal({
        type: 1,
        components: ["i", "j"].map((custom_id) => input({ label: "Name", custom_id })),
      }),
      ["components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
    ],
    [
      "with a button",
      modal({ type: 1, components: [{ type: 2 }] }),
      ["components.0.components.0: UNION_TYPE_CHOICES"],
    ],
    ["with a container", modal({ type: 17 }), ["components.0: UNION_TYPE_CHOICES"]],
    ["without a title", { ...modal(label(input())), title: "" }, ["title: BASE_TYPE_BAD_LENGTH"]],
    [
      "with a long title",
      { ...modal(label(input())), title: long(46) },
      ["title: BASE_TYPE_BAD_LENGTH"],
    ],
    [
      "with a long custom id",
      { ...modal(label(input())), custom_id: long(101) },
      ["custom_id: BASE_TYPE_BAD_LENGTH"],
    ],
  ])("%s", (_, form, expected) => {
    expect(issuesOf(form)).toEqual(expected);
  });
});

const at = (field: string, code: string) => [`components.0.component.${field}: ${code}`];

describe("a component in a label", () => {
  test.each<[string, object, string[]]>([
    ["text of any length", input({ min_length: 0, max_length: 4000, value: long(4000) }), []],
    [
      "text whose least is above its most",
      input({ min_length: 5, max_length: 4 }),
      at("min_length", "NUMBER_TYPE_MAX"),
    ],
    [
      "text longer than it may be",
      input({ max_length: 4, value: "12345" }),
      at("value", "BASE_TYPE_MAX_LENGTH"),
    ],
    [
      "text shorter than it may be",
      input({ min_length: 1, value: "" }),
      at("value", "BASE_TYPE_MIN_LENGTH"),
    ],
    ["text as short as it may be", input({ min_length: 1, value: "1" }), []],
    ["no text where some length is asked for", input({ min_length: 1 }), []],
    ["empty text of any length", input({ value: "" }), []],
    ["text of length 0", input({ max_length: 0 }), at("max_length", "NUMBER_TYPE_MIN")],
    [
      "a long placeholder",
      input({ placeholder: long(101) }),
      at("placeholder", "BASE_TYPE_MAX_LENGTH"),
    ],
    ["text of no style", input({ style: undefined }), at("style", "BASE_TYPE_REQUIRED")],
    ["a select menu", child(3, { options: options(2), required: false }), []],
    ["one that may be left alone", child(5, { min_values: 0, required: false }), []],
    [
      "one of which nothing must be chosen",
      child(5, { min_values: 0, required: true }),
      at("min_values", "COMPONENT_REQUIRED_ZERO_MIN_VALUES"),
    ],
    [
      "one of which nothing must be chosen, required unless it says otherwise",
      child(3, { options: options(2), min_values: 0 }),
      at("min_values", "COMPONENT_REQUIRED_ZERO_MIN_VALUES"),
    ],
    ["one that is not disabled", child(3, { options: options(2), disabled: false }), []],
    // Proves requirement 7 "disabled select in a modal"
    [
      "one that is disabled",
      child(3, { options: options(2), disabled: true }),
      at("disabled", "COMPONENT_DISABLED_IN_MODAL"),
    ],
    ["disabled users", child(5, { disabled: true }), at("disabled", "COMPONENT_DISABLED_IN_MODAL")],
    ["roles", child(6), []],
    ["mentionables", child(7), []],
    ["channels", child(8, { channel_types: [0] }), []],
    // Proves requirement 8 "file upload in a modal"
    ["files", child(19, { min_values: 0, max_values: 10, required: false }), []],
    [
      "required files of which there need be none",
      child(19, { min_values: 0, required: true }),
      at("min_values", "COMPONENT_REQUIRED_ZERO_MIN_VALUES"),
    ],
    // Proves requirement 8 "file upload in a modal"
    ["eleven files", child(19, { max_values: 11 }), at("max_values", "NUMBER_TYPE_MAX")],
    ["files of types", child(19, { file_types: ["image", ".PDF"] }), []],
    [
      "files of a type without its dot",
      child(19, { file_types: ["video", "pdf"] }),
      ["components.0.component.file_types.1: STRING_TYPE_REGEX"],
    ],
    ["more files than at most", child(19, { min_values: 2 }), at("min_values", "NUMBER_TYPE_MAX")],
    ["two radios", child(21, { options: options(2) }), []],
    ["one radio", child(21, { options: options(1) }), at("options", "BASE_TYPE_BAD_LENGTH")],
    [
      "two radios chosen",
      child(21, { options: options(2).map((each) => ({ ...each, default: true })) }),
      at("options", "COMPONENT_TOO_MANY_DEFAULT_VALUES"),
    ],
    [
      "all boxes chosen",
      child(22, { options: options(3).map((each) => ({ ...each, default: true })) }),
      [],
    ],
    ["no boxes", child(22, { options: [] }), at("options", "BASE_TYPE_BAD_LENGTH")],
    [
      "boxes that may be left alone",
      child(22, { options: options(2), min_values: 0, required: false }),
      [],
    ],
    [
      "boxes of which none must be chosen, required unless they say otherwise",
      child(22, { options: options(2), min_values: 0 }),
      at("min_values", "COMPONENT_REQUIRED_ZERO_MIN_VALUES"),
    ],
    [
      "more boxes than there are",
      child(22, { options: options(2), min_values: 3 }),
      at("min_values", "NUMBER_TYPE_MAX"),
    ],
    ["a box", child(23, { default: true }), []],
    ["a label", label(input()), ["components.0.component: UNION_TYPE_CHOICES"]],
  ])("%s", (_, component, expected) => {
    expect(issuesOf(modal(label(component)))).toEqual(expected);
  });

  test("is required", () => {
    expect(issuesOf(modal(label(undefined)))).toEqual([
      "components.0.component: BASE_TYPE_REQUIRED",
    ]);
  });
});
