import { expect, test } from "vitest";
import { alphanumeric, secureRandom, seededRandom } from "./random.ts";

test("random bytes have the requested length and never repeat", () => {
  const generated = Array.from({ length: 2000 }, () => secureRandom.bytes(16));
  expect(new Set(generated.map((bytes) => bytes.length))).toEqual(new Set([16]));
  expect(new Set(generated.map((bytes) => Buffer.from(bytes).toString("hex"))).size).toBe(2000);
  expect([0, 1, 255, 256, 257, 5000].map((count) => secureRandom.bytes(count).length)).toEqual([
    0, 1, 255, 256, 257, 5000,
  ]);
});

test("drawn bytes do not change when more are drawn", () => {
  const first = secureRandom.bytes(32);
  const before = Buffer.from(first).toString("hex");
  for (let n = 0; n < 1000; n += 1) secureRandom.bytes(32);
  expect(Buffer.from(first).toString("hex")).toBe(before);
});

test("the same seed produces the same letters", () => {
  const drawn = () => alphanumeric(seededRandom("harbour"), 40);
  expect(drawn()).toBe(drawn());
  expect(drawn()).toMatch(/^[A-Za-z0-9]{40}$/);
});
