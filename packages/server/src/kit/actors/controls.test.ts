import { expect, test } from "vitest";
import type { Component } from "../client/wire-types.ts";
import { buttonIn, optionValuesOf, filledFields, menuIn } from "./controls.ts";

const components: readonly Component[] = [
  {
    type: 1,
    components: [
      { type: 2, style: 1, label: "Write", custom_id: "write" },
      { type: 2, style: 1, label: "Close", custom_id: "close", disabled: true },
      { type: 2, style: 5, label: "Help", url: "https://example.com" },
      { type: 2, style: 6, label: "Buy", custom_id: "buy" },
      { type: 2, style: 1, label: "More", custom_id: "more-1" },
      { type: 2, style: 1, label: "More", custom_id: "more-2" },
    ],
  },
  {
    type: 17,
    components: [
      {
        type: 9,
        components: [],
        accessory: { type: 2, style: 1, label: "Open", custom_id: "open" },
      },
      {
        type: 1,
        components: [
          {
            type: 3,
            placeholder: "Color",
            custom_id: "color",
            options: [{ label: "Red", value: "r" }],
          },
        ],
      },
    ],
  },
];

test("buttons are found by label or custom ID, at any depth", () => {
  expect(buttonIn(components, "Write")).toBe("write");
  expect(buttonIn(components, "more-2")).toBe("more-2");
  expect(buttonIn(components, "Open")).toBe("open");
});

test("a button without a label is found by its emoji", () => {
  const next = { type: 2, style: 2, emoji: { id: null, name: "▶️" }, custom_id: "next" };
  const labelled = { ...next, label: "Play", custom_id: "play" };
  expect(buttonIn([next, labelled], "▶️")).toBe("next");
  expect(() => buttonIn([next, labelled], "▶")).toThrow("did you mean ▶️");
});

test.each([
  ["Close", 'the button "Close" is disabled'],
  ["Help", 'the button "Help" opens a link or a purchase'],
  ["Buy", 'the button "Buy" opens a link or a purchase'],
  ["More", 'several are named "More": more-1, more-2; use the custom id'],
  ["Wrte", 'there is no button "Wrte"; did you mean Write, More, More'],
])("the button %s cannot be clicked", (button, reason) => {
  expect(() => buttonIn(components, button)).toThrow(reason);
});

test("menus are found by placeholder, and their options by label", () => {
  const menu = menuIn(components, "Color");
  expect(optionValuesOf(menu, ["Red"])).toEqual(["r"]);
  expect(() => optionValuesOf(menu, ["Blue"])).toThrow(
    'the menu has no option "Blue"; did you mean Red',
  );
});

test("fields of a form are found by the label around them", () => {
  const form = [{ type: 18, label: "Subject", component: { type: 4, custom_id: "subject" } }];
  expect(filledFields(form, { Subject: "Lost" })).toEqual({ subject: "Lost" });
  expect(filledFields(form, { subject: "Lost" })).toEqual({ subject: "Lost" });
  expect(() => filledFields(form, { Details: "" })).toThrow('there is no field "Details"');
});

test("a labelled field is not found by its placeholder", () => {
  const field = { type: 4, custom_id: "subject", placeholder: "What was lost" };
  const form = [{ type: 18, label: "Subject", component: field }];
  expect(filledFields(form, { Subject: "Lost" })).toEqual({ subject: "Lost" });
  expect(() => filledFields(form, { "What was lost": "" })).toThrow("did you mean Subject");
  expect(filledFields([field], { "What was lost": "Key" })).toEqual({ subject: "Key" });
});

test.each([3, 21, 22])("options of a field of type %i are found by label or value", (type) => {
  const options = [
    { label: "Aa", value: "a" },
    { label: "Bb", value: "b" },
  ];
  const field = { type, custom_id: "pick", options };
  const form = [{ type: 18, label: "Pick", component: field }];
  expect(filledFields(form, { Pick: ["Aa", "b"] })).toEqual({ pick: ["a", "b"] });
  expect(filledFields(form, { Pick: "Bb" })).toEqual({ pick: "b" });
  expect(() => filledFields(form, { Pick: ["Cc"] })).toThrow('no option "Cc"; did you mean Aa, Bb');
});
