// How replies and refusals are sent: their headers, their bodies, and the reference's wording.
import {
  BadRequest,
  InternalError,
  oauthErrorBody,
  Unavailable,
  type EndpointDeclaration,
} from "@antechamber/contract";
import { entryHeader } from "@antechamber/contract/control";
import { InvalidClient } from "@antechamber/contract/oauth";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/api-error.ts";
import { isUnavailable } from "../../../platform/store.ts";
import type { InjectedResponse } from "../calls/injected-answers.ts";
import { RateLimitError } from "../limits/rate-limit-refusals.ts";
import { endEntry } from "../observers/journal-entries.ts";
import { isUnread } from "../bodies/request-bytes.ts";
import { JSON_TYPE, writeDirectly } from "./direct-write.ts";
import type { Headers } from "../calls/call.ts";

const EXPOSED = `Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Reset-After, X-RateLimit-Bucket, X-RateLimit-Global, X-RateLimit-Scope, Via, X-Antechamber-Not-Built, X-Antechamber-Ignored-Fields, ${entryHeader}`;

/** Headers of every reply for browsers. The list of readable headers is sent only to pages. */
export function corsHeaders({ headers }: FastifyRequest): Headers {
  return headers.origin === undefined
    ? { "access-control-allow-origin": "*" }
    : { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED };
}

/** The headers of an endpoint's replies, apart from the rate limit headers. */
export function headersFor(endpoint: EndpointDeclaration, request: FastifyRequest): Headers {
  const headers = endpoint.plane === "control" ? {} : corsHeaders(request);
  // Tokens must not be cached. Source: RFC 6749 5.1.
  return endpoint.oauthForm === true
    ? { ...headers, "cache-control": "no-store", pragma: "no-cache" }
    : headers;
}

const asItIs = (payload: unknown) => payload as string;

/**
 * Sends JSON as exactly `application/json`, as some libraries compare it; a 204 has no type.
 * Source: clients.md 6. With a serializer of its own, a reply keeps its type unchanged, and text is
 * sent in one write with the head.
 */
export function send(reply: FastifyReply, status: number, text: string | undefined): FastifyReply {
  if (isUnread(reply.request.raw)) {
    const { "content-type": mediaType = JSON_TYPE, ...headers } = reply.getHeaders() as Headers;
    writeDirectly(reply, { status, json: text, mediaType }, headers);
    return reply;
  }
  reply.request.responseText = text;
  reply.code(status);
  if (text === undefined) return reply.send();
  if (!reply.hasHeader("content-type")) reply.header("content-type", JSON_TYPE);
  return reply.serializer(asItIs).send(text);
}

/** Sends nothing, and resets the connection. */
export function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  endEntry(request, { status: undefined, headers: [], body: undefined, bytes: 0 });
  reply.hijack();
  request.raw.socket.resetAndDestroy();
  return reply;
}

export function sendInjectedResponse(
  reply: FastifyReply,
  { status, contentType, text }: InjectedResponse,
) {
  if (text === undefined) return send(reply, status, undefined);
  return reply.code(status).header("content-type", contentType).serializer(asItIs).send(text);
}

/** The body of a refusal. */
export function errorBody(error: ApiError): string {
  const { code, oauth } = error.declaration;
  if (oauth !== undefined) {
    return JSON.stringify(oauthErrorBody({ oauth, message: error.message }));
  }
  return JSON.stringify(
    error instanceof RateLimitError
      ? { message: error.message, ...error.details }
      : { message: error.message, code, ...error.details },
  );
}

/** When a client that was refused for overload may retry. */
const RETRY_AFTER_SECONDS = "1";

/**
 * Names the journal entry of a call that is being refused. In production mode the header is
 * omitted, because only the operator can read the entry. Source: product.md, Journal.
 */
export function nameEntry(reply: FastifyReply, production: boolean): void {
  const { entry } = reply.request;
  if (!production && entry !== undefined) reply.header(entryHeader, entry.cause.id);
}

export function refuse(reply: FastifyReply, error: unknown, crashed: () => void): FastifyReply {
  if (error instanceof ApiError) {
    if (error instanceof RateLimitError) reply.headers(error.headers);
    if (error.declaration === Unavailable) reply.header("retry-after", RETRY_AFTER_SECONDS);
    if (wantsBasic(error, reply)) reply.header("www-authenticate", "Basic");
    return send(reply, error.declaration.status, errorBody(error));
  }
  const refusal = hasDisconnected(error, reply) ? BadRequest : transportRefusal(error);
  if (refusal.status >= 500) crashed();
  if (refusal === Unavailable) reply.header("retry-after", RETRY_AFTER_SECONDS);
  return send(
    reply,
    refusal.status,
    JSON.stringify({ message: refusal.message, code: refusal.code }),
  );
}

/** Names the authentication scheme to a client that sent the header. Source: RFC 6749 5.2. */
function wantsBasic({ declaration }: ApiError, { request }: FastifyReply): boolean {
  return declaration.name === InvalidClient.name && request.headers.authorization !== undefined;
}

/** True when the client of a file disconnected before its first byte, which is not a failure. */
function hasDisconnected(error: unknown, { raw }: FastifyReply): boolean {
  return raw.closed && (error as { code?: unknown }).code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** The declared error for a failure below the endpoints. */
function transportRefusal(error: unknown) {
  if (isUnavailable(error)) return Unavailable;
  const { statusCode } = error as { statusCode?: number };
  return statusCode !== undefined && statusCode < 500 ? BadRequest : InternalError;
}
