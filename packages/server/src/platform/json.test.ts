import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JSON_DEPTH_MAX, parseJson } from "./json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

describe("a JSON body", () => {
  test("keeps every digit of an id that comes as a bare 64-bit integer", () => {
    expect(parse('{"id": 9223372036854775807, "ids":[1234567890123456789]}')).toEqual({
      id: 9223372036854775807n,
      ids: [1234567890123456789n],
    });
  });

  test("keeps small integers, fractions and ids in text as they are", () => {
    const text = '{"a": 1, "b": 0.12345678901234567890, "c": "1234567890123456789", "d": [1e300]}';
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  test("is refused when it nests deeper than any form", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(() => parse(nested(JSON_DEPTH_MAX))).not.toThrow();
    expect(() => parse(nested(JSON_DEPTH_MAX + 1))).toThrow(SyntaxError);
    expect(() => parse(nested(100_000))).toThrow(SyntaxError);
  });

  test("may hold any number of brackets in text", () => {
    const value = { text: '["\\"{[{['.repeat(100) };
    expect(parse(JSON.stringify(value))).toEqual(value);
  });

  test("reads every JSON value as the plain parser does, while integers are safe", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        const plain: unknown = JSON.parse(text);
        expect(
          JSON.stringify(parse(text), (_key, each: unknown) =>
            typeof each === "bigint" ? Number(each) : each,
          ),
        ).toBe(JSON.stringify(plain));
      }),
    );
  });
});
