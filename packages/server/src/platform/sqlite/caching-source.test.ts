import { expect, test } from "vitest";
import { tableOf } from "../store.ts";
import { layoutsOf } from "../storage/table-schema.ts";
import { WriteSet } from "../storage/write-set.ts";
import { connect, sqliteDialect } from "./connection.ts";
import { RecordCache } from "./record-cache.ts";
import { CachingSource } from "./caching-source.ts";
import { SearchCache } from "./search-cache.ts";
import { SqliteSource } from "./source.ts";

const notes = tableOf<{ readonly id: string }>()({ name: "note", key: ({ id }) => id });

test("a repeated count is cached until its table is written", async () => {
  const layouts = layoutsOf([notes], sqliteDialect);
  const connection = connect(":memory:", layouts, { readOnly: false, timeout: 0 });
  connection.exec('CREATE TABLE "record.note" (key TEXT, body TEXT)');
  const searches = new SearchCache();
  const remembered = { records: new RecordCache(), searches };
  const source = new CachingSource(new SqliteSource(connection), remembered);
  /** Counts after a note was inserted around the store. */
  const counted = (id: string, keys?: readonly string[]) => {
    connection.query('INSERT INTO "record.note" (key) VALUES (?)').run(id);
    return source.count(notes, { after: "a", before: "z" }, keys);
  };
  expect([await counted("b"), await counted("c"), await counted("d")]).toEqual([1, 2, 2]);
  expect(await counted("e", ["b", "c", "d", "e"])).toBe(4);
  const writes = new WriteSet(source);
  writes.put(notes, { id: "f" });
  searches.applyChanges(await writes.changes(layouts), []);
  expect(await counted("f")).toBe(5);
  connection.close();
});
