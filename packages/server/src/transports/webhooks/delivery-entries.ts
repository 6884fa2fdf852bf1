// Deliveries as the journal has them. Source: product.md, Journal.
import type { EntryDraft, EntryOutcome, Journal, OpenEntry } from "../../platform/journal.ts";
import type { Outbound, OutboundRequest, OutboundResult } from "../../platform/outbound.ts";

export interface DeliveryJournalDeps {
  readonly outbound: Outbound;
  /** Where deliveries are written down; absent: nowhere. */
  readonly journal?: Journal | undefined;
}

/** One call of an application's endpoint. */
export interface Delivered {
  readonly request: OutboundRequest;
  readonly timeoutMs: number;
  readonly draft: Omit<EntryDraft, "kind">;
}

/** Calls an endpoint, and writes down what came of it. */
export async function deliver(
  { outbound, journal }: DeliveryJournalDeps,
  { request, timeoutMs, draft }: Delivered,
): Promise<{ readonly result: OutboundResult; readonly origin: OpenEntry | undefined }> {
  const origin = journal?.begin({ ...draft, kind: "delivery" });
  const result = await outbound.send(request, timeoutMs);
  origin?.end(outcomeOf(request, result));
  return { result, origin };
}

/** The same way out, for calls that check an endpoint. */
export function journalledPings(outbound: Outbound, journal: Journal | undefined): Outbound {
  if (journal === undefined) return outbound;
  return {
    async send(request, timeoutMs) {
      const deps = { outbound, journal };
      return (await deliver(deps, { request, timeoutMs, draft: { name: "PING" } })).result;
    },
    close: () => outbound.close(),
  };
}

function outcomeOf(request: OutboundRequest, result: OutboundResult): EntryOutcome {
  const { method = "POST", url, headers, body } = request;
  const asked = { request: { method, url, headers: Object.entries(headers).flat(), body } };
  switch (result.kind) {
    case "answered": {
      const type = result.contentType === "" ? [] : ["content-type", result.contentType];
      const response = { headers: type, body: result.body.toString("utf8") };
      return { ...asked, status: result.status, bytes: result.body.length, response };
    }
    case "timedOut":
      return { ...asked, note: "no answer in time" };
    case "failed":
      return { ...asked, note: result.reason };
  }
}
