// Endpoints and handlers to routes, with the reference's answers for what is no route.
import {
  EntityTooLarge,
  InternalError,
  InvalidApiVersion,
  MethodNotAllowed,
  NotFound,
  BadRequest,
  Unavailable,
  type EndpointDeclaration,
} from "@antechamber/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../platform/api-error.ts";
import { ConflictError } from "../../platform/store.ts";
import type { Binding } from "../../platform/handler.ts";
import { PlannedAnswer, PlannedCut } from "./call-faults.ts";
import {
  pipelineFor,
  type Admitted,
  type Pipeline,
  type PipelineMeans,
  type RequestFacts,
} from "./pipeline.ts";
import { RateLimitError } from "./rate-limit.ts";
import { replyMemo } from "./reply-memo.ts";
import { bodyLimit } from "./request-body.ts";

/**
 * Base paths of the planes, as they stand in the router; other API versions are rewritten to this
 * one.
 */
export const planes = { api: "/api/v10", control: "/control/v1" } as const;

const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Reset-After, X-RateLimit-Bucket, X-RateLimit-Global, X-RateLimit-Scope, Via",
} as const;

const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers":
    "Authorization, Content-Type, X-Audit-Log-Reason, X-Discord-Locale",
  "access-control-max-age": "86400",
} as const;

/**
 * The path under which a request is routed: `/api/v9` and `/api` mean `/api/v10`, and `%40` is `@`.
 * Source: product.md, One origin; protocol: gateway-oauth-limits 1.2.
 */
export function routedUrl(url: string): string {
  const queryAt = url.indexOf("?");
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  if (!path.startsWith("/api/")) return url;
  const rest = path.startsWith("/api/v10/") ? path.slice(8) : versionless(path);
  const query = queryAt < 0 ? "" : url.slice(queryAt);
  return `/api${rest === undefined ? path.slice(4) : `/v10${rest}`}`.replaceAll("%40", "@") + query;
}

/** What follows the version, or undefined for a version that is not served. */
function versionless(path: string): string | undefined {
  if (path.startsWith("/api/v9/")) return path.slice(7);
  return /^\/api\/v[0-9]+(\/|$)/.test(path) ? undefined : path.slice(4);
}

function routePath(endpoint: EndpointDeclaration): string {
  const base = planes[endpoint.plane ?? "api"];
  return base + endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Every declared endpoint has one handler. @throws Error at start, naming those with none or two */
function assertWholeness(
  bindings: readonly Binding[],
  declared: readonly EndpointDeclaration[],
): void {
  const bound = bindings.map((binding) => binding.endpoint.id);
  const missing = declared.filter((each) => !bound.includes(each.id)).map((each) => each.id);
  const doubled = bound.filter((id, i) => bound.indexOf(id) !== i);
  const unknown = bound.filter((id) => !declared.some((each) => each.id === id));
  if (missing.length + doubled.length + unknown.length === 0) return;
  const say = (label: string, ids: readonly string[]) =>
    ids.length === 0 ? "" : ` ${label}: ${ids.join(", ")}.`;
  throw new Error(
    `endpoints and handlers differ.${say("No handler", missing)}${say("Two handlers", doubled)}${say("Not declared", unknown)}`,
  );
}

export interface MountMeans extends Omit<PipelineMeans, "limiter" | "memo" | "faultStep"> {
  readonly bindings: readonly Binding[];
  readonly endpoints: readonly EndpointDeclaration[];
  readonly limiterFor: (endpoint: EndpointDeclaration) => PipelineMeans["limiter"];
  readonly faultStepFor: (endpoint: EndpointDeclaration) => PipelineMeans["faultStep"];
  readonly crashed: (error: unknown, request: FastifyRequest) => void;
  /**
   * Sees every answer of a handler before it leaves, for tests that hold answers against a
   * specification.
   */
  readonly inspect?:
    | ((endpointId: string, status: number, json: string | undefined) => void)
    | undefined;
}

/** Mounts every endpoint on the server. */
export function mountEndpoints(app: FastifyInstance, means: MountMeans): void {
  assertWholeness(means.bindings, means.endpoints);
  app.removeAllContentTypeParsers();
  // The kind that nearly every body is of is found without a search.
  for (const type of ["application/json", "*"]) {
    app.addContentTypeParser(type, { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
  }
  app.decorateRequest("admitted");
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof PlannedCut) return cut(request, reply);
    if (error instanceof PlannedAnswer) return answerAsPlanned(reply, error);
    return refuse(reply, error, () => means.crashed(error, request));
  });
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply));
  const memo = replyMemo(means.work);
  for (const binding of means.bindings) {
    const limiter = means.limiterFor(binding.endpoint);
    const faultStep = means.faultStepFor(binding.endpoint);
    mountOne(app, binding, {
      pipeline: pipelineFor(binding, { ...means, limiter, memo, faultStep }),
      inspect: means.inspect,
    });
  }
  mountWrongMethods(app, means.endpoints);
  app.options("/api/*", (_request, reply) =>
    reply
      .code(204)
      .headers({ ...CORS_HEADERS, ...PREFLIGHT_HEADERS })
      .send(),
  );
}

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    headers: request.headers,
    address: request.ip,
    url: request.url,
  };
}

function mountOne(
  app: FastifyInstance,
  binding: Binding,
  { pipeline, inspect }: { readonly pipeline: Pipeline; readonly inspect: MountMeans["inspect"] },
): void {
  const { endpoint } = binding;
  const isApi = (endpoint.plane ?? "api") === "api";
  app.route({
    method: endpoint.method,
    url: routePath(endpoint),
    bodyLimit: bodyLimit(endpoint),
    config: { endpointId: endpoint.id },
    // Before the body is read, so that nobody unknown can make the service hold one.
    async onRequest(request, reply) {
      if (isApi) reply.headers(CORS_HEADERS);
      const admitted = await pipeline.admit(factsOf(request));
      reply.headers(admitted.rateHeaders);
      request.admitted = admitted;
    },
    async handler(request, reply) {
      const raw = {
        contentType: request.headers["content-type"],
        bytes: request.body as Buffer | undefined,
      };
      const { status, json } = await pipeline.run(
        request.admitted as Admitted,
        factsOf(request),
        raw,
      );
      inspect?.(endpoint.id, status, json);
      return send(reply, status, json);
    },
  });
}

const asItIs = (payload: unknown) => payload as string;

/**
 * Exactly `application/json`: some libraries compare. A 204 carries no type. Source: clients.md 6.
 * With a serializer of its own, a reply keeps its type as it is, and text leaves in one write with
 * its head.
 */
function send(reply: FastifyReply, status: number, json: string | undefined): FastifyReply {
  reply.code(status);
  if (json === undefined) return reply.send();
  return reply.header("content-type", "application/json").serializer(asItIs).send(json);
}

/** Nothing is written, and the client is told that its connection was reset, not that it ended. */
function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
  return reply;
}

function answerAsPlanned(reply: FastifyReply, { status, contentType, text }: PlannedAnswer) {
  if (text === undefined) return send(reply, status, undefined);
  return reply.code(status).header("content-type", contentType).serializer(asItIs).send(text);
}

function errorBody(error: ApiError): string {
  const { code } = error.declaration;
  return JSON.stringify(
    error instanceof RateLimitError
      ? { message: error.message, ...error.details }
      : { message: error.message, code, ...error.details },
  );
}

function refuse(reply: FastifyReply, error: unknown, crashed: () => void): FastifyReply {
  if (error instanceof ApiError) {
    if (error instanceof RateLimitError) reply.headers(error.headers);
    return send(reply, error.declaration.status, errorBody(error));
  }
  const refusal = transportRefusal(error);
  if (refusal.status >= 500) crashed();
  return send(
    reply,
    refusal.status,
    JSON.stringify({ message: refusal.message, code: refusal.code }),
  );
}

/** What went wrong below the endpoints, as the reference words it. */
function transportRefusal(error: unknown) {
  if (error instanceof ConflictError) return Unavailable;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return EntityTooLarge;
  return statusCode !== undefined && statusCode < 500 ? BadRequest : InternalError;
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isVersion = /^\/api\/v[0-9]+(\/|$|\?)/.exec(request.url);
  const isServed = /^\/api\/v(9|10)(\/|$|\?)/.test(request.url);
  const { status, code, message } = isVersion && !isServed ? InvalidApiVersion : NotFound;
  if (request.url.startsWith("/api")) reply.headers(CORS_HEADERS);
  return send(reply, status, JSON.stringify({ message, code }));
}

const allMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** A known path with another method answers 405 and says which ones it knows. */
function mountWrongMethods(app: FastifyInstance, endpoints: readonly EndpointDeclaration[]): void {
  const byPath = new Map<string, { url: string; methods: Set<string> }>();
  for (const endpoint of endpoints) {
    const url = routePath(endpoint);
    // Routes that differ in the names of their parameters alone are one path.
    const shape = url.replaceAll(/:\w+/g, ":");
    const known = byPath.get(shape) ?? { url, methods: new Set() };
    known.methods.add(endpoint.method);
    byPath.set(shape, known);
  }
  for (const { url, methods } of byPath.values()) {
    const wrong = allMethods.filter((method) => !methods.has(method));
    if (wrong.length === 0) continue;
    app.route({
      method: [...wrong],
      url,
      exposeHeadRoute: false,
      handler: (_request, reply) => {
        reply.header("allow", [...methods].join(", "));
        if (url.startsWith("/api")) reply.headers(CORS_HEADERS);
        const { status, code, message } = MethodNotAllowed;
        return send(reply, status, JSON.stringify({ message, code }));
      },
    });
  }
}

declare module "fastify" {
  interface FastifyRequest {
    admitted?: Admitted;
  }
  interface FastifyContextConfig {
    endpointId?: string;
  }
}
