// Verifies whether deliveries were signed correctly, over the original body, which is never shown.
// Source: protocol: commands-and-interactions 7.
import { isSignedBy } from "../platform/crypto.ts";
import type { Entry } from "./entry.ts";
import { headerOf } from "./redaction/header-blocks.ts";

/** A signed delivery, with everything that its signature covers. */
export interface SignedDelivery {
  /** The application whose key should verify it. */
  readonly application: string;
  /** The text that was signed. */
  readonly text: string;
  /** Hexadecimal digits. */
  readonly signature: string;
}

/** An entry's signed delivery; undefined if it was not signed, or its body is not whole. */
export function signedDelivery(entry: Entry): SignedDelivery | undefined {
  const { kind, requestHeaders: headers, rawBody: body } = entry;
  if (kind !== "delivery" || headers === undefined || body === undefined) return undefined;
  const signature = headerOf(headers, "x-signature-ed25519");
  const timestamp = headerOf(headers, "x-signature-timestamp");
  if (signature === undefined || timestamp === undefined) return undefined;
  const application = entry.application ?? applicationNamedIn(body);
  return application === undefined ? undefined : { application, text: timestamp + body, signature };
}

/** A PING has no actor or application in its entry; its body names the application. */
function applicationNamedIn(body: string): string | undefined {
  const { application_id: id } = JSON.parse(body) as { readonly application_id?: unknown };
  return typeof id === "string" ? id : undefined;
}

/** Whether the signature is valid for a key. */
export function isValidFor({ text, signature }: SignedDelivery, verifyKey: string): boolean {
  return isSignedBy(verifyKey, text, signature);
}
