import { describe, expect, test } from "vitest";
import type { Fillable } from "../../domains/interactions/components/component-values.ts";
import { submittedFields } from "./modal-fields.ts";

const options = [
  { value: "red", default: true },
  { value: "blue", default: false },
];
const field = (type: number, more: Partial<Fillable> = {}): Fillable => ({
  type,
  id: 1,
  custom_id: "field",
  ...more,
});

describe("an omitted field keeps the modal's default", () => {
  test.each<[string, Fillable, object]>([
    ["a text", field(4, { value: "Preset" }), { value: "Preset" }],
    ["no text", field(4), { value: "" }],
    ["chosen options", field(3, { options }), { values: ["red"] }],
    ["nothing chosen", field(3, { options: [] }), { values: [] }],
    ["chosen users", field(5, { default_values: [{ id: "7" }] }), { values: ["7"] }],
    ["a radio button", field(21, { options }), { value: "red" }],
    ["no radio button", field(21, { options: [] }), { value: null }],
    ["boxes of a group", field(22, { options }), { values: ["red"] }],
    ["a box", field(23, { default: true }), { value: true }],
    ["an empty box", field(23), { value: false }],
    ["no files", field(19), { values: [] }],
  ])("%s", (_, declared, defaults) => {
    const { type, custom_id } = declared;
    expect(submittedFields([declared], {})).toEqual([
      { type: 18, component: { type, custom_id, ...defaults } },
    ]);
  });
});

test.each([
  ["true", true],
  ["false", false],
  [true, true],
  ["yes", "yes"],
])("a checkbox is set by a word, too: %j", (input, value) => {
  expect(submittedFields([field(23)], { field: input })).toMatchObject([{ component: { value } }]);
});

test("a single value counts as a list of one, and replaces the default", () => {
  const fields = [field(3, { options }), field(4, { custom_id: "text", value: "Preset" })];
  expect(submittedFields(fields, { field: "blue", text: "" })).toMatchObject([
    { component: { values: ["blue"] } },
    { component: { value: "" } },
  ]);
});
