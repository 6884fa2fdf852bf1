import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import {
  bytesOfDatabase,
  bytesThroughFile,
  fillDatabase,
  fillThroughFile,
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
  test.each(Object.entries(fills))("and %s give the same database", (_other, fill) => {
    const [db, copy] = [aDatabase(), new DatabaseSync(":memory:")];
    fill(copy, bytesOf(db), "main");
    expect(rows(copy)).toEqual(rows(db));
    copy.exec(`INSERT INTO empty VALUES ('own')`);
    expect(rows(db)).not.toEqual(rows(copy));
    expect(() => copy.exec(`INSERT INTO "record.note" VALUES ('1', '')`)).toThrow("UNIQUE");
  });

  test.each(Object.entries(fills))("and %s fill a database beside another", (_other, fill) => {
    const [db, copy] = [aDatabase(), new DatabaseSync(":memory:")];
    copy.exec("ATTACH ':memory:' AS beside");
    fill(copy, bytesOf(db), "beside");
    expect(rows(copy, "beside")).toEqual(rows(db));
    expect(copy.prepare("SELECT count(*) AS n FROM main.sqlite_schema").get()).toEqual({ n: 0 });
  });
});
