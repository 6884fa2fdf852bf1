// Journal entries of deliveries. Source: product.md, Journal.
import type { Pings } from "../../domains/applications/endpoint-check.ts";
import type { EntryDraft, EntryOutcome, Journal, OpenEntry } from "../../platform/journal.ts";
import { ANSWER_MAX_BYTES } from "../../platform/network/outbound-http.ts";
import type { Outbound, OutboundRequest, OutboundResult } from "../../platform/outbound.ts";

export interface DeliveryJournalDeps {
  readonly outbound: Outbound;
  /** The journal in which deliveries are recorded; absent: they are not. */
  readonly journal?: Journal | undefined;
}

/** A request to an application's endpoint. */
export interface Delivered {
  readonly request: OutboundRequest;
  readonly timeoutMs: number;
  readonly draft: Omit<EntryDraft, "kind">;
}

/** Calls an endpoint, and records the result in the journal. */
export async function deliver(
  { outbound, journal }: DeliveryJournalDeps,
  { request, timeoutMs, draft }: Delivered,
): Promise<{ readonly result: OutboundResult; readonly origin: OpenEntry | undefined }> {
  const origin = journal?.begin({ ...draft, kind: "delivery" });
  const result = await outbound.send(request, timeoutMs);
  origin?.end(outcomeOf(request, result));
  return { result, origin };
}

/** Sends PINGs, which check an endpoint, and records them in the journal. */
export function journalledPings(deps: DeliveryJournalDeps): Pings {
  return {
    async send(request, timeoutMs, of) {
      return (await deliver(deps, { request, timeoutMs, draft: { ...of, name: "PING" } })).result;
    },
  };
}

function outcomeOf(request: OutboundRequest, result: OutboundResult): EntryOutcome {
  const { method = "POST", url, headers, body } = request;
  const sent = { request: { method, url, headers: Object.entries(headers).flat(), body } };
  switch (result.kind) {
    case "answered": {
      const type = result.contentType === "" ? [] : ["content-type", result.contentType];
      // A larger answer has files, and its endpoint decides how many parts: only its beginning is
      // searched for secrets.
      const shown = result.body.subarray(0, ANSWER_MAX_BYTES);
      const isCut = shown.length < result.body.length;
      const response = { headers: type, body: shown.toString("utf8"), isCut };
      return { ...sent, status: result.status, bytes: result.body.length, response };
    }
    case "timedOut":
      return { ...sent, note: "no answer in time" };
    case "failed":
      return { ...sent, note: result.reason };
  }
}
