import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { layoutsOf } from "../storage/table-schema.ts";
import { Followers } from "../storage/followers.ts";
import { counters, testTables } from "../storage/conformance/store-model.conformance.ts";
import { UnreachableError, type Writer } from "../store.ts";
import { CommitCounter } from "../cache/commit-counter.ts";
import { transactionTimeout } from "../storage/transaction-timeout.ts";
import { GroupCommit } from "./group-commit.ts";
import { sqliteDialect, type Connection, type Query } from "./connection.ts";
import { openWriter } from "./open.ts";
import { RecordCache } from "./record-cache.ts";
import { memorySnapshots } from "./read-snapshots.ts";

let connection: Connection;
let batches: GroupCommit;
let received: string[];
const SQLITE_FULL = 13;
/** Statements with this beginning fail, as on a full disk, this many times. */
let failing: { statement: string; times: number };

function breaking(sound: Connection): Connection {
  const breakingQuery = (sql: string, query: Query): Query => ({
    one: (...parameters) => query.one(...parameters),
    all: (...parameters) => query.all(...parameters),
    run(...parameters) {
      if (failing.times > 0 && sql.startsWith(failing.statement)) {
        failing.times -= 1;
        throw Object.assign(new Error("disk full"), { errcode: SQLITE_FULL });
      }
      return query.run(...parameters);
    },
  });
  return {
    layouts: sound.layouts,
    query: (sql) => breakingQuery(sql, sound.query(sql)),
    queriesOf: (table) => sound.queriesOf(table),
    exec: (sql) => sound.exec(sql),
    inTransaction: () => sound.inTransaction(),
    bytes: () => sound.bytes(),
    size: () => 0,
    readyForCopies: () => sound.readyForCopies(),
    attach: (bytes, name) => sound.attach(bytes, name),
    detach: (name) => sound.detach(name),
    takeOver: (other) => sound.takeOver(other),
    close: () => sound.close(),
  };
}

beforeEach(async () => {
  failing = { statement: "", times: 0 };
  received = [];
  const soon = (task: () => void) => void setImmediate(task);
  const pause = async () => undefined;
  const layouts = layoutsOf(testTables, sqliteDialect);
  connection = breaking(
    await openWriter({ file: ":memory:", layouts, pause, progress: () => undefined }),
  );
  const watch = transactionTimeout(() => () => undefined);
  const followers = new Followers((error) => received.push(`failed: ${String(error)}`));
  followers.follow((events) => received.push(...events.map(({ name }) => name)));
  const records = new RecordCache();
  const views = memorySnapshots(connection, records, watch);
  const versions = new CommitCounter();
  batches = new GroupCommit({
    connection,
    records,
    views,
    followers,
    versions,
    failed: (error) => received.push(`lost: ${String(error)}`),
    soon,
    pause,
    watch,
  });
});
afterEach(() => connection.close());

function put(tx: Writer, id: string): void {
  tx.put(counters, { id });
  tx.append({ name: id, scope: { kind: "nobody" }, payload: null, at: 1 });
}

function stored(): readonly unknown[] {
  return connection
    .query('SELECT key FROM "record.counter" ORDER BY key')
    .all()
    .map(([key]) => key);
}

test("a callback before each batch runs until it unsubscribes", async () => {
  let calls = 0;
  const stop = batches.beforeCommits(() => (calls += 1));
  await batches.transaction(async (tx) => put(tx, "1"));
  await batches.transaction(async (tx) => put(tx, "2"));
  stop();
  await batches.transaction(async (tx) => put(tx, "3"));
  expect(calls).toBe(2);
});

describe("a batch whose commit fails", () => {
  test("rejects all of its transactions, refusals too, without writes or events", async () => {
    failing = { statement: "COMMIT", times: 1 };
    const refusal = batches.transaction(async (tx) => {
      if ((await tx.get(counters, "1")) !== undefined) throw new Error("there is one already");
    });
    const outcomes = await Promise.allSettled([
      batches.transaction(async (tx) => put(tx, "1")),
      refusal,
      batches.transaction(async (tx) => tx.count(counters)),
    ]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { message: "disk full" } });
    }
    expect([stored(), received]).toEqual([[], []]);
  });

  test("leaves nothing of its reads in the cache", async () => {
    await batches.transaction(async (tx) => tx.put(counters, { id: "1", count: 1 }));
    failing = { statement: "COMMIT", times: 1 };
    const lost = [
      batches.transaction(async (tx) => tx.put(counters, { id: "1", count: 2 })),
      batches.transaction((tx) => tx.get(counters, "1")),
    ];
    for (const each of lost) await expect(each).rejects.toThrow("disk full");
    const read = await batches.transaction((tx) => tx.get(counters, "1"));
    expect(read).toEqual({ id: "1", count: 1 });
  });

  test("does not affect later batches", async () => {
    failing = { statement: "COMMIT", times: 1 };
    const lost = batches.transaction(async (tx) => put(tx, "1"));
    await expect(lost).rejects.toThrow("disk full");
    await batches.transaction(async (tx) => put(tx, "2"));
    expect([stored(), received]).toEqual([["2"], ["2"]]);
  });
});

test("a failing write rolls the whole batch back, since the database is in doubt", async () => {
  failing = { statement: 'DELETE FROM "record.counter"', times: 1 };
  const outcomes = await Promise.allSettled([
    batches.transaction(async (tx) => tx.put(counters, { id: "1" })),
    batches.transaction(async (tx) => {
      put(tx, "2");
      tx.delete(counters, "gone");
    }),
    batches.transaction(async (tx) => put(tx, "3")),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect([stored(), received]).toEqual([["3"], ["3"]]);
});

test.each(["BEGIN", "INSERT", "COMMIT"])(
  "a disk that is full at %s fails as a store that takes no writes for now",
  async (statement) => {
    failing = { statement, times: 1 };
    const lost = batches.transaction(async (tx) => put(tx, "1"));
    await expect(lost).rejects.toThrow(UnreachableError);
  },
);

test("a batch that cannot begin rejects all waiting transactions, and the next one begins", async () => {
  failing = { statement: "BEGIN", times: 1 };
  const waiting = [1, 2].map((id) => batches.transaction(async (tx) => put(tx, `${id}`)));
  for (const each of waiting) await expect(each).rejects.toThrow("disk full");
  await batches.transaction(async (tx) => put(tx, "3"));
  expect(stored()).toEqual(["3"]);
});

test("a record that several transactions read cannot be changed in place", async () => {
  await batches.transaction(async (tx) => tx.put(counters, { id: "1", words: ["a"] }));
  const read = () => batches.transaction((tx) => tx.get(counters, "1"));
  const found = await read();
  expect(() => Object.assign(found?.words ?? [], ["b"])).toThrow(TypeError);
  expect(await read()).toEqual({ id: "1", words: ["a"] });
});

test("a transaction that arrives while a batch runs joins it", async () => {
  const joined: Promise<void>[] = [];
  const commits: number[] = [];
  await batches.transaction(async (tx) => {
    put(tx, "1");
    joined.push(batches.transaction(async (setTimer) => put(setTimer, "2")));
  });
  commits.push(received.length);
  await Promise.all(joined);
  expect([commits, received]).toEqual([[2], ["1", "2"]]);
});

test("a batch with many writes yields to the event loop in between", async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (turns < 100) setImmediate(turn);
  };
  const values = new Set<number>();
  const many = Array.from({ length: 40 }, (_, nth) =>
    batches.transaction(async (tx) => {
      values.add(turns);
      for (let i = 0; i < 25; i += 1) tx.put(counters, { id: `${nth}-${i}` });
    }),
  );
  setImmediate(turn);
  await Promise.all(many);
  expect(values.size).toBeGreaterThanOrEqual(6);
  expect(values.size).toBeLessThanOrEqual(10);
  expect(stored()).toHaveLength(1000);
});

test("a separate step shares its commit with no transaction", async () => {
  const order: string[] = [];
  failing = { statement: "COMMIT", times: 0 };
  const outcomes = await Promise.allSettled([
    batches.transaction(async (tx) => put(tx, "1")),
    batches.runInOwnCommit(async () => {
      order.push(stored().join());
      throw new Error("no");
    }),
    batches.transaction(async (tx) => put(tx, "2")),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect([order, stored()]).toEqual([["1"], ["1", "2"]]);
});

test("a throwing listener fails no transaction and does not affect other listeners", async () => {
  const followers = new Followers((error) => received.push(String(error)));
  followers.follow(() => {
    throw new Error("a broken listener");
  });
  followers.follow((events) => received.push(...events.map(({ name }) => `also ${name}`)));
  followers.notify([{ name: "1", scope: { kind: "nobody" }, payload: null, at: 1 }]);
  expect(received).toEqual(["Error: a broken listener", "also 1"]);
});
