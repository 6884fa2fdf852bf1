// Counts the body of a call against the shared budget, from the first step to the reply. It wraps
// the pipeline.
import type { EndpointDeclaration } from "@antechamber/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BodyBudget } from "../bodies/body-budget.ts";
import type { Call } from "../calls/call.ts";
import type { EncodedReply } from "../calls/encoded-reply.ts";
import type { Pipeline } from "./pipeline.ts";
import { isOpenToUnauthenticated } from "../bodies/request-body.ts";
import { incomingBody, type BodyWatch, type IncomingBody } from "../bodies/request-bytes.ts";

export interface BodyAccountDeps {
  readonly budget: BodyBudget;
  readonly watch: BodyWatch;
  /** Keeps the body for observers of calls; absent: there are none. */
  readonly record?: ((request: FastifyRequest, body: IncomingBody) => IncomingBody) | undefined;
}

/** Wraps the pipeline of an endpoint, and provides it with the bodies of its calls. */
export function withBodyAccount(
  endpoint: EndpointDeclaration,
  pipeline: Pipeline,
  { budget, watch, record }: BodyAccountDeps,
) {
  const takesBody = endpoint.body !== undefined;
  const isUnauthenticated = isOpenToUnauthenticated(endpoint);

  async function withBody(
    call: Call,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<EncodedReply> {
    const account = budget.open({ address: call.request.address, isUnauthenticated });
    try {
      const body = incomingBody(request.raw, { response: reply.raw, account, watch });
      call.body = record === undefined ? body : record(request, body);
      return await pipeline(call);
    } finally {
      account.close();
    }
  }

  return (call: Call, request: FastifyRequest, reply: FastifyReply) =>
    takesBody && call.request.announcesBody ? withBody(call, request, reply) : pipeline(call);
}
