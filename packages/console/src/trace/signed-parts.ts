// What a signature of a delivery is about: the moment, and the body behind it.
// Source: protocol: commands-and-interactions 7.
import type { types } from "@antechamber/sdk/control";

export interface SignedParts {
  /** Whose key signed it. */
  readonly application: string;
  readonly signature: string;
  readonly timestamp: string;
  /** What was signed, as far as the journal has it. */
  readonly text: string;
  /** Nothing of it was cut, or left out as a secret. */
  readonly isWhole: boolean;
}

/** What the journal puts in the place of secrets. */
const REDACTED = "[redacted]";

/** The signature of a delivery, as it was sent; undefined for what was not signed. */
export function signedPartsOf(
  entry: Pick<types.WholeEntry, "kind" | "application" | "request" | "cut">,
): SignedParts | undefined {
  if (entry.kind !== "delivery" || entry.request === undefined) return undefined;
  const { headers, body } = entry.request;
  const signature = headers["x-signature-ed25519"];
  const timestamp = headers["x-signature-timestamp"];
  if (signature === undefined || timestamp === undefined) return undefined;
  // Bodies are written as the service writes them here: members in their order, without spaces.
  const sent = typeof body === "string" ? body : JSON.stringify(body ?? "");
  // A PING belongs to nobody's doing, and names its application itself.
  const named = (body as { readonly application_id?: unknown } | null)?.application_id;
  const application = entry.application ?? (typeof named === "string" ? named : "");
  const isWhole = entry.cut !== true && !sent.includes(REDACTED);
  return { application, signature, timestamp, text: timestamp + sent, isWhole };
}

export type Verdict = "holds" | "fails" | "unseen" | "untold";

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * Whether a signature holds for a key, in hexadecimal digits as the API shows it. What the page
 * does not see whole the service has judged, which knows what it sent.
 */
export async function verdictOf(
  parts: SignedParts | undefined,
  key: string,
  judged?: boolean,
): Promise<Verdict> {
  if (parts?.isWhole !== true) {
    if (judged === undefined) return "unseen";
    return judged ? "holds" : "fails";
  }
  try {
    const known = await crypto.subtle.importKey("raw", bytesOf(key), "Ed25519", false, ["verify"]);
    const text = new TextEncoder().encode(parts.text);
    const holds = await crypto.subtle.verify("Ed25519", known, bytesOf(parts.signature), text);
    return holds ? "holds" : "fails";
  } catch {
    return "untold";
  }
}
