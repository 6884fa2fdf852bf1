/** Bytes as unpadded base64url. Source: RFC 4648 5. */
export function base64url(bytes: Uint8Array): string {
  const plain = btoa(String.fromCharCode(...bytes));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
