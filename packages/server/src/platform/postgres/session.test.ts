// Statements that a connection has prepared are sent to the server as one message: they form the
// same transaction, and return the same rows, as those that are sent one by one.
import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StoreCosts } from "../store.ts";
import { UnsentError } from "./batch.ts";
import { openPool } from "./pools.ts";
import {
  ChangedError,
  READ_COMMITTED,
  Session,
  SNAPSHOT,
  StatementNames,
  type PgRow,
} from "./session.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

const INSERT = "INSERT INTO batched SELECT * FROM unnest($1::text[], $2::bigint[])";
const READ = "SELECT n FROM batched WHERE key = $1";
const ECHO = "SELECT $1::text[], $2::bytea, $3::bytea[], $4::bigint[], $5::json, $6::text";

/** A pool of one connection, which prepares each statement with its first use. */
let pool: pg.Pool;
const names = new StatementNames();
const effort: StoreCosts = { transactions: 0, attempts: 0, exchanges: 0 };

beforeAll(async () => {
  pool = openPool(url, "log");
  await pool.query("CREATE TABLE batched (key text PRIMARY KEY, n bigint)");
  await committed([INSERT, [["known"], [0]]]);
  await stored("known");
  await echoed([[""], null, [], [], "{}", null]);
});
afterAll(async () => {
  await pool.query("DROP TABLE batched");
  await pool.end();
});

async function inSession<T>(work: (own: Session) => Promise<T>): Promise<T> {
  const deps = { names, effort, waits: { answerMs: 10_000 } };
  const own = new Session(await pool.connect(), deps, READ_COMMITTED);
  try {
    return await work(own);
  } finally {
    await own.end("undo");
  }
}

const committed = (...all: readonly (readonly [string, readonly unknown[]])[]) =>
  inSession((own) => own.commit(all));
const stored = (key: string) =>
  inSession(async (own) => (await own.rows(READ, [key])).map(([n]) => Number(n)));
const echoed = (values: readonly unknown[]) =>
  inSession(async (own): Promise<PgRow | undefined> => (await own.rows(ECHO, values))[0]);

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "",
    "NULL",
    "null",
    '"',
    "\\",
    '\\"',
    "{a,b}",
    " ",
    "\n",
    "é 😀",
    String.raw`\x00`,
  ),
);
const bytes = fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array));

test("values round-trip", async () => {
  const values = fc.tuple(
    fc.array(fc.option(text)),
    fc.option(bytes),
    fc.array(fc.option(bytes)),
    fc.array(fc.integer()),
    fc.dictionary(text, text).map((object) => JSON.stringify(object)),
    fc.option(text),
  );
  await fc.assert(
    fc.asyncProperty(values, async ([texts, buffer, buffers, numbers, json, one]) => {
      const storable = (of: string | null) => of?.replaceAll("\0", "") ?? null;
      const [sent, last] = [texts.map(storable), storable(one)];
      const row = await echoed([sent, buffer, buffers, numbers, storable(json), last]);
      expect(row).toEqual([
        sent,
        buffer,
        buffers,
        numbers.map(String),
        JSON.parse(storable(json) ?? ""),
        last,
      ]);
    }),
  );
});

test("a failing statement rolls back those before and after it", async () => {
  const failing = committed(
    [INSERT, [["before"], [1]]],
    [INSERT, [["known"], [1]]],
    [INSERT, [["behind"], [1]]],
  );
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect([await stored("before"), await stored("behind")]).toEqual([[], []]);
  expect(await stored("known")).toEqual([0]);
});

test("statements sent after a read are committed with it, and rolled back without a commit", async () => {
  const write = (key: string, isCommitted: boolean) =>
    inSession(async (own) => {
      await own.rows(READ, [key]);
      if (isCommitted) await own.commit([[INSERT, [[key], [2]]]]);
      else await own.rows(INSERT, [[key], [2]]);
    });
  await write("kept", true);
  await write("undone", false);
  expect([await stored("kept"), await stored("undone")]).toEqual([[2], []]);
});

test("a table that is locked repeatedly stays locked until the commit", async () => {
  for (const nth of [1, 2, 3]) {
    const lock = ["LOCK TABLE batched IN SHARE ROW EXCLUSIVE MODE", []] as const;
    await committed(lock, [INSERT, [[`locked ${nth}`], [nth]]]);
    expect(await stored(`locked ${nth}`)).toEqual([nth]);
  }
});

test("a connection that timed out is not reused", async () => {
  const sleep = "SELECT pg_sleep($1::float8)";
  await committed([sleep, [0]]);
  await committed([sleep, [0]]);
  const deps = { names, effort, waits: { answerMs: 100 } };
  const own = new Session(await pool.connect(), deps, READ_COMMITTED);
  await expect(own.commit([[sleep, [5]]])).rejects.toThrow("timeout");
  await own.end("undo");
  expect(await stored("known")).toEqual([0]);
});

test("a reader whose answer times out is rejected, and its connection is not reused", async () => {
  const deps = { names, effort, waits: { answerMs: 100 } };
  const own = new Session(await pool.connect(), deps, "BEGIN READ ONLY");
  const backend = "SELECT pg_backend_pid()";
  const [row] = await own.rows(backend);
  const late = own.rows("SELECT pg_sleep($1::float8)", [5]);
  const behind = own.rows(READ, ["known"]);
  await expect(late).rejects.toThrow("timeout");
  await own.end("undo");
  // Its own timeout was reached, or the connection ended before.
  await expect(behind).rejects.toThrow(/timeout|terminated/);
  const [other] = await inSession((next) => next.rows(backend));
  expect(other).not.toEqual(row);
});

test("a commit that leaves a transaction open fails, and its connection is not reused", async () => {
  // Prepared statements form a transaction without being called one.
  await inSession((own) => own.rows("BEGIN"));
  await inSession((own) => own.rows(INSERT, [["learnt"], [1]]));
  const leavingOpen = committed(["BEGIN", []], [INSERT, [["left open"], [1]]]);
  await expect(leavingOpen).rejects.toThrow("still open");
  expect(await stored("left open")).toEqual([]);
});

test("a statement that is run once is unnamed, and not kept by the server", async () => {
  const preparedSql = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE $1";
  const once = "SELECT 'a snapshot of its own'";
  const rows = await inSession(async (own) => [
    await own.run(once),
    await own.rows(preparedSql, [`${once}%`]),
  ]);
  expect(rows).toEqual([[["a snapshot of its own"]], [["0"]]]);
  expect(names.columnsOf(once)).toBeUndefined();
});

test("an evicted statement is closed on a connection when a session on it ends", async () => {
  const preparedCount = () =>
    inSession(async (own) => {
      const all = await own.rows("SELECT name, statement FROM pg_prepared_statements");
      return all.filter(([, sql]) => String(sql).endsWith("-- forgotten")).map(([name]) => name);
    });
  const statement = "SELECT 1 -- forgotten";
  await inSession((own) => own.rows(statement));
  const first = await preparedCount();
  names.forget(statement);
  await inSession((own) => own.rows("SELECT 2"));
  expect([first.length, await preparedCount()]).toEqual([1, []]);
  // It returns under another name, since connections may still have that one prepared.
  await inSession((own) => own.rows(statement));
  const second = await preparedCount();
  expect(second).toHaveLength(1);
  expect(second).not.toEqual(first);
});

describe("a value that cannot be written", () => {
  const failing = {
    toPostgres() {
      throw new Error("it has no text");
    },
  };
  const unwritten: readonly (readonly [name: string, value: unknown])[] = [
    ["an object", {}],
    ["an object that fails as it is asked for its text", failing],
    ["a text with NUL", "a\0"],
    ["half of a surrogate pair", "\uD800"],
  ];
  const backend = () => inSession(async (own) => (await own.rows("SELECT pg_backend_pid()"))[0]);
  let nth = 0;
  /** A statement that no connection has prepared. */
  const anew = () => `${INSERT} -- ${(nth += 1)}`;

  test.each(unwritten)("%s: nothing of its turn is sent, and no commit", async (_name, value) => {
    const before = await backend();
    for (const statement of [INSERT, anew()]) {
      const all = committed([INSERT, [["beside"], [1]]], [statement, [[value], [1]]]);
      await expect(all).rejects.toThrow(UnsentError);
      expect(await stored("beside")).toEqual([]);
    }
    expect(await backend()).toEqual(before);
  });

  test("statements before it are rolled back, whatever follows it", async () => {
    const before = await backend();
    for (const statement of [INSERT, anew()]) {
      await inSession(async (own) => {
        await own.rows(INSERT, [["sent before"], [1]]);
        const unsent = own.rows(statement, [["a\0"], [1]]);
        const behind = own.rows(READ, ["known"]);
        await expect(unsent).rejects.toThrow("no text with NUL");
        await expect(behind).rejects.toThrow(UnsentError);
        await expect(own.commit([[INSERT, [["behind"], [1]]]])).rejects.toThrow(UnsentError);
      });
      expect([await stored("sent before"), await stored("behind")]).toEqual([[], []]);
    }
    expect(await backend()).toEqual(before);
  });

  test("its statement still works for others on the same connection", async () => {
    const statement = anew();
    await expect(committed([statement, [[failing], [1]]])).rejects.toThrow(UnsentError);
    await committed([statement, [["written"], [1]]]);
    await committed([statement, [["written again"], [1]]]);
    expect([await stored("written"), await stored("written again")]).toEqual([[1], [1]]);
  });
});

describe("a read that may be one statement", () => {
  let nth = 0;
  /** A read of which nothing is recorded yet. */
  const anew = () => `${READ} -- read ${(nth += 1)}`;

  async function reading(work: (own: Session) => Promise<unknown>) {
    const client = await pool.connect();
    const sent = vi.spyOn(client, "query");
    const deps = { names, effort, waits: { answerMs: 10_000 } };
    const own = new Session(client, deps, SNAPSHOT, { mayStandAlone: true });
    const result = await work(own);
    const { failure } = own;
    await own.end("undo");
    const messages = sent.mock.calls.length;
    sent.mockRestore();
    return { result, failure, messages };
  }
  const twice = (statement: string, between = async () => undefined as unknown) =>
    reading(async (own) => {
      const first = await own.rows(statement, ["known"]);
      await between();
      return [first, await own.rows(statement, ["known"])];
    });

  test("is one message without a transaction", async () => {
    const statement = anew();
    const once = () => reading((own) => own.rows(statement, ["known"]));
    await once();
    const { result, messages } = await once();
    expect([result, messages]).toEqual([[["0"]], 1]);
  });

  test("repeats its first statement in a transaction when it needs more, and begins with one from then on", async () => {
    const statement = anew();
    expect(await twice(statement)).toMatchObject({
      result: [[["0"]], [["0"]]],
      failure: undefined,
    });
    expect(names.isAlwaysAlone(statement)).toBe(false);
  });

  test("fails when its first result has changed before it needs more", async () => {
    const other = openPool(url, "log");
    const changed = () => other.query("UPDATE batched SET n = n + 1 WHERE key = 'known'");
    const statement = anew();
    const { failure } = await twice(statement, changed);
    expect(failure).toBeInstanceOf(ChangedError);
    // From then on it is recorded as one that goes on, and reads one state.
    const { result, failure: later } = await twice(statement, changed);
    expect([result, later]).toEqual([[[["1"]], [["1"]]], undefined]);
    await other.query("UPDATE batched SET n = 0 WHERE key = 'known'");
    await other.end();
    expect(await stored("known")).toEqual([0]);
  });

  test("that ends before its answer arrived keeps its connection until then", async () => {
    const client = await pool.connect();
    const deps = { names, effort, waits: { answerMs: 10_000 } };
    const own = new Session(client, deps, SNAPSHOT, { mayStandAlone: true });
    const order: string[] = [];
    const answered = own.rows("SELECT pg_sleep(0.2)").then(() => order.push("its answer"));
    await own.end("undo");
    const next = await pool.connect();
    order.push("its connection is another's");
    next.release();
    await answered;
    expect(order).toEqual(["its answer", "its connection is another's"]);
    expect(next).toBe(client);
  });
});

test("statements of one turn take one exchange, those of two turns two", async () => {
  const spent = async (work: (own: Session) => Promise<unknown>) => {
    const before = effort.exchanges;
    await inSession(work);
    return effort.exchanges - before;
  };
  const once = await spent((own) =>
    Promise.all(["a", "b", "c"].map((key) => own.rows(READ, [key]))),
  );
  const twice = await spent(async (own) => {
    await own.rows(READ, ["a"]);
    await own.rows(READ, ["b"]);
  });
  expect([once, twice]).toEqual([1, 2]);
});
