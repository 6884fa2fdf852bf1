// The worlds of a process: the one it starts with, and additional ones, each with a store in memory
// that starts as a copy of bytes. Source: product.md, Control plane.
import type { IncomingMessage } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { limits, UnknownWorld } from "@antechamber/contract";
import { TooManyWorlds, WorldNameInUse, WorldStays } from "@antechamber/contract/control";
import { timestamp } from "@antechamber/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  storeClock,
  storedClock,
  settingsOfWorld,
  type WorldSettings,
} from "../control/world-file/stored-world.ts";
import type { WorldAddress, NewWorldForm } from "../control/worlds.ts";
import { users } from "../domains/users/user.ts";
import type { ReplayTarget } from "../journal/replay-trace.ts";
import { ApiError } from "../platform/api-error.ts";
import { closeAll } from "../platform/async/close-all.ts";
import { atEndOfTurn } from "../platform/async/event-loop.ts";
import type { SteerableClock } from "../platform/clock.ts";
import { digestHex } from "../platform/crypto.ts";
import { idWatermarks } from "../platform/ids.ts";
import { PROCESSES_MAX } from "../platform/processes.ts";
import { secureRandom, seededRandom } from "../platform/random.ts";
import { localRateLimitCounters } from "../platform/rate-limit-counters.ts";
import { freeBytes } from "../platform/sqlite/database-bytes.ts";
import { memoryStores } from "../platform/sqlite/memory-copies.ts";
import type { Store } from "../platform/store.ts";
import { steerableClock, systemTimer } from "../platform/time/system-clock.ts";
import { tables } from "../tables.ts";
import { gatewayUrl } from "../transports/gateway/gateway.ts";
import type { Guard } from "../transports/http/guards/entrance.ts";
import { worldNamed } from "../transports/http/requests/request-facts.ts";
import type { HttpWorld } from "../transports/http/calls/world.ts";
import { WorldFinder } from "./finder.ts";
import { replayCall } from "./bindings.ts";
import type { Host, HostedWorlds } from "./host.ts";
import type { LimitsDeps } from "./limits-in-force.ts";
import { openWorldPort, type WorldPort } from "./world-port.ts";
import { ownTimers } from "./own-timers.ts";
import { Origins, type Origin } from "./origins.ts";
import { openWorld, type World } from "./world.ts";

/** The dependencies of additional worlds, available once the first one is served. */
export interface WorldsDeps {
  readonly host: Host;
  readonly main: World;
  readonly app: FastifyInstance;
  readonly entrance: Guard;
  readonly limitsOf: LimitsDeps["limitsOf"];
}

/** Closes a part of an additional world. */
type ClosePart = () => unknown;

/** An additional world, with what is closed together with it, in the order of opening. */
interface Opened {
  readonly world: World;
  readonly openParts: readonly ClosePart[];
  /** The world or snapshot that it is a copy of. */
  readonly parent?: WorldAddress["parent"] | undefined;
}

export class Worlds implements HostedWorlds {
  readonly #stores = memoryStores(tables);
  readonly #origins = new Origins(this.#stores, {
    main: () => this.#deps.main,
    named: (name) => this.#named(name),
  });
  readonly #others = new Map<string, World>();
  readonly #opened = new Map<string, Opened>();
  /** The names of worlds that are being opened. */
  readonly #opening = new Set<string>();
  readonly #byRequest = new WeakMap<IncomingMessage, World>();
  /** The names of worlds, by the worker bits of their ids. */
  readonly #workers = new Map<number, string>();
  /** The argument of `serve`. */
  #given: WorldsDeps | undefined;
  #finder: WorldFinder | undefined;
  #count = 0;

  /** From this call on, worlds can be created and found. */
  serve(deps: WorldsDeps): void {
    this.#given = deps;
    this.#finder = new WorldFinder(deps.main, this.#others);
    this.#workers.set(deps.main.worker, deps.main.name);
  }

  get #deps(): WorldsDeps {
    if (this.#given === undefined) throw new Error("the service takes no calls yet");
    return this.#given;
  }

  /** Every world but the first. */
  others(): Iterable<World> {
    return this.#others.values();
  }

  names(): readonly string[] {
    return [this.#deps.main.name, ...this.#others.keys()];
  }

  async find(name: string): Promise<WorldAddress | undefined> {
    const world = this.#named(name);
    if (world === undefined) return undefined;
    try {
      return await this.#shown(world);
    } catch (error) {
      // The store was closed during the read, because the world was removed.
      if (this.#named(name) !== world) return undefined;
      throw error;
    }
  }

  async #shown({ name, settings, store, openedAt }: World): Promise<WorldAddress> {
    const { publicUrl: url } = settings;
    return {
      name,
      url,
      api: `${url}/api`,
      gateway: gatewayUrl(settings, undefined),
      created_at: timestamp(openedAt),
      users: await store.read((tx) => tx.count(users)),
      bytes: store.size?.() ?? null,
      parent: this.#opened.get(name)?.parent ?? null,
    };
  }

  #named(name: string): World | undefined {
    return name === this.#deps.main.name ? this.#deps.main : this.#others.get(name);
  }

  replayTarget(name: string): ReplayTarget {
    const world = this.#named(name);
    if (world === undefined) throw new ApiError(UnknownWorld);
    const { clock, store } = world;
    return {
      send: replayCall((call) => this.#deps.host.repeated.send(world, call)),
      follow: (listener) => store.log.follow(listener),
      async advanceTo(instant) {
        if (clock.state().frozen && instant > clock.now()) await clock.moveTo(instant);
      },
    };
  }

  /** The world whose port received a request. */
  atPortOf(request: IncomingMessage): HttpWorld {
    const { host, main } = this.#deps;
    return this.#byRequest.get(request) ?? host.repeated.worldOf(request) ?? main;
  }

  /**
   * The world of a call: by its port; for the control plane and for files by the name in the query;
   * otherwise by its credential, or by the picture that it is about.
   */
  ofCall(request: FastifyRequest): HttpWorld | Promise<HttpWorld> {
    const { world, raw, url } = request;
    if (this.#others.size === 0 && !this.#byRequest.has(raw)) return world;
    if (url.startsWith("/control/") || url.startsWith("/cdn/")) {
      const name = worldNamed(request.query as Record<string, unknown>);
      if (name !== undefined) return this.#named(name) ?? world;
    }
    return world === this.#deps.main ? (this.#finder?.ofCall(request) ?? world) : world;
  }

  /** Lets the first world look up calls and sessions that belong to other worlds. */
  readonly elsewhere = {
    worldOfBody: async (claim: Parameters<WorldFinder["ofBody"]>[0]) => this.#finder?.ofBody(claim),
    elsewhere: (token: string) => this.#finder?.ofSession(token)?.then((found) => found?.gateway),
  };

  async create(order: NewWorldForm, within: string): Promise<WorldAddress> {
    const name = order.name ?? this.#freeName();
    if (this.#named(name) !== undefined || this.#opening.has(name)) {
      throw new ApiError(WorldNameInUse);
    }
    if (this.#opened.size + this.#opening.size >= limits.worlds.value) {
      throw new ApiError(TooManyWorlds);
    }
    this.#opening.add(name);
    try {
      const origin = await this.#origins.of(order, within);
      const opened = await this.#open(name, order, origin);
      this.#opened.set(name, { ...opened, parent: parentOf(order, within) });
      this.#others.set(name, opened.world);
      this.#finder?.changed();
      return await this.#shown(opened.world);
    } finally {
      this.#opening.delete(name);
    }
  }

  #freeName(): string {
    for (;;) {
      this.#count += 1;
      const name = `world-${this.#count}`;
      if (this.#named(name) === undefined && !this.#opening.has(name)) return name;
    }
  }

  async remove(name: string): Promise<void> {
    if (name === this.#deps.main.name) throw new ApiError(WorldStays);
    const opened = this.#opened.get(name);
    if (opened === undefined) throw new ApiError(UnknownWorld);
    this.#opened.delete(name);
    this.#others.delete(name);
    this.#finder?.changed();
    try {
      await closeAll(opened.openParts.toReversed());
    } finally {
      // The timers and events that calls wait for come no more. The call that closes the world may
      // be one of its own, and is answered first.
      atEndOfTurn(() => opened.world.waitingCalls.abandon(new ApiError(UnknownWorld)));
    }
  }

  /** Closes every world but the first. */
  async stop(): Promise<void> {
    await Promise.all([...this.#opened.keys()].map((name) => this.remove(name)));
  }

  async #open(name: string, order: NewWorldForm, origin: Origin): Promise<Opened> {
    const openParts: ClosePart[] = [];
    try {
      return { world: await this.#openParts(name, order, { origin, openParts }), openParts };
    } catch (error) {
      await closeAll(openParts.toReversed()).catch((err: unknown) =>
        this.#deps.host.log.error({ err, world: name }, "a world did not close"),
      );
      throw error;
    }
  }

  /** Opens a world, and notes how each part is closed as soon as it is open. */
  async #openParts(
    name: string,
    order: NewWorldForm,
    { origin, openParts }: { readonly origin: Origin; readonly openParts: ClosePart[] },
  ): Promise<World> {
    const { host, limitsOf } = this.#deps;
    const { log } = host;
    const worker = this.#worker(name, order.seed);
    openParts.push(() => this.#releaseWorker(worker, name));
    const store = this.#stores.copyOf(origin.bytes);
    openParts.push(() => store.close());
    if (origin.isOnlyOfOne === true) freeBytes(origin.bytes);
    const timers = ownTimers(systemTimer);
    openParts.push(() => timers.end());
    const clock = steerableClock({
      timer: timers.set,
      failed: (error) => log.error({ err: error, world: name }, "a timer failed"),
    });
    clock.restore(origin.clock);
    await storeOrigin(store, { ...origin, clock: clock.state() });
    const settings = await store.read((tx) => settingsOfWorld({ tx }));
    const address = { url: "" };
    const world = await openWorld(host, {
      name,
      store,
      clock,
      random: order.seed === undefined ? secureRandom : seededRandom(order.seed),
      counters: localRateLimitCounters(),
      publicUrl: () => address.url,
      knownSecrets: origin.secrets,
      worker,
      endsWithProcess: true,
      gateway: order.gateway ?? settings.gateway,
      ...limitsFor(order, { ...origin, settings }, limitsOf),
    });
    openParts.push(() => world.end());
    const port = await this.#portOf(world, clock);
    openParts.push(() => port.close());
    address.url = port.url;
    if (origin.copied === undefined) await world.prepare();
    await world.start(origin.copied?.known);
    origin.keep?.({
      bytes: await this.#origins.bytesOf(store),
      known: world.work.scheduler.knownInstants(),
    });
    return world;
  }

  #portOf(world: World, clock: SteerableClock): Promise<WorldPort> {
    const { app, host, entrance } = this.#deps;
    const arrived = (request: IncomingMessage) => this.#byRequest.set(request, world);
    return openWorldPort({ app, host, clock, entrance, gateway: world.gateway, arrived });
  }

  /**
   * The worker bits of ids: derived from the seed if there is one, else unique as long as any are
   * free.
   */
  #worker(name: string, seed: string | undefined): number {
    if (seed !== undefined) return Number.parseInt(digestHex(seed).slice(0, 4), 16) % PROCESSES_MAX;
    let worker = 1;
    while (this.#workers.has(worker)) worker += 1;
    this.#workers.set(worker, name);
    return worker % PROCESSES_MAX;
  }

  #releaseWorker(worker: number, name: string): void {
    if (this.#workers.get(worker) === name) this.#workers.delete(worker);
  }
}

/**
 * Writes the clock and the watermarks to the store where they differ from the copied bytes, which
 * is rare.
 */
async function storeOrigin(store: Store, { clock, watermarks }: Origin): Promise<void> {
  const isSo = await store.read(async (tx) => {
    if (!isDeepStrictEqual(await storedClock({ tx }), clock)) return false;
    const own = (await tx.get(idWatermarks, "ids")) ?? [];
    return watermarks === undefined || isDeepStrictEqual([own].flat(), watermarks);
  });
  if (isSo) return;
  await store.transaction(async (tx) => {
    storeClock(tx, clock);
    if (watermarks === undefined) return;
    for (const { name } of await tx.find(idWatermarks)) tx.delete(idWatermarks, name);
    for (const each of watermarks) tx.put(idWatermarks, each);
  });
}

/** The original of a copy; undefined for a world that started empty or from a world file. */
function parentOf({ from = {} }: NewWorldForm, within: string): WorldAddress["parent"] | undefined {
  if (from.fork !== undefined) return { world: from.fork };
  return from.snapshot === undefined ? undefined : { world: within, snapshot: from.snapshot };
}

/** A limits profile in the order stays in force even when another world file is loaded later. */
function limitsFor(
  { limits: requested }: NewWorldForm,
  { clock, settings, inForce }: Origin & { readonly settings: WorldSettings },
  limitsOf: LimitsDeps["limitsOf"],
): LimitsDeps {
  if (requested !== undefined) {
    const always = { limits: requested, allowsQuickRestarts: false };
    return { ...always, limitsOf: () => always };
  }
  const loaded = { profile: settings.limits, frozen: clock.frozen };
  const own = inForce ?? limitsOf?.(loaded) ?? { limits: settings.limits ?? "off" };
  return { ...own, limitsOf };
}
