// A process that crashed with many players connected leaves a record for each. The next start does not
// wait until all of them are cleared away. The bar holds for the machine of all bars (pace.ts).
// Source: docs/decisions, "Many processes on one PostgreSQL".
import { afterEach, expect, test } from "vitest";
import {
  connectedSessions,
  type ConnectedSession,
} from "../../packages/server/src/domains/applications/live-sessions.ts";
import { onPostgres } from "../../packages/server/src/platform/store-places.conformance.ts";
import {
  aProcess,
  silentLease,
  type TestProcess,
} from "../../packages/server/src/testing/processes.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { freshDatabase } from "../fresh-database.ts";
import { slowness, took } from "./pace.ts";

const PLAYERS = 20_000;
const START_MS = 2_000;
/** Records of one transaction. */
const PAGE = 2_000;
const EVENTUALLY = { timeout: 60_000, interval: 100 };

const started: TestProcess[] = [];
afterEach(async () => {
  for (const process of started.splice(0)) await process.end();
});

async function start(database: string, options: Parameters<typeof aProcess>[1] = {}) {
  const process = await aProcess(database, options);
  started.push(process);
  return process;
}

/** Has players connected, as far as records say. */
async function connectPlayers({ store }: TestProcess): Promise<void> {
  const processEpoch = store.processes.own().epoch;
  const session = (nth: number): ConnectedSession => ({
    application_id: demo.applicationId,
    user_id: `${900_000_000_000_000_000n + BigInt(nth)}`,
    session_id: `session-${nth}`,
    processEpoch,
  });
  for (let from = 0; from < PLAYERS; from += PAGE) {
    await store.transaction(async (tx) => {
      for (let nth = from; nth < from + PAGE; nth += 1) tx.insert(connectedSessions, session(nth));
    });
  }
}

const connected = ({ store }: TestProcess) => store.read((tx) => tx.count(connectedSessions));

test("a start after a crash of twenty thousand players takes two seconds at most", async () => {
  const database = await freshDatabase();
  const crashing = await start(database, { lease: silentLease });
  await connectPlayers(crashing);
  expect(await connected(crashing)).toBe(PLAYERS);
  await onPostgres(database, "UPDATE antechamber.process SET renewed = now() - interval '7 s'");
  const before = await slowness();
  const ms = await took(() => start(database));
  const slower = Math.max(before, await slowness());
  expect(ms).toBeLessThan(START_MS * slower);
  // The first page was cleared away by the start itself, and others follow while it serves.
  const [, next] = started as [TestProcess, TestProcess];
  expect(await connected(next)).toBeLessThan(PLAYERS);
  expect((await next.asBot("GET /users/@me")).status).toBe(200);
  await expect.poll(() => connected(next), EVENTUALLY).toBeLessThan(PLAYERS - 500);
}, 180_000);
