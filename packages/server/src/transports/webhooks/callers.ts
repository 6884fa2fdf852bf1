// Calls to applications' endpoints that no request causes: deliveries of events, and routine checks.
import { probeEndpoints, type ProbeDeps } from "./endpoint-probes.ts";
import { deliverWebhookEvents, type DeliveryDeps } from "./event-deliveries.ts";

export interface WebhookCallers {
  /** Looks at the store anew: at the start, and when it was replaced. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens all that calls webhooks; `resume` begins it. */
export function callWebhooks(means: DeliveryDeps & ProbeDeps): WebhookCallers {
  const callers = [deliverWebhookEvents(means), probeEndpoints(means)];
  return {
    async resume() {
      for (const caller of callers) await caller.resume();
    },
    async stop() {
      await Promise.all(callers.map((caller) => caller.stop()));
    },
  };
}
