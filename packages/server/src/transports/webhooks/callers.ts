// Sends requests to applications' endpoints: interactions, webhook events, and routine checks.
import { probeEndpoints, type ProbeDeps } from "./endpoint-probes.ts";
import { deliverWebhookEvents, type DeliveryDeps } from "./event-deliveries.ts";
import { postInteractions, type PostDeps } from "./interaction-posts.ts";

export interface WebhookCallers {
  /** Reads pending work from the store: at the start, and after the store was replaced. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates everything that calls applications' endpoints; `resume` starts it. */
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

/** For a process that leaves deliveries to others. */
export const noCallers: WebhookCallers = {
  resume: async () => undefined,
  stop: async () => undefined,
};
