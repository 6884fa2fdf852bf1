import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { systemEnvironment } from "./environment.ts";
import { newCodeVerifier } from "./pkce.ts";
import { sha256 } from "./sha256.ts";

test("sha256 is correct for every length around a block, and for non-ASCII text", () => {
  const texts = Array.from({ length: 200 }, (_, length) => "a".repeat(length));
  for (const text of [...texts, "ß€😀".repeat(50), "x".repeat(100_000)]) {
    const expected = createHash("sha256").update(text).digest("hex");
    expect(Buffer.from(sha256(text)).toString("hex")).toBe(expected);
  }
});

// Proves requirement 2.5 "CodeChallenge"
test("a new verifier is random, long and unreserved, and has a matching challenge", () => {
  const [one, other] = [newCodeVerifier(systemEnvironment), newCodeVerifier(systemEnvironment)];
  expect(one.Verifier()).toMatch(/^[A-Za-z0-9\-._~]{43,128}$/);
  expect(one.Verifier()).not.toBe(other.Verifier());
  const challenge = createHash("sha256").update(one.Verifier()).digest("base64url");
  expect([one.Challenge().Method(), one.Challenge().Challenge()]).toEqual([0, challenge]);
});
