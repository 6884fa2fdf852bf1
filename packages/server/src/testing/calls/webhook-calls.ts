// An application with an event webhook and the service's deliverer, whose outbound requests a test
// answers, on a store in memory and a frozen clock.
import type { WebhookEventType } from "@antechamber/contract/webhooks";
import { applications, type ApplicationRecord } from "../../domains/applications/application.ts";
import { recordWebhookEvent } from "../../domains/webhooks/outbox.ts";
import type { WebhookEventDraft } from "../../domains/webhooks/webhook.ts";
import { webhookDeliveries, queueLeases } from "../../domains/webhooks/webhook.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Outbound, OutboundRequest, OutboundResult } from "../../platform/outbound.ts";
import { deliverWebhookEvents } from "../../transports/webhooks/event-deliveries.ts";
import { openHandlerCalls } from "./handler-calls.ts";
import { anApplication } from "../records.ts";
import { scriptedOutbound } from "../network/scripted-outbound.ts";

export const webhook = {
  application: "200000000000000001",
  seed: "7".repeat(64),
  url: "https://example.com/secret-path?secret=query",
} as const;

/** The response that acknowledges an event. */
export const acknowledged: OutboundResult = {
  kind: "answered",
  status: 204,
  contentType: "",
  body: Buffer.alloc(0),
};

/** The event in a request. */
export function eventOf({ body }: Pick<OutboundRequest, "body">) {
  return JSON.parse(body) as {
    version: number;
    application_id: string;
    type: number;
    event: { type: WebhookEventType; timestamp: string; data: { n?: number; of?: string } };
  };
}

const deauthorized = "APPLICATION_DEAUTHORIZED";

function aSubscriber(more: Partial<ApplicationRecord>): ApplicationRecord {
  return anApplication(webhook.application, {
    owner_id: "100000000000000001",
    signingSeed: webhook.seed,
    event_webhooks_url: webhook.url,
    event_webhooks_types: [deauthorized],
    ...more,
  });
}

/** Opens the calls; `application` overrides fields of its record, `answer` answers the deliveries. */
export async function openWebhookCalls(
  answer: (request: OutboundRequest) => OutboundResult | Promise<OutboundResult>,
  application: Partial<ApplicationRecord> = {},
) {
  const calls = await openHandlerCalls([]);
  await calls.seed((tx) => tx.put(applications, aSubscriber(application)));
  const outbound = scriptedOutbound(answer);
  const lines: object[] = [];
  const note = (line: object) => lines.push(line);
  const log = { info: note, warn: note, error: note } as never;
  const tries: string[] = [];
  const metrics = { countDelivery: (_event: string, outcome: string) => tries.push(outcome) };
  const open = (through: Outbound = outbound, clock: Clock = calls.clock) =>
    deliverWebhookEvents({ ...calls, clock, work: calls.work, outbound: through, log, metrics });
  return {
    ...calls,
    outbound,
    lines,
    tries,
    /** Starts another deliverer, beside the first or as its successor. */
    open,
    record: (draft: Partial<WebhookEventDraft> = {}) =>
      calls.work.transaction((ctx) =>
        recordWebhookEvent(ctx, {
          application_id: webhook.application,
          type: deauthorized,
          data: {},
          resource: "user",
          ...draft,
        }),
      ),
    /** Advances the clock; resolves when everything due on the way has run. */
    advance: (ms: number) => calls.clock.moveTo(calls.clock.now() + ms),
    waiting: () => calls.store.read((tx) => tx.find(webhookDeliveries)),
    turns: () => calls.store.read((tx) => tx.find(queueLeases)),
    application: async () => {
      const [found] = await calls.store.read((tx) => tx.find(applications));
      if (found === undefined) throw new Error("the application is gone");
      return found;
    },
  };
}
