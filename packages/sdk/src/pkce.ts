// Proof Key for Code Exchange. Source: RFC 7636, protocol: lobbies-and-sdk 8.4.
import { base64url } from "./base64url.ts";
import { AuthorizationCodeChallenge, AuthorizationCodeVerifier } from "./code-challenge.ts";
import { AuthenticationCodeChallengeMethod } from "./enums.ts";
import type { Environment } from "./environment.ts";
import { sha256 } from "./sha256.ts";

/** 64 bytes become 86 characters; 43 to 128 are allowed. */
const VERIFIER_BYTES = 64;

/** A new verifier with its challenge. */
export function newCodeVerifier(environment: Environment): AuthorizationCodeVerifier {
  const verifier = base64url(environment.randomBytes(VERIFIER_BYTES));
  const challenge = new AuthorizationCodeChallenge({
    method: AuthenticationCodeChallengeMethod.S256,
    challenge: base64url(sha256(verifier)),
  });
  return new AuthorizationCodeVerifier({ challenge, verifier });
}
