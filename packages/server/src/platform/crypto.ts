import { createHash, createPrivateKey, createPublicKey, hash, timingSafeEqual } from "node:crypto";

/** How secrets are kept and compared: `sha256:<hex>`. */
export function secretDigest(secret: string): string {
  return `sha256:${hash("sha256", secret)}`;
}

/** A secret from a world file, which may hold it hashed already. */
export function keptSecret(secret: string): string {
  return /^sha256:[0-9a-f]{64}$/.test(secret) ? secret : secretDigest(secret);
}

/** Compares in time that depends on neither value. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** SHA-256 as hexadecimal digits. */
export function digestHex(text: string): string {
  return hash("sha256", text);
}

/** What stands before the 32 bytes of an Ed25519 seed in a PKCS #8 key. Source: RFC 8410, 7. */
const ED25519_KEY_HEAD = "302e020100300506032b657004220420";

/** The public Ed25519 key, as 64 hexadecimal digits, that belongs to a seed of 64 such digits. */
export function verifyKeyOf(seed: string): string {
  const key = Buffer.from(`${ED25519_KEY_HEAD}${seed}`, "hex");
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.from(x ?? "", "base64url").toString("hex");
}
