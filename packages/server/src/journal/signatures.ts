// Whether deliveries were signed so that their applications can verify them: over the body as it was
// sent, which nobody is shown. Source: protocol: commands-and-interactions 7.
import { isSignedBy } from "../platform/crypto.ts";
import type { Entry } from "./entry.ts";
import { headerOf } from "./redaction/header-blocks.ts";

/** A delivery that was signed, with all that its signature is about. */
export interface SignedDelivery {
  /** Whose key it should be. */
  readonly application: string;
  /** What was signed. */
  readonly text: string;
  /** Hexadecimal digits. */
  readonly signature: string;
}

/**
 * The signature of an entry; undefined for what was not signed, and where the body is not kept
 * whole.
 */
export function signedDelivery(entry: Entry): SignedDelivery | undefined {
  const { kind, requestHeaders: headers, cameWith: body } = entry;
  if (kind !== "delivery" || headers === undefined || body === undefined) return undefined;
  const signature = headerOf(headers, "x-signature-ed25519");
  const timestamp = headerOf(headers, "x-signature-timestamp");
  if (signature === undefined || timestamp === undefined) return undefined;
  const application = entry.application ?? applicationNamedIn(body);
  return application === undefined ? undefined : { application, text: timestamp + body, signature };
}

/** A PING is nobody's doing, and names its application itself. */
function applicationNamedIn(body: string): string | undefined {
  const { application_id: id } = JSON.parse(body) as { readonly application_id?: unknown };
  return typeof id === "string" ? id : undefined;
}

/** Whether the signature holds for a key. */
export function holdsFor({ text, signature }: SignedDelivery, verifyKey: string): boolean {
  return isSignedBy(verifyKey, text, signature);
}
