import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import {
  bytesOfDatabase,
  bytesThroughFile,
  fillDatabase,
  fillThroughFile,
  freeBytes,
  isLarge,
  reservePages,
} from "./database-bytes.ts";

function aDatabase(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec(`
    CREATE TABLE "record.note" (key TEXT PRIMARY KEY, body TEXT NOT NULL);
    CREATE TABLE "index.note.owner" (value TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (value, key)) WITHOUT ROWID;
    CREATE TABLE empty (key TEXT PRIMARY KEY);
    INSERT INTO "record.note" VALUES ('1', '{"owner":"ann\\u0000"}'), ('é', '{}');
    INSERT INTO "index.note.owner" VALUES ('ann', '1');`);
  return db;
}

function rows(db: DatabaseSync, schema = "main"): readonly unknown[] {
  const of = (table: string) => db.prepare(`SELECT * FROM "${schema}"."${table}"`).all();
  return ["record.note", "index.note.owner", "empty"].map(of);
}

const ways = { bytesOfDatabase, bytesThroughFile };
const fills = { fillDatabase, fillThroughFile };

describe.each(Object.entries(ways))("%s", (_name, bytesOf) => {
  test.each(Object.entries(fills))("and %s produce the same database", (_other, fill) => {
    const [db, copy] = [aDatabase(), new DatabaseSync(":memory:")];
    fill(copy, bytesOf(db), "main");
    expect(rows(copy)).toEqual(rows(db));
    copy.exec(`INSERT INTO empty VALUES ('own')`);
    expect(rows(db)).not.toEqual(rows(copy));
    expect(() => copy.exec(`INSERT INTO "record.note" VALUES ('1', '')`)).toThrow("UNIQUE");
  });

  test.each(Object.entries(fills))("and %s fill a database attached to another", (_other, fill) => {
    const [db, copy] = [aDatabase(), new DatabaseSync(":memory:")];
    copy.exec("ATTACH ':memory:' AS beside");
    fill(copy, bytesOf(db), "beside");
    expect(rows(copy, "beside")).toEqual(rows(db));
    expect(copy.prepare("SELECT count(*) AS n FROM main.sqlite_schema").get()).toEqual({ n: 0 });
  });
});

/** A database of some megabytes, as the store lays it out. */
function aLargeDatabase(): DatabaseSync {
  const db = aDatabase();
  db.exec("CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  db.exec("BEGIN");
  const insertion = db.prepare(`INSERT INTO "record.note" VALUES (?, ?)`);
  for (let n = 0; n < 5000; n += 1) insertion.run(`note ${n}`, "x".repeat(1000));
  db.exec("COMMIT");
  return db;
}

const numberOf = (db: DatabaseSync, pragma: string) =>
  Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);

describe("a large database", () => {
  test("has copies with free pages for small writes", () => {
    const db = aLargeDatabase();
    const stored = rows(db);
    reservePages(db);
    const copy = new DatabaseSync(":memory:");
    fillDatabase(copy, bytesOfDatabase(db));
    expect(rows(copy)).toEqual(stored);
    expect(copy.prepare("SELECT count(*) AS n FROM meta").get()).toEqual({ n: 0 });
    const pages = numberOf(copy, "page_count");
    const insertion = copy.prepare(`INSERT INTO "record.note" VALUES (?, ?)`);
    for (let n = 0; n < 20; n += 1) insertion.run(`further ${n}`, "y".repeat(2000));
    expect(numberOf(copy, "page_count")).toBe(pages);
  });

  test("keeps the free pages that it has", () => {
    const db = aLargeDatabase();
    reservePages(db);
    const pages = numberOf(db, "page_count");
    reservePages(db);
    expect(numberOf(db, "page_count")).toBe(pages);
  });

  test("is distinguished from a small one", () => {
    expect([isLarge(aLargeDatabase()), isLarge(aDatabase())]).toEqual([true, false]);
  });
});

describe("bytes that are released", () => {
  test("are freed at once", () => {
    const bytes = bytesOfDatabase(aDatabase());
    freeBytes(bytes);
    expect(bytes.length).toBe(0);
  });

  test("are kept when others share their memory", () => {
    const shared = new Uint8Array(8).fill(7);
    freeBytes(shared.subarray(0, 4));
    expect([...shared]).toEqual(Array(8).fill(7));
  });
});
