// The forms declared by the repository's own OpenAPI document.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changesIn, fieldsOf, valueIn, type Field, type OpenApi } from "./declared-forms.ts";
import { kinds } from "./kinds.ts";

const document = JSON.parse(
  readFileSync(new URL("../../../../openapi-control.json", import.meta.url), "utf8"),
) as OpenApi;

function field(operation: string, name: string): Field {
  const found = fieldsOf(document, operation).find((each) => each.name === name);
  if (found === undefined) throw new Error(`${operation} has no field ${name}`);
  return found;
}

const made = Object.entries(kinds).flatMap(([kind, each]) => ("one" in each ? [kind] : []));

test.each(made)("there are forms to create and edit %s", (kind) => {
  expect(fieldsOf(document, `control.${kind}.create`).length).toBeGreaterThan(1);
  expect(fieldsOf(document, `control.${kind}.edit`).length).toBeGreaterThan(0);
});

test.each([
  ["users", "username", "text", false],
  ["users", "premium_type", "one of", false],
  ["users", "global_name", "text", true],
  ["users", "connections", "JSON", false],
  ["roles", "hoist", "yes or no", false],
  ["roles", "permissions", "text", false],
  ["channels", "position", "whole number", false],
] as const)("the field %s.%s has the type %s", (kind, name, expected, isNullable) => {
  const { kind: found, isNullable: mayBeNull } = field(`control.${kind}.create`, name);
  expect([found, mayBeNull]).toEqual([expected, isNullable]);
});

test("required fields are marked", () => {
  const required = fieldsOf(document, "control.members.create").filter((each) => each.isRequired);
  expect(required.map(({ name }) => name)).toEqual(["user"]);
});

test.each([
  ["users", "premium_type", "2", { value: 2 }],
  ["users", "global_name", "", { value: null }],
  ["users", "verified", "true", { value: true }],
  ["users", "connections", "[]", { value: [] }],
  ["users", "connections", "[", { fault: "This is not JSON." }],
  ["channels", "position", "3", { value: 3 }],
  ["channels", "position", "x", { fault: "This is not a number." }],
  ["channels", "position", "", { fault: "This is not a number." }],
  ["channels", "position", " ", { fault: "This is not a number." }],
  ["users", "username", "", { value: "" }],
] as const)("%s.%s: %j is read as %j", (kind, name, written, expected) => {
  expect(valueIn(field(`control.${kind}.create`, name), written)).toEqual(expected);
});

test("a reverted input is not a change", () => {
  const fields = fieldsOf(document, "control.channels.edit");
  const record = { name: "hall", topic: null, nsfw: true };
  const typed = { name: "hall", topic: "", position: "", rate_limit_per_user: "", nsfw: "false" };
  expect(changesIn(fields, typed, record)).toEqual({ body: { nsfw: false }, wrong: {} });
  expect(changesIn(fields, { name: "", position: "x" }, record)).toEqual({
    body: { name: "" },
    wrong: { position: "This is not a number." },
  });
});
