// Redis servers that a test may kill, started with the program that the tests' launcher found.
import { createClient } from "@redis/client";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../scripts/postgres-engine.ts";
import { startRedis, type RedisEngine } from "../scripts/redis-engine.ts";

/** The number of hash slots in a cluster. */
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

/** A single server, which restarts empty at the same address. */
export interface KillableRedis {
  readonly url: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Sends an administrative command. */
  command(...args: readonly string[]): Promise<unknown>;
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
    command: (...args) => command(engine.url, args),
    async close() {
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export interface RedisCluster {
  /** The addresses of the nodes, separated by commas. */
  readonly url: string;
  /**
   * Kills a master, preferably one with keys, and resolves once a replica has replaced it.
   *
   * @returns a function that restarts it as a replica, and resolves once it is in sync
   */
  killMaster(): Promise<() => Promise<void>>;
  /** Pauses a master instead, whose connections stay open. @returns a function that resumes it */
  pauseMaster(): Promise<() => Promise<void>>;
  killAll(): Promise<void>;
  close(): Promise<void>;
}

/** The number of masters, and of replicas if there are any. */
const MASTERS = 3;
/**
 * How long a node may be silent before the others consider it failed; short, since tests wait for
 * it.
 */
const NODE_TIMEOUT_MS = 2_000;

/**
 * How long to wait for an election: on a busy machine its votes may come too late, and after this
 * time a replica takes over without one.
 */
const ELECTION_MS = 10_000;

/** A node of a cluster, which restarts at the same address. */
class ClusterNode {
  readonly port: number;
  readonly bus: number;
  readonly directory: string;
  #engine: RedisEngine | undefined;
  #isPaused = false;

  private constructor(port: number, bus: number, directory: string) {
    [this.port, this.bus, this.directory] = [port, bus, directory];
  }

  static async start(): Promise<ClusterNode> {
    const [port, bus, directory] = [await freePort(), await freePort(), await aDirectory()];
    const node = new ClusterNode(port, bus, directory);
    await node.start();
    return node;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get isRunning(): boolean {
    return this.#engine !== undefined && !this.#isPaused;
  }

  async start(): Promise<void> {
    this.#engine = await startRedis(program(), this.port, this.directory, {
      "cluster-enabled": "yes",
      "cluster-port": `${this.bus}`,
      "cluster-node-timeout": `${NODE_TIMEOUT_MS}`,
      "cluster-replica-validity-factor": "0",
    });
  }

  async kill(): Promise<void> {
    await this.#engine?.stop();
    this.#engine = undefined;
  }

  pause(): void {
    this.#isPaused = true;
    this.#engine?.pause();
  }

  goOn(): void {
    this.#isPaused = false;
    this.#engine?.goOn();
  }

  command(...args: readonly string[]): Promise<unknown> {
    return command(this.url, args);
  }

  async info(section: string): Promise<string> {
    return String(await this.command("INFO", section));
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** A cluster of three masters with a third of all slots each, with or without replicas. */
export async function aRedisCluster({ hasReplicas = false } = {}): Promise<RedisCluster> {
  const nodes: ClusterNode[] = [];
  const count = hasReplicas ? 2 * MASTERS : MASTERS;
  for (let nth = 0; nth < count; nth += 1) nodes.push(await ClusterNode.start());
  const masters = nodes.slice(0, MASTERS);
  for (const node of nodes.slice(1)) {
    await nodes[0]?.command("CLUSTER", "MEET", "127.0.0.1", ...portsOf(node));
  }
  await divideSlots(masters);
  const knowAll = new RegExp(`cluster_state:ok[^]*cluster_known_nodes:${count}\\D`);
  for (const node of nodes) await until(async () => knowAll.test(await infoOf(node)));
  await replicate(masters, nodes.slice(MASTERS));
  return {
    url: nodes.map(({ url }) => url).join(","),
    killMaster: () => {
      const kill = (node: ClusterNode) => node.kill();
      return loseMasterOf(nodes, kill, (lost) => lost.start());
    },
    pauseMaster: () => {
      const pause = async (node: ClusterNode) => node.pause();
      return loseMasterOf(nodes, pause, async (lost) => lost.goOn());
    },
    async killAll() {
      await Promise.all(nodes.map((node) => node.kill()));
    },
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
}

async function divideSlots(masters: readonly ClusterNode[]): Promise<void> {
  for (const [nth, master] of masters.entries()) {
    const from = Math.floor((nth * SLOTS) / MASTERS);
    const to = Math.floor(((nth + 1) * SLOTS) / MASTERS) - 1;
    await master.command("CLUSTER", "ADDSLOTSRANGE", `${from}`, `${to}`);
  }
}

async function replicate(masters: readonly ClusterNode[], replicas: readonly ClusterNode[]) {
  for (const [nth, replica] of replicas.entries()) {
    const id = String(await masters[nth]?.command("CLUSTER", "MYID"));
    await replica.command("CLUSTER", "REPLICATE", id);
  }
  for (const replica of replicas) await until(() => isLinked(replica));
}

/** Whether a replica is in sync with its master. */
async function isLinked(replica: ClusterNode): Promise<boolean> {
  return (await replica.info("replication")).includes("master_link_status:up");
}

type Deed = (node: ClusterNode) => Promise<void>;

async function loseMasterOf(
  nodes: readonly ClusterNode[],
  lose: Deed,
  bringBack: Deed,
): Promise<() => Promise<void>> {
  const found: ClusterNode[] = [];
  for (const node of nodes.filter(({ isRunning }) => isRunning)) {
    if (!(await node.info("replication")).includes("role:master")) continue;
    if (Number(await node.command("DBSIZE")) > 0) found.unshift(node);
    else found.push(node);
  }
  const [lost] = found;
  if (lost === undefined) throw new Error("there is no master");
  const lostId = String(await lost.command("CLUSTER", "MYID"));
  await lose(lost);
  const running = nodes.filter(({ isRunning }) => isRunning);
  const electedUntil = performance.now() + ELECTION_MS;
  const isReplaced = async (node: ClusterNode) => {
    // The cluster still counts as whole until the others have noticed the failure.
    const isWhole = (await infoOf(node)).includes("cluster_state:ok");
    if (isWhole && !(await hasSlots(node, lost))) return true;
    if (performance.now() > electedUntil) await takeOver(running, lostId);
    return false;
  };
  for (const node of running) await until(() => isReplaced(node), `without ${lostId}`, running);
  return async () => {
    await bringBack(lost);
    await until(() => isLinked(lost), `with ${lostId} again`, nodes);
  };
}

/** Makes a replica replace its master without an election. */
async function takeOver(nodes: readonly ClusterNode[], masterId: string): Promise<void> {
  const own = new RegExp(`myself,slave ${masterId}`);
  for (const node of nodes) {
    if (!own.test(String(await node.command("CLUSTER", "NODES")))) continue;
    await node.command("CLUSTER", "FAILOVER", "TAKEOVER");
    return;
  }
}

function portsOf({ port, bus }: ClusterNode): readonly [string, string] {
  return [`${port}`, `${bus}`];
}

async function infoOf(node: ClusterNode): Promise<string> {
  return String(await node.command("CLUSTER", "INFO"));
}

/** The number of fields before the slots in a line of CLUSTER NODES. */
const FIELDS_BEFORE_SLOTS = 8;

/** Whether a node considers another one a master with slots. */
async function hasSlots(node: ClusterNode, other: ClusterNode): Promise<boolean> {
  const all = String(await node.command("CLUSTER", "NODES")).split("\n");
  const line = all.find((each) => each.includes(`127.0.0.1:${other.port}@`)) ?? "";
  return line.trim().split(" ").length > FIELDS_BEFORE_SLOTS;
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

/** The nodes' views of the cluster, for a failure message. */
async function viewsOf(nodes: readonly ClusterNode[]): Promise<string> {
  const running = nodes.filter(({ isRunning }) => isRunning);
  const views = await Promise.all(
    running.map(async (node) =>
      [`${node.port}`, await infoOf(node), await node.command("CLUSTER", "NODES")].join("\n"),
    ),
  );
  return views.join("\n");
}

/** Waits until a condition holds. @param nodes those whose views a failure shows */
async function until(
  isSo: () => Promise<boolean>,
  when = "",
  nodes: readonly ClusterNode[] = [],
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) {
      throw new Error(`the cluster is not whole ${when}\n${await viewsOf(nodes)}`);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}
