// The trace of the interaction whose token a call shows.
import { interactionIdIn } from "../../../domains/applications/interaction-token.ts";
import { pathTokenIn } from "../../../domains/interactions/path-token.ts";
import type { CountedCall } from "../limits/rate-limit.ts";

/**
 * Adds a call with an interaction's token to the trace of the interaction: a call that fails before
 * its handler never comes to where the others are added.
 */
export function joinTrace({ params, origin }: Pick<CountedCall, "params" | "origin">): void {
  const id = interactionIdIn(pathTokenIn(params)?.token ?? "");
  if (id === undefined) return;
  const application_id = params["application_id"] ?? params["webhook_id"];
  origin?.join({ id, ...(application_id === undefined ? {} : { application_id }) });
}
