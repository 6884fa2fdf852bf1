import { expect, test } from "vitest";
import { meaning, referencesIn } from "./references.ts";
import { choice, list, nullable, object, optional, Snowflake, text, textOr } from "./values.ts";

const Thing = object({
  owner: optional(
    textOr(
      meaning(text(), { refersTo: "user" }),
      meaning(object({ id: Snowflake, friend: meaning(Snowflake, { refersTo: "user" }) }), {
        shows: "user",
      }),
    ),
  ),
  parent: optional(nullable(meaning(Snowflake, { refersTo: "channel" }))),
  overwrites: optional(
    list(
      object({
        id: meaning(text(), { by: "type", kinds: { "": "role", 1: "user" } }),
        type: optional(choice([0, 1])),
      }),
    ),
  ),
  last: optional(meaning(Snowflake, { remembers: "message" })),
});

test("the kind of a reference is determined by another field, in any order", () => {
  const overwrites = [
    { type: 1, id: "bob" },
    { id: "ann", type: 1 },
  ];
  expect(referencesIn(Thing, { overwrites })).toMatchObject([
    { kind: "user", reference: "bob", path: ["overwrites", 0, "id"] },
    { kind: "user", reference: "ann", path: ["overwrites", 1, "id"] },
  ]);
});

test("references in a value are found as declared in its schema", () => {
  const value = {
    owner: { id: "1", friend: "2" },
    parent: 3,
    overwrites: [{ id: "mods" }, { id: "bob", type: 1 }, { id: "x", type: 0 }],
    last: "4",
  };
  expect(referencesIn(Thing, value)).toMatchObject([
    { kind: "user", reference: "1", path: ["owner"] },
    { kind: "channel", reference: "3", path: ["parent"] },
    { kind: "role", reference: "mods", path: ["overwrites", 0, "id"] },
    { kind: "user", reference: "bob", path: ["overwrites", 1, "id"] },
  ]);
  expect(referencesIn(Thing, { owner: "alice", parent: null })).toMatchObject([
    { kind: "user", reference: "alice", path: ["owner"] },
  ]);
});
