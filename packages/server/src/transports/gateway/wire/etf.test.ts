import { limits } from "@antechamber/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeTerm } from "./etf.ts";
import { decodeTerm } from "./etf-reader.ts";

const bytes = (...parts: readonly (number | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))),
  );

/** Any JSON value, without negative zero or numbers too large for a double. */
const anyJson = fc
  .jsonValue({ maxDepth: 5 })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

describe("a term", () => {
  test("round-trips every JSON value", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(decodeTerm(encodeTerm(value))).toEqual(value);
      }),
    );
  });

  test("keeps integers of every size, above 2^53 as text", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 64n), max: 1n << 64n }), (value) => {
        const isSafe = Number.isSafeInteger(Number(value));
        expect(decodeTerm(encodeTerm(value))).toBe(isSafe ? Number(value) : value.toString());
      }),
    );
  });

  test("keeps numbers as doubles", () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        expect(decodeTerm(encodeTerm(value))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(decodeTerm(encodeTerm(value))).toBe(value);
      }),
    );
  });

  test.each([
    ["a small integer", 255, [131, 97, 255]],
    ["an integer", -1, [131, 98, 255, 255, 255, 255]],
    ["an integer beyond 32 bits", 4_294_967_296, [131, 110, 5, 0, 0, 0, 0, 0, 1]],
    ["a binary", "hé", [131, 109, 0, 0, 0, 3, "hé"]],
    ["an atom for null", null, [131, 115, 3, "nil"]],
    ["an atom for true", true, [131, 115, 4, "true"]],
    ["an empty list", [], [131, 106]],
    ["a list", [1], [131, 108, 0, 0, 0, 1, 97, 1, 106]],
    ["a map", { op: 1 }, [131, 116, 0, 0, 0, 1, 109, 0, 0, 0, 2, "op", 97, 1]],
    ["a float", 1.5, [131, 70, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0]],
  ] as const)("that is %s has its own encoding", (_what, value, form) => {
    expect(encodeTerm(value)).toEqual(bytes(...form));
    expect(decodeTerm(bytes(...form))).toEqual(value);
  });

  test.each([
    ["text as a list of bytes", [131, 107, 0, 2, 1, 2], [1, 2]],
    ["a tuple", [131, 104, 2, 97, 1, 106], [1, []]],
    ["an old atom", [131, 100, 0, 3, "nil"], null],
    ["an atom of another name", [131, 119, 6, "online"], "online"],
    ["an atom within a list", [131, 108, 0, 0, 0, 1, 115, 3, "nil", 106], [null]],
    ["an old float", [131, 99, "1.50000000000000000000e+00".padEnd(31, "\0")], 1.5],
    ["a long integer", [131, 111, 0, 0, 0, 1, 0, 7], 7],
  ] as const)("is decoded from %s", (_what, form, value) => {
    expect(decodeTerm(bytes(...form))).toEqual(value);
  });
});

describe("no term", () => {
  test.each([
    ["nothing", []],
    ["text", ['{"op":1}']],
    ["another version", [130, 106]],
    ["a map with an atom for a key", [131, 116, 0, 0, 0, 1, 115, 2, "op", 97, 1]],
    ["what is compressed", [131, 80, 0, 0, 0, 1, 0]],
    ["more than one", [131, 106, 106]],
    ["a list that does not end", [131, 108, 0, 0, 0, 1, 97, 1]],
    ["an improper list", [131, 108, 0, 0, 0, 1, 97, 1, 97, 2]],
    ["a list that claims to be endless", [131, 108, 255, 255, 255, 255]],
    ["a map that claims to be endless", [131, 116, 255, 255, 255, 255]],
    ["text that is not UTF-8", [131, 109, 0, 0, 0, 1, 255]],
    ["an endless number", [131, 70, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0]],
    ["an integer too long", [131, 110, 255, 0]],
  ] as const)("is decoded from %s", (_what, form) => {
    expect(decodeTerm(bytes(...form))).toBeUndefined();
  });

  test("is decoded beyond the maximum depth", () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    const { value: most } = limits.jsonDepth;
    expect(decodeTerm(encodeTerm(nested(most)))).toEqual(nested(most));
    expect(decodeTerm(encodeTerm(nested(most + 1)))).toBeUndefined();
  });

  test("is decoded from ten thousand levels", () => {
    const opening = [108, 0, 0, 0, 1];
    const deep = Array.from({ length: 10_000 }, () => opening).flat();
    expect(decodeTerm(Buffer.from([131, ...deep, 106]))).toBeUndefined();
  });

  test("breaks the decoder, whatever its bytes", () => {
    const anyBytes = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(anyBytes, (rest) => {
        expect(() => decodeTerm(Buffer.from([131, ...rest]))).not.toThrow();
      }),
    );
    fc.assert(
      fc.property(anyJson, fc.nat(), fc.nat(255), (value, at, byte) => {
        const broken = encodeTerm(value);
        broken[at % broken.length] = byte;
        expect(() => decodeTerm(broken)).not.toThrow();
      }),
    );
  });
});
