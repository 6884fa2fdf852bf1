// A database that becomes unreachable under load and comes back: every call is answered in bounded
// time, successfully or with 503, and what was acknowledged is there afterwards.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { answerOf } from "../../packages/server/src/testing/answer.ts";
import {
  aProcess,
  type TestProcess,
} from "../../packages/server/src/testing/processes/processes.ts";
import { onPostgres } from "../../packages/server/src/platform/storage/conformance/store-places.conformance.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { aWire, type Wire } from "../../packages/server/src/testing/network/wire.ts";
import { startEngine, type Engine } from "../../scripts/postgres-engine.ts";
import { freshDatabase } from "../fresh-database.ts";

const CALLERS = 24;
/** Shorter timeouts of the service for its database, so that the test is fast. */
const WAITS = { connectMs: 300, answerMs: 500, leaseMs: 300 };
const LEASE = { lifeMs: 60_000, fenceMs: 600, renewMs: 200 };
/** A call that takes longer counts as hanging; this is many times the timeouts above. */
const CALL_MS_MAX = 10_000;
/** The pause of a caller after a 503, in milliseconds. */
const PAUSE_MS = 10;
const EVENTUALLY = { timeout: 30_000, interval: 20 };

let database: string;
let wire: Wire;
let service: TestProcess;
let load: Load;
/** The server of the test that restarts it; the other tests share one. */
let engine: Engine | undefined;
let folder: string | undefined;

interface Load {
  /** How often each status was answered since the previous call. */
  since(): ReadonlyMap<number, number>;
  /** Ends the calls. @returns the ids of lobbies that were acknowledged */
  end(): Promise<readonly string[]>;
}

/** Starts calling a service on a database. */
async function begin(url: string): Promise<void> {
  database = url;
  wire = await aWire(database);
  service = await started();
  load = callAgainAndAgain();
}

afterEach(async () => {
  wire.mend();
  await load.end();
  await service.end();
  await wire.close();
  await engine?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  [engine, folder] = [undefined, undefined];
});

/** Starts a server of its own. */
async function anEngine(): Promise<Engine> {
  const programs = process.env["TEST_PG_PROGRAMS"];
  if (programs === undefined) throw new Error("run the tests by npm run test:only");
  folder = await mkdtemp(join(tmpdir(), "antechamber-restarted-"));
  await chmod(folder, 0o755);
  const [initdb, postgres] = [join(programs, "initdb"), join(programs, "postgres")];
  return startEngine({ origin: programs, initdb, postgres }, folder);
}

/** Starts a process, with retries: its start has the same short timeouts, but is not under test. */
async function started(tries = 5): Promise<TestProcess> {
  try {
    return await aProcess(wire.url, { waits: WAITS, lease: LEASE });
  } catch (error) {
    if (tries === 1) throw error;
    return started(tries - 1);
  }
}

async function call(method: string, path: string, body?: object) {
  const headers = { authorization: `Bot ${demo.botToken}`, "content-type": "application/json" };
  const hanging = new AbortController();
  // AbortSignal.timeout would keep every answered call in memory until then.
  const timer = setTimeout(() => hanging.abort(), CALL_MS_MAX);
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const init = { method, headers, signal: hanging.signal, ...sent };
  try {
    return await answerOf(await fetch(`${service.url}/api/v10${path}`, init));
  } finally {
    clearTimeout(timer);
  }
}

function callAgainAndAgain(): Load {
  let counts = new Map<number, number>();
  const acknowledged: string[] = [];
  const turn = { isOver: false };
  const once = async (nth: number) => {
    const writes = nth % 2 === 0;
    const answer = await (writes ? call("POST", "/lobbies", {}) : call("GET", "/users/@me"));
    if (answer.status === 503) {
      expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
      expect([typeof answer.at("message"), answer.at("code")]).toEqual(["string", 0]);
    } else expect(answer.status).toBeLessThan(300);
    if (writes && answer.status < 300) acknowledged.push(answer.id);
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    if (answer.status !== 503) return;
    await new Promise((done) => {
      setTimeout(done, PAUSE_MS);
    });
  };
  const callers = Array.from({ length: CALLERS }, async (_, nth) => {
    while (!turn.isOver) await once(nth);
  });
  // Handled where it is awaited, so that a failure does not count as unhandled until then.
  const ended = Promise.all(callers);
  ended.catch(() => undefined);
  return {
    since() {
      const all = counts;
      counts = new Map();
      return all;
    },
    async end() {
      turn.isOver = true;
      await ended;
      return acknowledged;
    },
  };
}

async function readiness(): Promise<number> {
  return (await fetch(`${service.url}/readyz`)).status;
}

/** Waits until calls only succeed again. */
async function expectRecovery(): Promise<void> {
  load.since();
  await expect
    .poll(() => {
      const statuses = load.since();
      return [...statuses.keys()].every((status) => status < 300) && statuses.size > 0;
    }, EVENTUALLY)
    .toBe(true);
  await expect.poll(readiness, EVENTUALLY).toBe(200);
}

async function expectRefusals(): Promise<void> {
  let refused = 0;
  const refusals = () => (refused += load.since().get(503) ?? 0);
  await expect.poll(refusals, EVENTUALLY).toBeGreaterThan(CALLERS);
  // Calls in progress when the database became unreachable have ended: no call succeeds now.
  await expect.poll(() => [...load.since().keys()], EVENTUALLY).toEqual([503]);
  await expect.poll(readiness, EVENTUALLY).toBe(503);
}

async function expectAllKept(): Promise<void> {
  const ids = await load.end();
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
  const rows = await onPostgres(database, `SELECT ltrim(key, '0') FROM antechamber."record.lobby"`);
  const storedIds = new Set(rows.map(([id]) => id));
  expect(ids.filter((id) => !storedIds.has(id))).toEqual([]);
}

test("a service recovers from an unreachable database", async () => {
  await begin(await freshDatabase());
  await expectRecovery();
  wire.cut();
  await expectRefusals();
  wire.mend();
  await expectRecovery();
  await expectAllKept();
}, 120_000);

test("a service recovers from a database that stops responding", async () => {
  await begin(await freshDatabase());
  await expectRecovery();
  wire.pause();
  await expectRefusals();
  wire.mend();
  await expectRecovery();
  await expectAllKept();
}, 120_000);

test("a service recovers from a database that repeatedly ends all connections", async () => {
  await begin(await freshDatabase());
  await expectRecovery();
  for (let round = 0; round < 5; round += 1) {
    await onPostgres(
      database,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'antechamber %'`,
    );
    await expectRecovery();
  }
  await expectAllKept();
}, 120_000);

test("a service recovers from a database that refuses connections", async () => {
  await begin(await freshDatabase());
  await expectRecovery();
  const server = process.env["TEST_PG_URL"] ?? "";
  const name = new URL(database).pathname.slice(1);
  await onPostgres(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await onPostgres(
    server,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  await expectRefusals();
  await onPostgres(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await expectRecovery();
  await expectAllKept();
}, 120_000);

test.each(["SIGINT", "SIGQUIT"] as const)(
  "a service recovers from a database restarted by %s",
  async (how) => {
    engine = await anEngine();
    await begin(engine.url);
    await expectRecovery();
    for (let round = 0; round < 2; round += 1) {
      await engine.restart(how);
      await expectRecovery();
    }
    await expectAllKept();
  },
  120_000,
);
