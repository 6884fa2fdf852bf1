import { expect, test } from "vitest";
import { issueLines } from "./validation-issue.ts";
import { unknownKeys } from "./unknown-keys.ts";
import {
  anything,
  dictionary,
  integer,
  lazy,
  list,
  nullable,
  object,
  optional,
  refine,
  tagged,
  text,
  type TSchema,
} from "./values.ts";

const leaf = object({ a: integer() });
const tree: TSchema = object({ name: text(), below: optional(list(lazy(() => tree))) });

test.each([
  ["an object", leaf, { a: 1, b: 2 }, ["b"]],
  ["a list", list(leaf), [{ a: 1 }, { b: 2 }], ["[1].b"]],
  [
    "nested objects",
    object({ x: object({ y: leaf }) }),
    { x: { y: { z: 1 }, w: 2 } },
    ["x.y.z", "x.w"],
  ],
  ["what may be null", nullable(leaf), { b: 1 }, ["b"]],
  ["what may be left out", object({ x: optional(leaf) }), { x: { b: 1 } }, ["x.b"]],
  ["a schema with rules", refine(leaf, () => undefined), { b: 1 }, ["b"]],
  [
    "the chosen variant",
    tagged({ 1: leaf, 2: object({ type: integer() }) }),
    { type: 1, a: 1 },
    ["type"],
  ],
  [
    "a schema that contains itself",
    tree,
    { below: [{ below: [{ nmae: 1 }] }] },
    ["below[0].below[0].nmae"],
  ],
  ["values of a dictionary", dictionary(leaf), { free: { b: 1 } }, ["free.b"]],
  ["names of Object.prototype", leaf, { toString: 1, constructor: 2 }, ["toString", "constructor"]],
] as const)("unknown keys are reported in %s", (...row) => {
  const [, schema, value, places] = row;
  expect(issueLines(unknownKeys(schema, value))).toEqual(
    places.map((place) => `${place}: unknown key`),
  );
});

test.each([
  ["known keys", leaf, { a: "wrong type" }],
  ["anything", anything(), { b: 1 }],
  ["keys of a dictionary", dictionary(text()), { whatever: "x" }],
  ["null", nullable(leaf), null],
  ["an unknown variant", tagged({ 1: leaf }), { type: 9, b: 1 }],
  ["another type than wanted", list(leaf), 5],
  ["a list in the place of an object", leaf, [1]],
])("reports no unknown key for %s", (_, schema, value) => {
  expect(unknownKeys(schema, value)).toEqual([]);
});
