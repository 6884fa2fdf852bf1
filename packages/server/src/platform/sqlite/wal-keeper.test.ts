import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testTables } from "../storage/conformance/store-model.conformance.ts";
import { layoutsOf } from "../storage/table-schema.ts";
import { sqliteDialect, type Connection } from "./connection.ts";
import { openWriter } from "./open.ts";
import { WalKeeper } from "./wal-keeper.ts";

let directory: string;
let file: string;
let connection: Connection;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "antechamber-wal-"));
  file = join(directory, "data.db");
  const layouts = layoutsOf(testTables, sqliteDialect);
  const pause = async () => undefined;
  connection = await openWriter({ file, layouts, pause, progress: () => undefined });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("commits are flushed by the keeper, not one by one", async () => {
  const keeper = new WalKeeper(connection, file);
  const NORMAL = 1;
  expect(connection.query("PRAGMA synchronous").one()).toEqual([NORMAL]);
  await keeper.flush();
  connection.close();
  keeper.close();
  await expect(keeper.flush()).rejects.toThrow("EBADF");
});

test("a checkpoint runs for every four mebibytes of the log", async () => {
  let moves = 0;
  const counting: Pick<Connection, "query" | "exec"> = {
    exec: (sql) => connection.exec(sql),
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
    if (keeper.isDue(16)) await keeper.shorten();
  }
  expect(moves).toBeGreaterThanOrEqual(3);
  expect(moves).toBeLessThanOrEqual(8);
  connection.close();
  keeper.close();
});

test("the file is flushed in the thread pool, not within the checkpoint", async () => {
  const modes: unknown[] = [];
  const watched: Pick<Connection, "query" | "exec"> = {
    exec: (sql) => connection.exec(sql),
    query(sql) {
      if (sql.startsWith("PRAGMA wal_checkpoint")) {
        modes.push(connection.query("PRAGMA synchronous").one()?.[0]);
      }
      return connection.query(sql);
    },
  };
  const watching = new WalKeeper(watched as Connection, file);
  connection.query(`INSERT INTO "record.counter" (key, body) VALUES (?, ?)`).run("1", "x");
  await watching.flush();
  const shortened = watching.shorten();
  const [OFF, NORMAL] = [0, 1];
  expect([...modes, connection.query("PRAGMA synchronous").one()?.[0]]).toEqual([OFF, NORMAL]);
  await shortened;
  connection.close();
  watching.close();
});

test("a full disk leaves everything in the log, which is checkpointed when there is room", async () => {
  let hasRoom = false;
  const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
  const small: Pick<Connection, "query" | "exec"> = {
    exec: (sql) => connection.exec(sql),
    query(sql) {
      if (!hasRoom && sql.startsWith("PRAGMA wal_checkpoint")) throw full;
      return connection.query(sql);
    },
  };
  const keeper = new WalKeeper(small as Connection, file);
  const insert = connection.query(`INSERT INTO "record.counter" (key, body) VALUES (?, ?)`);
  for (let nth = 0; nth < 300; nth++) insert.run(`${nth}`, "x".repeat(15_000));
  await keeper.shorten();
  expect([keeper.empty(), keeper.isDue(16)]).toEqual([false, true]);
  hasRoom = true;
  await keeper.shorten();
  expect([keeper.isDue(16), keeper.empty()]).toEqual([false, true]);
  const count = connection.query(`SELECT count(*) FROM "record.counter"`);
  expect(count.one()).toEqual([300]);
  full.errcode = 10;
  hasRoom = false;
  expect(() => keeper.empty()).toThrow(full);
  connection.close();
  keeper.close();
});
