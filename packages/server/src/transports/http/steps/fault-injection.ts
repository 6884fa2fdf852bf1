// The step that injects a fault into a call: its caller is known, and nothing was done yet.
// Source: product.md, Control plane.
import type { EndpointDeclaration } from "@antechamber/contract";
import { callerUserId } from "../../../domains/users/operations.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Caller } from "../../../platform/context.ts";
import type { FaultPlan, HttpFault, Subject } from "../../../platform/faults/fault-injection.ts";
import { plannedBody } from "../calls/endpoint-policies.ts";
import { InjectedDisconnect, InjectedResponse } from "../calls/injected-answers.ts";
import type { CountedCall } from "../limits/rate-limit.ts";
import { plannedRefusal, type RateHeaders } from "../limits/rate-limit-refusals.ts";
import { joinTrace } from "./interaction-trace.ts";

/**
 * Waits or throws as the fault specifies; undefined when none is injected. Throws InjectedResponse,
 * InjectedDisconnect or RateLimitError.
 */
export type FaultStep = (
  call: CountedCall,
  rateHeaders: RateHeaders,
  world: FaultingWorld,
) => Promise<void> | undefined;

/** The injected faults of a world, and its clock. */
export interface FaultingWorld {
  readonly faults: FaultPlan;
  readonly clock: Clock;
}

/** Builds the step of one endpoint. No faults are injected into the control plane. */
export function faultStepFor(endpoint: EndpointDeclaration): FaultStep {
  if (endpoint.plane === "control") return () => undefined;

  async function inject(
    fault: HttpFault,
    rateHeaders: RateHeaders,
    { faults, clock }: FaultingWorld,
  ): Promise<void> {
    const { status, body, delay_ms: delayMs, rate_limit: limited, drop } = fault;
    // Any later call, at any process, must find that this fault was used.
    await faults.whenShared();
    if (delayMs !== undefined) await faults.wait(delayMs);
    if (drop === true) throw new InjectedDisconnect();
    if (limited !== undefined) {
      throw plannedRefusal(endpoint, limited, { now: clock.now(), rateHeaders });
    }
    const answers = status ?? (body === undefined ? undefined : 500);
    if (answers === undefined) return;
    throw new InjectedResponse(answers, body ?? plannedBody(endpoint, answers));
  }

  return (call, rateHeaders, world) => {
    joinTrace(call);
    const fault = world.faults.takeForCall(subjectOf(call, endpoint.id));
    return fault === undefined ? undefined : inject(fault, rateHeaders, world);
  };
}

function subjectOf({ caller, params, origin }: CountedCall, endpointId: string): Subject {
  const applicationId = applicationOf(caller, params);
  return { applicationId, userId: callerUserId(caller), endpointId, origin };
}

function applicationOf(caller: Caller, params: CountedCall["params"]): string | undefined {
  if (caller.kind === "bot" || caller.kind === "bearer") return caller.application_id;
  // Replies to interactions have no credential, but their webhook id is the id of their
  // application.
  return caller.kind === "nobody" ? (params["application_id"] ?? params["webhook_id"]) : undefined;
}
