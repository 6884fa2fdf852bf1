// What the functions of the database lock for writers.
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLocksSql } from "./locks.ts";
import { openPool } from "./pools.ts";
import { postgresDialect } from "./session.ts";

const SCHEMA = "locks_of_tests";
const CLIENTS = 8;
/** Enough that some client loses its processor in the middle of a look. */
const LOOKS = 4000;

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

let pool: pg.Pool;

beforeAll(async () => {
  pool = openPool(url, "requests");
  await pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE; CREATE SCHEMA ${SCHEMA}`);
  await pool.query(createLocksSql(postgresDialect(SCHEMA), SCHEMA));
});
afterAll(async () => {
  await pool.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
  await pool.end();
});

const locking = (what: string) => `SELECT count(${SCHEMA}.${what}(ARRAY[]::text[], ARRAY['word']))`;

test("writers in the range of one search do not block each other, however often they search", async () => {
  const sql = `${locking("lock_writes")} FROM generate_series(1, ${LOOKS})`;
  const looked = await Promise.allSettled(Array.from({ length: CLIENTS }, () => pool.query(sql)));
  expect(
    looked.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : [])),
  ).toEqual([]);
});

test("a writer fails when another reads the search, and releases its locks", async () => {
  const [reader, writer] = [await pool.connect(), await pool.connect()];
  try {
    await reader.query(`BEGIN; ${locking("lock_reads")}`);
    await expect(writer.query(locking("lock_writes"))).rejects.toMatchObject({
      code: "40001",
      detail: "word",
    });
    const lockCountSql = "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory'";
    const { rows } = await writer.query(`${lockCountSql} AND pid = pg_backend_pid()`);
    expect(rows).toEqual([{ n: 0 }]);
    await reader.query("COMMIT");
    await writer.query(locking("lock_writes"));
  } finally {
    reader.release();
    writer.release();
  }
});
