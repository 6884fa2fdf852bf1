// Proof keys for code exchange. Source: RFC 7636; protocol: gateway-oauth-limits 5.5.
import { sameSecret } from "../../platform/crypto.ts";
import { sha256Base64url } from "../../platform/formats/rsa.ts";

const challengeShape = /^[A-Za-z0-9_-]{43}$/;
const verifierShape = /^[A-Za-z0-9\-._~]{43,128}$/;

/** True for a well-formed PKCE challenge; S256 is the only method. */
export function isChallenge(challenge: string, method: string | undefined): boolean {
  return method === "S256" && challengeShape.test(challenge);
}

/**
 * True when the verifier matches the challenge. A verifier without a challenge does not match: a
 * client that sends one expects it to be checked.
 */
export function meetsChallenge(
  verifier: string | undefined,
  challenge: string | undefined,
): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  return verifierShape.test(verifier) && sameSecret(sha256Base64url(verifier), challenge);
}
