// Proof Key for Code Exchange. Source: RFC 7636, protocol: lobbies-and-sdk 8.4.
import { base64url } from "./base64url.ts";
import { AuthorizationCodeChallenge, AuthorizationCodeVerifier } from "./code-challenge.ts";
import { AuthenticationCodeChallengeMethod } from "./enums.ts";
import type { Environment } from "./environment.ts";
import { sha256 } from "./sha256.ts";

/** 64 bytes are 86 characters; between 43 and 128 are allowed. */
const VERIFIER_BYTES = 64;

/** A new secret with its challenge. */
export function newCodeVerifier(environment: Environment): AuthorizationCodeVerifier {
  const verifier = base64url(environment.randomBytes(VERIFIER_BYTES));
  const challenge = new AuthorizationCodeChallenge({
    method: AuthenticationCodeChallengeMethod.S256,
    challenge: base64url(sha256(verifier)),
  });
  return new AuthorizationCodeVerifier({ challenge, verifier });
}
