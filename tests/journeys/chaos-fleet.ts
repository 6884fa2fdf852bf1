// Real programs on one PostgreSQL and one Redis, behind a load balancer, which can be made to fail
// in every way that processes fail.
import pg from "pg";
import {
  aStallingProxy,
  type StallingProxy,
} from "../../packages/server/src/testing/network/stalling-proxy.ts";
import {
  roundRobin,
  type RoundRobin,
} from "../../packages/server/src/testing/network/round-robin.ts";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { CONTROL_KEY, demo } from "../../packages/server/src/testing/start-service.ts";
import type { Place } from "./acknowledged-writes.ts";

/** The polling interval of waits, and their timeout. */
const LOOK_MS = 100;
const PATIENCE_MS = 45_000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function until(words: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it does not happen that ${words}`);
    await pause(LOOK_MS);
  }
}

interface FleetAt {
  readonly database: string;
  readonly redis: string;
  readonly count: number;
}

/** How far the clocks of processes are off, in milliseconds. */
const SKEWS_MS = [0, 2_000, -2_000];

/** A server whose connection to a process can be stalled. */
export type Far = "database" | "redis";

/** How long a stall lasts: until the process notices it, or until others consider it dead. */
export type Depth = "noticed" | "dead";

/** A process with its proxies to PostgreSQL and to Redis; a cluster is reached without one. */
interface Member {
  readonly program: RunningProgram;
  readonly ways: Readonly<Partial<Record<Far, StallingProxy>>>;
}

/** A proxy to a server, with the server's address through it. */
async function wayTo(address: string): Promise<{ way: StallingProxy; url: string }> {
  const url = new URL(address);
  const way = await aStallingProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${way.port}`;
  return { way, url: url.href };
}

async function closeAll({ ways }: Member): Promise<void> {
  await Promise.all(Object.values(ways).map((way) => way.close()));
}

/** Environment variables that shift a program's clock. */
function skewed(ms: number): Readonly<Record<string, string>> {
  if (ms === 0) return {};
  const script = `const now=Date.now;Date.now=()=>now()+${ms}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
}

export class Fleet {
  readonly #at: FleetAt;
  readonly #running: Member[] = [];
  readonly #paused: Member[] = [];
  #started = 0;
  #balancer: RoundRobin | undefined;

  private constructor(at: FleetAt) {
    this.#at = at;
  }

  static async open(at: FleetAt): Promise<Fleet> {
    const fleet = new Fleet(at);
    fleet.#balancer = await roundRobin(() => fleet.urls());
    await Promise.all(Array.from({ length: at.count }, () => fleet.#start()));
    return fleet;
  }

  /** The URLs of the processes that are not paused. */
  urls(): readonly string[] {
    return this.#running.map(({ program }) => program.url);
  }

  get place(): Place {
    const { url = "" } = this.#balancer ?? {};
    return { url, botToken: demo.botToken, channelId: demo.generalId };
  }

  async #start(): Promise<void> {
    const skew = SKEWS_MS[this.#started % SKEWS_MS.length] ?? 0;
    this.#started += 1;
    const database = await wayTo(this.#at.database);
    const redis = this.#at.redis.includes(",") ? undefined : await wayTo(this.#at.redis);
    const bus = redis?.url ?? this.#at.redis;
    const flags = ["--port", "0", "--store", database.url, "--limits", "off", "--bus", bus];
    const args = ["start", ...flags, "--control-key", CONTROL_KEY];
    const ways = { database: database.way, ...(redis && { redis: redis.way }) };
    this.#running.push({ program: await startProgram(args, skewed(skew)), ways });
  }

  /** Kills a process, and starts another one instead. */
  async kill(nth: number): Promise<void> {
    for (const member of this.#running.splice(nth, 1)) {
      await member.program.kill();
      await closeAll(member);
    }
    await this.#start();
  }

  /** Pauses a process. @returns its URL */
  pause(nth: number): string {
    const [member] = this.#running.splice(nth, 1);
    if (member === undefined) throw new Error("no such process");
    this.#paused.push(member);
    process.kill(member.program.pid, "SIGSTOP");
    return member.program.url;
  }

  /** Stalls the connections of a process to a server for a while, in both directions. */
  async stall(nth: number, to: Far, depth: Depth): Promise<void> {
    const member = this.#running[nth];
    const way = member?.ways[to];
    if (member === undefined || way === undefined) return;
    way.stall();
    const { url } = member.program;
    if (depth === "dead") await this.untilDead(1);
    else if (to === "redis") await until("Redis is missed", () => this.#isBusGone(url));
    else await until("the database is missed", async () => !(await isReady(url)));
    way.mend();
  }

  /**
   * Waits until the live processes consider all others dead.
   *
   * @param missing how many of the running processes must be among those
   */
  async untilDead(missing = 0): Promise<void> {
    const living = this.#running.length - missing;
    await this.#asked(async (client) => {
      await until("the others take it for dead", async () => {
        const { rows } = await client.query("SELECT count(*)::int AS count FROM process");
        return (rows[0] as { readonly count: number }).count === living;
      });
    });
  }

  goOn(url: string): void {
    const at = this.#paused.findIndex(({ program }) => program.url === url);
    for (const member of this.#paused.splice(at, 1)) {
      process.kill(member.program.pid, "SIGCONT");
      this.#running.push(member);
    }
  }

  /**
   * Terminates all connections to PostgreSQL, as an administrator, a failover or a broken network
   * does.
   */
  async endConnections(): Promise<void> {
    await this.#asked((client) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      ),
    );
  }

  /** Queries the database over a connection of the test's own. */
  async #asked(ask: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const options = "-c search_path=antechamber";
    const client = new pg.Client({ connectionString: this.#at.database, options });
    await client.connect();
    try {
      await ask(client);
    } finally {
      await client.end();
    }
  }

  /** Makes a call as the bot. @returns the status */
  async ask(url: string): Promise<number> {
    const headers = { authorization: `Bot ${demo.botToken}` };
    return (await fetch(`${url}/api/v10/users/@me`, { headers })).status;
  }

  /** Waits until all processes have reconnected to Redis and restored what it lost. */
  async untilConnected(): Promise<void> {
    for (const url of this.urls()) {
      await until("Redis is found again", async () => !(await this.#isBusGone(url)));
    }
  }

  /** True if the process reports that Redis is gone, or does not answer. */
  async #isBusGone(url: string): Promise<boolean> {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    return (await answer?.text())?.includes(`"gone"`) ?? true;
  }

  /** The warnings and errors that the processes have logged. */
  complaints(): string {
    const lines = this.#running.flatMap(({ program }) => program.errors().split("\n"));
    return lines.filter((line) => !/"level":30|fsync|full_page/.test(line)).join("\n");
  }

  /** Turns rate limits on. */
  async limit(): Promise<void> {
    for (const url of this.urls()) {
      const response = await fetch(`${url}/control/v1/limits`, {
        method: "PATCH",
        headers: { authorization: `Control ${CONTROL_KEY}`, "content-type": "application/json" },
        body: JSON.stringify({ profile: "production" }),
      });
      if (!response.ok) throw new Error(await response.text());
    }
  }

  async end(): Promise<void> {
    for (const { program } of this.#paused) process.kill(program.pid, "SIGCONT");
    await this.#balancer?.close();
    const all = [...this.#running, ...this.#paused];
    for (const { ways } of all) for (const way of Object.values(ways)) way.mend();
    await Promise.all(all.map(({ program }) => program.stop()));
    await Promise.all(all.map((member) => closeAll(member)));
  }
}
