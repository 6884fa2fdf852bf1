// The HTTP server: Fastify with this API's replies, health checks, metrics and the request log.
import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "@antechamber/contract";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { CallerAddresses } from "../../platform/network/caller-addresses.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics.ts";
import { atEndOfTurn } from "../../platform/async/event-loop.ts";
import { isGuardedFileHost } from "../../platform/network/guarded-names.ts";
import { isUnavailable } from "../../platform/store.ts";
import { guardControl, type ControlGuardDeps } from "./guards/control-guard.ts";
import { countRefusal, guardEdge, type EdgeGuardDeps } from "./guards/edge-guard.ts";
import { guardEntrance, type Guard } from "./guards/entrance.ts";
import { HeadRequests } from "./routing/head-requests.ts";
import { mountCdn } from "./files/cdn.ts";
import { routedUrl } from "./routing/routed-url.ts";
import { findRoutes, mountEndpoints, type MountDeps } from "./routing/routes.ts";
import { BodyBudget } from "./bodies/body-budget.ts";
import { answerBrokenRequests } from "./guards/broken-requests.ts";
import { endedCall, type CallObserver } from "./observers/call-observer.ts";
import { journalCalls } from "./observers/journal-entries.ts";
import { requestLog } from "./observers/request-log.ts";
import { boundHttpSockets, serverOptions } from "./server-options.ts";
import { LingeringClose } from "./guards/lingering.ts";
import type { FindWorld, HttpWorld } from "./calls/world.ts";
import { WriteBatch } from "./replies/write-batch.ts";
import {
  bodyWatch,
  incomingBody,
  isUnread,
  wholeBody,
  type BodyWatch,
} from "./bodies/request-bytes.ts";

export interface HttpDeps
  extends
    Omit<MountDeps, "beginEntry" | "crashed" | "ignoredFields" | "notBuilt" | "observers">,
    Omit<ControlGuardDeps, "clock">,
    EdgeGuardDeps {
  /** The clock of the process: for waits in real time, and for limits that all worlds share. */
  readonly clock: Clock;
  /** Finds the world of a call, as far as its connection determines it. */
  readonly worldAt: (request: IncomingMessage) => HttpWorld;
  /** Finds the world of a call that was admitted. */
  readonly findWorld: FindWorld;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Checks whether a call may come in at all. */
  readonly entrance: Guard;
  /** Clients also reach this service under the platform's own host names. */
  readonly servesGuardedNames?: boolean | undefined;
  readonly addresses: CallerAddresses;
  /** Whether the store can be written to. */
  readonly isReady: () => Promise<boolean>;
  /** True while the processes of the store cannot reach one another; absent: they need not. */
  readonly isBusGone?: () => boolean;
  /** Observers of each call, beside the request log. */
  readonly observers?: readonly CallObserver[] | undefined;
}

/** Called when a reply was sent. */
type Answered = (request: FastifyRequest, reply: FastifyReply) => void;

/** The shared budget and timeouts of all request bodies. */
export interface Bodies {
  readonly budget: BodyBudget;
  readonly watch: BodyWatch;
  /** Reads the body of a request from an unknown sender. */
  ofUnauthenticated(request: FastifyRequest): Promise<Buffer>;
  /** Reads the body of a request whose sender has shown a key. */
  whole(request: FastifyRequest, limit: number): Promise<Buffer>;
}

/** Builds the server, which does not listen yet. */
export function httpServer(deps: HttpDeps): FastifyInstance {
  const heads = new HeadRequests();
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    requestTimeout: limits.wholeRequest.value,
    clientErrorHandler: answerBrokenRequests,
    http: serverOptions(deps.entrance),
    // The readers and writers compiled from the contract handle bodies, queries and replies.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // A path segment of excessive length is no id or token: its endpoint refuses it.
    routerOptions: {
      maxParamLength: limits.requestHeadBytes.value,
      ignoreTrailingSlash: true,
    },
    rewriteUrl: (request) => {
      heads.routeAsGet(request);
      return routedUrl(pathOf(request, deps), request.headers.authorization);
    },
    // A request that arrives while the service stops is completed like those before it.
    return503OnClosing: false,
  });
  boundHttpSockets(app.server, deps);
  app.decorate("lingering", new LingeringClose(deps.clock));
  app.decorate("writes", new WriteBatch(atEndOfTurn));
  app.decorate("bodies", bodiesOf(deps.clock));
  heads.mount(app);
  const observers = observersOf(deps);
  const mounted: MountDeps = {
    ...deps,
    observers,
    beginEntry: journalCalls(app, { endpoints: deps.endpoints, watch: deps.repeated }),
    crashed: (error, request) => reportFailure(deps.log, error, request),
    ignoredFields: (endpoint, fields) => deps.log.warn({ endpoint, fields }, "ignored fields"),
    // Anyone can make such calls, so in production they stay out of the operator's log.
    notBuilt: (operation) => {
      if (!deps.production) deps.log.warn({ operation }, "not built here yet");
    },
  };
  const paths = findRoutes(app, mounted);
  beginCalls(app, deps, [countingOf(deps, observers), countRefusal]);
  guardEntrance(app, deps);
  chooseWorld(app, deps.findWorld);
  guardControl(app, deps);
  guardEdge(app, deps);
  mountEndpoints(app, mounted, paths);
  leaveUnread(app);
  mountCdn(app);
  mountHealth(app, deps);
  return app;
}

/** The path to route by: on the platform's file hosts, files are served at the root. */
function pathOf(
  { url = "/", headers }: Pick<IncomingMessage, "url" | "headers">,
  { servesGuardedNames }: HttpDeps,
): string {
  if (servesGuardedNames !== true || !isGuardedFileHost(headers.host ?? "")) return url;
  return url.startsWith("/cdn/") ? url : `/cdn${url}`;
}

/** Sets the world of a call. */
function chooseWorld(app: FastifyInstance, findWorld: FindWorld): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const found = findWorld(request);
    const go = (world: HttpWorld): void => {
      request.world = world;
      done();
    };
    if (found instanceof Promise) found.then(go, done);
    else go(found);
  });
}

/** The request log, if one is written, and the other observers. */
function observersOf({ observers = [], ...deps }: HttpDeps): readonly CallObserver[] {
  const declared = [...deps.endpoints, ...deps.missingOperations];
  const log = requestLog({ ...deps, declared });
  return log === undefined ? observers : [log, ...observers];
}

/** The shared state of all bodies, with a reader for routes that are not endpoints. */
function bodiesOf(clock: Clock): Bodies {
  const budget = new BodyBudget();
  const watch = bodyWatch(clock);
  async function read(
    request: FastifyRequest,
    { limit, isUnauthenticated }: { readonly limit: number; readonly isUnauthenticated: boolean },
  ) {
    const account = budget.open({ address: request.callerAddress, isUnauthenticated });
    try {
      return await incomingBody(request.raw, { account, watch }).receive(wholeBody(), limit);
    } finally {
      account.close();
    }
  }
  return {
    budget,
    watch,
    ofUnauthenticated: (request) =>
      read(request, { limit: limits.strangerBody.value, isUnauthenticated: true }),
    whole: (request, limit) => read(request, { limit, isUnauthenticated: false }),
  };
}

/** Closes the connection where a body is left unread, and requests a body only when it is read. */
function leaveUnread(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (isUnread(request.raw)) reply.header("connection", "close");
    done(null, payload);
  });
  const { server } = app;
  const serve = (...call: [IncomingMessage, ServerResponse]) =>
    void server.emit("request", ...call);
  server.on("checkExpectation", serve);
  server.on("checkContinue", (request, response) => {
    if (!/^\/(api|control)\//.test(request.url ?? "")) response.writeContinue();
    serve(request, response);
  });
}

/** Replaces the framework's validators and serializers, which would be loaded but not used. */
function unused(): never {
  throw new Error("routes carry no schema of the framework: the contract has them");
}

/**
 * Logs only the endpoint, not the URL, because paths may contain interaction tokens. While the
 * store is unavailable, every call is refused for the same reason, which one line says without a
 * stack.
 */
function reportFailure(log: Logger, error: unknown, request: FastifyRequest): void {
  const call = { request: request.id, endpoint: request.route?.endpoint?.id };
  if (isUnavailable(error)) log.warn({ ...call, reason: (error as Error).message }, "unavailable");
  else log.error({ err: error, ...call }, "request failed");
}

/**
 * Sets the start time and world of each call, and calls `listeners` at its end. The framework's own
 * hook for that (`onResponse`) adds two listeners, removes them and reads the clock twice for each
 * call.
 */
function beginCalls(
  app: FastifyInstance,
  { clock, worldAt, log }: HttpDeps,
  listeners: readonly Answered[],
): void {
  app.decorateRequest("startedAt", 0);
  // Set by the first hook, before anything reads it.
  app.decorateRequest("world", undefined as never);
  app.decorateRequest("call", undefined);
  app.decorateRequest("refusal", undefined);
  app.decorateRequest("observedBody", undefined);
  app.decorateRequest("responseText", undefined);
  app.addHook("onRequest", (request, reply, done) => {
    request.startedAt = clock.real();
    request.world = worldAt(request.raw);
    reply.raw.on("finish", () => {
      try {
        for (const answered of listeners) answered(request, reply);
      } catch (error) {
        log.error({ err: error, request: request.id }, "an answered call could not be counted");
      }
    });
    // Without a listener, a write after the end of the reply would terminate the process.
    reply.raw.on("error", ignore);
    done();
  });
}

function ignore(): void {}

/** Counts calls, and notifies observers of them; health checks are left out. */
function countingOf({ metrics, clock }: HttpDeps, observers: readonly CallObserver[]): Answered {
  return (request, reply) => {
    const endpoint = request.route?.endpoint;
    const ms = clock.real() - request.startedAt;
    metrics.countCall(endpoint?.id ?? "none", reply.raw.statusCode, ms / 1000);
    const isQuiet = endpoint === undefined && request.routeOptions.config.isQuiet === true;
    if (isQuiet || observers.length === 0) return;
    const call = endedCall(request, reply, ms);
    for (const each of observers) each.ended(call);
  };
}

const READY = '{"status":"ready"}';

function mountHealth(app: FastifyInstance, { metrics, isReady, isBusGone }: HttpDeps): void {
  const config = { isQuiet: true };
  app.get("/healthz", { config }, (_request, reply) =>
    reply.type("application/json").send('{"status":"ok"}'),
  );
  app.get("/readyz", { config }, async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    reply.code(ready ? 200 : 503).type("application/json");
    if (!ready) return reply.send('{"status":"not ready"}');
    // What uses the bus has a fallback meanwhile, so the process is still ready.
    return reply.send(isBusGone?.() === true ? '{"status":"ready","bus":"gone"}' : READY);
  });
  app.get("/metrics", { config: { ...config, isMetrics: true } }, async (_request, reply) => {
    const { contentType, text } = await metrics.expose();
    return reply.type(contentType).send(text);
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Neither logged nor journalled: monitors and the console make these calls all the time. */
    isQuiet?: boolean;
  }
  interface FastifyInstance {
    bodies: Bodies;
  }
  interface FastifyRequest {
    startedAt: number;
  }
}
