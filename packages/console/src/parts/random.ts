// Chance for what nobody may guess; it works where the page is not loaded over TLS, too.
const BYTES = 32;
const HEX = 16;

export function randomHex(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(BYTES))];
  return bytes.map((byte) => byte.toString(HEX).padStart(2, "0")).join("");
}
