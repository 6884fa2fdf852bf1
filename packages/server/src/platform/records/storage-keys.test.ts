import fc from "fast-check";
import { expect, test } from "vitest";
import { compareText, isStorableKey, KEY_LENGTH_MAX, storedValue } from "./storage-keys.ts";

const anyText = fc.string({
  unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});

test("texts are ordered by their UTF-8 bytes", () => {
  const wellFormed = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(fc.tuple(wellFormed, wellFormed, wellFormed), ([shared, a, b]) => {
      const bytes = Buffer.compare(Buffer.from(shared + a), Buffer.from(shared + b));
      expect(Math.sign(compareText(shared + a, shared + b))).toBe(bytes);
    }),
  );
  expect(compareText("\uFFFF", "😀")).toBeLessThan(0);
});

test("values are stored as they are if a database can store them", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (value) => {
      expect(storedValue(value)).toBe(value);
    }),
  );
});

test("other values are stored in distinct encoded forms", () => {
  const odd = ["\0", "a\0", "\uD800", "\uDC00", "x".repeat(KEY_LENGTH_MAX + 1), "\uFFFE"];
  const values = fc.oneof(anyText, fc.constantFrom(...odd, ...odd.map(storedValue)));
  fc.assert(
    fc.property(values, values, (a, b) => {
      expect(isStorableKey(storedValue(a))).toBe(true);
      expect(storedValue(a) === storedValue(b)).toBe(a === b);
    }),
  );
});
