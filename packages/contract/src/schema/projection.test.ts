import { describe, expect, test } from "vitest";
import { projection } from "./projection.ts";
import { dictionary, list, nullable, object, optional, text, type TSchema } from "./values.ts";

const Shown = object({ name: text() });
const stored = { name: "a", note: "of the service alone" };
const shown = { name: "a" };

describe("undeclared fields are omitted", () => {
  test.each<[string, TSchema, unknown, unknown]>([
    ["of an object", Shown, stored, shown],
    ["of one inside another", object({ inner: Shown }), { inner: stored }, { inner: shown }],
    ["of those in a list", list(Shown), [stored], [shown]],
    ["of those under any key", dictionary(Shown), { 7: stored }, { 7: shown }],
    ["of one that may be null", nullable(Shown), stored, shown],
    [
      "of those at any depth",
      object({ all: optional(dictionary(list(Shown))) }),
      { all: { 7: [stored], 8: [] }, note: "x" },
      { all: { 7: [shown], 8: [] } },
    ],
  ])("%s", (_, schema, value, expected) => {
    expect(projection(schema)(value)).toEqual(expected);
  });
});

test("values without fields are returned unchanged, with any key", () => {
  const texts = JSON.parse('{"__proto__": "a", "b": "c"}') as object;
  expect(projection(dictionary(text()))(texts)).toBe(texts);
  const objects = JSON.parse('{"__proto__": {"name": "a"}}') as object;
  expect(JSON.stringify(projection(dictionary(Shown))(objects))).toBe(JSON.stringify(objects));
});
