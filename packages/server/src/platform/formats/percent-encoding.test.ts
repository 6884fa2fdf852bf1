import { expect, test } from "vitest";
import { percentDecoded, withEncodedPercents } from "./percent-encoding.ts";

test.each([
  ["50%off", "50%off"],
  ["p%40ss", "p@ss"],
  ["100%", "100%"],
  ["%", "%"],
  ["%ff%c3%a4", "%ff%c3%a4"],
  ["%c3%a4", "ä"],
  ["a%2Fb", "a/b"],
])("a password %j in a URL is %j", (written, decoded) => {
  const { password } = new URL(withEncodedPercents(`redis://me:${written}@host:6379/0`));
  expect(decodeURIComponent(password)).toBe(decoded);
});

test("malformed encodings are left unchanged", () => {
  expect([percentDecoded("a%20b"), percentDecoded("a%20b%")]).toEqual(["a b", "a%20b%"]);
});
