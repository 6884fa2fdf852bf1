// The nodes equal those of the schema library, whose types describe them.
import { Type, type TSchema } from "typebox";
import { expect, test } from "vitest";
import { objectNode, optionalNode, unsafe } from "./schema-nodes.ts";

const text = { type: "string", maxLength: 3 };

/** The parts of a node that are listed or serialized. */
const jsonOf = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema));

test("a node is equal to that of the library", () => {
  expect(jsonOf(unsafe<string>(text))).toEqual(jsonOf(Type.Unsafe<string>(text)));
  const ours = { a: unsafe<string>(text), b: optionalNode(unsafe<string>(text)) };
  const theirs = { a: Type.Unsafe<string>(text), b: Type.Optional(Type.Unsafe<string>(text)) };
  expect(jsonOf(objectNode(ours))).toEqual(jsonOf(Type.Object(theirs)));
  expect(jsonOf(objectNode({ b: ours.b }))).toEqual(jsonOf(Type.Object({ b: theirs.b })));
  expect(jsonOf(objectNode({}))).toEqual(jsonOf(Type.Object({})));
});

test("making a field optional does not change the original node", () => {
  const name = unsafe<string>(text);
  optionalNode(name);
  expect(objectNode({ name }).required).toEqual(["name"]);
  expect(objectNode({ name: optionalNode(optionalNode(name)) })).not.toHaveProperty("required");
});
