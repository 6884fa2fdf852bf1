// Secure random values, which also work in pages that were loaded without TLS.
const BYTES = 32;
const HEX = 16;

export function randomHex(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(BYTES))];
  return bytes.map((byte) => byte.toString(HEX).padStart(2, "0")).join("");
}
