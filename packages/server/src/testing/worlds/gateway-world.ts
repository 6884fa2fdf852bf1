// A small world with a gateway on a free port, for tests of sessions and the events that they
// receive.
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { event, events, type EventDeclaration, type Scope } from "@antechamber/contract";
import { object, text, timestamp } from "@antechamber/contract/schema";
import { userView } from "../../domains/users/user.ts";
import type { Context } from "../../platform/context.ts";
import { callerAddresses } from "../../platform/network/caller-addresses.ts";
import type { SteerableClock } from "../../platform/clock.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { FaultPlan } from "../../platform/faults/fault-injection.ts";
import { openIds } from "../../platform/ids.ts";
import { openLog } from "../../platform/log.ts";
import { aMemoryStore } from "../memory-store.ts";
import type { Store } from "../../platform/store.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { TimeSlicer } from "../../platform/time/time-slicer.ts";
import { openTransactions } from "../../platform/transactions/open-transactions.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { declarationsOf } from "../../transports/gateway/delivery/dispatch.ts";
import { openGateway, type Gateway, type GatewayBounds } from "../../transports/gateway/gateway.ts";
import {
  identifyLimiter,
  type LocalIdentifyLimiter,
} from "../../transports/gateway/identify/identify-limiter.ts";
import { seededRandom } from "../seeded-random.ts";
import { fillGatewayWorld, ids } from "./gateway-records.ts";
import { aUser } from "../records.ts";

export { ids, tokens } from "./gateway-records.ts";

/** An event emitted last: it arrives after all others, so a test sees which were not delivered. */
const Mark = event({
  name: "MARK",
  source: "tests",
  summary: "Nothing happened.",
  scope: "user",
  payload: object({ word: text() }),
});

export interface GatewayWorld {
  readonly url: string;
  readonly store: Store;
  readonly work: Transactions;
  readonly clock: SteerableClock;
  readonly gateway: Gateway;
  readonly starts: LocalIdentifyLimiter;
  readonly faults: FaultPlan;
  /** How much faster than real time the gateway's timers run that start from now on. */
  readonly pace: { speed: number };
  /** Emits an event in a transaction of its own. */
  emit(name: string, scope: Scope, payload: object): Promise<void>;
  /** Emits Bob's message in a channel, in a transaction of its own. */
  say(content: string, where?: Place): Promise<void>;
  /** Awaited before the gateway reads the store; a rejection fails the read. */
  readonly reads: { before: () => Promise<void> };
  /** Cuts every connection without a close frame. */
  cutAll(): void;
}

export interface Place {
  readonly channel: string;
  readonly guild?: string;
}

export interface GatewayWorldOptions {
  /** Whether the rate limits of session starts apply; absent: false. */
  readonly limited?: boolean;
  readonly events?: readonly EventDeclaration[];
  readonly heartbeatIntervalMs?: number;
  readonly bounds?: Partial<GatewayBounds>;
  /** Addresses of proxies whose forwarded addresses are trusted. */
  readonly trustedProxies?: readonly string[];
}

/** Opens the world, whose connections send HELLO at once; it closes when the test is finished. */
export async function aGatewayWorld(options: GatewayWorldOptions = {}): Promise<GatewayWorld> {
  const pace = new Pace();
  const clock = clockAt(pace);
  const store = await aMemoryStore();
  const { server, publicUrl, cutAll } = await aServer();
  const random = seededRandom("gateway");
  const settings = { production: false, publicUrl, fileKey: new Uint8Array(32) };
  const work = openTransactions({
    store,
    clock,
    random,
    ids: await openIds({ clock, store, frozen: false }),
    settings,
    jobKinds: [],
    jobFailed: () => undefined,
  });
  await work.transaction(async ({ tx }) => fillGatewayWorld(tx));
  const isLimited = () => options.limited === true;
  const starts = identifyLimiter(clock, { isLimited });
  const ports = { work, store, clock, random, faults: new FaultPlan({ random, clock }) };
  const reads = { before: async () => undefined as void };
  const gateway = openGateway({
    ...ports,
    work: { ...work, read: (look) => reads.before().then(() => work.read(look)) },
    ...boundsOf(options),
    slicer: new TimeSlicer(clock),
    addresses: callerAddresses(options.trustedProxies ?? [], () => undefined),
    starts,
    settings,
    log: await openLog("silent"),
    declarations: declarationsOf([...(options.events ?? events), Mark]),
    isLimited,
    helloDelayMs: () => 0,
  });
  server.on("upgrade", (request, socket, head) => gateway.upgrade(request, socket, head));
  onTestFinished(async () => {
    // Makes the grace period of a shutdown pass quickly.
    pace.speed = 1000;
    await gateway.stop();
    await closed(server);
    await store.close();
  });
  return {
    ...ports,
    ...saying(work),
    gateway,
    starts,
    url: `${publicUrl.replace("http", "ws")}/gateway/`,
    pace,
    reads,
    cutAll,
  };
}

function boundsOf({ heartbeatIntervalMs, bounds }: GatewayWorldOptions) {
  return {
    ...definedFields({ heartbeatIntervalMs, bounds }),
  };
}

/** Real time that a test can speed up. */
class Pace {
  #speed = 1;
  #since = performance.now();
  #passed = 0;

  /** The gateway's real time, in milliseconds. */
  real(): number {
    return this.#passed + (performance.now() - this.#since) * this.#speed;
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#passed = this.real();
    this.#since = performance.now();
    this.#speed = speed;
  }
}

function clockAt(pace: Pace): SteerableClock {
  return steerableClock({
    real: () => pace.real(),
    timer(ms, task) {
      const timer = setTimeout(task, ms / pace.speed);
      return () => clearTimeout(timer);
    },
  });
}

async function aServer() {
  const server = createServer((_request, response) => response.writeHead(404).end());
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { server, publicUrl: `http://127.0.0.1:${port}`, cutAll };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function saying(work: Transactions): Pick<GatewayWorld, "emit" | "say"> {
  return {
    emit: (name, scope, payload) =>
      work.transaction(async ({ tx, now }) => tx.append({ name, scope, payload, at: now })),
    say: (content, where = { channel: ids.general, guild: ids.firstGuild }) =>
      work.transaction(async (ctx) => emitMessage(ctx, content, where)),
  };
}

function emitMessage(ctx: Context, content: string, { channel, guild }: Place): void {
  const inGuild = definedFields({ guild_id: guild });
  ctx.tx.append({
    name: "MESSAGE_CREATE",
    scope: { kind: "channel", channel_id: channel, ...inGuild },
    payload: { ...messageOf(ctx, content), channel_id: channel, ...inGuild },
    at: ctx.now,
  });
}

function messageOf(ctx: Context, content: string) {
  const mentioned = /<@(\d+)>/.exec(content)?.[1];
  return {
    id: ctx.id(),
    type: 0,
    content,
    author: userView(aUser(ids.bob)),
    timestamp: timestamp(ctx.now),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: mentioned === undefined ? [] : [userView(aUser(mentioned))],
    mention_roles: [],
    attachments: [],
    embeds: [{ description: "an embed" }],
    components: [],
    pinned: false,
    flags: 0,
    poll: { question: { text: "which?" } },
  };
}
