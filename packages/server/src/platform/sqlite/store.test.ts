import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { layoutsOf } from "../storage/table-schema.ts";
import {
  aMoment,
  counters,
  notes,
  testTables,
} from "../storage/conformance/store-model.conformance.ts";
import { StoreOpenError, type EventRecord, type Store } from "../store.ts";
import { sqliteDialect } from "./connection.ts";
import { openWriter } from "./open.ts";
import { openSqliteStore } from "./store.ts";

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

function heardBy(store: Store): (readonly EventRecord[])[] {
  const batches: (readonly EventRecord[])[] = [];
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

  test("when the file is not a database", async () => {
    writeFileSync(
      file,
      "this is a text and no database, and long enough to be looked at\n".repeat(99),
    );
    await expectRefusal(/not a database/);
  });

  test.skipIf(process.platform !== "linux")(
    "when its folder does not exist and cannot be created",
    async () => {
      file = "/proc/antechamber/data.db";
      await expectRefusal(/ENOENT: no such file or directory, mkdir '\/proc\/antechamber'/);
    },
  );

  test("when the file is another program's database, which is not changed", async () => {
    const other = new DatabaseSync(file);
    other.exec("CREATE TABLE meta (colour TEXT)");
    await expectRefusal(/another program/);
    expect(other.prepare("SELECT count(*) AS n FROM sqlite_schema").get()).toEqual({ n: 1 });
    other.close();
  });

  test("when the path is a directory, beside which nothing is left", async () => {
    mkdirSync(file);
    await expectRefusal(/it is no file/);
    expect(readdirSync(directory)).toEqual(["data.db"]);
  });

  test("when its directory cannot be created", async () => {
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

test("small records have their key in the file once, others also in their index", async () => {
  await (await open()).read(async (tx) => tx.count(notes));
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare("SELECT tbl_name FROM sqlite_schema WHERE type = 'index'").all();
  db.close();
  expect(rows.map((row) => row["tbl_name"])).toEqual(["record.counter"]);
});

test("transactions of one turn of the event loop are committed together", async () => {
  const store = await open();
  const batches = heardBy(store);
  await Promise.all(Array.from({ length: 20 }, (_, nth) => count(store, `${nth % 3}`)));
  expect(batches.map((batch) => batch.length)).toEqual([20]);
});

test("a handler that waits for something other than the store times out, and delays no other", async () => {
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

test("a read in memory that waits for a transaction times out", async () => {
  file = ":memory:";
  const store = await open({ workMsMax: 20 });
  const read = store.read(async () => count(store, "inner"));
  await expect(read).rejects.toThrow("did not end within 20 ms");
  await count(store, "after");
});

test("a read that begins with cached records is one snapshot all the same", async () => {
  const store = await open();
  for (const name of ["a", "b", "a", "b"]) await count(store, name);
  const counts = await store.read(async (tx) => {
    const counted = async (name: string) => (await tx.get(counters, name))?.count;
    const first = await counted("a");
    for (const name of ["a", "b"]) await count(store, name);
    return [first, await counted("a"), await counted("b")];
  });
  expect(counts).toEqual([2, 2, 2]);
});

test("long reads each have their own snapshot, and end in any order", async () => {
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

test("more long reads than connections are refused, and later ones succeed", async () => {
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

test("closing waits for reads and transactions in progress", async () => {
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

test("nested reads, and reads that a batch waits for, do not deadlock", async () => {
  for (const place of [file, ":memory:"]) {
    file = place;
    const store = await open();
    let written: Promise<void> | undefined;
    const counts = await store.read(async (tx) => {
      const outer = await tx.count(counters);
      written = count(store, "n");
      await aMoment();
      await store.read((inner) => inner.count(counters));
      return [outer, await tx.count(counters)];
    });
    expect(counts).toEqual([0, 0]);
    await written;
  }
});

test("a file uses write-ahead logging, and changes by its opening are flushed with each commit", async () => {
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

test("the write-ahead log stays short, however large a commit", async () => {
  const store = await open();
  let longest = 0;
  for (let round = 0; round < 12; round++) {
    const writes = Array.from({ length: 64 }, (_, nth) =>
      store.transaction(async (tx) =>
        tx.put(counters, { id: `${round}-${nth}`, name: "x".repeat(15_000) }),
      ),
    );
    await Promise.all(writes);
    longest = Math.max(longest, statSync(`${file}-wal`).size);
  }
  // Four mebibytes, and what one commit adds to them; the twelve commits write twelve in all.
  expect(longest).toBeLessThan(7 * 1024 * 1024);
});

test("a transaction waits for another program's lock without blocking the event loop", async () => {
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

describe("the owner of a file", () => {
  const second = () => openSqliteStore({ file, tables: testTables });

  test("refuses a second process in one line, without affecting the first", async () => {
    const store = await open();
    await expect(second()).rejects.toThrow(StoreOpenError);
    await expect(second()).rejects.toThrow(
      `cannot open the store ${file}: another process uses it, and a file has one owner`,
    );
    await count(store, "n");
    expect(await store.read((tx) => tx.get(counters, "n"))).toMatchObject({ count: 1 });
  });

  test("is recognised through another path to the same file", async () => {
    await open();
    const link = join(directory, "link.db");
    symlinkSync(file, link);
    const refused = openSqliteStore({ file: link, tables: testTables });
    await expect(refused).rejects.toThrow("another process uses it");
  });

  test("can release the file to another", async () => {
    await (await open()).close();
    await expect(open()).resolves.toBeDefined();
  });

  test("is not a store that could not be opened", async () => {
    writeFileSync(file, "this is no database ".repeat(99));
    await expect(second()).rejects.toThrow(/not a database/);
    rmSync(file);
    await open();
  });
});

describe("deleted data", () => {
  /** The content of all files of the store. */
  const bytes = () =>
    readdirSync(directory)
      .map((name) => readFileSync(join(directory, name), "latin1"))
      .join("");
  const secrets = Array.from({ length: 500 }, (_, nth) => `plant-${nth}-${"x".repeat(nth * 13)}`);

  test("is gone from the files once the store was trimmed", async () => {
    const store = await open();
    for (const [nth, name] of secrets.entries()) {
      await store.transaction(async (tx) => tx.put(notes, { id: `${nth * 7919}`, name }));
    }
    await store.transaction(async (tx) => tx.put(notes, { id: "kept", name: "stays" }));
    expect(bytes()).toContain("plant-499");
    // In an order that makes pages of the file split, move and merge.
    const order = secrets.map((_, nth) => (nth * 311) % secrets.length);
    for (const nth of order.slice(0, 250)) {
      await store.transaction(async (tx) => tx.put(notes, { id: `${nth * 7919}`, name: `${nth}` }));
    }
    for (const nth of order.slice(250)) {
      await store.transaction(async (tx) => tx.delete(notes, `${nth * 7919}`));
    }
    expect(await store.log.trim(0)).toBe("nothing");
    expect(bytes()).toContain("stays");
    expect(bytes().match(/plant-\d+/g) ?? []).toEqual([]);
  });

  test("is removed although a read delayed it", async () => {
    const store = await open();
    const name = "plant of a long read";
    await store.transaction(async (tx) => tx.put(notes, { id: "1", name }));
    let end = (): void => undefined;
    const read = store.read(async (tx) => {
      await tx.get(notes, "1");
      await new Promise<void>((resolve) => (end = resolve));
    });
    await aMoment();
    await store.transaction(async (tx) => tx.delete(notes, "1"));
    expect(await store.log.trim(0)).toBe("recent");
    end();
    await read;
    expect(await store.log.trim(0)).toBe("nothing");
    expect(bytes()).not.toContain("plant");
  });

  test("is removed with the events that an older version had stored", async () => {
    await (await open()).close();
    const old = new DatabaseSync(file);
    old.exec("CREATE TABLE event_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL)");
    for (const secret of secrets) {
      old.prepare("INSERT INTO event_log (body) VALUES (?)").run(secret);
    }
    old.close();
    expect(bytes()).toContain("plant-499");
    await open();
    expect(bytes()).not.toContain("plant");
  });
});

test("a snapshot that cannot be restored delays nothing else", async () => {
  for (const place of [file, ":memory:"]) {
    file = place;
    const store = await open({ workMsMax: 20 });
    const snapshot = await store.snapshot();
    const stuck = store.restore(snapshot, () => new Promise(() => undefined));
    const after = count(store, "after");
    await expect(stuck).rejects.toThrow("did not end within 20 ms");
    await after;
    await store.restore(snapshot);
    expect(await store.read((tx) => tx.find(counters))).toEqual([]);
  }
});
