import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMessageComponents } from "./message-components.ts";
import { readModal } from "./modal-components.ts";

const button = (custom_id: string, more: object = {}) => ({
  type: 2,
  style: 1,
  label: "x",
  custom_id,
  ...more,
});
const row = (...components: unknown[]) => ({ type: 1, components });
const display = (content: string, more: object = {}) => ({ type: 10, content, ...more });
/** An array that holds the value `count` times. */
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
const media = { url: "https://x.example/a.png" };

function codesOf(list: readonly unknown[]): string[] {
  return readMessageComponents(list, true).issues.map(
    ({ path, code }) => `${path.join(".")}: ${code}`,
  );
}

describe("components of a message", () => {
  test("get unique IDs, parents first", () => {
    const section = {
      type: 9,
      components: [display("a"), display("b", { id: 2 })],
      accessory: button("c"),
    };
    expect(readMessageComponents([section, display("d", { id: 0 })], true).components).toEqual([
      {
        type: 9,
        id: 1,
        components: [
          { type: 10, id: 3, content: "a" },
          { type: 10, id: 2, content: "b" },
        ],
        accessory: { ...button("c"), id: 4 },
      },
      { type: 10, id: 5, content: "d" },
    ]);
  });

  test("get their default fields, and lose unknown ones", () => {
    const list = [
      row({
        type: 3,
        custom_id: "s",
        required: true,
        options: [{ label: "a", value: "a", emoji: { id: "5" }, colour: "red" }],
      }),
      { type: 12, items: [{ media, mine: 1 }] },
      { type: 14, id: null },
      { type: 17, components: [display("a")] },
    ];
    const { components, issues } = readMessageComponents(list, true);
    expect(issues).toEqual([]);
    expect(components).toEqual([
      {
        type: 1,
        id: 1,
        components: [
          {
            type: 3,
            id: 2,
            min_values: 1,
            max_values: 1,
            custom_id: "s",
            options: [{ label: "a", value: "a", emoji: { id: "5", name: "" } }],
          },
        ],
      },
      { type: 12, id: 3, items: [{ description: null, spoiler: false, media }] },
      { type: 14, id: 4, spacing: 1, divider: true },
      {
        type: 17,
        id: 5,
        accent_color: null,
        spoiler: false,
        components: [{ type: 10, id: 6, content: "a" }],
      },
    ]);
  });
});

describe("components are refused", () => {
  test.each<[string, readonly unknown[], string[]]>([
    [
      "with a custom id twice",
      [row(button("a")), row(button("a"))],
      ["1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"],
    ],
    [
      "with an id twice",
      [display("a", { id: 7 }), display("b", { id: 7 })],
      ["1.id: COMPONENT_ID_DUPLICATED"],
    ],
    [
      "when there are more than 40",
      Array.from({ length: 14 }, (_, i) => ({
        type: 17,
        components: [display(`${i}`), { type: 14 }],
      })),
      [": COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"],
    ],
    [
      "when they say too much together",
      [display("x".repeat(2001)), { type: 17, components: [display("y".repeat(2000))] }],
      [": COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"],
    ],
  ])("%s", (_, list, expected) => {
    expect(codesOf(list)).toEqual(expected);
  });

  test("beyond the total length of displayed texts", () => {
    const half = display("x".repeat(2000));
    expect(codesOf([half, half])).toEqual([]);
    expect(codesOf([half, { type: 17, components: [half] }, display("😀")])).toEqual([
      ": COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ]);
  });

  test("with the maximum number in the message", () => {
    const [issue] = readMessageComponents(times(41, { type: 14 }), true).issues;
    expect(issue?.message).toBe("Must be 40 or fewer in length.");
    const nested = times(21, { type: 17, components: [{ type: 14 }] });
    expect(readMessageComponents(nested, true).issues[0]?.message).toBe(
      "Total number of components cannot exceed 40",
    );
  });
});

test("any input is either refused or stored as JSON with unique IDs", () => {
  const tree = fc.letrec((tie) => ({
    component: fc.record(
      {
        type: fc.oneof(fc.constantFrom(1, 2, 3, 5, 9, 10, 11, 12, 14, 17), fc.string()),
        id: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.bigInt(), fc.string()),
        components: fc.array(tie("component"), { minLength: 1, maxLength: 3 }),
        accessory: tie("component"),
        custom_id: fc.string({ minLength: 1, maxLength: 5 }),
        style: fc.integer({ min: 1, max: 6 }),
        label: fc.string({ minLength: 1 }),
        content: fc.string({ minLength: 1 }),
      },
      { requiredKeys: ["type"] },
    ),
  })).component;
  fc.assert(
    fc.property(
      fc.array(fc.oneof(tree, fc.jsonValue()), { maxLength: 4 }),
      fc.boolean(),
      (list, isV2) => {
        const { components, issues } = readMessageComponents(list, isV2);
        const ids = JSON.stringify(components).match(/"id":\d+/g) ?? [];
        expect(new Set(ids).size).toBe(ids.length);
        expect(issues.length > 0 ? components.length : ids.length >= list.length).toBe(
          issues.length > 0 ? 0 : true,
        );
      },
    ),
    { numRuns: 500 },
  );
});

describe("a modal", () => {
  const input = (custom_id: string) => ({ type: 4, custom_id, style: 1 });
  const label = (custom_id: string) => ({ type: 18, label: "Name", component: input(custom_id) });

  test("gets IDs for its components", () => {
    const form = { custom_id: "m", title: "T", components: [label("a"), label("b")] };
    expect(readModal(form)).toEqual({
      ok: true,
      value: {
        custom_id: "m",
        title: "T",
        components: [
          { type: 18, id: 1, label: "Name", component: { ...input("a"), id: 2 } },
          { type: 18, id: 3, label: "Name", component: { ...input("b"), id: 4 } },
        ],
      },
    });
  });

  test.each([
    [
      "two inputs of one custom id",
      { custom_id: "m", title: "T", components: [label("a"), label("a")] },
      ["components.1.component.custom_id"],
    ],
    ["no components", { custom_id: "m", title: "T" }, ["components"]],
    ["nothing", null, [""]],
  ])("with %s is refused", (_, form, places) => {
    const reading = readModal(form);
    const issues = reading.ok ? [] : reading.issues;
    expect(issues.map(({ path }) => path.join("."))).toEqual(places);
  });
});
