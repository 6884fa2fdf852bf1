// RSA signatures of JSON Web Tokens, on the runtime's own cryptography. Source: RFC 7518 3.3.
import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign } from "node:crypto";

const MODULUS_BITS = 2048;

/** A key pair as it is stored: the private key as PEM, the public key as in a JSON Web Key. */
export interface RsaKey {
  readonly privateKey: string;
  readonly n: string;
  readonly e: string;
}

/** Generates a key pair. It takes some tenths of a second, so it is done once. */
export function newRsaKey(): RsaKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: MODULUS_BITS });
  const { n = "", e = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return { privateKey: privateKey.export({ type: "pkcs8", format: "pem" }), n, e };
}

/** The RS256 signature of a text, as base64url. */
export function signRs256(privateKey: string, content: string): string {
  return sign("sha256", Buffer.from(content), createPrivateKey(privateKey)).toString("base64url");
}

/** Encodes a JSON value as a part of a token. */
export function tokenPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** SHA-256 as unpadded base64url: PKCE's S256. Source: RFC 7636 4.2. */
export function sha256Base64url(content: string): string {
  return hash("sha256", content, "base64url");
}

/**
 * The left half of SHA-256 as base64url: an id token's `at_hash`. Source: OpenID Connect Core
 * 3.1.3.6.
 */
export function leftHalfHash(content: string): string {
  return hash("sha256", content, "buffer").subarray(0, 16).toString("base64url");
}
