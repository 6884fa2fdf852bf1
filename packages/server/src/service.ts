// The composition root: the only file that knows every part. It may run many times in one process,
// each time with ports of its own.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints, events, type EndpointDeclaration } from "@antechamber/contract";
import type { FastifyInstance } from "fastify";
import { endpointCheck } from "./domains/applications/endpoint-check.ts";
import { applicationChangeHandlers, applicationHandlers } from "./domains/applications/handlers.ts";
import { commandHandlers } from "./domains/commands/handlers.ts";
import { guildHandlers } from "./domains/guilds/handlers.ts";
import { forgetVoice } from "./domains/guilds/voice.ts";
import { decisionHandlers } from "./domains/interactions/decision.ts";
import { interactionHandlers } from "./domains/interactions/handlers.ts";
import { interactionJobs } from "./domains/interactions/jobs.ts";
import { invokeHandlers } from "./domains/interactions/invoke.ts";
import { simulatedComponentHandlers } from "./domains/interactions/simulated-components.ts";
import { lobbyHandlers } from "./domains/lobbies/handlers.ts";
import { messageHandlers } from "./domains/messages/handlers.ts";
import { messageJobs } from "./domains/messages/jobs.ts";
import { userHandlers } from "./domains/users/handlers.ts";
import { entityHandlers } from "./domains/worlds/entity-handlers.ts";
import { actingHandlers } from "./domains/worlds/acting.ts";
import { worldHandlers } from "./domains/worlds/handlers.ts";
import { StartError } from "./open-world.ts";
import type { Bus } from "./platform/bus.ts";
import type { Clock, SteerableClock } from "./platform/clock.ts";
import type { AnyJob } from "./platform/context.ts";
import type { Binding } from "./platform/handler.ts";
import { FaultPlan } from "./platform/faults.ts";
import { openIds } from "./platform/ids.ts";
import type { Logger } from "./platform/log.ts";
import { openMetrics, type Metrics } from "./platform/metrics.ts";
import type { Outbound } from "./platform/outbound.ts";
import { httpOutbound } from "./platform/outbound-http.ts";
import type { Random } from "./platform/random.ts";
import type { Store } from "./platform/store.ts";
import { openWork, type Work } from "./platform/work.ts";
import { gatewayHandlers } from "./transports/gateway/handlers.ts";
import { attachGateway, type Gateway } from "./transports/gateway/socket.ts";
import { sessionStarts } from "./transports/gateway/starts.ts";
import { authenticator } from "./transports/http/authenticate.ts";
import { watchfulEdge } from "./transports/http/edge.ts";
import { faultStepFor } from "./transports/http/call-faults.ts";
import { faultHandlers } from "./transports/http/fault-handlers.ts";
import { limitHandlers } from "./transports/http/limit-handlers.ts";
import { limiterFor, type LimitProfile } from "./transports/http/rate-limit.ts";
import { httpServer, type HttpMeans } from "./transports/http/server.ts";
import { postInteractions } from "./transports/webhooks/interaction-posts.ts";

/** The ports and settings of one service. */
export interface ServiceMeans {
  readonly store: Store;
  readonly clock: SteerableClock;
  readonly random: Random;
  readonly bus: Bus;
  readonly log: Logger;
  readonly controlKey: string;
  readonly production: boolean;
  /** What clients are told to dial; absent: the address on which the service listens. */
  readonly publicUrl?: string | undefined;
  readonly limits: LimitProfile;
  readonly inspect?: HttpMeans["inspect"];
  /** How the outside is called; absent: by HTTP, in development to this machine too. */
  readonly outbound?: Outbound | undefined;
}

export interface RunningService {
  /** The address on which it listens: `http://127.0.0.1:8010`. */
  readonly url: string;
  readonly work: Work;
  readonly server: Server;
  /** Takes no more calls, tells sessions to come back, finishes what is under way. */
  stop(): Promise<void>;
}

const jobKinds: readonly AnyJob[] = [...messageJobs, ...interactionJobs];

/** How long calls under way may take to end when the service stops. */
const STOP_PATIENCE_MS = 8_000;

/** Starts a service on a free or given port. The store is opened and closed by the caller. */
export async function startService(
  means: ServiceMeans,
  listen: { readonly host: string; readonly port: number },
): Promise<RunningService> {
  const address = { url: "" };
  const parts = await assemble(means, address);
  const http = httpServer({ ...parts, bindings: bindingsOf(means, parts) });
  const isLimited = () => means.limits !== "off";
  const gateway = attachGateway({ ...parts, server: http.server, isLimited });
  parts.ends.sessions = () => gateway.invalidateAll();
  showGateway(parts.metrics, gateway);
  const stopPosting = postInteractions(parts);
  await parts.work.transaction(forgetVoice);
  address.url = await listenOn(http, listen);
  await parts.work.jobs.start();
  return {
    url: address.url,
    work: parts.work,
    server: http.server,
    async stop() {
      parts.faults.clear();
      await gateway.stop();
      await closeWithin(http, STOP_PATIENCE_MS, means.clock);
      await stopPosting();
      await parts.work.jobs.stop();
      parts.stopCounting();
    },
  };
}

/** What the parts share: everything below the transports, and what transports ask for. */
async function assemble(means: ServiceMeans, address: { readonly url: string }) {
  const { store, clock, bus, log, limits } = means;
  const metrics = openMetrics();
  const settings = {
    production: means.production,
    get publicUrl() {
      return means.publicUrl ?? address.url;
    },
  };
  const ids = await openIds(clock, store, clock.state().frozen);
  const work = openWork({ ...means, ids, settings, jobKinds, jobFailed });
  const faults = new FaultPlan(means);
  const stopCounting = store.log.follow((facts) => {
    for (const fact of facts) metrics.announced(fact.name);
  });
  return {
    ...means,
    work,
    ids,
    outbound: means.outbound ?? httpOutbound({ clock, mayCallInside: !means.production }),
    metrics,
    settings,
    endpoints,
    events,
    stopCounting,
    starts: sessionStarts(clock, () => limits !== "off"),
    authenticate: authenticator({ work, controlKey: means.controlKey }),
    limiterFor: (endpoint: EndpointDeclaration) =>
      limiterFor(endpoint, { bus, clock, profile: limits }),
    faults,
    faultStepFor: (endpoint: EndpointDeclaration) => faultStepFor(endpoint, { faults, clock }),
    edge: limits === "off" ? undefined : watchfulEdge(bus, clock),
    isReady: async () => {
      await store.log.end();
      return true;
    },
    /** The gateway comes after the handlers that end its sessions. */
    ends: { sessions: (): void => undefined },
  };

  function jobFailed(job: string, error: unknown, givenUp: boolean): void {
    metrics.jobFailed(job);
    log.error({ err: error, job, givenUp }, "job failed");
  }
}

type Parts = Awaited<ReturnType<typeof assemble>>;

/** Every handler of the service. */
function bindingsOf(means: ServiceMeans, parts: Parts): readonly Binding[] {
  return [
    ...userHandlers,
    ...applicationHandlers,
    ...applicationChangeHandlers(endpointCheck(parts.outbound)),
    ...guildHandlers,
    ...messageHandlers,
    ...actingHandlers,
    ...commandHandlers,
    ...interactionHandlers,
    ...decisionHandlers,
    ...lobbyHandlers,
    ...invokeHandlers(means),
    ...simulatedComponentHandlers(means),
    ...limitHandlers({ bus: means.bus, clock: means.clock, profile: means.limits }, endpoints),
    ...faultHandlers(parts, endpoints),
    ...gatewayHandlers(parts.starts),
    ...entityHandlers,
    ...worldHandlers({
      ...means,
      ids: parts.ids,
      endSessions: () => parts.ends.sessions(),
      resetLimits: () => {
        means.bus.reset();
        parts.faults.clear();
      },
    }),
  ];
}

function showGateway(metrics: Metrics, gateway: Gateway): void {
  const show = (name: string, help: string, read: () => number) =>
    metrics.gauge(`antechamber_gateway_${name}`, help, read);
  show("connections", "Open gateway connections.", () => gateway.stats().connections);
  show(
    "sessions",
    "Gateway sessions, those that may be resumed included.",
    () => gateway.stats().sessions,
  );
}

/** Begins to listen, and says where. @throws StartError for a port that is not free */
async function listenOn(
  http: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    throw new StartError(`cannot listen on ${host}:${port}: ${(error as Error).message}`);
  }
  const { port: actual } = http.server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${actual}`;
}

/** Lets calls under way end; whoever takes longer is cut off, so that a stop always ends. */
async function closeWithin(http: FastifyInstance, patienceMs: number, clock: Clock): Promise<void> {
  const cancel = clock.after(patienceMs, () => http.server.closeAllConnections());
  await http.close();
  cancel();
}
