// One attempt to deliver something to an endpoint of an application: signed, recorded in the
// journal, and with its result as deliveries store it.
// Source: protocol: commands-and-interactions 7, lobbies-and-sdk 13 (17).
import { signedRequest, type Destination } from "../../domains/applications/signed-request.ts";
import type { DeliveryAttempt } from "../../domains/webhooks/webhook.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Settings } from "../../platform/context.ts";
import { openSigner } from "../../platform/crypto.ts";
import type { OpenEntry } from "../../platform/journal.ts";
import { withKnownFiles } from "../../platform/network/service-address.ts";
import type { OutboundRequest, OutboundResult } from "../../platform/outbound.ts";
import { deliver, type Delivered, type DeliveryJournalDeps } from "./delivery-entries.ts";

export interface SignedAttemptDeps extends DeliveryJournalDeps {
  readonly clock: Pick<Clock, "now" | "real">;
  readonly settings: Pick<Settings, "publicUrl" | "servesGuardedNames" | "worldInQuery">;
}

/** What is delivered. */
interface Payload
  extends Pick<Delivered, "draft" | "timeoutMs">, Pick<OutboundRequest, "body" | "filesMaxBytes"> {}

export interface AttemptResult {
  readonly result: OutboundResult;
  /** As it is stored. */
  readonly attempt: DeliveryAttempt;
  /** The journal's entry, which causes what follows from the result. */
  readonly origin: OpenEntry | undefined;
}

/** Sends a payload to an endpoint, once. */
export type SignedAttempts = (to: Destination, payload: Payload) => Promise<AttemptResult>;

/** What sends signed payloads, with the keys of the applications that it has sent for. */
export function signedAttempts(deps: SignedAttemptDeps): SignedAttempts {
  const signer = openSigner();
  return async (to, { body: json, draft, timeoutMs, ...bounds }) => {
    const body = withKnownFiles(deps.settings, json);
    const [at, began] = [deps.clock.now(), deps.clock.real()];
    const request = { ...signedRequest(signer, to, { body, now: at }), ...bounds };
    const { result, origin } = await deliver(deps, { request, timeoutMs, draft });
    const ms = Math.max(0, Math.round(deps.clock.real() - began));
    return { result, origin, attempt: { at, ms, ...outcomeOf(result) } };
  };
}

/** The reference asks for 204 as the answer to an event; any success will do. */
function outcomeOf(result: OutboundResult): Pick<DeliveryAttempt, "status" | "error"> {
  switch (result.kind) {
    case "answered": {
      const { status } = result;
      const isSuccess = status >= 200 && status <= 299;
      return isSuccess ? { status } : { status, error: `The endpoint answered ${status}.` };
    }
    case "timedOut":
      return { error: "The endpoint did not answer in time." };
    case "failed":
      return { error: `The endpoint could not be called: ${result.reason}.` };
  }
}
