import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { layoutsOf } from "../record-layout.ts";
import { sqliteDialect } from "./connection.ts";
import { openWriter } from "./open.ts";
import { openSqliteStore } from "./store.ts";
import { aMoment, counters, EVENTUALLY, testTables } from "../store-model.conformance.ts";
import { StoreOpenError, type LoggedEvent, type Store } from "../store.ts";

let directory: string;
let file: string;
const opened: Store[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "antechamber-sqlite-"));
  file = join(directory, "data.db");
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(directory, { recursive: true, force: true });
});

async function open(options: { readonly workMsMax?: number } = {}): Promise<Store> {
  const store = await openSqliteStore({ file, tables: testTables, ...options });
  opened.push(store);
  return store;
}

function count(store: Store, id: string): Promise<void> {
  return store.transaction(async (tx) => {
    const counter = await tx.get(counters, id);
    tx.put(counters, { id, count: (counter?.count ?? 0) + 1 });
    tx.append({ name: id, scope: { kind: "nobody" }, payload: counter ?? null, at: 1 });
  });
}

function heardBy(store: Store): (readonly LoggedEvent[])[] {
  const batches: (readonly LoggedEvent[])[] = [];
  store.log.follow((events) => batches.push(events));
  return batches;
}

describe("a store that cannot be opened says why in one line", () => {
  async function expectRefusal(pattern: RegExp): Promise<void> {
    const refused = openSqliteStore({ file, tables: testTables });
    await expect(refused).rejects.toThrow(StoreOpenError);
    await expect(refused).rejects.toThrow(pattern);
    await expect(refused).rejects.toThrow(/^cannot open the store [^\n]+$/);
  }

  test("when the file is no database", async () => {
    writeFileSync(
      file,
      "this is a text and no database, and long enough to be looked at\n".repeat(99),
    );
    await expectRefusal(/not a database/);
  });

  test("when the file is another program's database, which stays as it was", async () => {
    const other = new DatabaseSync(file);
    other.exec("CREATE TABLE meta (colour TEXT)");
    await expectRefusal(/another program/);
    expect(other.prepare("SELECT count(*) AS n FROM sqlite_schema").get()).toEqual({ n: 1 });
    other.close();
  });

  test("when the place is a directory", async () => {
    mkdirSync(file);
    await expectRefusal(/unable to open/);
  });

  test("when its directory cannot be made", async () => {
    writeFileSync(join(directory, "in the way"), "");
    file = join(directory, "in the way", "deeper", "data.db");
    await expectRefusal(/ENOTDIR|EEXIST/);
  });

  test("when another process has locked it", async () => {
    await (await open()).close();
    const other = new DatabaseSync(file);
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    await expectRefusal(/locked/);
    other.close();
  });
});

test("transactions of one turn of the event loop are committed together", async () => {
  const store = await open();
  const batches = heardBy(store);
  await Promise.all(Array.from({ length: 20 }, (_, nth) => count(store, `${nth % 3}`)));
  expect(batches.map((batch) => batch.length)).toEqual([20]);
});

test("a work that waits for something else than the store is given up, and holds up nobody", async () => {
  for (const place of [file, ":memory:"]) {
    file = place;
    const store = await open({ workMsMax: 20 });
    const stuck = store.transaction(() => new Promise(() => undefined));
    const nested = store.transaction(async () => count(store, "inner"));
    const after = count(store, "after");
    await expect(stuck).rejects.toThrow("did not end within 20 ms");
    await expect(nested).rejects.toThrow("did not end within 20 ms");
    await after;
    expect(await store.read((tx) => tx.find(counters))).toHaveLength(2);
  }
});

test("a read in memory that waits for a transaction gives way at last", async () => {
  file = ":memory:";
  const store = await open({ workMsMax: 20 });
  const read = store.read(async () => count(store, "inner"));
  await expect(read).rejects.toThrow("did not end within 20 ms");
  await count(store, "after");
});

test("reads that last long show their own state each, and end in any order", async () => {
  const store = await open();
  const ends: (() => void)[] = [];
  const reads: Promise<unknown>[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    await count(store, "n");
    const began = new Promise<void>((begin) => {
      const read = store.read(async (tx) => {
        await tx.get(counters, "n");
        begin();
        await new Promise<void>((end) => ends.push(end));
        return (await tx.get(counters, "n"))?.count;
      });
      reads.push(read);
    });
    await began;
  }
  for (const nth of [3, 0, 4, 1, 2]) ends[nth]?.();
  expect(await Promise.all(reads)).toEqual([1, 2, 3, 4, 5]);
});

test("more long reads than there are connections are refused, and later ones run again", async () => {
  const store = await open();
  const ends: (() => void)[] = [];
  const outcomes: Promise<string>[] = [];
  for (let nth = 0; nth < 20; nth += 1) {
    const read = store.read(() => new Promise<void>((end) => ends.push(end)));
    outcomes.push(read.then(() => "read", String));
    await count(store, "n");
  }
  for (const end of ends) end();
  const refused = (await Promise.all(outcomes)).filter((outcome) => outcome !== "read");
  expect(refused).toEqual(Array(4).fill("Error: more than 16 reads last for long at once"));
  expect(await store.read((tx) => tx.get(counters, "n"))).toMatchObject({ count: 20 });
});

test("closing waits for reads and transactions that are under way", async () => {
  const store = await open();
  const read = store.read(async (tx) => {
    const before = await tx.count(counters);
    await aMoment();
    return [before, await tx.count(counters)];
  });
  const written = count(store, "n");
  await store.close();
  expect(await read).toEqual([0, 0]);
  await written;
});

test("a read within a read, and one beside a batch that waits for it, hold up nobody", async () => {
  for (const place of [file, ":memory:"]) {
    file = place;
    const store = await open();
    let written: Promise<void> | undefined;
    const seen = await store.read(async (tx) => {
      const outer = await tx.count(counters);
      written = count(store, "n");
      await aMoment();
      await store.read((inner) => inner.count(counters));
      return [outer, await tx.count(counters)];
    });
    expect(seen).toEqual([0, 0]);
    await written;
  }
});

test("a file is written ahead, and flushed with every commit", async () => {
  const layouts = layoutsOf(testTables, sqliteDialect);
  const connection = await openWriter({
    file,
    layouts,
    pause: async () => undefined,
    progress: () => undefined,
  });
  const FULL = 2;
  expect(connection.query("PRAGMA journal_mode").one()).toEqual(["wal"]);
  expect(connection.query("PRAGMA synchronous").one()).toEqual([FULL]);
  connection.close();
});

describe("two processes on one file", () => {
  test("lose no update, and both hear every fact once, in one order", async () => {
    const [left, right] = [await open(), await open()];
    const heard = [heardBy(left), heardBy(right)];
    const writers = [left, right].map(async (store) => {
      for (let nth = 0; nth < 40; nth += 1) {
        await count(store, "shared");
        await aMoment();
      }
    });
    await Promise.all(writers);
    expect(await right.read((tx) => tx.get(counters, "shared"))).toMatchObject({ count: 80 });
    const logged = await left.log.read(undefined, 100);
    expect(logged.map(({ payload }) => (payload as { count?: number } | null)?.count ?? 0)).toEqual(
      Array.from({ length: 80 }, (_, nth) => nth),
    );
    await vi.waitFor(() => {
      for (const batches of heard) expect(batches.flat()).toEqual(logged);
    }, EVENTUALLY);
  });

  test("a follower hears another process's facts without writing itself, but none from before", async () => {
    const [left, right] = [await open(), await open()];
    await count(left, "before");
    const heard = heardBy(right);
    await count(left, "after");
    await vi.waitFor(() => expect(heard.flat()).toHaveLength(1), EVENTUALLY);
    expect(heard.flat()).toMatchObject([{ name: "after" }]);
  });

  test("what one read is not older than what its count of commits says", async () => {
    const [left, right] = [await open(), await open()];
    await right.read((tx) => tx.get(counters, "n"));
    const other = new DatabaseSync(file);
    other.exec(`INSERT INTO "record.counter" VALUES ('n', '{"id":"n"}')`);
    other.close();
    const stamp = right.versions?.stamp() ?? 0;
    // Still the turn in which the read before had opened its view.
    const seen = await right.read((tx) => tx.get(counters, "n"));
    expect(seen).toEqual({ id: "n" });
    expect(right.versions?.holds({ stamp, tables: new Set(["counter"]) })).toBe(true);
    await count(left, "n");
    await aMoment();
    expect(right.versions?.holds({ stamp, tables: new Set(["counter"]) })).toBe(false);
  });

  test("a transaction waits for another process's lock, and the event loop goes on meanwhile", async () => {
    const store = await open();
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    const written = { isDone: false };
    const writing = count(store, "n").then(() => (written.isDone = true));
    for (let moment = 0; moment < 50; moment += 1) await aMoment();
    expect(written.isDone).toBe(false);
    expect(await store.read((tx) => tx.get(counters, "n"))).toBeUndefined();
    other.exec("COMMIT");
    await writing;
    other.close();
  });

  test("a dump that another process loads replaces what this one reads and logs", async () => {
    const [left, right] = [await open(), await open()];
    await count(left, "old");
    const heard = heardBy(right);
    await left.load({ tables: { counter: [{ id: "new", count: 5 }] }, events: [] });
    await count(right, "new");
    expect(await left.read((tx) => tx.find(counters))).toEqual([{ id: "new", count: 6 }]);
    expect(heard.flat()).toEqual(await left.log.read(undefined, 9));
  });
});
