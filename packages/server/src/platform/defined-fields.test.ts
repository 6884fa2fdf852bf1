import { expect, test } from "vitest";
import { definedFields } from "./defined-fields.ts";

test("omits undefined fields and keeps every other value", () => {
  const fields = { no: undefined, nothing: null, empty: "", zero: 0, off: false };
  expect(Object.keys(definedFields(fields))).toEqual(["nothing", "empty", "zero", "off"]);
  expect(definedFields(fields)).toEqual({ nothing: null, empty: "", zero: 0, off: false });
});
