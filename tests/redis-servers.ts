// Servers of Redis that a test may kill, from the program that the tests' launcher found.
import { createClient } from "@redis/client";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../scripts/postgres-engine.ts";
import { startRedis, type RedisEngine } from "../scripts/redis-engine.ts";

/** Slots into which a cluster divides its keys. */
const SLOTS = 16_384;
const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;

function program(): string {
  const found = process.env["TEST_REDIS"];
  if (found === undefined) throw new Error("TEST_REDIS is not set: run the tests with npm test");
  return found;
}

async function aDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), "redis-"));
}

/** One server, which comes back empty at the same address. */
export interface KillableRedis {
  readonly url: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function aKillableRedis(): Promise<KillableRedis> {
  const [port, directory] = [await freePort(), await aDirectory()];
  let engine = await startRedis(program(), port, directory);
  return {
    url: engine.url,
    kill: () => engine.stop(),
    async restart() {
      engine = await startRedis(program(), port, directory);
    },
    async close() {
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export interface RedisCluster {
  /** The addresses of its nodes, with commas between. */
  readonly url: string;
  killAll(): Promise<void>;
  close(): Promise<void>;
}

/** A cluster of three masters, which have a third of all slots each. */
export async function aRedisCluster(): Promise<RedisCluster> {
  const directories: string[] = [];
  const nodes: { readonly engine: RedisEngine; readonly port: number; readonly bus: number }[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const [port, bus, directory] = [await freePort(), await freePort(), await aDirectory()];
    directories.push(directory);
    const settings = { "cluster-enabled": "yes", "cluster-port": `${bus}` };
    nodes.push({ engine: await startRedis(program(), port, directory, settings), port, bus });
  }
  const [first] = nodes;
  for (const [nth, { engine, port, bus }] of nodes.entries()) {
    const from = Math.floor((nth * SLOTS) / 3);
    const to = Math.floor(((nth + 1) * SLOTS) / 3) - 1;
    await command(engine.url, ["CLUSTER", "ADDSLOTSRANGE", `${from}`, `${to}`]);
    const address = ["127.0.0.1", `${port}`, `${bus}`];
    if (first !== undefined && nth > 0) {
      await command(first.engine.url, ["CLUSTER", "MEET", ...address]);
    }
  }
  for (const { engine } of nodes) await untilWhole(engine.url);
  return {
    url: nodes.map(({ engine }) => engine.url).join(","),
    async killAll() {
      await Promise.all(nodes.map(({ engine }) => engine.stop()));
    },
    async close() {
      await Promise.all(nodes.map(({ engine }) => engine.stop()));
      for (const each of directories) await rm(each, { recursive: true, force: true });
    },
  };
}

async function command(url: string, args: readonly string[]): Promise<unknown> {
  const client = createClient({ url });
  await client.connect();
  try {
    return await client.sendCommand(args);
  } finally {
    client.destroy();
  }
}

/** Every node knows all slots, and all nodes. */
async function untilWhole(url: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const info = String(await command(url, ["CLUSTER", "INFO"]));
    if (info.includes("cluster_state:ok") && info.includes("cluster_known_nodes:3")) return;
    if (performance.now() > until) throw new Error(`the cluster is not whole: ${info}`);
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}
