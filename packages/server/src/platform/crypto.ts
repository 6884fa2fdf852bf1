import { createHash, timingSafeEqual } from "node:crypto";

/** How secrets are kept and compared: `sha256:<hex>`. */
export function secretDigest(secret: string): string {
  return `sha256:${createHash("sha256").update(secret).digest("hex")}`;
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
  return createHash("sha256").update(text).digest("hex");
}
