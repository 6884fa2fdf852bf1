// Real programs on one PostgreSQL and one Redis, behind a balancer, to which everything happens that
// happens to processes.
import pg from "pg";
import { roundRobin, type RoundRobin } from "../../packages/server/src/testing/round-robin.ts";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/start-program.ts";
import { CONTROL_KEY, demo } from "../../packages/server/src/testing/start-service.ts";
import type { Place } from "./acknowledged-writes.ts";

/**
 * A process that has said nothing for six seconds is dead to the others, who look each second and a
 * half.
 */
const DEATH_MS = 8_000;

const LOOK_MS = 50;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

interface FleetAt {
  readonly database: string;
  readonly redis: string;
  readonly count: number;
}

export class Fleet {
  readonly #at: FleetAt;
  readonly #running: RunningProgram[] = [];
  readonly #paused: RunningProgram[] = [];
  #balancer: RoundRobin | undefined;

  private constructor(at: FleetAt) {
    this.#at = at;
  }

  static async open(at: FleetAt): Promise<Fleet> {
    const fleet = new Fleet(at);
    fleet.#balancer = await roundRobin(() => fleet.urls());
    for (let nth = 0; nth < at.count; nth += 1) await fleet.#start();
    return fleet;
  }

  /** Of those that answer. */
  urls(): readonly string[] {
    return this.#running.map(({ url }) => url);
  }

  get place(): Place {
    const { url = "" } = this.#balancer ?? {};
    return { url, botToken: demo.botToken, channelId: demo.generalId };
  }

  async #start(): Promise<void> {
    const { database, redis } = this.#at;
    const flags = ["--port", "0", "--store", database, "--limits", "off", "--bus", redis];
    this.#running.push(await startProgram(["start", ...flags, "--control-key", CONTROL_KEY]));
  }

  /** Kills one, and starts another in its place. */
  async kill(nth: number): Promise<void> {
    const [program] = this.#running.splice(nth, 1);
    await program?.kill();
    await this.#start();
  }

  /** Has one stand still. @returns its address */
  pause(nth: number): string {
    const [program] = this.#running.splice(nth, 1);
    if (program === undefined) throw new Error("no such process");
    this.#paused.push(program);
    process.kill(program.pid, "SIGSTOP");
    return program.url;
  }

  /** Waits until the others take it for dead. */
  async untilDead(): Promise<void> {
    await pause(DEATH_MS);
  }

  goOn(url: string): void {
    const at = this.#paused.findIndex((program) => program.url === url);
    for (const program of this.#paused.splice(at, 1)) {
      process.kill(program.pid, "SIGCONT");
      this.#running.push(program);
    }
  }

  /** As an administrator, a failover or a broken network does. */
  async endConnections(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#at.database });
    await client.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await client.end();
  }

  /** Calls as the bot. @returns the status */
  async ask(url: string): Promise<number> {
    const headers = { authorization: `Bot ${demo.botToken}` };
    return (await fetch(`${url}/api/v10/users/@me`, { headers })).status;
  }

  /** Waits until all know again that Redis is there, and have written down what it forgot. */
  async untilConnected(): Promise<void> {
    const isGone = async (url: string) => {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      return (await answer?.text())?.includes(`"gone"`) ?? true;
    };
    for (const url of this.urls()) while (await isGone(url)) await pause(LOOK_MS);
  }

  /** What the processes complain of. */
  complaints(): string {
    const lines = this.#running.flatMap((program) => program.errors().split("\n"));
    return lines.filter((line) => !/"level":30|fsync|full_page/.test(line)).join("\n");
  }

  /** Limits are in force from now on. */
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
    for (const { pid } of this.#paused) process.kill(pid, "SIGCONT");
    await this.#balancer?.close();
    await Promise.all([...this.#running, ...this.#paused].map((program) => program.stop()));
  }
}
