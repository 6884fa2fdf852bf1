import { describe, expect, test } from "vitest";
import { missingFields, missingOperations } from "../generated/reference-gaps.ts";
import { missingFieldsFinder } from "./missing-fields.ts";
import { endpoints } from "../registry.ts";

/** The places where a form uses a missing field. */
function found(paths: readonly string[], form: unknown) {
  return missingFieldsFinder(paths)(form).map(({ path }) => path);
}

describe("an unsupported field is found", () => {
  test.each([
    ["at the top", "icon", { icon: "x" }, ["icon"]],
    ["below a field", "data.icon", { data: { icon: 1 } }, ["data", "icon"]],
    ["in an item of a list", "tags[].name", { tags: [{}, { name: "x" }] }, ["tags", 1, "name"]],
    ["in an item at the top", "[].name", [{ name: "x" }], [0, "name"]],
    [
      "in an object of a type",
      "list[]<17>.items[]<2>.name",
      { list: [{ type: 17, items: [{ type: 2, name: true }] }] },
      ["list", 0, "items", 0, "name"],
    ],
  ])("%s", (_case, path, form, at) => {
    expect(found([path], form)).toEqual([at]);
  });

  test("with a code and a message that the service does not support it yet", () => {
    expect(missingFieldsFinder(["icon"])({ icon: 1 })).toEqual([
      {
        path: ["icon"],
        code: "FIELD_NOT_SUPPORTED",
        message: "The reference takes this field, and this service does not support it yet.",
      },
    ]);
  });
});

test("at most a thousand unsupported fields are reported", () => {
  const tags = Array.from({ length: 200_000 }, () => ({ name: "x" }));
  const at = found(["tags[].name"], { tags });
  expect(at).toEqual(tags.slice(0, 1000).map((_, i) => ["tags", i, "name"]));
});

describe("no unsupported field is found", () => {
  test.each([null, false, 0, "", "0", "false", "False", [], {}])(
    "for an empty value: %j",
    (value) => {
      expect(found(["icon"], { icon: value })).toEqual([]);
    },
  );

  test.each([undefined, null, 1, "x", [], [{ icon: 1 }], { type: 2, icon: 1 }])(
    "in a form of another structure: %j",
    (form) => {
      expect(found(["<3>.icon", "icon.name", "list[].icon"], form)).toEqual([]);
    },
  );

  test("in inherited properties", () => {
    expect(found(["toString", "constructor.name"], {})).toEqual([]);
  });
});

test("every endpoint with unsupported fields reads the form that contains them", () => {
  const byId = new Map(endpoints.map((each) => [each.id, each]));
  const unread = Object.entries(missingFields).filter(
    ([id, { body }]) => body !== undefined && byId.get(id)?.body === undefined,
  );
  expect(unread).toEqual([]);
});

test("no unsupported operation is served", () => {
  const api = endpoints.filter(({ plane }) => plane !== "control");
  const served = new Set(api.map(({ method, path }) => `${method} ${path}`));
  expect(missingOperations.filter(({ method, path }) => served.has(`${method} ${path}`))).toEqual(
    [],
  );
});
