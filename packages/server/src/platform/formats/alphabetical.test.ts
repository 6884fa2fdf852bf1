import { expect, test } from "vitest";
import { alphabetical } from "./alphabetical.ts";

test("keys are sorted at every depth, and lists keep their order", () => {
  const value = { b: [{ z: 1, a: null }, "x"], a: { d: true, c: { f: [], e: 2 } } };
  const ordered = '{"a":{"c":{"e":2,"f":[]},"d":true},"b":[{"a":null,"z":1},"x"]}';
  expect(JSON.stringify(alphabetical(value))).toBe(ordered);
});
