// Encryption of texts in a database. Source: RFC 5869; NIST SP 800-38D.
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { digestHex } from "../crypto.ts";
import type { Random } from "../random.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Seal {
  /** Identifies the secret of a seal without revealing anything of it. */
  readonly mark: string;
  encrypt(text: string): Buffer;
  /** @throws Error for bytes that were not sealed with this secret */
  decrypt(sealed: Uint8Array): string;
}

/** @param secret shared by every process that is to read the texts, and absent from the database */
export function sealOf(secret: string, random: Random): Seal {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, "", `antechamber ${purpose}`, KEY_BYTES));
  const key = derived("event log");
  return {
    mark: digestHex(derived("mark of the event log")),
    encrypt(text) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const sealed = [cipher.update(text, "utf8"), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
    },
    decrypt(sealed) {
      const end = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, end));
      return decipher.update(sealed.subarray(end), undefined, "utf8") + decipher.final("utf8");
    },
  };
}
