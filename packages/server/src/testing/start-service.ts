// A complete service in memory for tests: real sockets on a free port, a steerable clock, seeded
// randomness. Every response that the machine specification describes is checked against it.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { storeClock } from "../control/world-file/stored-world.ts";
import { demo, demoWorld } from "../control/world-file/demo-world.ts";
import type { Bus } from "../platform/bus.ts";
import { definedFields } from "../platform/defined-fields.ts";
import { secureRandom } from "../platform/random.ts";
import { localRateLimitCounters } from "../platform/rate-limit-counters.ts";
import type { SteerableClock } from "../platform/clock.ts";
import { openLog } from "../platform/log.ts";
import { aMemoryStore } from "./memory-store.ts";
import type { EventListener, Store } from "../platform/store.ts";
import { steerableClock } from "../platform/time/system-clock.ts";
import type { Transactions } from "../platform/transactions.ts";
import { openWorldIn } from "../start/open-world.ts";
import { startService, type RunningService, type ServiceDeps } from "../service.ts";
import { roundRobin } from "./network/round-robin.ts";
import { seededRandom } from "./seeded-random.ts";
import { answerOf, requestBody, type Answer } from "./answer.ts";
import { specificationFaults } from "./specification/machine-specification.ts";
import { unsignedAddresses } from "./unsigned-addresses.ts";

export const CONTROL_KEY = "test-control-key";

export { demo };

export interface CallOptions {
  readonly auth?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestService {
  readonly url: string;
  /** Ids of endpoints that have answered with a 2xx status so far. */
  readonly answered: ReadonlySet<string>;
  readonly store: Store;
  readonly clock: SteerableClock;
  /** Runs transactions directly, as the domains do. */
  readonly work: Transactions;
  /**
   * Calls the API: `call("GET /users/@me", { auth: "Bot …" })`. A path that begins with `/` after
   * the method is below `/api/v10`.
   */
  call(route: string, options?: CallOptions): Promise<Answer>;
  /** Calls as the demo world's bot. */
  asBot(route: string, body?: unknown): Promise<Answer>;
  /** Calls as a signed-in user. */
  asUser(token: string, route: string, body?: unknown): Promise<Answer>;
  /** Calls the control plane: `control("GET /clock")`. */
  control(route: string, body?: unknown): Promise<Answer>;
  /** Cuts every gateway connection, as a failing network does. */
  dropConnections(): void;
  stop(): Promise<void>;
}

export interface TestServiceOptions {
  readonly world?: unknown;
  readonly limits?: ServiceDeps["limits"];
  /** A store that outlives the service, for tests of restarts; the test closes it. */
  readonly store?: Store;
  readonly frozen?: boolean;
  /** The clock; absent: one that follows the system's. */
  readonly clock?: SteerableClock;
  readonly retainEventsMs?: number;
  /** Makes the service answer as in production mode; the world is loaded as in development. */
  readonly production?: boolean;
  /** The key of the control plane; absent: one that only tests know. */
  readonly controlKey?: string;
  /** Opens the bus to the other processes of the store; absent: none. The test closes it. */
  readonly openBus?: (own: Pick<ServiceDeps, "clock" | "store">) => Promise<Bus>;
  /** The log; absent: nothing is logged. */
  readonly log?: ServiceDeps["log"];
  /** Further settings of the service. */
  readonly settings?: Partial<
    Pick<
      ServiceDeps,
      | "publicUrl"
      | "resumeUrl"
      | "servesGuardedNames"
      | "isOpen"
      | "roles"
      | "allowedOrigins"
      | "trustedProxies"
      | "log"
      | "outbound"
      | "observers"
      | "foundUnknownToken"
      | "limitsOf"
      | "isJournalOff"
      | "console"
      | "consoleFolder"
    >
  >;
}

/** Starts a service with the demo world, or with another one. */
export async function aService(options: TestServiceOptions = {}): Promise<TestService> {
  const count = Number(process.env["PROCESSES"] ?? 1);
  if (count > 1 && options.store === undefined) return severalProcesses(options, count);
  return testService(await started(options));
}

/** Starts a service of several processes on one database, behind a load balancer. */
async function severalProcesses(options: TestServiceOptions, count: number): Promise<TestService> {
  const { freshStores } = await import("./processes/fresh-stores.ts");
  const stores = await freshStores(count);
  const all: Parts[] = [];
  const balancer = await roundRobin(() => all.map(({ service }) => service.url));
  const settings = { publicUrl: balancer.url, ...options.settings };
  const buses = process.env["BUS"] === "redis" ? await openBuses() : undefined;
  const openBus = options.openBus ?? buses?.open;
  const own = stores.map((store) => ({ store, clock: clockOf(options) }));
  // All are opened before the first service starts, which would wait for processes already alive.
  const opened = await Promise.all(own.map(async (each) => openBus?.(each)));
  for (const [nth, each] of own.entries()) {
    const bus = opened[nth];
    const connected = bus === undefined ? {} : { openBus: async () => bus };
    all.push(await started({ ...options, settings, ...each, ...connected }, `test ${nth}`));
  }
  await allKnown(stores);
  const [first] = all as [Parts];
  const sockets = all.map(({ service }) => connectionsOf(service));
  const mismatches = () => all.flatMap((each) => each.mismatches);
  const one = testService({ ...first, url: balancer.url, isBalanced: true });
  return {
    ...one,
    dropConnections() {
      for (const each of sockets.flatMap((some) => [...some])) each.destroy();
    },
    async stop() {
      await balancer.close();
      await Promise.all(all.map((each) => each.service.stop()));
      for (const each of all) each.unfollow();
      await buses?.close();
      for (const store of stores) await store.close();
      if (mismatches().length > 0) throw new Error(mismatches().join("\n"));
    },
  };
}

/** How often the list of live processes is checked at most. */
const LOOKS_MAX = 100;

/** Resolves when each process has seen all others; until then no process waits for another. */
async function allKnown(stores: readonly Store[]): Promise<void> {
  const isKnown = ({ processes }: Store) => processes.living().length === stores.length;
  for (let looks = 0; !stores.every(isKnown); looks += 1) {
    if (looks === LOOKS_MAX) throw new Error("processes do not find each other");
    await Promise.all(stores.map(({ processes }) => processes.refresh()));
  }
}

/** Connects the processes through the tests' Redis. */
async function openBuses() {
  const { aBus } = await import("./processes/buses.ts");
  const service = Buffer.from(secureRandom.bytes(8)).toString("hex");
  const opened: Bus[] = [];
  return {
    open: async ({ clock, store }: Pick<ServiceDeps, "clock" | "store">): Promise<Bus> => {
      const bus = await aBus({ service, clock, processes: store.processes });
      opened.push(bus);
      return bus;
    },
    async close() {
      await Promise.all(opened.map((bus) => bus.close()));
    },
  };
}

function clockOf({ clock = steerableClock() }: TestServiceOptions): SteerableClock {
  return clock;
}

async function started(options: TestServiceOptions, seed = "test"): Promise<Parts> {
  const { controlKey = CONTROL_KEY } = options;
  const store = options.store ?? (await aMemoryStore());
  const clock = clockOf(options);
  const random = seededRandom(seed);
  const mismatches: string[] = [];
  const answered = new Set<string>();
  const world = options.world ?? demoWorld;
  const { knownSecrets } = await openWorldIn(store, clock, { world, production: false, random });
  if (options.frozen === true) {
    clock.freeze();
    // Stored, so that the clock stands still at the same instant in all processes.
    if (!store.processes.isSole)
      await store.transaction(async (tx) => storeClock(tx, clock.state()));
  }
  const service = await startService(
    {
      store,
      clock,
      random,
      counters: localRateLimitCounters(),
      bus: await options.openBus?.({ clock, store }),
      log: options.log ?? (await openLog("silent")),
      controlKey,
      knownSecrets,
      production: options.production ?? false,
      limits: options.limits ?? "off",
      retainEventsMs: options.retainEventsMs ?? 900_000,
      inspect: (endpointId, status, json) => {
        if (status < 300) answered.add(endpointId);
        const body: unknown = json === undefined ? undefined : JSON.parse(json);
        mismatches.push(...specificationFaults(endpointId, status, body));
        mismatches.push(...unsignedAddresses(endpointId, json));
      },
      ...options.settings,
    },
    { host: "127.0.0.1", port: 0 },
  );
  const check: EventListener = (facts) => {
    for (const { name, payload } of facts) {
      mismatches.push(...unsignedAddresses(name, JSON.stringify(payload)));
    }
  };
  // An event that this process skips is checked by the process that wrote it.
  const unfollow = store.log.follow(check, { receives: () => false });
  // A service skips an event that it fails to handle, but the test must fail.
  const unreport = store.log.whenFailed((names, error) => {
    mismatches.push(`${names.join(", ")} could not be dealt with: ${String(error)}`);
  });
  return {
    service,
    url: service.url,
    store,
    clock,
    mismatches,
    answered,
    unfollow() {
      unfollow();
      unreport();
    },
    controlKey,
    ownsStore: options.store === undefined,
  };
}

interface Parts {
  readonly service: RunningService;
  /** The base URL of calls. */
  readonly url: string;
  readonly store: Store;
  readonly clock: SteerableClock;
  readonly mismatches: string[];
  readonly answered: ReadonlySet<string>;
  readonly unfollow: () => void;
  readonly controlKey: string;
  readonly ownsStore: boolean;
  /** True behind a load balancer: each call opens a new connection, and so goes to the next process. */
  readonly isBalanced?: boolean;
}

/** Sends HTTP calls; each fails if any response so far violated the machine specification. */
function caller({ url, mismatches, isBalanced = false }: Parts) {
  const balanced: Readonly<Record<string, string>> = isBalanced ? { connection: "close" } : {};

  function assertFaultless(): void {
    if (mismatches.length === 0) return;
    throw new Error(`answers differ from the machine specification:\n${mismatches.join("\n")}`);
  }

  async function request(base: string, route: string, options: CallOptions): Promise<Answer> {
    const [method = "GET", path = "/"] = route.split(" ");
    const { headers, ...body } = requestBody(options.body);
    const authorization = definedFields({ authorization: options.auth });
    const response = await fetch(url + base + path, {
      method,
      redirect: "manual",
      headers: { ...authorization, ...headers, ...balanced, ...options.headers },
      ...body,
    });
    const answer = await answerOf(response);
    assertFaultless();
    return answer;
  }
  return { request, assertFaultless };
}

/** Tracks the open gateway connections, so that tests can cut them. */
function connectionsOf({ server }: RunningService): ReadonlySet<Duplex> {
  const sockets = new Set<Duplex>();
  server.on("upgrade", (_request: IncomingMessage, socket: Duplex) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

function testService(parts: Parts): TestService {
  const { service, url, store, clock, answered, unfollow, controlKey, ownsStore } = parts;
  const { request, assertFaultless } = caller(parts);
  const sockets = connectionsOf(service);
  const call: TestService["call"] = (route, options = {}) => request("/api/v10", route, options);
  return {
    url,
    answered,
    store,
    clock,
    work: service.work,
    call,
    asBot: (route, body) => call(route, { auth: `Bot ${demo.botToken}`, body }),
    asUser: (token, route, body) => call(route, { auth: token, body }),
    control: (route, body) =>
      request("/control/v1", route, { auth: `Control ${controlKey}`, body }),
    dropConnections() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      await service.stop();
      unfollow();
      if (ownsStore) await store.close();
      assertFaultless();
    },
  };
}
