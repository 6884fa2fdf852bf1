import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CommitCounter } from "../cache/commit-counter.ts";
import { Followers } from "../storage/followers.ts";
import { aMoment, counters, testTables } from "../storage/conformance/store-model.conformance.ts";
import type { Writer } from "../store.ts";
import { layoutsOf } from "../storage/table-schema.ts";
import { transactionTimeout } from "../storage/transaction-timeout.ts";
import { sqliteDialect, type Connection } from "./connection.ts";
import { GroupCommit } from "./group-commit.ts";
import { openReader, openWriter } from "./open.ts";
import { FileSnapshots } from "./read-snapshots.ts";
import { RecordCache } from "./record-cache.ts";

let directory: string;
let connection: Connection;
let batches: GroupCommit;
let views: FileSnapshots;
let versions: CommitCounter;
let followers: Followers;
/** What happened, in order. */
let happened: string[];
let disk: SlowDisk;

/** A disk whose flushes end when the test says so. */
class SlowDisk {
  isDueNext = false;
  /** Whether the flush of the file ends when the test says so, too. */
  isFileSlow = false;
  readonly #ends: { resolve: () => void; reject: (error: unknown) => void }[] = [];

  flush(): Promise<void> {
    happened.push("flush");
    return new Promise((resolve, reject) => this.#ends.push({ resolve, reject }));
  }

  async flushed(): Promise<void> {
    happened.push("flushed");
    this.#ends.shift()?.resolve();
    await aMoment();
  }

  async fails(): Promise<void> {
    this.#ends.shift()?.reject(new Error("the disk is gone"));
    await aMoment();
  }

  isDue(): boolean {
    return this.isDueNext;
  }

  shorten(): Promise<void> {
    this.isDueNext = false;
    happened.push("moved into the file");
    return this.isFileSlow ? this.flush() : Promise.resolve();
  }
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "antechamber-flush-"));
  happened = [];
  disk = new SlowDisk();
  const soon = (task: () => void) => void setImmediate(task);
  const pause = async () => undefined;
  const layouts = layoutsOf(testTables, sqliteDialect);
  const opening = { file: join(directory, "data.db"), layouts, pause, progress: () => undefined };
  connection = await openWriter(opening);
  const records = new RecordCache();
  views = new FileSnapshots(() => openReader(opening), soon, records);
  versions = new CommitCounter();
  followers = new Followers((error) => happened.push(String(error)));
  followers.follow((events) => happened.push(...events.map(({ name }) => `event ${name}`)));
  batches = new GroupCommit({
    connection,
    records,
    views,
    followers,
    versions,
    keeper: disk,
    failed: (error) => happened.push(`lost: ${String(error)}`),
    soon,
    pause,
    watch: transactionTimeout(() => () => undefined),
  });
});
afterEach(async () => {
  await views.close();
  connection.close();
  await rm(directory, { recursive: true, force: true });
});

function write(id: string): Promise<void> {
  const work = async (tx: Writer) => {
    happened.push(`run ${id}`);
    tx.put(counters, { id });
    tx.append({ name: id, scope: { kind: "nobody" }, payload: null, at: 1 });
  };
  return batches.transaction(work).then(
    () => void happened.push(`done ${id}`),
    (error: unknown) => void happened.push(`refused ${id}: ${String(error)}`),
  );
}

const read = () => views.read((source) => source.count(counters));

test("no write is reported before it is on disk", async () => {
  const written = write("1");
  await aMoment();
  expect(happened).toEqual(["run 1", "flush"]);
  await disk.flushed();
  await written;
  expect(happened.slice(2)).toEqual(["flushed", "event 1", "done 1"]);
});

test("writes that arrive during a flush run at once and share the next flush", async () => {
  const first = write("1");
  await aMoment();
  const others = [write("2")];
  await aMoment();
  expect(happened).toEqual(["run 1", "flush", "run 2"]);
  others.push(write("3"));
  await disk.flushed();
  await first;
  await aMoment();
  await disk.flushed();
  await Promise.all(others);
  expect(happened.slice(3).join()).toBe(
    "flushed,event 1,done 1,run 3,flush,flushed,event 2,event 3,done 2,done 3",
  );
});

test("a read returns exactly the writes that are on disk", async () => {
  const stamp = versions.stamp();
  const written = write("1");
  await aMoment();
  let result: number | undefined;
  const reading = read().then((count) => (result = count));
  await aMoment();
  expect([result, versions.stamp()]).toEqual([undefined, stamp]);
  // The one behind waits for its own flush: the reads return nothing of it.
  const behind = write("2");
  await disk.flushed();
  await Promise.all([written, reading]);
  expect([result, versions.stamp()]).toEqual([1, stamp + 1]);
  await disk.flushed();
  await behind;
  expect(await read()).toBe(2);
});

test("a read that began before a commit continues during its flush", async () => {
  let goOn = (): void => undefined;
  const waits = new Promise<void>((resolve) => (goOn = resolve));
  const reading = views.read(async (source) => {
    await waits;
    return source.count(counters);
  });
  const written = write("1");
  await aMoment();
  goOn();
  expect(await reading).toBe(0);
  await disk.flushed();
  await written;
});

test("a read-only transaction is not flushed, but waits for the flush of what it may have read", async () => {
  const written = write("1");
  await aMoment();
  const looking = batches
    .transaction((tx) => tx.count(counters))
    .then((count) => happened.push(`seen ${count}`));
  await aMoment();
  expect(happened).toEqual(["run 1", "flush"]);
  await disk.flushed();
  await Promise.all([written, looking]);
  expect(happened.slice(2)).toEqual(["flushed", "event 1", "done 1", "seen 1"]);
});

test("a long write-ahead log is checkpointed when nothing is flushed or run", async () => {
  disk.isDueNext = true;
  const written = [write("1")];
  await aMoment();
  written.push(write("2"));
  await aMoment();
  expect(happened).toEqual(["run 1", "flush"]);
  await disk.flushed();
  await aMoment();
  await disk.flushed();
  await Promise.all(written);
  expect(happened.slice(2, 6)).toEqual(["flushed", "event 1", "done 1", "moved into the file"]);
});

describe("during a checkpoint", () => {
  let first: Promise<void>;

  beforeEach(async () => {
    disk.isDueNext = true;
    disk.isFileSlow = true;
    first = write("1");
    await aMoment();
    await disk.flushed();
    await first;
    happened = [];
  });

  test("reads continue and writes wait", async () => {
    const second = write("2");
    expect(await read()).toBe(1);
    await aMoment();
    expect(happened).toEqual([]);
    await disk.flushed();
    await aMoment();
    expect(happened).toEqual(["flushed", "run 2", "flush"]);
    await disk.flushed();
    await second;
    expect(await read()).toBe(2);
  });

  test("a failing disk stops writes, and nothing that was written is lost", async () => {
    const second = write("2");
    await disk.fails();
    await second;
    await write("3");
    const why = "Error: the disk is gone";
    expect(happened.filter((what) => !what.startsWith("run"))).toEqual([
      `lost: ${why}`,
      `refused 2: ${why}`,
      `refused 3: ${why}`,
    ]);
    expect(connection.query('SELECT key FROM "record.counter"').all()).toEqual([["1"]]);
  });
});

test("a step between two batches waits for the flush of the one before", async () => {
  const written = write("1");
  await aMoment();
  const step = batches.runBetweenBatches(() => happened.push("step"));
  await aMoment();
  await disk.flushed();
  await Promise.all([written, step]);
  expect(happened.slice(1)).toEqual(["flush", "flushed", "event 1", "done 1", "step"]);
});

test("a step between two batches finds no snapshot of an ended read", async () => {
  const written = write("1");
  await aMoment();
  const reading = read();
  const emptied = batches.runBetweenBatches(() =>
    connection.query("PRAGMA wal_checkpoint(TRUNCATE)").one(),
  );
  await disk.flushed();
  await Promise.all([written, reading]);
  const isBusy = 0;
  expect(await emptied).toEqual([isBusy, 0, 0]);
});

test("closing waits for the last flush", async () => {
  const written = write("1");
  await aMoment();
  const closing = batches.close().then(() => happened.push("closed"));
  await aMoment();
  expect(happened).toEqual(["run 1", "flush"]);
  await disk.flushed();
  await Promise.all([written, closing]);
  expect(happened.at(-1)).toBe("closed");
});

describe("after a failed flush", () => {
  const why = "Error: the disk is gone";
  const reports = () => happened.filter((what) => !what.startsWith("run"));

  test("no write is reported as successful", async () => {
    const lost = [write("1")];
    await aMoment();
    lost.push(write("2"));
    await disk.fails();
    await Promise.all(lost);
    await write("3");
    const refused = [1, 2, 3].map((id) => `refused ${id}: ${why}`);
    expect(reports()).toEqual(["flush", `lost: ${why}`, ...refused]);
    expect(connection.query('SELECT key FROM "record.counter"').all()).toEqual([["1"]]);
  });

  test("nothing is read or checkpointed", async () => {
    const written = [write("1")];
    await aMoment();
    written.push(write("2"));
    disk.isDueNext = true;
    void read().then(() => happened.push("read"));
    const step = batches
      .runBetweenBatches(() => happened.push("step"))
      .catch((error: unknown) => happened.push(`no step: ${String(error)}`));
    await disk.fails();
    await Promise.all([...written, step]);
    await aMoment();
    const refused = ["refused 1", "refused 2", "no step"].map((what) => `${what}: ${why}`);
    expect(reports().toSorted()).toEqual(["flush", `lost: ${why}`, ...refused].toSorted());
    await expect(batches.close()).rejects.toThrow("the disk is gone");
    views.afterBatch();
  });
});

test("events that cannot be delivered after a flush are reported", async () => {
  followers.follow(() => {
    throw new Error("a broken listener");
  });
  followers.whenFailed(() => {
    throw new Error("a broken report");
  });
  const written = write("1");
  await aMoment();
  await disk.flushed();
  await written;
  expect(happened).toContain("lost: Error: a broken report");
});
