import {
  Bool,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { queryReader } from "./form-fields.ts";

const read = queryReader(
  object({
    limit: optional(integer({ min: 1, max: 100 })),
    wait: optional(Bool),
    after: optional(Snowflake),
    ids: optional(list(Snowflake)),
    name: optional(text()),
  }),
);

describe("a query string", () => {
  test.each([
    ["true", true],
    ["True", true],
    ["1", true],
    ["false", false],
    ["False", false],
    ["0", false],
  ])("reads %s as a boolean", (written, value) => {
    expect(read({ wait: written })).toEqual({ ok: true, value: { wait: value } });
  });

  test("reads repeated keys as a list, a single one included", () => {
    expect(read({ ids: ["1", "2"] })).toEqual({ ok: true, value: { ids: ["1", "2"] } });
    expect(read({ ids: "1" })).toEqual({ ok: true, value: { ids: ["1"] } });
  });

  test("may have unknown keys, and an empty one", () => {
    expect(read({ "": "", other: "1", name: "7" })).toEqual({ ok: true, value: { name: "7" } });
  });

  test("is refused with every fault at its key", () => {
    const reading = read({ limit: "many", wait: "maybe", after: "-1" });
    expect(reading.ok).toBe(false);
    expect(reading.ok ? [] : reading.issues.map((each) => [each.path, each.code])).toEqual([
      [["limit"], "NUMBER_TYPE_COERCE"],
      [["wait"], "BOOLEAN_TYPE_CONVERT"],
      [["after"], "NUMBER_TYPE_COERCE"],
    ]);
  });

  test("is checked for the bounds of its numbers", () => {
    const reading = read({ limit: "101" });
    expect(reading).toMatchObject({ ok: false, issues: [{ code: "NUMBER_TYPE_MAX" }] });
  });
});

test("a nullable number is read as a number", () => {
  const readFlags = queryReader(object({ flags: optional(nullable(integer())) }));
  expect(readFlags({ flags: "4" })).toEqual({ ok: true, value: { flags: 4 } });
});

test("a dictionary accepts any field within its bounds", () => {
  const readMap = queryReader(dictionary(text({ max: 5 }), { maxKeys: 2 }));
  expect(readMap({ spam: "no", rude: ["no", "yes"] })).toEqual({
    ok: true,
    value: { spam: "no", rude: "yes" },
  });
  expect(readMap({ a: "1", b: "2", c: "3" }).ok).toBe(false);
  expect(readMap({ a: "longer" }).ok).toBe(false);
});
