// Buses of several processes on the tests' Redis, directly or through a proxy that can be cut.
import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";
import { once } from "node:events";
import type { Bus } from "../../platform/bus.ts";
import type { SteerableClock } from "../../platform/clock.ts";
import type { Processes } from "../../platform/processes.ts";
import { openRedisBus } from "../../platform/redis/bus.ts";
import { secureRandom } from "../../platform/random.ts";

/** Long enough for a busy machine: a slow Redis must not count as unreachable. */
const PATIENCE_MS = 5_000;

export function testRedisUrl(): string {
  const url = process.env["TEST_REDIS_URL"];
  if (url === undefined) throw new Error("TEST_REDIS_URL is not set: run the tests with npm test");
  return url;
}

export interface TestBusOptions {
  readonly service: string;
  readonly clock: Pick<SteerableClock, "now" | "state">;
  readonly processes: Pick<Processes, "own" | "living">;
  readonly url?: string;
  readonly timeoutMs?: number;
  readonly warn?: (message: string) => void;
}

export function aBus(options: TestBusOptions): Promise<Bus> {
  return openRedisBus({
    url: testRedisUrl(),
    secret: "buses",
    random: secureRandom,
    warn: () => undefined,
    timeoutMs: PATIENCE_MS,
    failed(error) {
      throw error;
    },
    ...options,
  });
}

const READ_ONLY = "-READONLY You can't write against a read only replica.\r\n";

/** A TCP proxy to Redis that can be cut, which makes Redis unreachable for its clients. */
export interface CuttableProxy {
  readonly url: string;
  cut(): Promise<void>;
  /** From now on, writes over open connections are refused as by a read-only replica. */
  demote(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function aCuttableProxy(): Promise<CuttableProxy> {
  const { hostname, port } = new URL(testRedisUrl());
  const sockets = new Set<Socket>();
  const answers = new Map<Socket, Socket>();
  const pipe = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.pipe(to);
    from.on("error", () => undefined);
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const opened = async (at: number): Promise<Server> => {
    const server = createServer((socket) => {
      const there = createConnection(Number(port), hostname);
      pipe(socket, there);
      pipe(there, socket);
      answers.set(there, socket);
      there.on("close", () => answers.delete(there));
    }).listen(at, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  let server: Server | undefined = await opened(0);
  const { port: own } = server.address() as AddressInfo;
  async function cut(): Promise<void> {
    const closed = server && once(server, "close");
    server?.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  return {
    url: `redis://127.0.0.1:${own}`,
    cut,
    demote() {
      for (const [there, socket] of answers) {
        there.unpipe();
        there.on("data", (bytes: Buffer) => {
          const text = bytes.toString("latin1");
          socket.write(text.replaceAll("+OK\r\n", READ_ONLY), "latin1");
        });
        there.resume();
      }
    },
    async mend() {
      server = await opened(own);
    },
    close: cut,
  };
}
