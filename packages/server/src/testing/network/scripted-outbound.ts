// An outbound port that answers requests as a test says, and records them.
import type { Outbound, OutboundRequest, OutboundResult } from "../../platform/outbound.ts";

export interface ScriptedOutbound extends Outbound {
  readonly requests: readonly OutboundRequest[];
}

/** A reply in JSON. */
export function replied(status: number, body: unknown): OutboundResult {
  const bytes = Buffer.from(JSON.stringify(body));
  return { kind: "answered", status, contentType: "application/json", body: bytes };
}

export function scriptedOutbound(
  answer: (request: OutboundRequest) => OutboundResult | Promise<OutboundResult>,
): ScriptedOutbound {
  const requests: OutboundRequest[] = [];
  return {
    requests,
    async send(request) {
      requests.push(request);
      return answer(request);
    },
    close: () => {},
  };
}
