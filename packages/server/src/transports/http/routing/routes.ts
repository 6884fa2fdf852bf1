// Mounts endpoints with their handlers as routes, and the reference's replies to calls without a
// route.
import {
  BadRequest,
  InvalidApiVersion,
  NotFound,
  UnknownWorld,
  type EndpointDeclaration,
  type ErrorDeclaration,
} from "@antechamber/contract";
import { planeBase } from "@antechamber/contract/openapi";
import type { MissingOperation } from "@antechamber/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/api-error.ts";
import type { Binding } from "../../../platform/handler.ts";
import { EndpointRoute, type RouteDeps } from "./endpoint-route.ts";
import { InjectedResponse, InjectedDisconnect } from "../calls/injected-answers.ts";
import type { BeginEntry } from "../observers/journal-entries.ts";
import { KnownPaths, segmentsOf } from "./known-paths.ts";
import { giveOwnAnswers, otherMethodAnswer, pathOfOtherMethod } from "./other-methods.ts";
import { corsHeaders, cut, nameEntry, refuse, sendInjectedResponse } from "../replies/responses.ts";
import { isUnrouted, type Route } from "../calls/route.ts";
import { refuseUnrouted } from "./refuse-unrouted.ts";

/** Base paths of the planes in the router; other API versions are rewritten to this one. */
export const planes = planeBase;

const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers":
    "Authorization, Content-Type, X-Audit-Log-Reason, X-Discord-Locale",
  "access-control-max-age": "86400",
} as const;

function routePath({ plane, path }: Pick<EndpointDeclaration, "plane" | "path">): string {
  return planes[plane ?? "api"] + path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Checks that each endpoint has one handler. @throws Error at start, naming all that have not */
function assertWholeness(
  bindings: readonly Binding[],
  declared: readonly EndpointDeclaration[],
): void {
  const ids = declared.map(({ id }) => id);
  const [declaredIds, bound] = [new Set(ids), new Set<string>()];
  const [unknown, doubled]: [string[], string[]] = [[], []];
  for (const { endpoint } of bindings) {
    if (!declaredIds.has(endpoint.id)) unknown.push(endpoint.id);
    if (bound.has(endpoint.id)) doubled.push(endpoint.id);
    bound.add(endpoint.id);
  }
  const missing = ids.filter((id) => !bound.has(id));
  const credulous = bindings.filter(isCredulous).map(({ endpoint }) => endpoint.id);
  if (missing.length + doubled.length + unknown.length + credulous.length === 0) return;
  const listed = (label: string, named: readonly string[]) =>
    named.length === 0 ? "" : ` ${label}: ${named.join(", ")}.`;
  throw new Error(
    `endpoints and handlers differ.${listed("No handler", missing)}${listed("Two handlers", doubled)}${listed("Not declared", unknown)}${listed("No check of the token in the path", credulous)}`,
  );
}

/** True for a handler that would read a body before it has checked the token in its path. */
function isCredulous({ endpoint: { auth, path, body }, checkToken }: Binding): boolean {
  const isOpen = auth.some((each) => each.kind === "open");
  return isOpen && path.includes("_token}") && body !== undefined && checkToken === undefined;
}

export interface MountDeps extends RouteDeps {
  /** The handlers of one world; each other world provides its own. */
  readonly bindings: readonly Binding[];
  readonly endpoints: readonly EndpointDeclaration[];
  /** Operations that the reference has and this service lacks. */
  readonly missingOperations: readonly MissingOperation[];
  /** Called for each call of such an operation. */
  readonly notBuilt: (operationId: string) => void;
  readonly crashed: (error: unknown, request: FastifyRequest) => void;
  /** Begins the journal entry of a call that is refused before its first step. */
  readonly beginEntry: BeginEntry;
}

/** The step that a refusal before the first step is reported with. */
const GUARDS = "guards";
/**
 * Finds the route of each call before later hooks use it. The framework itself has one route for
 * all endpoints of a plane, which `mountEndpoints` adds.
 *
 * @returns the known paths, built at the first call
 */
export function findRoutes(app: FastifyInstance, deps: MountDeps): () => KnownPaths<Route> {
  let made: KnownPaths<Route> | undefined;
  const pages: Page[] = [];
  const paths = () => (made ??= knownPaths(app, deps, pages));
  app.addHook("onRoute", ({ url, method, config }) => {
    if (config?.isPlane === true) return;
    for (const each of [method].flat()) pages.push({ url, method: each });
  });
  app.decorateRequest("route", undefined);
  app.decorateRequest("knownPath", undefined);
  app.addHook("onRequest", (request, _reply, done) => {
    if (!request.is404) findRoute(request, paths());
    done();
  });
  return paths;
}

function findRoute(request: FastifyRequest, paths: KnownPaths<Route>): void {
  const { url, method: requestMethod } = request;
  const method = requestMethod === "HEAD" ? "GET" : requestMethod;
  request.route = paths.routeOf(url, method);
  if (request.route !== undefined) {
    request.params = noParams;
    return;
  }
  const segments = segmentsOf(url);
  const route = paths.routeAt(segments, method);
  if (route === undefined) return;
  request.route = route;
  request.params = route.paramsOf(segments);
}

const noParams = Object.freeze({});

/** A route of the framework beside the endpoints. */
interface Page {
  readonly url: string;
  readonly method: string;
}

/** The framework adds HEAD by itself, and OPTIONS is for preflight requests of other origins. */
const unnamedMethods: ReadonlySet<string> = new Set(["HEAD", "OPTIONS"]);

function knownPaths(
  app: FastifyInstance,
  deps: MountDeps,
  pages: readonly Page[],
): KnownPaths<Route> {
  const paths = new KnownPaths<Route>(routePath);
  const bindings = new Map(deps.bindings.map((each) => [each.endpoint.id, each]));
  for (const endpoint of deps.endpoints) {
    const binding = bindings.get(endpoint.id);
    if (binding === undefined) continue;
    const url = routePath(endpoint);
    paths.addEndpoint(endpoint, new EndpointRoute(app, binding, { ...deps, url }));
  }
  for (const each of deps.missingOperations) paths.addMissing(each);
  for (const { url, method } of pages) {
    if (!unnamedMethods.has(method)) paths.addPage(url, method);
  }
  const answerOther = otherMethodAnswer({ ...deps, refuse: refuseUnrouted(deps) });
  giveOwnAnswers(paths, (path) => ({
    url: path.url,
    paramsOf: () => ({}),
    answer: (request, reply) => void answerOther(path, request, reply),
  }));
  return paths;
}

/** Mounts every endpoint on the server. */
export function mountEndpoints(
  app: FastifyInstance,
  deps: MountDeps,
  paths: () => KnownPaths<Route>,
): void {
  assertWholeness(deps.bindings, deps.endpoints);
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
    deps.beginEntry(request);
    nameEntry(reply, deps.production);
    return refuse(reply, error, () => deps.crashed(error, request));
  });
  app.setNotFoundHandler(unreachable);
  const refuseCall = refuseUnrouted(deps);
  const answerOther = otherMethodAnswer({ ...deps, refuse: refuseCall });
  app.addHook("onRequest", (request, reply, done) => {
    if (lacksHost(request)) {
      return void refuseCall(
        request,
        reply.header("connection", "close"),
        new ApiError(BadRequest),
      );
    }
    if (!isUnrouted(request)) return done();
    const path = pathOfOtherMethod(paths(), request);
    if (path !== undefined) answerOther(path, request, reply);
    else refuseCall(request, reply, new ApiError(unknownPathError(request)));
  });
  for (const base of Object.values(planes)) {
    app.route({
      method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      url: `${base}/*`,
      config: { isPlane: true },
      // Handles the call before the framework would read a body, which only endpoints that declare
      // one do.
      onRequest: (request, reply, failed) => request.route?.answer(request, reply, failed),
      handler: unreachable,
    });
  }
  app.options("/api/*", (request, reply) =>
    reply
      .code(204)
      .headers({ ...corsHeaders(request), ...PREFLIGHT_HEADERS })
      .send(),
  );
}

function unreachable(): never {
  throw new Error("a call went on after its answer");
}

/** True for an HTTP/1.1 request without a host. Source: RFC 9112 3.2. */
function lacksHost({ headers, raw }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersionMinor === 1;
}

function unknownPathError({ url }: FastifyRequest): ErrorDeclaration {
  const isVersion = /^\/api\/v[0-9]+(\/|$|\?)/.test(url);
  const isServed = /^\/api\/v(9|10)(\/|$|\?)/.test(url);
  return isVersion && !isServed ? InvalidApiVersion : NotFound;
}
