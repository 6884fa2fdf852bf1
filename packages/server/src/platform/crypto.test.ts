import { expect, test } from "vitest";
import { digestHex, storedSecret, sameSecret, secretDigest, verifyKeyOf } from "./crypto.ts";

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

test("secrets are stored as their SHA-256", () => {
  expect(digestHex("abc")).toBe(ABC);
  expect(secretDigest("abc")).toBe(`sha256:${ABC}`);
});

test("a hashed secret is stored as it is, and anything else is hashed", () => {
  expect(storedSecret(`sha256:${ABC}`)).toBe(`sha256:${ABC}`);
  expect(storedSecret("abc")).toBe(`sha256:${ABC}`);
  for (const lookalike of [`sha256:${ABC.toUpperCase()}`, `sha256:${ABC}0`, "sha256:", ABC]) {
    expect(storedSecret(lookalike)).toBe(secretDigest(lookalike));
  }
});

test("secrets of any length are compared for equality", () => {
  expect(sameSecret("abc", "abc")).toBe(true);
  expect(sameSecret("abc", "abd")).toBe(false);
  expect(sameSecret("", "abc")).toBe(false);
});

test.each([
  // RFC 8032, 7.1, tests 1 and 2.
  [
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  ],
  [
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
  ],
])("the key verifies what %s signs", (seed, key) => {
  expect(verifyKeyOf(seed)).toBe(key);
});
