// The processor time of a call in one, two and three processes on one PostgreSQL, and in the
// database: this determines how many processes and cores a load needs. See docs/guides/scale.md.
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { callsOnPostgres } from "./calls.ts";
import { aDatabase } from "./databases.ts";
import type { Figure } from "./figures.ts";
import { measure, type Call, type Measured } from "./load.ts";
import { ticksToSeconds, type Program } from "./program.ts";

const COUNTS = [1, 2, 3];
const SECONDS = 4;

/** A PostgreSQL server on this machine, with all of its processes. */
interface Server {
  /** Processor seconds so far, including those of processes that have exited. */
  cpuSeconds(): number;
  /** Bytes written to the write-ahead log so far. */
  walBytes(): Promise<number>;
}

/** The fields of a process in /proc, from its state on; empty if it has exited. */
function statOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  } catch {
    return [];
  }
}

async function serverBehind(client: pg.Client): Promise<Server> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const [, parent = ""] = statOf(String(rows[0]?.pid));
  if (parent === "") throw new Error("the server of PostgreSQL has to be on this machine");
  const ticksOf = (pid: string) => {
    const [, itsParent, ...rest] = statOf(pid);
    const [own, system, ofEnded, systemOfEnded] = rest.slice(9, 13).map(Number);
    if (pid === parent) return (own ?? 0) + (system ?? 0) + (ofEnded ?? 0) + (systemOfEnded ?? 0);
    return itsParent === parent ? (own ?? 0) + (system ?? 0) : 0;
  };
  return {
    cpuSeconds: () =>
      ticksToSeconds(
        readdirSync("/proc")
          .filter((name) => /^\d+$/.test(name))
          .reduce((sum, pid) => sum + ticksOf(pid), 0),
      ),
    async walBytes() {
      const sql = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes";
      const found = await client.query<{ bytes: string }>(sql);
      return Number(found.rows[0]?.bytes);
    },
  };
}

interface Cost {
  readonly processes: number;
  readonly perSecond: number;
  /** Processor time per call, in microseconds. */
  readonly processUs: number;
  readonly databaseUs: number;
  readonly walBytes: number;
}

/** The same call to all processes at once. */
async function costOf(call: Call, programs: readonly Program[], server: Server): Promise<Cost> {
  const all = () => Promise.all(programs.map((program) => measure(program, call, SECONDS)));
  await all();
  const before = { cpuSeconds: server.cpuSeconds(), walBytes: await server.walBytes() };
  const measured: readonly Measured[] = await all();
  const perSecond = measured.reduce((sum, each) => sum + each.perSecond, 0);
  const calls = perSecond * SECONDS;
  const used = measured.reduce(
    (sum, each) => sum + each.cpuSecondsPerThousand * 1000 * each.perSecond * SECONDS,
    0,
  );
  return {
    processes: programs.length,
    perSecond,
    processUs: used / calls,
    databaseUs: ((server.cpuSeconds() - before.cpuSeconds) / calls) * 1e6,
    walBytes: ((await server.walBytes()) - before.walBytes) / calls,
  };
}

const lineOf = ({ processes, perSecond, processUs, databaseUs, walBytes }: Cost) =>
  `${processes} ${processes === 1 ? "process" : "processes"}: ${Math.round(processUs)} µs of a process, ${Math.round(databaseUs)} µs of PostgreSQL, ${(walBytes / 1024).toFixed(1)} KiB of its log, ${Math.round(perSecond)}/s`;

export interface ProcessesDeps {
  /** The server for their databases. */
  readonly server: string;
  /** Starts another process on a database. */
  readonly start: (database: string) => Promise<Program>;
}

/** The cost of a call with three processes, relative to that with one. */
export async function* processFigures({ server, start }: ProcessesDeps): AsyncGenerator<Figure> {
  const costs = new Map<string, Cost[]>();
  const database = await aDatabase(server, "bench_processes");
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const postgres = await serverBehind(client);
  const programs: Program[] = [];
  try {
    for (const count of COUNTS) {
      while (programs.length < count) programs.push(await start(database.url));
      for (const [name, call] of await callsOnPostgres(programs[0]?.url ?? "")) {
        const cost = await costOf(call, programs, postgres);
        costs.set(name, [...(costs.get(name) ?? []), cost]);
      }
    }
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
    await client.end();
    await database.drop();
  }
  for (const [name, all] of costs) {
    const [alone, among] = [all[0], all.at(-1)];
    if (alone === undefined || among === undefined) continue;
    const sum = ({ processUs, databaseUs }: Cost) => processUs + databaseUs;
    yield {
      name: `${name} at ${among.processes} processes against one`,
      value: sum(among) / sum(alone),
      unit: "times",
      better: "lower",
      goal: 1.25,
      detail: all.map(lineOf).join("\n"),
    };
  }
}
