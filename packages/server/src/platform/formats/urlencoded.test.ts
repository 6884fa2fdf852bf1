import { limits } from "@antechamber/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { urlencodedFields } from "./urlencoded.ts";

const read = (text: string) => ({ ...urlencodedFields(Buffer.from(text)) });

test.each([
  ["", {}],
  ["a", { a: "" }],
  ["a=1&b=2", { a: "1", b: "2" }],
  ["a=1&a=2&a=3", { a: ["1", "2", "3"] }],
  ["a=b=c", { a: "b=c" }],
  ["a+b=%C3%BC+%26", { "a b": "ü &" }],
  ["a=%", { a: "%" }],
  ["a=%ff", { a: "\ufffd" }],
  ["&&a=1&&", { a: "1" }],
])("%j is read as %j", (text, fields) => {
  expect(read(text)).toEqual(fields);
});

test("what browsers encode is decoded to the original", () => {
  const form = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string()), {
    selector: ([name]) => name,
    maxLength: 20,
  });
  fc.assert(
    fc.property(form, (pairs) => {
      fc.pre(pairs.every(([name]) => name !== "__proto__"));
      expect(read(new URLSearchParams(pairs).toString())).toEqual(Object.fromEntries(pairs));
    }),
  );
});

test("too many fields are refused before they are read", () => {
  const most = limits.urlencodedPairs.value;
  const of = (pairs: number) => Array.from({ length: pairs }, (_, i) => `f${i}=`).join("&");
  expect(Object.keys(read(of(most)))).toHaveLength(most);
  expect(() => read(of(most + 1))).toThrow(expect.objectContaining({ name: "ApiError" }));
  expect(() => read("a&".repeat(4_000_000))).toThrow(expect.objectContaining({ name: "ApiError" }));
});
