// The signed parts of a delivery: the timestamp, and the body after it. Source: protocol:
// commands-and-interactions 7.
import type { types } from "@antechamber/sdk/control";

export interface SignedParts {
  /** The application whose key signed it. */
  readonly application: string;
  readonly signature: string;
  readonly timestamp: string;
  /** The signed text, as far as the journal has it. */
  readonly text: string;
  /** True if nothing was cut or redacted. */
  readonly isWhole: boolean;
}

/** The journal's placeholder for secrets. */
const REDACTED = "[redacted]";

/** The signature of a delivery, as it was sent; undefined if it was not signed. */
export function signedPartsOf(
  entry: Pick<types.WholeEntry, "kind" | "application" | "request" | "cut">,
): SignedParts | undefined {
  if (entry.kind !== "delivery" || entry.request === undefined) return undefined;
  const { headers, body } = entry.request;
  const signature = headers["x-signature-ed25519"];
  const timestamp = headers["x-signature-timestamp"];
  if (signature === undefined || timestamp === undefined) return undefined;
  // JSON.stringify produces the same text as the service: the same order of members, without
  // spaces.
  const sent = typeof body === "string" ? body : JSON.stringify(body ?? "");
  // A PING has no application in its entry, but names it in its body.
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
 * Whether a signature is valid for a key in hexadecimal, as the API shows it. If the page does not
 * have the full body, the service's own verdict is used.
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
