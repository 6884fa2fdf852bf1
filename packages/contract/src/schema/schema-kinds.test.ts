import { expect, test } from "vitest";
import {
  anything,
  Bool,
  dictionary,
  integer,
  lazy,
  list,
  nullable,
  object,
  optional,
  refine,
  Snowflake,
  strict,
  tagged,
  text,
  textOr,
  word,
  type TSchema,
} from "./values.ts";
import { matchKind, type KindCases } from "./schema-kinds.ts";

const outline: KindCases<string> = {
  lazy: (build) => `built ${matchKind(build(), outline)}`,
  nullable: (schema) => `${matchKind(schema, outline)} or null`,
  tagged: (variants) =>
    Object.entries(variants)
      .map(([tag, schema]) => `${tag}: ${matchKind(schema, outline)}`)
      .join(" | "),
  textOr: (words, fields) => `${matchKind(words, outline)} or ${matchKind(fields, outline)}`,
  list: (items, { maxItems }) => `at most ${maxItems} of ${matchKind(items, outline)}`,
  object: (fields, { required = [] }) =>
    `{ ${Object.entries(fields)
      .map(
        ([name, schema]) =>
          `${name}${required.includes(name) ? "" : "?"} ${matchKind(schema, outline)}`,
      )
      .join(", ")} }`,
  dictionary: (values, { maxProperties }) =>
    `at most ${maxProperties} named ${matchKind(values, outline)}`,
  plain: ({ type = "anything" }) => type,
};

const cases: readonly (readonly [TSchema, string])[] = [
  [text(), "string"],
  [word(["a"]), "string"],
  [Snowflake, "string"],
  [integer(), "integer"],
  [Bool, "boolean"],
  [anything(), "anything"],
  [nullable(text()), "string or null"],
  [list(Bool, { max: 3 }), "at most 3 of boolean"],
  [object({ a: text(), b: optional(Bool) }), "{ a string, b? boolean }"],
  [object({}), "{  }"],
  [dictionary(integer(), { maxKeys: 2 }), "at most 2 named integer"],
  [tagged({ 1: object({}), 2: object({ a: Bool }) }), "1: {  } | 2: { a boolean }"],
  [textOr(text(), object({ a: Bool })), "string or { a boolean }"],
  [lazy(() => list(Bool, { max: 1 })), "built at most 1 of boolean"],
];

test.each(cases)("the schema %j is recognised by its kind", (schema, expected) => {
  expect(matchKind(schema, outline)).toBe(expected);
});

test.each(cases)(
  "the schema %j has the same kind with a rule, when strict and when optional",
  (schema, expected) => {
    const changed = [refine(schema, () => undefined), strict(schema), optional(schema)];
    expect(changed.map((each) => matchKind(each, outline))).toEqual([expected, expected, expected]);
  },
);
