// Redirects a person who follows a link to the API to the corresponding page. This happens before
// the pipeline, because such a call is not one of the API.
import type { EndpointDeclaration } from "@antechamber/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pageOf } from "../calls/endpoint-policies.ts";

/** Redirects a person to the endpoint's page, if it has one; undefined for a call of the API. */
export function sendToPage(
  endpoint: EndpointDeclaration,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const page = pageOf(endpoint);
  if (page === undefined || !isForPage(request)) return undefined;
  const queryAt = request.url.indexOf("?");
  return reply.redirect(queryAt < 0 ? page : page + request.url.slice(queryAt));
}

/** True without a credential, if a page is accepted. */
function isForPage({ headers }: FastifyRequest): boolean {
  if (headers.authorization !== undefined) return false;
  const { accept = "*/*" } = headers;
  return /text\/html|\*\/\*/.test(accept) && !accept.startsWith("application/json");
}
