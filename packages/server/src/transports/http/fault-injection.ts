// The step at which a planned fault is injected into a call: its caller is known, and nothing is
// done yet. Source: product.md, Control plane.
import { STATUS_CODES } from "node:http";
import type { EndpointDeclaration } from "@antechamber/contract";
import { callerUserId } from "../../domains/users/operations.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Caller } from "../../platform/context.ts";
import type { FaultPlan, HttpFault, Subject } from "../../platform/faults/fault-injection.ts";
import { plannedBody } from "./endpoint-policies.ts";
import type { CountedCall } from "./limits/rate-limit.ts";
import { plannedRefusal, type RateHeaders } from "./limits/rate-limit-refusals.ts";

/** What a fault answers in the endpoint's place. */
export class InjectedResponse extends Error {
  override readonly name = "InjectedResponse";
  readonly status: number;
  readonly contentType: string;
  /** Undefined for a status that has no body. */
  readonly text: string | undefined;

  constructor(status: number, body: unknown) {
    super(`a planned ${status}`);
    this.status = status;
    const isPage = typeof body === "string";
    this.contentType = isPage ? "text/html" : "application/json";
    if (status === 204 || status === 304) this.text = undefined;
    else this.text = isPage ? body : JSON.stringify(body ?? defaultBody(status));
  }
}

/** A fault cuts the connection: there is no answer. */
export class InjectedDisconnect extends Error {
  override readonly name = "InjectedDisconnect";
}

/** The API's error shape. Source: protocol: gateway-oauth-limits 1.4. */
function defaultBody(status: number): object {
  return { message: `${status}: ${STATUS_CODES[status] ?? "Unknown"}`, code: 0 };
}

/**
 * Waits or throws as a fault says; undefined when none is injected. It throws InjectedResponse,
 * InjectedDisconnect or RateLimitError.
 */
export type FaultStep = (
  call: CountedCall,
  rateHeaders: RateHeaders,
  world: FaultingWorld,
) => Promise<void> | undefined;

/** What one world plans. */
export interface FaultingWorld {
  readonly faults: FaultPlan;
  readonly clock: Clock;
}

/** Builds the step of one endpoint. The control plane never fails on purpose. */
export function faultStepFor(endpoint: EndpointDeclaration): FaultStep {
  if (endpoint.plane === "control") return () => undefined;

  async function inject(
    fault: HttpFault,
    rateHeaders: RateHeaders,
    { faults, clock }: FaultingWorld,
  ): Promise<void> {
    const { status, body, delay_ms: delayMs, rate_limit: limited, drop } = fault;
    // What is called next, wherever, is to find that this one was used.
    await faults.isSame();
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
    const fault = world.faults.ofCall(subjectOf(call, endpoint.id));
    return fault === undefined ? undefined : inject(fault, rateHeaders, world);
  };
}

function subjectOf({ caller, params, origin }: CountedCall, endpointId: string): Subject {
  const applicationId = applicationOf(caller, params);
  return { applicationId, userId: callerUserId(caller), endpointId, origin };
}

function applicationOf(caller: Caller, params: CountedCall["params"]): string | undefined {
  if (caller.kind === "bot" || caller.kind === "bearer") return caller.application_id;
  // The answers to interactions carry no credential, but name their application: it is the webhook.
  return caller.kind === "nobody" ? (params["application_id"] ?? params["webhook_id"]) : undefined;
}
