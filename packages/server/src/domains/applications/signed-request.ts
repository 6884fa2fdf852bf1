// Requests that an application can verify: its key signs the timestamp and the body.
// Source: protocol: commands-and-interactions 7.
import type { Millis } from "../../platform/clock.ts";
import type { Signer } from "../../platform/crypto.ts";
import type { OutboundRequest } from "../../platform/outbound.ts";
import type { ApplicationRecord } from "./application.ts";

/** The reference's user agent. */
const USER_AGENT = "Discord-Interactions/1.0 (+https://discord.com)";

/** The URL of a request, and the application whose key signs it. */
export interface Destination {
  readonly url: string;
  readonly application: Pick<ApplicationRecord, "id" | "signingSeed">;
}

/** A request with signature headers for a time of the world's clock. */
export function signedRequest(
  signer: Signer,
  { url, application }: Destination,
  { body, now }: { readonly body: string; readonly now: Millis },
): OutboundRequest {
  const moment = Math.floor(now / 1000).toString();
  return {
    url,
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": USER_AGENT,
      "x-signature-ed25519": signer.sign(application.signingSeed, moment + body),
      "x-signature-timestamp": moment,
    },
  };
}
