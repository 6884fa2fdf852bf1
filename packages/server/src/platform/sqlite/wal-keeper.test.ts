import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testTables } from "../store-model.conformance.ts";
import { layoutsOf } from "../table-schema.ts";
import { sqliteDialect, type Connection } from "./connection.ts";
import { openWriter } from "./open.ts";
import { WalKeeper } from "./wal-keeper.ts";

test("the log is moved into the file once for every four mebibytes", async () => {
  const directory = await mkdtemp(join(tmpdir(), "antechamber-wal-"));
  const file = join(directory, "data.db");
  const layouts = layoutsOf(testTables, sqliteDialect);
  const connection = await openWriter({
    file,
    layouts,
    pause: async () => undefined,
    progress: () => undefined,
  });
  let moves = 0;
  const counting: Pick<Connection, "query"> = {
    query(sql) {
      if (sql.startsWith("PRAGMA wal_checkpoint")) moves += 1;
      return connection.query(sql);
    },
  };
  const keeper = new WalKeeper(counting as Connection, file);
  const insert = connection.query(`INSERT INTO "record.counter" (key, body) VALUES (?, ?)`);
  // Each writes four pages or more, 16 mebibytes in all.
  for (let nth = 0; nth < 1000; nth++) {
    insert.run(`${nth}`, "x".repeat(15_000));
    keeper.afterBatch(16);
  }
  expect(moves).toBeGreaterThanOrEqual(3);
  expect(moves).toBeLessThanOrEqual(8);
  connection.close();
  keeper.close();
  await rm(directory, { recursive: true, force: true });
});
