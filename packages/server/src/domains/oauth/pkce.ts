// Proof that whoever exchanges a code is whoever asked for it. Source: RFC 7636, protocol:
// gateway-oauth-limits 5.5.
import { sameSecret } from "../../platform/crypto.ts";
import { sha256Base64url } from "../../platform/rsa.ts";

const challengeShape = /^[A-Za-z0-9_-]{43}$/;
const verifierShape = /^[A-Za-z0-9\-._~]{43,128}$/;

/** True for a challenge that some verifier may meet; S256 is the only method. */
export function isChallenge(challenge: string, method: string | undefined): boolean {
  return method === "S256" && challengeShape.test(challenge);
}

/**
 * True when the verifier belongs to the challenge. Without a challenge there must be no verifier
 * either: one who sends it expects it to be checked.
 */
export function meetsChallenge(
  verifier: string | undefined,
  challenge: string | undefined,
): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  return verifierShape.test(verifier) && sameSecret(sha256Base64url(verifier), challenge);
}
