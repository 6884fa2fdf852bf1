// Calls to applications' endpoints: deliveries of interactions and of events, and routine checks.
import { probeEndpoints, type ProbeDeps } from "./endpoint-probes.ts";
import { deliverWebhookEvents, type DeliveryDeps } from "./event-deliveries.ts";
import { postInteractions, type PostDeps } from "./interaction-posts.ts";

export interface WebhookCallers {
  /** Looks at the store anew: at the start, and when it was replaced. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens all that calls webhooks; `resume` begins it. */
export function callWebhooks(deps: DeliveryDeps & ProbeDeps & PostDeps): WebhookCallers {
  const stopPosting = postInteractions(deps);
  const callers = [deliverWebhookEvents(deps), probeEndpoints(deps)];
  return {
    async resume() {
      for (const caller of callers) await caller.resume();
    },
    async stop() {
      await Promise.all([stopPosting(), ...callers.map((caller) => caller.stop())]);
    },
  };
}

/** Where other processes call. */
export const noCallers: WebhookCallers = {
  resume: async () => undefined,
  stop: async () => undefined,
};
