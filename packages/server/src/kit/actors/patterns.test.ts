import { expect, test } from "vitest";
import { contains, shown } from "./patterns.ts";

test.each([
  [{ a: 1, b: { c: [1, 2, 3] } }, { b: { c: [3, 1] } }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { b: 1 }, false],
  [[{ id: 1 }, { id: 2 }], [{ id: 2 }], true],
  [[{ id: 1 }], [{ id: 1 }, { id: 2 }], false],
  [{ 0: 1 }, [1], false],
  [Number.NaN, Number.NaN, true],
  ["text", /ex/, true],
  [12, /1/, false],
  [null, {}, false],
  [null, null, true],
])("%j contains %j: %s", (actual, expected, isThere) => {
  expect(contains(actual, expected)).toBe(isThere);
});

test("regular expressions are shown in their source form", () => {
  expect(shown({ content: /lost/i, list: [1] })).toBe('{"content":"/lost/i","list":[1]}');
  expect([shown(/a/), shown(undefined)]).toEqual(["/a/", "undefined"]);
});
