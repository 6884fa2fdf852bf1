// A connection that is acquired with the first statement, and the statements that come meanwhile.
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { EVENTUALLY } from "../storage/conformance/store-model.conformance.ts";
import type { StoreCosts } from "../store.ts";
import { LateSession } from "./late-session.ts";
import { openPool } from "./pools.ts";
import { ContendedError, READ_COMMITTED, Session, StatementNames } from "./session.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

const SAY = "SELECT $1::text, pg_backend_pid()";

let pool: pg.Pool;
const names = new StatementNames();
const effort: StoreCosts = { transactions: 0, attempts: 0, exchanges: 0 };

/** How many connections were requested, and a function that provides them. */
let requestCount: number;
let come: () => void;
let late: LateSession;

beforeAll(() => {
  pool = openPool(url, "requests");
});
afterAll(() => pool.end());

beforeEach(() => {
  requestCount = 0;
  const coming = new Promise<void>((resolve) => (come = resolve));
  late = new LateSession(async () => {
    requestCount += 1;
    await coming;
    const deps = { names, effort, waits: { answerMs: 10_000 } };
    return new Session(await pool.connect(), deps, READ_COMMITTED);
  });
});

const everyConnectionIsBack = () =>
  vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount), EVENTUALLY);

test("no session is taken without a statement", async () => {
  expect(late.isUnused).toBe(true);
  await late.ready();
  await late.end("undo");
  expect(requestCount).toBe(0);
});

test("statements issued before the session arrives are sent in order, as one message", async () => {
  const before = effort.exchanges;
  const results: unknown[] = [];
  const all = ["a", "b", "c"].map(async (text) =>
    results.push((await late.rows(SAY, [text]))[0]?.[0]),
  );
  await late.requested;
  expect([requestCount, late.isUnused]).toEqual([1, false]);
  come();
  await Promise.all(all);
  expect([results, effort.exchanges - before]).toEqual([["a", "b", "c"], 1]);
  await late.commit([[SAY, ["d"]]]);
  await late.end("undo");
  expect([requestCount, late.failure]).toEqual([1, undefined]);
  await everyConnectionIsBack();
});

test("a session that arrives after the transaction ended is released without a statement", async () => {
  const before = effort.exchanges;
  const rows = late.rows(SAY, ["too late"]);
  await late.end("discard");
  come();
  await expect(rows).rejects.toThrow("after its end");
  expect(effort.exchanges).toBe(before);
  await everyConnectionIsBack();
});

test("all statements fail when no session is available", async () => {
  const gone = new Error("timeout exceeded when trying to connect");
  late = new LateSession(() => Promise.reject(gone));
  const all = [late.rows(SAY, ["a"]), late.run("SELECT 1"), late.commit([])];
  expect(await Promise.allSettled(all)).toEqual(
    all.map(() => ({ status: "rejected", reason: gone })),
  );
  await late.ready();
  expect(late.failure).toBe(gone);
  await late.end("undo");
});

test("a transaction that fails before it has a session takes none", async () => {
  const lost = new ContendedError("a lock");
  late.failWith(lost);
  await expect(late.rows(SAY, ["a"])).rejects.toBe(lost);
  expect([requestCount, late.failure, late.isUnused]).toEqual([0, lost, false]);
});

test("a transaction that fails while its session is acquired sends nothing", async () => {
  const before = effort.exchanges;
  const rows = late.rows(SAY, ["a"]);
  const lost = new ContendedError("a lock");
  late.failWith(lost);
  come();
  await expect(rows).rejects.toBe(lost);
  await late.end("undo");
  expect([late.failure, effort.exchanges - before]).toEqual([lost, 0]);
  await everyConnectionIsBack();
});
