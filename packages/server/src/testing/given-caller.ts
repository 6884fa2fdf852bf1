// The service's pipeline, except that a test supplies the caller instead of a credential. The
// endpoint must still accept the caller, and all other steps are the service's own.
import { EntityTooLarge } from "@antechamber/contract";
import { FaultPlan } from "../platform/faults/fault-injection.ts";
import { ApiError } from "../platform/api-error.ts";
import { AbandonableWork } from "../platform/async/abandonable-work.ts";
import type { Clock } from "../platform/clock.ts";
import type { Caller } from "../platform/context.ts";
import type { Binding } from "../platform/handler.ts";
import { localRateLimitCounters } from "../platform/rate-limit-counters.ts";
import type { Transactions } from "../platform/transactions.ts";
import { acceptedCaller } from "../transports/http/authentication/authenticate.ts";
import { bodyAuthenticator } from "../transports/http/authentication/body-credential.ts";
import { openCall } from "../transports/http/calls/call.ts";
import type { EncodedReply } from "../transports/http/calls/encoded-reply.ts";
import { ipBans } from "../transports/http/guards/ip-ban.ts";
import { pipelineFor } from "../transports/http/steps/pipeline.ts";
import type { IncomingBody } from "../transports/http/bodies/request-bytes.ts";
import type { RequestFacts } from "../transports/http/requests/request-facts.ts";
import { responseCache } from "../transports/http/replies/response-cache.ts";
import type { HttpWorld } from "../transports/http/calls/world.ts";
import { seededRandom } from "./seeded-random.ts";

/** A request with its caller. */
export interface GivenRequest extends Pick<RequestFacts, "params" | "query" | "headers"> {
  readonly as: Caller;
  readonly body: { readonly contentType: string; readonly bytes: Buffer } | undefined;
}

/** Runs requests through an endpoint's pipeline; refusals are thrown. */
export function pipelineOfGiven(
  binding: Binding,
  { work, clock }: { readonly work: Transactions; readonly clock: Clock },
): (request: GivenRequest) => Promise<EncodedReply> {
  const { endpoint } = binding;
  const callers = new WeakMap<RequestFacts, Caller>();
  const faults = new FaultPlan({ random: seededRandom("faults"), clock });
  const counters = localRateLimitCounters();
  const pipeline = pipelineFor(binding, { production: false, ignoredFields: () => undefined });
  const world: HttpWorld = {
    name: "given",
    work,
    clock,
    faults,
    counters,
    settings: { production: false, publicUrl: "", fileKey: new Uint8Array(32) },
    callerOf: async () => undefined,
    authenticate: ({ auth }, facts) =>
      acceptedCaller(auth, callers.get(facts) ?? { kind: "nobody" }),
    callerInBody: bodyAuthenticator(work),
    profile: () => "off",
    isLimited: () => false,
    ipBan: ipBans(counters, clock, () => false),
    responses: responseCache(work),
    journal: undefined,
    hasEnded: () => false,
    waitingCalls: new AbandonableWork(),
    bindingOf: () => binding,
  };
  return async ({ as, body, ...parts }) => {
    const facts = {
      ...parts,
      address: "127.0.0.1",
      url: `${endpoint.path} ${JSON.stringify([parts.params, parts.query])}`,
      method: endpoint.method,
      announcesBody: body !== undefined,
    };
    callers.set(facts, as);
    const call = openCall(world, facts, {});
    if (body !== undefined && endpoint.body !== undefined) call.body = incoming(body);
    return pipeline(call);
  };
}

function incoming({ contentType, bytes }: NonNullable<GivenRequest["body"]>): IncomingBody {
  return {
    contentType,
    async receive(sink, limit) {
      if (bytes.length > limit) throw new ApiError(EntityTooLarge);
      if (bytes.length > 0) sink.write(bytes);
      return sink.end();
    },
  };
}
