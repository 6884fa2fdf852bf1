import { expect, test } from "vitest";
import { fixtureNames } from "./fixture-names.ts";

const noop = (...used: readonly unknown[]) => used.length;

test.for<[string, (...args: never[]) => unknown, number, readonly string[]]>([
  ["an arrow function", ({ world }: { world: unknown }) => noop(world), 0, ["world"]],
  [
    "two names",
    async ({ world, guild }: Record<string, unknown>) => noop(world, guild),
    0,
    ["world", "guild"],
  ],
  [
    "another name and a default",
    ({ world: w = [1, 2] }: { world?: unknown }) => noop(w),
    0,
    ["world"],
  ],
  [
    "what is taken apart deeper",
    ({ world: { name } }: { world: { name: string } }) => noop(name),
    0,
    ["world"],
  ],
  ["no parameter", () => noop(), 0, []],
  [
    "a function",
    function named({ clock }: { clock: unknown }) {
      noop(clock);
    },
    0,
    ["clock"],
  ],
  [
    "the second parameter",
    (row: unknown, { world }: Record<string, unknown>) => noop(row, world),
    1,
    ["world"],
  ],
  [
    "a row that is taken apart",
    ([a, b]: [1, 2], { world }: Record<string, unknown>) => noop(a, b, world),
    1,
    ["world"],
  ],
  ["a row alone", (row: unknown) => noop(row), 1, []],
])("fixtureNames returns the fixtures used by a test: %s", ([, body, position, names]) => {
  expect(fixtureNames(body, position)).toEqual(names);
});

test("fixtureNames refuses a parameter that is not destructured, and explains the fix", () => {
  expect(() => fixtureNames((all: unknown) => noop(all))).toThrow(
    'write what the test needs as ({ world }) => …, not "all"',
  );
  // oxfmt-ignore
  expect(() => fixtureNames(async all => noop(all))).toThrow('not "all"');
});
