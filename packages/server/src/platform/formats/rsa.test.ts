import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { leftHalfHash, newRsaKey, sha256Base64url, signRs256, tokenPart } from "./rsa.ts";

test("the public key verifies what the private key signs", () => {
  const { privateKey, n, e } = newRsaKey();
  const key = createPublicKey({ key: { kty: "RSA", n, e }, format: "jwk" });
  const signature = Buffer.from(signRs256(privateKey, "text"), "base64url");
  expect(verify("sha256", Buffer.from("text"), key, signature)).toBe(true);
  expect(verify("sha256", Buffer.from("other"), key, signature)).toBe(false);
});

test("hashes are unpadded base64url", () => {
  expect(sha256Base64url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
  // The example of OpenID Connect Core, appendix A.3.
  expect(leftHalfHash("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")).toBe(
    "77QmUPtjPfzWtF2AnpK9RQ",
  );
  expect(tokenPart({ a: "ü" })).toBe("eyJhIjoiw7wifQ");
});
