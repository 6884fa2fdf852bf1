// Refuses calls that no endpoint receives, with a declared error that the journal explains.
// Source: product.md, Journal.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiError } from "../../../platform/api-error.ts";
import type { BeginEntry } from "../observers/journal-entries.ts";
import { corsHeaders, errorBody, nameEntry, send } from "../replies/responses.ts";

export type RefuseUnrouted = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
) => FastifyReply;

interface RefusalDeps {
  readonly beginEntry: BeginEntry;
  readonly production: boolean;
}

/** The step that such a refusal is reported with. */
const ROUTE = "route";

export function refuseUnrouted({ beginEntry, production }: RefusalDeps): RefuseUnrouted {
  return (request, reply, error) => {
    request.refusal = { step: ROUTE, error };
    beginEntry(request);
    nameEntry(reply, production);
    if (request.url.startsWith("/api")) reply.headers(corsHeaders(request));
    return send(reply, error.declaration.status, errorBody(error));
  };
}
