import { limits } from "@antechamber/contract";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { parseJson, TooManyValuesError } from "./json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

describe("a JSON body", () => {
  test("keeps every digit of an id that is a bare 64-bit integer", () => {
    expect(parse('{"id": 9223372036854775807, "ids":[1234567890123456789]}')).toEqual({
      id: 9223372036854775807n,
      ids: [1234567890123456789n],
    });
  });

  test("limits the digits of an integer", () => {
    const endless = "9".repeat(6_000_000);
    const read = vi.spyOn(globalThis, "BigInt");
    const [first, second] = parse(`[${endless}, -${endless}]`) as [bigint, bigint];
    const lengths = read.mock.calls.map(([digits]) => String(digits).length);
    read.mockRestore();
    expect(Math.max(...lengths)).toBeLessThan(10_000);
    expect([first > 10n ** 3000n, second < -(10n ** 3000n)]).toEqual([true, true]);
  });

  test("keeps small integers, fractions and ids in text as they are", () => {
    const text = '{"a": 1, "b": 0.12345678901234567890, "c": "1234567890123456789", "d": [1e300]}';
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  test("is refused when it is nested deeper than any form", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(() => parse(nested(limits.jsonDepth.value))).not.toThrow();
    expect(() => parse(nested(limits.jsonDepth.value + 1))).toThrow(SyntaxError);
    expect(() => parse(nested(100_000))).toThrow(SyntaxError);
  });

  test("is refused when it is not UTF-8, lone surrogates included", () => {
    expect(parseJson(Buffer.from('{"a":"é😀"}'))).toEqual({ a: "é😀" });
    expect(() => parseJson(Buffer.from('{"a":"é"}', "latin1"))).toThrow(SyntaxError);
    expect(() => parseJson(Buffer.from('{"a":1}', "utf16le"))).toThrow(SyntaxError);
    expect(() => parseJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toThrow(SyntaxError);
  });

  test("may have any number of brackets within text", () => {
    const value = { text: '["\\"{[{['.repeat(100) };
    expect(parse(JSON.stringify(value))).toEqual(value);
  });

  test("is measured outside of its texts only, whatever these contain", () => {
    const say = 'é😀 ] , "12" \\: 12345678901234567890 {'.repeat(3);
    const many = Array.from({ length: limits.jsonValuesWithLongIntegers.value }, () => 1);
    const value = { say, [say]: [say, { many }] };
    expect(parse(JSON.stringify(value))).toEqual(value);
    const beside = JSON.stringify({ say, id: 1 }).replace(/1}$/, "12345678901234567890}");
    expect(parse(beside)).toEqual({ say, id: 12345678901234567890n });
  });

  test("is refused when it holds more values than any form, before it is parsed", () => {
    const listOf = (count: number, value: string) => `[${Array(count).fill(value).join()}]`;
    const most = limits.jsonValues.value - 2;
    expect(() => parse(listOf(most, "1"))).not.toThrow();
    expect(() => parse(listOf(most + 2, "1"))).toThrow(TooManyValuesError);
    expect(() => parse(listOf(most, '{"a":[]}'))).toThrow(TooManyValuesError);
    const long = limits.jsonValuesWithLongIntegers.value;
    expect(() => parse(listOf(long, "12345678901234567890"))).toThrow(TooManyValuesError);
    const operator = { values: Infinity, valuesWithLongIntegers: Infinity };
    const all = parseJson(Buffer.from(listOf(most + 2, "1")), operator);
    expect(all).toHaveLength(most + 2);
  });

  test("reads every JSON value as JSON.parse does while integers are safe", () => {
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
