// Verifies that a request comes from the service: interactions and webhook events are signed alike.
// Source: protocol: commands-and-interactions 7, lobbies-and-sdk 10.1.

/** A request as it was received, with its body unchanged. */
export interface SignedRequest {
  /** The header `X-Signature-Ed25519`. */
  readonly signature: string;
  /** The header `X-Signature-Timestamp`. */
  readonly timestamp: string;
  readonly body: string;
}

/** True if the application's key, `verify_key` in hexadecimal, signed the request. */
export async function isSigned(request: SignedRequest, verifyKey: string): Promise<boolean> {
  const signature = bytesOf(request.signature);
  const key = bytesOf(verifyKey);
  if (signature === undefined || key === undefined) return false;
  try {
    const publicKey = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    const signed = new TextEncoder().encode(request.timestamp + request.body);
    return await crypto.subtle.verify("Ed25519", publicKey, signature, signed);
  } catch {
    return false;
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
