import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  sign,
  timingSafeEqual,
  verify,
  type KeyObject,
} from "node:crypto";
import { dropOldest } from "./collections/drop-oldest.ts";

/** The stored form of a secret: `sha256:<hex>`. */
export function secretDigest(secret: string): string {
  return `sha256:${hash("sha256", secret)}`;
}

/** The stored form of a secret from a world file, where it may be hashed already. */
export function storedSecret(secret: string): string {
  return /^sha256:[0-9a-f]{64}$/.test(secret) ? secret : secretDigest(secret);
}

function digestOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/** Compares two secrets in time that depends on neither value. */
export function sameSecret(actual: string, expected: string): boolean {
  return timingSafeEqual(digestOf(actual), digestOf(expected));
}

/** As `sameSecret`, for an expected secret that is compared repeatedly. */
export function secretCheck(expected: string): (actual: string) => boolean {
  const digest = digestOf(expected);
  return (actual) => timingSafeEqual(digestOf(actual), digest);
}

/**
 * Whether a secret has this digest, in time that depends on neither.
 *
 * @param digest as `secretDigest` returns it, whose length is independent of the secret; absent:
 *   false
 */
export function isSecretOf(digest: string | undefined, secret: string): boolean {
  if (digest === undefined) return false;
  const [actual, expected] = [Buffer.from(secretDigest(secret)), Buffer.from(digest)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** SHA-256 as hexadecimal digits. */
export function digestHex(content: string | Uint8Array): string {
  return hash("sha256", content);
}

/** HMAC-SHA-256 as hexadecimal digits. */
export function hmacHex(key: Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

/** The bytes in front of the 32 bytes of an Ed25519 seed in a PKCS #8 key. Source: RFC 8410, 7. */
const ED25519_KEY_HEAD = "302e020100300506032b657004220420";

function privateKeyOf(seed: string): KeyObject {
  const key = Buffer.from(`${ED25519_KEY_HEAD}${seed}`, "hex");
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

/** The public Ed25519 key, as 64 hexadecimal digits, that belongs to a seed of 64 such digits. */
export function verifyKeyOf(seed: string): string {
  const { x } = createPublicKey(privateKeyOf(seed)).export({ format: "jwk" });
  return Buffer.from(x ?? "", "base64url").toString("hex");
}

/** The bytes in front of the 32 bytes of a public Ed25519 key. Source: RFC 8410, 4. */
const ED25519_PUBLIC_HEAD = "302a300506032b6570032100";

/** Whether an Ed25519 signature of a text is valid for a public key, both in hexadecimal digits. */
export function isSignedBy(verifyKey: string, text: string, signature: string): boolean {
  const bytes = Buffer.from(ED25519_PUBLIC_HEAD + verifyKey, "hex");
  const key = createPublicKey({ key: bytes, format: "der", type: "spki" });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "hex"));
}

/** Signs texts, and caches the keys for it. */
export interface Signer {
  /** The Ed25519 signature of a text, as 128 hexadecimal digits. */
  sign(seed: string, text: string): string;
}

/** The maximum number of cached keys; beyond it the oldest are evicted. */
const CACHED_KEYS_MAX = 1000;

export function openSigner(): Signer {
  const keys = new Map<string, KeyObject>();
  function keyFor(seed: string): KeyObject {
    const cached = keys.get(seed);
    if (cached !== undefined) return cached;
    const key = privateKeyOf(seed);
    keys.set(seed, key);
    dropOldest(keys, CACHED_KEYS_MAX);
    return key;
  }
  return { sign: (seed, text) => sign(null, Buffer.from(text), keyFor(seed)).toString("hex") };
}
