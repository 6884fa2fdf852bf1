// The composition root: one server with every route, and its worlds. It can be created several
// times in one process, each time with its own ports.
import type { Server } from "node:http";
import { DEFAULT_CONTROL_KEY, endpoints, missingOperations } from "@antechamber/contract";
import { closeWithin, listenOn, within } from "./start/listening.ts";
import type { Metrics } from "./platform/metrics.ts";
import { secretCheck } from "./platform/crypto.ts";
import { acceptProxyHeaders } from "./platform/network/proxied-connections.ts";
import { processRoles } from "./platform/processes/process-roles.ts";
import { readiness } from "./platform/storage/readiness.ts";
import type { Transactions } from "./platform/transactions.ts";
import { entranceOf, type Guard } from "./transports/http/guards/entrance.ts";
import { forwardedGuard } from "./transports/http/guards/forwarded-guard.ts";
import { hostGuard } from "./transports/http/guards/host-guard.ts";
import { originGuard, ownOrigins } from "./transports/http/guards/origin-guard.ts";
import { roleGuard } from "./transports/http/guards/role-guard.ts";
import { httpServer, type HttpDeps } from "./transports/http/server.ts";
import { mountAgents, type OpenAgentsServer } from "./transports/agents/mount-agents.ts";
import { mountConsole } from "./transports/console/mount-console.ts";
import { mountPages } from "./transports/pages/mount.ts";
import { openHost, type Host, type HostDeps } from "./worlds/host.ts";
import { Worlds } from "./worlds/worlds.ts";
import { MAIN_WORLD, openWorld, type World, type WorldDeps } from "./worlds/world.ts";

/** The ports and settings of one service, with those of its first world. */
export interface ServiceDeps
  extends HostDeps, Omit<WorldDeps, "name" | "publicUrl" | "elsewhere" | "worldOfBody"> {
  /** The URL that clients are given; absent: the address on which the service listens. */
  readonly publicUrl?: string | undefined;
  readonly inspect?: HttpDeps["inspect"];
  /** Observers of each call. */
  readonly observers?: HttpDeps["observers"];
  /** Whether other machines can call, although it is in development mode. */
  readonly isOpen?: boolean | undefined;
  /** Further origins that pages may call from in development mode, other than this machine. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The folder of the console's build; absent: the one in the package. */
  readonly consoleFolder?: URL | undefined;
  /** Opens the server for coding agents; absent: `/mcp` is not served. */
  readonly openAgentsServer?: OpenAgentsServer | undefined;
}

export interface RunningService {
  /** The URL on which it listens: `http://127.0.0.1:8010`. */
  readonly url: string;
  readonly work: Transactions;
  readonly server: Server;
  /**
   * The UDP port for voice data, if the service serves the platform's names. @throws Error
   * otherwise
   */
  soundPort(): Promise<number>;
  /** Stops accepting calls, asks gateway clients to reconnect, and finishes work under way. */
  stop(): Promise<void>;
}

/** How long calls under way may take when the service stops, and then work they started. */
const STOP_PATIENCE_MS = 6_000;
const END_PATIENCE_MS = 2_000;

/** Starts a service on a given or free port. The caller opens and closes the store. */
export async function startService(
  deps: ServiceDeps,
  listen: { readonly host: string; readonly port: number },
): Promise<RunningService> {
  const address = { url: "" };
  const worlds = new Worlds();
  const host = openHost(deps, worlds);
  const main = await openWorld(host, {
    ...deps,
    ...worlds.elsewhere,
    name: MAIN_WORLD,
    publicUrl: () => deps.publicUrl ?? address.url,
  });
  const http = serverFor(deps, { host, main, worlds, listensOn: listen.host });
  const stopFlushing = main.store.beforeCommits?.(() => http.writes.flush());
  const dropWaiting = acceptProxyHeaders(http.server, host);
  http.server.on("upgrade", (request, socket, head) => {
    if (main.voice?.upgrade(request, socket, head) === true) return;
    main.gateway.upgrade(request, socket, head);
  });
  showGateway(host.metrics, () => [main, ...worlds.others()]);
  const { bus } = deps;
  if (bus?.isShared === true) {
    const help = "Whether the bus of the processes answers: 1, or 0.";
    host.metrics.gauge("antechamber_bus_up", help, () => (bus.isUp() ? 1 : 0));
    showResumes(host.metrics, main);
  }
  await main.prepare();
  address.url = await listenOn(http, listen);
  await main.start();
  return {
    url: address.url,
    work: main.work,
    server: http.server,
    async soundPort() {
      const { voice } = main;
      if (voice === undefined) throw new Error("voice is not served here");
      return (await voice.soundAddress()).port;
    },
    async stop() {
      dropWaiting();
      // Concurrently, since clients of each may use the whole timeout.
      await Promise.all([
        worlds.stop(),
        main.stopGateway(),
        closeWithin(http, STOP_PATIENCE_MS, deps.clock),
      ]);
      await within(main.stopWork(), END_PATIENCE_MS, deps.clock);
      stopFlushing?.();
    },
  };
}

interface ServerDeps {
  readonly host: Host;
  readonly main: World;
  readonly worlds: Worlds;
  /** A host name or an address. */
  readonly listensOn: string;
}

/** The server with every route, compiled once for all worlds. */
function serverFor(deps: ServiceDeps, { host, main, worlds, listensOn }: ServerDeps) {
  const { inspect, observers, production, limitsOf, allowedOrigins = [] } = deps;
  const entrance = entranceFor(deps, main, listensOn);
  const http = httpServer({
    ...host,
    inspect,
    observers,
    endpoints,
    missingOperations,
    bindings: main.bindings(),
    worldAt: (request) => worlds.atPortOf(request),
    findWorld: (request) => worlds.ofCall(request),
    keepsBodies: main.journal?.recordsBodies === true,
    // Wrong control keys are counted in one place, in whichever world they are used.
    counters: main.counters,
    limitsWrongKeys: () => production || main.isLimited(),
    isReady: readiness(main.store, main.clock),
    isBusGone: () => deps.bus?.isShared === true && !deps.bus.isUp(),
    entrance,
  });
  worlds.serve({ host, main, app: http, entrance, limitsOf });
  host.repeated.serve(http);
  const { log, consoleSessions, controlKey } = host;
  const isControlKey = secretCheck(`Control ${controlKey}`);
  const isBearerKey = secretCheck(`Bearer ${controlKey}`);
  const hasKey = (authorization = "") => isControlKey(authorization);
  mountAgents(http, {
    open: deps.openAgentsServer,
    // MCP clients send the key as a bearer token. Source: RFC 9110, 11.1 (schemes in any case).
    hasKey: (header = "") =>
      isControlKey(header) || isBearerKey(header.replace(/^bearer /i, "Bearer ")),
    isOwnOrigin: ownOrigins({ production, settings: main.settings, allowedOrigins }),
  });
  mountConsole(http, {
    sessions: consoleSessions,
    hasKey,
    isOpen: !production && deps.isOpen !== true && controlKey === DEFAULT_CONTROL_KEY,
    production,
    folder: deps.consoleFolder,
  });
  mountPages(
    http,
    ({ world }) => world,
    (error) => log.error({ err: error }, "page failed"),
  );
  return http;
}

/** The guards that every request must pass. */
function entranceFor(deps: ServiceDeps, { settings }: World, host: string): Guard {
  const { production, servesGuardedNames, allowedOrigins = [], isOpen = false } = deps;
  const { roles = processRoles } = deps;
  const ownUrls = [deps.publicUrl, deps.resumeUrl].filter((url) => url !== undefined);
  return entranceOf([
    hostGuard(host, ownUrls, servesGuardedNames),
    forwardedGuard(production || isOpen),
    originGuard({ production, settings, allowedOrigins }),
    roleGuard(roles),
  ]);
}

function showGateway(metrics: Metrics, worlds: () => readonly World[]): void {
  const show = (name: "connections" | "sessions", help: string) =>
    metrics.gauge(`antechamber_gateway_${name}`, help, () =>
      worlds().reduce((sum, { gateway }) => sum + gateway.stats()[name], 0),
    );
  show("connections", "Open gateway connections.");
  show("sessions", "Gateway sessions, those that may be resumed included.");
}

/** Metrics about resumes of sessions that other processes started. */
function showResumes(metrics: Metrics, { gateway }: World): void {
  const fetched = {
    taken: "Sessions of other processes that went on here.",
    lost: "Sessions of other processes that could not go on here.",
    unknown: "Sessions that were asked for at other processes, of which none had them.",
    undecided: "Resumes that were put off, since it was unknown whether a process had ended.",
  } as const;
  for (const [found, help] of Object.entries(fetched)) {
    metrics.total(
      `antechamber_gateway_resumes_${found}_total`,
      help,
      () => gateway.fetched[found as keyof typeof fetched],
    );
  }
}
