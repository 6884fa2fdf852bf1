// Reads an identity token, and verifies its signature with the keys of the service. Source: RFC
// 7515 3, 5.2; RFC 7518 3.3.

/** A public key as the service publishes it. */
export interface Key {
  readonly kid: string;
  readonly kty: string;
  readonly alg?: string;
  readonly n?: string;
  readonly e?: string;
}

export interface ReadToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** True if the key that the token names signed it. */
  readonly holds: boolean;
}

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

function bytesOf(part: string): Uint8Array<ArrayBuffer> {
  const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.codePointAt(0) ?? 0);
}

function jsonOf(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(new TextDecoder().decode(bytesOf(part))) as Readonly<Record<string, unknown>>;
}

/** Reads a token. @throws Error for a text that is not a signed token */
export async function readToken(text: string, keys: readonly Key[]): Promise<ReadToken> {
  const [head = "", body = "", signature = "", ...rest] = text.split(".");
  if (signature === "" || rest.length > 0) throw new Error("This is not a signed JWT.");
  const [header, claims] = readParts(head, body);
  const jwk = keys.find(({ kid }) => kid === header["kid"]);
  if (jwk === undefined || header["alg"] !== "RS256") return { header, claims, holds: false };
  const key = await crypto.subtle.importKey("jwk", { ...jwk }, algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  const holds = await crypto.subtle.verify(algorithm, key, bytesOf(signature), signed);
  return { header, claims, holds };
}

function readParts(head: string, body: string) {
  try {
    return [jsonOf(head), jsonOf(body)] as const;
  } catch {
    throw new Error("This is not a signed JWT.");
  }
}
