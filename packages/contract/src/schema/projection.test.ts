import { describe, expect, test } from "vitest";
import { projection } from "./projection.ts";
import { dictionary, list, nullable, object, optional, text, type TSchema } from "./values.ts";

const Shown = object({ name: text() });
const stored = { name: "a", note: "of the service alone" };
const projected = { name: "a" };

describe("undeclared fields are omitted", () => {
  test.each<[string, TSchema, unknown, unknown]>([
    ["of an object", Shown, stored, projected],
    ["of one inside another", object({ inner: Shown }), { inner: stored }, { inner: projected }],
    ["of those in a list", list(Shown), [stored], [projected]],
    ["of those under any key", dictionary(Shown), { 7: stored }, { 7: projected }],
    ["of one that may be null", nullable(Shown), stored, projected],
    [
      "of those at any depth",
      object({ all: optional(dictionary(list(Shown))) }),
      { all: { 7: [stored], 8: [] }, note: "x" },
      { all: { 7: [projected], 8: [] } },
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
