// Endpoints and handlers to routes, with the reference's answers for what is no route.
import {
  BadRequest,
  InvalidApiVersion,
  NotFound,
  UnknownWorld,
  type EndpointDeclaration,
} from "@antechamber/contract";
import { planeBase } from "@antechamber/contract/openapi";
import type { MissingOperation } from "@antechamber/contract/schema";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../platform/api-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Binding } from "../../platform/handler.ts";
import {
  corsHeaders,
  cut,
  headersFor,
  nameEntry,
  refuse,
  send,
  sendInjectedResponse,
} from "./responses.ts";
import { InjectedResponse, InjectedDisconnect } from "./fault-injection.ts";
import { otherMethods } from "./other-methods.ts";
import { withBodyAccount } from "./body-account.ts";
import { openCall, type StepDeps } from "./call.ts";
import { recordBody, type CallObserver } from "./call-observer.ts";
import { openStream } from "./event-stream.ts";
import { entryOpener } from "./journal-entries.ts";
import { writeDirectly } from "./direct-write.ts";
import { sendToPage } from "./page-redirect.ts";
import { pipelineFor, type Pipeline } from "./pipeline.ts";
import type { RepeatedCalls } from "./send-again.ts";
import { shownPath } from "./request-log.ts";
import { announcesBody } from "./request-bytes.ts";
import type { EncodedReply } from "./encoded-reply.ts";
import type { RequestFacts } from "./request-facts.ts";

/**
 * Base paths of the planes, as they stand in the router; other API versions are rewritten to this
 * one.
 */
export const planes = planeBase;

const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers":
    "Authorization, Content-Type, X-Audit-Log-Reason, X-Discord-Locale",
  "access-control-max-age": "86400",
} as const;

/** In a name such as `Harbor/general` the slash is part of it, written as it is or as `%2F`. */
const QUALIFIED_NAME = /^(\/control\/v1\/(?:channels|roles|skus)\/[^/?]+)\/([^/?]+)$/;

/**
 * The path under which a request is routed: `/api/v9` and `/api` mean `/api/v10`, and `%40` is `@`.
 * What is encoded wrongly stands for itself, and is then no id or name of anything. Source:
 * product.md, One origin; protocol: gateway-oauth-limits 1.2.
 */
export function routedUrl(url: string): string {
  if (url.startsWith("/api/v10/") && !url.includes("%")) return url;
  const queryAt = url.indexOf("?");
  const path = wellEncoded(queryAt < 0 ? url : url.slice(0, queryAt));
  const query = queryAt < 0 ? "" : url.slice(queryAt);
  if (!path.startsWith("/api/")) return path.replace(QUALIFIED_NAME, "$1%2F$2") + query;
  const rest = path.startsWith("/api/v10/") ? path.slice(8) : versionless(path);
  return `/api${rest === undefined ? path.slice(4) : `/v10${rest}`}`.replaceAll("%40", "@") + query;
}

/** A path whose percent signs all encode something: those that do not are encoded themselves. */
function wellEncoded(path: string): string {
  if (!path.includes("%") || isDecodable(path)) return path;
  const segments = path.split("/");
  return segments.map((each) => (isDecodable(each) ? each : each.replaceAll("%", "%25"))).join("/");
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** What follows the version, or undefined for a version that is not served. */
function versionless(path: string): string | undefined {
  if (path.startsWith("/api/v9/")) return path.slice(7);
  return /^\/api\/v[0-9]+(\/|$)/.test(path) ? undefined : path.slice(4);
}

function routePath({ plane, path }: Pick<EndpointDeclaration, "plane" | "path">): string {
  return planes[plane ?? "api"] + path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Every declared endpoint has one handler. @throws Error at start, naming those with none or two */
function assertWholeness(
  bindings: readonly Binding[],
  declared: readonly EndpointDeclaration[],
): void {
  const ids = declared.map(({ id }) => id);
  const [known, bound] = [new Set(ids), new Set<string>()];
  const [unknown, doubled]: [string[], string[]] = [[], []];
  for (const { endpoint } of bindings) {
    if (!known.has(endpoint.id)) unknown.push(endpoint.id);
    if (bound.has(endpoint.id)) doubled.push(endpoint.id);
    bound.add(endpoint.id);
  }
  const missing = ids.filter((id) => !bound.has(id));
  const credulous = bindings.filter(isCredulous).map(({ endpoint }) => endpoint.id);
  if (missing.length + doubled.length + unknown.length + credulous.length === 0) return;
  const say = (label: string, named: readonly string[]) =>
    named.length === 0 ? "" : ` ${label}: ${named.join(", ")}.`;
  throw new Error(
    `endpoints and handlers differ.${say("No handler", missing)}${say("Two handlers", doubled)}${say("Not declared", unknown)}${say("No check of the token in the path", credulous)}`,
  );
}

/** It would read a body before it knows whether the token in its path is one. */
function isCredulous({ endpoint: { auth, path, body }, checkToken }: Binding): boolean {
  const isOpen = auth.some((each) => each.kind === "open");
  return isOpen && path.includes("_token}") && body !== undefined && checkToken === undefined;
}

export interface MountDeps extends StepDeps {
  /** Those of one world; what they do in another one, that world says. */
  readonly bindings: readonly Binding[];
  readonly clock: Pick<Clock, "after">;
  /** Whether the journals of worlds keep bodies of calls. */
  readonly keepsBodies: boolean;
  /** Calls that are made once more. */
  readonly repeated: RepeatedCalls;
  readonly endpoints: readonly EndpointDeclaration[];
  /** What the reference has beside the endpoints. */
  readonly missingOperations: readonly MissingOperation[];
  /** Called for each call to them. */
  readonly notBuilt: (operationId: string) => void;
  readonly crashed: (error: unknown, request: FastifyRequest) => void;
  /** Observers of calls; some want the bodies too. */
  readonly observers: readonly CallObserver[];
  /**
   * Sees every answer of a handler before it leaves, for tests that hold answers against a
   * specification.
   */
  readonly inspect?:
    | ((endpointId: string, status: number, json: string | undefined) => void)
    | undefined;
}

/** Stands for the step of what is refused before the first one. */
const GUARDS = "guards";

/** Mounts every endpoint on the server. */
export function mountEndpoints(app: FastifyInstance, means: MountDeps): void {
  assertWholeness(means.bindings, means.endpoints);
  app.removeAllContentTypeParsers();
  // Endpoints read their bodies themselves; bodies for other routes are left unread.
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    request.refusal = request.call?.refusal ?? { step: GUARDS, error };
    if (request.world.hasEnded() && !(error instanceof ApiError)) {
      return refuse(reply, new ApiError(UnknownWorld), () => undefined);
    }
    if (error instanceof InjectedDisconnect) return cut(request, reply);
    if (error instanceof InjectedResponse) return sendInjectedResponse(reply, error);
    nameEntry(reply, means.production);
    return refuse(reply, error, () => means.crashed(error, request));
  });
  app.setNotFoundHandler(unreachable);
  const answerOtherMethod = otherMethods(app, { ...means, urlOf: routePath, unreachable });
  app.addHook("onRequest", (request, reply, done) => {
    if (lacksHost(request)) answerBadRequest(reply);
    else if (!request.is404) done();
    else if (!answerOtherMethod(request, reply)) answerUnknown(request, reply);
  });
  for (const binding of means.bindings) {
    mountOne(app, binding, { ...means, pipeline: pipelineFor(binding, means) });
  }
  app.options("/api/*", (request, reply) =>
    reply
      .code(204)
      .headers({ ...corsHeaders(request), ...PREFLIGHT_HEADERS })
      .send(),
  );
}

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    method: request.method,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    headers: request.headers,
    address: request.callerAddress,
    url: request.url,
    announcesBody: announcesBody(request.raw),
  };
}

interface MountOneDeps extends Pick<
  MountDeps,
  "inspect" | "observers" | "keepsBodies" | "repeated" | "clock"
> {
  readonly pipeline: Pipeline;
}

function mountOne(
  app: FastifyInstance,
  { endpoint }: Binding,
  { pipeline, inspect, observers, repeated, clock, ...means }: MountOneDeps,
): void {
  const begin = entryOpener(endpoint, repeated);
  const isWritten = begin !== undefined && means.keepsBodies;
  const keepsBodies = isWritten || observers.some((each) => each.keepsBodies === true);
  const record = keepsBodies ? recordBody : undefined;
  const answerTo = withBodyAccount(endpoint, pipeline, { ...app.bodies, record });
  app.route({
    method: endpoint.method,
    url: routePath(endpoint),
    config: {
      endpointId: endpoint.id,
      endpoint,
      shownPath: shownPath(shownTemplate(endpoint)),
    },
    // All is done before the server would read a body, which only endpoints that declare one do.
    onRequest(request, reply, failed) {
      if (sendToPage(endpoint, request, reply) !== undefined) return undefined;
      const call = openCall(request.world, factsOf(request), headersFor(endpoint, request));
      request.call = call;
      request.endpoint = endpoint;
      if (begin !== undefined) call.origin = request.entry = begin(request);
      const finish = (answer: EncodedReply): void => {
        const { status, json, mediaType, stream } = answer;
        inspect?.(endpoint.id, status, mediaType === undefined ? json : undefined);
        if (stream === undefined) writeDirectly(reply, answer, call.headers);
        else openStream(reply, stream, { headers: call.headers, clock });
      };
      const fail = (error: unknown): void => {
        reply.headers(call.headers);
        failed(error as Error);
      };
      try {
        const answer = answerTo(call, request, reply);
        if (answer instanceof Promise) void answer.then(finish).catch(fail);
        else finish(answer);
      } catch (error) {
        fail(error);
      }
      return undefined;
    },
    handler: unreachable,
  });
}

function shownTemplate({ plane = "api", path }: EndpointDeclaration): string {
  return planes[plane] + path;
}

function unreachable(): never {
  throw new Error("a call went on after its answer");
}

/** Source: RFC 9112 3.2. */
function lacksHost({ headers, raw }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersionMinor === 1;
}

function answerBadRequest(reply: FastifyReply): void {
  const { status, code, message } = BadRequest;
  send(reply.header("connection", "close"), status, JSON.stringify({ message, code }));
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isVersion = /^\/api\/v[0-9]+(\/|$|\?)/.exec(request.url);
  const isServed = /^\/api\/v(9|10)(\/|$|\?)/.test(request.url);
  const { status, code, message } = isVersion && !isServed ? InvalidApiVersion : NotFound;
  if (request.url.startsWith("/api")) reply.headers(corsHeaders(request));
  return send(reply, status, JSON.stringify({ message, code }));
}

declare module "fastify" {
  interface FastifyContextConfig {
    endpointId?: string;
  }
}
