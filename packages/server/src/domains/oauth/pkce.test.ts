import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256Base64url } from "../../platform/formats/rsa.ts";
import { isChallenge, meetsChallenge } from "./pkce.ts";

/** The example of RFC 7636, appendix B. */
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

// Proves requirement 5 "6: code challenge"
test("a challenge is only met by its verifier", () => {
  expect(meetsChallenge(verifier, challenge)).toBe(true);
  expect(meetsChallenge(`${verifier}x`, challenge)).toBe(false);
  expect(meetsChallenge(undefined, challenge)).toBe(false);
  expect(meetsChallenge(verifier, undefined)).toBe(false);
  expect(meetsChallenge(undefined, undefined)).toBe(true);
});

test("a verifier consists of 43 to 128 unreserved characters", () => {
  const sign = fc.constantFrom("A", "Z", "a", "z", "0", "9", "-", ".", "_", "~");
  const verifiers = fc.string({ unit: sign, minLength: 30, maxLength: 140 });
  fc.assert(
    fc.property(verifiers, (each) => {
      const isOne = each.length >= 43 && each.length <= 128;
      expect(meetsChallenge(each, sha256Base64url(each))).toBe(isOne);
    }),
  );
  const odd = `${verifier.slice(1)}+`;
  expect(meetsChallenge(odd, sha256Base64url(odd))).toBe(false);
});

test("S256 is the only method, and must be given", () => {
  expect(isChallenge(challenge, "S256")).toBe(true);
  for (const method of ["plain", "s256", "", undefined])
    expect(isChallenge(challenge, method)).toBe(false);
  for (const other of ["", "x", `${challenge}=`, challenge.replace("-", "+")]) {
    expect(isChallenge(other, "S256")).toBe(false);
  }
});
