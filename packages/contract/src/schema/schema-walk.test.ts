import { describe, expect, test } from "vitest";
import { walkSchema, walkValue } from "./schema-walk.ts";
import {
  Bool,
  dictionary,
  integer,
  lazy,
  list,
  nullable,
  object,
  optional,
  tagged,
  text,
  textOr,
  choice,
  type TSchema,
} from "./values.ts";

const Leaf = object({ label: text() });
const Tree: TSchema = object({
  leaf: nullable(Leaf),
  either: optional(textOr(text(), Leaf)),
  kinds: list(
    tagged({
      1: object({ type: choice([1]), on: Bool }),
      2: object({ type: choice([2]), n: integer() }),
    }),
  ),
  counts: dictionary(integer()),
  inner: optional(list(lazy(() => Tree))),
});

describe("walking a value", () => {
  test("visits each part that the schema declares with its type", () => {
    const visits: string[] = [];
    const value = {
      leaf: null,
      either: { label: "x" },
      kinds: [{ type: 2, n: 1, on: true }, { type: 9 }],
      counts: { a: 1 },
      inner: [{ leaf: { label: "y" }, either: "z" }],
      nonsense: 1,
    };
    walkValue(Tree, value, (schema, _value, path) => {
      const { type } = schema as { type?: string };
      visits.push(`${path.join(".")} ${type}`);
    });
    expect(visits).toEqual([
      " object",
      "either object",
      "either.label string",
      "kinds array",
      "kinds.0 object",
      "kinds.0.type integer",
      "kinds.0.n integer",
      "counts object",
      "counts.a integer",
      "inner array",
      "inner.0 object",
      "inner.0.leaf object",
      "inner.0.leaf.label string",
      "inner.0.either string",
    ]);
  });

  test("visits the values of a dictionary under any key, even those of Object.prototype", () => {
    const visits: string[] = [];
    walkValue(Tree, { counts: { toString: 1 }, toString: 2 }, (schema, _value, path) => {
      visits.push(`${path.join(".")} ${(schema as { type?: string }).type}`);
    });
    expect(visits).toEqual([" object", "counts object", "counts.toString integer"]);
  });

  test("skips the parts that the visitor excludes", () => {
    const paths: string[] = [];
    walkValue(Tree, { leaf: { label: "y" }, counts: { a: 1 } }, (_schema, _value, path) => {
      paths.push(path.join("."));
      return path[0] !== "leaf";
    });
    expect(paths).toEqual(["", "leaf", "counts", "counts.a"]);
  });
});

test("walking a schema visits every declared path, and recursive ones once", () => {
  const paths = new Set<string>();
  walkSchema(Tree, (_schema, path) => void paths.add(path.join(".")));
  expect([...paths].filter((path) => path.startsWith("inner.[]")).slice(0, 3)).toEqual([
    "inner.[]",
    "inner.[].leaf",
    "inner.[].leaf.label",
  ]);
  expect(paths).toContain("kinds.[].on");
  expect(paths).toContain("kinds.[].n");
  expect(paths).toContain("counts.{}");
  expect(paths).toContain("either.label");
});
