import { expect, test } from "vitest";
import { seededRandom } from "../../testing/seeded-random.ts";
import { sealOf } from "./sealed-text.ts";

const seal = sealOf("a secret", seededRandom("seal"));

test.each(["", "text", "é 😀 \0", "x".repeat(100_000)])("a sealed text can be opened", (text) => {
  const sealed = seal.encrypt(text);
  expect(sealOf("a secret", seededRandom("other")).decrypt(sealed)).toBe(text);
});

test("a seal reveals neither its text nor that two texts are equal", () => {
  const [one, other] = [seal.encrypt("the same text"), seal.encrypt("the same text")];
  expect(one.equals(other)).toBe(false);
  expect(one.toString("latin1")).not.toContain("same");
});

test("another secret, or a modified seal, opens nothing", () => {
  const sealed = seal.encrypt("text");
  const stranger = sealOf("another secret", seededRandom("seal"));
  expect(() => stranger.decrypt(sealed)).toThrow(/authenticate/);
  expect(stranger.mark).not.toBe(seal.mark);
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => seal.decrypt(sealed)).toThrow(/authenticate/);
});
