// The HTTP server: Fastify with this API's answers, health, metrics and the log of calls.
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { CallerAddresses } from "../../platform/caller-addresses.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { Edge } from "./edge.ts";
import { guardEntrance, type Guard } from "./entrance.ts";
import { mountCdn } from "./cdn.ts";
import { mountEndpoints, routedUrl, type MountMeans } from "./mount.ts";
import { JSON_BODY_MAX_BYTES } from "./request-body.ts";

/** An interaction token in a path is longer than the router's own limit. */
const PATH_PARAMETER_MAX = 512;

/** How long a client may take to send its request whole. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface HttpMeans extends Omit<MountMeans, "crashed" | "ignoredFields" | "notBuilt"> {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether a call may come in at all. */
  readonly entrance: Guard;
  readonly addresses: CallerAddresses;
  /** Absent: nobody is ever shut out. */
  readonly edge: Edge | undefined;
  /** Whether the store can be written. */
  readonly isReady: () => Promise<boolean>;
}

/** Builds the server; it listens when it is told to. */
export function httpServer(means: HttpMeans): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: JSON_BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Some clients offer other protocols on every call; those calls are answered as they are.
    http: {
      shouldUpgradeCallback: (request) =>
        /^websocket$/i.test(request.headers.upgrade ?? "") && means.entrance(request) === undefined,
    },
    // Bodies, queries and answers are read and cut by what the contract compiles.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    routerOptions: { maxParamLength: PATH_PARAMETER_MAX, ignoreTrailingSlash: true },
    rewriteUrl: (request) => routedUrl(request.url ?? "/"),
    // A request that arrives while the service stops is finished like those before it.
    return503OnClosing: false,
  });
  countCalls(app, means);
  guardEntrance(app, means);
  if (means.edge !== undefined) guardEdge(app, means.edge);
  mountEndpoints(app, {
    ...means,
    crashed: (error, request) => reportCrash(means.log, error, request),
    ignoredFields: (endpoint, fields) => means.log.warn({ endpoint, fields }, "ignored fields"),
    // Anybody may call these, so that a log for operators leaves them out.
    notBuilt: (operation) => {
      if (!means.production) means.log.warn({ operation }, "not built here yet");
    },
  });
  mountCdn(app, means);
  mountHealth(app, means);
  return app;
}

/** Stands for the framework's own validators and serializers, which would be loaded for nothing. */
function unused(): never {
  throw new Error("routes carry no schema of the framework: the contract has them");
}

/** Nothing of the URL is logged but the endpoint: interaction tokens stand in paths. */
function reportCrash(log: Logger, error: unknown, request: FastifyRequest): void {
  log.error(
    { err: error, request: request.id, endpoint: request.routeOptions.config.endpointId },
    "request failed",
  );
}

function countCalls(app: FastifyInstance, { metrics, log, clock }: HttpMeans): void {
  const isDetailed = log.isLevelEnabled("debug");
  app.decorateRequest("startedAt", 0);
  app.addHook("onRequest", (request, _reply, done) => {
    request.startedAt = clock.real();
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const endpoint = request.routeOptions.config.endpointId ?? "none";
    const ms = clock.real() - request.startedAt;
    metrics.answered(endpoint, reply.statusCode, ms / 1000);
    if (isDetailed) {
      const { id, method } = request;
      log.debug({ request: id, method, endpoint, status: reply.statusCode, ms }, "answered");
    }
    done();
  });
}

/** An address that is shut out gets no answer of the API's own: no JSON, no `Via`. */
function guardEdge(app: FastifyInstance, edge: Edge): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.url.startsWith("/api/") || !edge.isBlocked(request.callerAddress)) return done();
    void reply.code(429).type("text/plain").send("error code: 1015");
  });
  app.addHook("onResponse", (request, reply, done) => {
    const isShared = reply.getHeader("x-ratelimit-scope") === "shared";
    if (request.url.startsWith("/api/") && !isShared) {
      edge.answered(request.callerAddress, reply.statusCode);
    }
    done();
  });
}

function mountHealth(app: FastifyInstance, { metrics, isReady }: HttpMeans): void {
  app.get("/healthz", (_request, reply) => reply.type("application/json").send('{"status":"ok"}'));
  app.get("/readyz", async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    reply.code(ready ? 200 : 503).type("application/json");
    return reply.send(ready ? '{"status":"ready"}' : '{"status":"not ready"}');
  });
  app.get("/metrics", async (_request, reply) => {
    const { contentType, text } = await metrics.expose();
    return reply.type(contentType).send(text);
  });
}

declare module "fastify" {
  interface FastifyRequest {
    startedAt: number;
  }
}
