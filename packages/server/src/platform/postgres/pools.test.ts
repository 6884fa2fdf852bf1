// Which operations wait for which connections. Needs the tests' launcher: npm run test:only.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  counters,
  EVENTUALLY,
  testTables,
} from "../storage/conformance/store-model.conformance.ts";
import { onPostgres, postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import { UnreachableError, type Store } from "../store.ts";
import { openPool, poolTimeouts, poolSizes } from "./pools.ts";
import { openPostgresStore } from "./store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

let place: Awaited<ReturnType<typeof postgresPlace>>;
let store: Store;

beforeEach(async () => {
  place = await postgresPlace(url);
  const deps = { url, schema: place.schema, tables: testTables, secret: "pools" };
  store = await openPostgresStore({ ...deps, waits: { ...poolTimeouts, connectMs: 300 } });
});
afterEach(async () => {
  await store.close();
  await place.remove();
});

test("calls that use all of their connections delay only further calls", async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let begun = 0;
  const holding = Array.from({ length: poolSizes.requests }, (_, nth) =>
    store.transaction(async (tx) => {
      await tx.get(counters, String(nth));
      begun += 1;
      await over;
    }),
  );
  await expect.poll(() => begun, EVENTUALLY).toBe(poolSizes.requests);
  const refused = store.read((tx) => tx.get(counters, "1"));
  await expect(refused).rejects.toThrow(UnreachableError);
  await store.background?.transaction(async (tx) => {
    tx.put(counters, { id: "due", count: 1 });
    tx.append({ name: "done", scope: { kind: "nobody" }, payload: null, at: 1 });
  });
  await store.log.pollNow();
  await store.processes.refresh();
  expect(await store.background?.read((tx) => tx.count(counters))).toBe(1);
  end();
  await Promise.all(holding);
});

test("commits are answered although the log cannot be read", async () => {
  const received: string[] = [];
  store.log.follow((events) => received.push(...events.map(({ name }) => name)));
  const other = new pg.Client(url);
  await other.connect();
  await other.query(`BEGIN; LOCK TABLE "${place.schema}".event_reader IN ACCESS EXCLUSIVE MODE`);
  for (const id of ["1", "2"]) {
    await store.transaction(async (tx) => {
      await tx.get(counters, id);
      tx.put(counters, { id, count: 1 });
      tx.append({ name: id, scope: { kind: "nobody" }, payload: null, at: 1 });
    });
  }
  expect(received).toEqual([]);
  await other.query("COMMIT");
  await other.end();
  await expect.poll(() => received, EVENTUALLY).toEqual(["1", "2"]);
});

test("a claim of due work that gets no connection finds the database unreachable", async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let begun = 0;
  const holding = Array.from({ length: poolSizes.jobs }, async (_, nth) =>
    store.background?.transaction(async (tx) => {
      await tx.get(counters, String(nth));
      begun += 1;
      await over;
    }),
  );
  await expect.poll(() => begun, EVENTUALLY).toBe(poolSizes.jobs);
  await expect(store.dueClaims?.take(["clock"])).rejects.toThrow(UnreachableError);
  end();
  await Promise.all(holding);
});

test("reads of a table that an administrator has locked find the database unreachable", async () => {
  const other = new pg.Client(url);
  await other.connect();
  await other.query(
    `BEGIN; LOCK TABLE "${place.schema}"."record.counter" IN ACCESS EXCLUSIVE MODE`,
  );
  await expect(store.read((tx) => tx.get(counters, "1"))).rejects.toThrow(UnreachableError);
  await other.query("COMMIT");
  await other.end();
  expect(await store.read((tx) => tx.get(counters, "1"))).toBeUndefined();
});

test("the server cancels a statement once its wait has timed out", async () => {
  const pool = openPool(url, "requests", { ...poolTimeouts, answerMs: 50 });
  try {
    const { rows } = await pool.query("SHOW statement_timeout");
    expect(rows).toEqual([{ statement_timeout: "50ms" }]);
  } finally {
    await pool.end();
  }
});

test("a server that closes idle connections keeps those of the service", async () => {
  const role = `idle_${randomUUID().replaceAll("-", "")}`;
  await onPostgres(url, `CREATE ROLE ${role} LOGIN PASSWORD 'idle'`);
  await onPostgres(url, `ALTER ROLE ${role} SET idle_session_timeout = '1s'`);
  const address = new URL(url);
  [address.username, address.password] = [role, "idle"];
  const pool = openPool(address.href, "log");
  try {
    const { rows } = await pool.query("SHOW idle_session_timeout");
    expect(rows).toEqual([{ idle_session_timeout: "0" }]);
  } finally {
    await pool.end();
    await onPostgres(url, `DROP ROLE ${role}`);
  }
});
