// Group commits on a real server: how many commits there are, and how each transaction ends when
// one of them, their process or their connection is lost.
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aWire } from "../../testing/network/wire.ts";
import { FencedError, type LeaseTimes } from "../processes.ts";
import {
  counters,
  EVENTUALLY,
  notes,
  testTables,
  type Note,
} from "../storage/conformance/store-model.conformance.ts";
import { onPostgres, postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import { ConflictError, UnreachableError, type EventRecord, type Store } from "../store.ts";
import { openPostgresStore } from "./store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

const NEVER = 1_000_000;
/** A process that sends no heartbeat after its start, and is never fenced. */
const silent: LeaseTimes = { lifeMs: NEVER, fenceMs: NEVER, renewMs: NEVER };

let place: Awaited<ReturnType<typeof postgresPlace>>;
let store: Store;
const opened: Store[] = [];

beforeEach(async () => {
  place = await postgresPlace(url);
  store = await open();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await place.remove();
});

async function open(address = url): Promise<Store> {
  const own = await openPostgresStore({
    url: address,
    schema: place.schema,
    tables: testTables,
    secret: "together",
    lease: silent,
  });
  opened.push(own);
  return own;
}

/** A transaction that puts a record and appends two events. */
function putting(note: Note, on = store): Promise<string> {
  return on.transaction(async (tx) => {
    tx.put(notes, note);
    for (const name of [`${note.id} first`, `${note.id} second`]) {
      tx.append({ name, scope: { kind: "nobody" }, payload: null, at: note.count ?? 1 });
    }
    return note.id;
  });
}

/** The same with one event, at any value as its instant. */
function saying(id: string, at: unknown): Promise<void> {
  return store.transaction(async (tx) => {
    tx.put(notes, noteOf(id));
    tx.append({ name: id, scope: { kind: "nobody" }, payload: null, at: at as number });
  });
}

const ids = (count: number, prefix = "n") =>
  Array.from({ length: count }, (_, nth) => `${prefix}${String(nth).padStart(2, "0")}`);
const noteOf = (id: string): Note => ({
  id,
  owner: "x",
  name: `name of ${id}`,
  words: [id, "all"],
});

async function storedIds(on = store): Promise<readonly string[]> {
  return on.read(async (tx) => (await tx.find(notes)).map(({ id }) => id));
}

/** How many transactions of the database wrote the events in the log. */
async function commits(): Promise<number> {
  const sql = `SELECT count(DISTINCT xid::text) FROM "${place.schema}".event_log`;
  return Number((await onPostgres(url, sql))[0]?.[0]);
}

function receivedNames(): string[] {
  const names: string[] = [];
  store.log.follow((events: readonly EventRecord[]) => {
    names.push(...events.map(({ name }) => name));
  });
  return names;
}

/** Locks the table against all that write notes, until it is released. */
async function aLockedTable(): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE "${place.schema}"."record.note" IN EXCLUSIVE MODE`);
  return { release: () => client.end() };
}

/** Waits until this many statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  const sql = `SELECT count(*) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND query LIKE '%"${place.schema}"%'`;
  await vi.waitFor(async () => {
    expect(Number((await onPostgres(url, sql))[0]?.[0])).toBe(count);
  }, EVENTUALLY);
}

test("transactions of one turn are one transaction of the database, in one exchange", async () => {
  const names = receivedNames();
  // Connections first prepare unknown statements, which takes more than one message.
  await Promise.all(ids(24, "before").map((id) => putting(noteOf(id))));
  const [exchanges, before] = [store.effort?.exchanges ?? 0, await commits()];
  const all = ids(24);
  expect(await Promise.all(all.map((id) => putting(noteOf(id))))).toEqual(all);
  expect((await commits()) - before).toBe(1);
  expect((store.effort?.exchanges ?? 0) - exchanges).toBe(1);
  expect(await storedIds()).toEqual([...ids(24, "before"), ...all]);
  const found = await store.read((tx) => tx.lookup(notes, "name", "name of n07"));
  expect(found).toEqual(noteOf("n07"));
  expect(await store.read((tx) => tx.count(notes, { index: "words", value: "all" }))).toBe(48);
  // Each event has one place, and those of one transaction follow one another.
  await vi.waitFor(() => expect(names).toHaveLength(96), EVENTUALLY);
  expect(names.slice(48)).toEqual(all.flatMap((id) => [`${id} first`, `${id} second`]));
});

test("under load there are fewer commits than transactions, however they arrive", async () => {
  const callers = ids(16).map(async (caller) => {
    for (const id of ids(20, `${caller}-`)) await putting(noteOf(id));
  });
  await Promise.all(callers);
  expect(await storedIds()).toHaveLength(320);
  expect(await commits()).toBeLessThan(320 / 3);
});

test("a transaction that reads is committed separately", async () => {
  await Promise.all([
    putting(noteOf("a")),
    store.transaction(async (tx) => {
      await tx.get(counters, "n");
      tx.append({ name: "read", scope: { kind: "nobody" }, payload: null, at: 1 });
    }),
    putting(noteOf("b")),
  ]);
  expect(await commits()).toBe(2);
});

describe("of transactions that are committed together", () => {
  test("one whose unique value is taken fails, and the others are committed", async () => {
    await putting({ ...noteOf("old"), name: "taken" });
    const outcomes = await Promise.allSettled([
      putting(noteOf("a")),
      putting({ ...noteOf("b"), name: "taken" }),
      putting(noteOf("c")),
    ]);
    expect(outcomes).toMatchObject([
      { value: "a" },
      { reason: expect.any(ConflictError) as unknown },
      { value: "c" },
    ]);
    expect(await storedIds()).toEqual(["a", "c", "old"]);
  });

  test("one that replaces a record succeeds, and so do the others", async () => {
    await putting(noteOf("old"));
    await Promise.all([putting(noteOf("a")), putting({ id: "old", owner: "y" })]);
    expect(await storedIds()).toEqual(["a", "old"]);
    expect(await store.read((tx) => tx.get(notes, "old"))).toEqual({ id: "old", owner: "y" });
    expect(await store.read((tx) => tx.count(notes, { index: "owner", value: "x" }))).toBe(1);
  });

  test("one that the server cannot store fails, and the others are committed", async () => {
    const outcomes = await Promise.allSettled([
      putting(noteOf("a")),
      putting({ ...noteOf("b"), count: 1.5 }),
      putting(noteOf("c")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await storedIds()).toEqual(["a", "c"]);
  });

  test.each([
    ["knows the statements", 24],
    ["does not know the statements", 0],
  ])("one that cannot be sent fails alone on a connection that %s", async (_which, before) => {
    await Promise.all(ids(before, "before").map((id) => putting(noteOf(id))));
    const outcomes = await Promise.allSettled([
      putting(noteOf("a")),
      saying("b", { no: 1 }),
      putting(noteOf("c")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await storedIds()).filter((id) => !id.startsWith("before"))).toEqual(["a", "c"]);
  });

  test("two that write one record leave the later version", async () => {
    const put = (count: number) =>
      store.transaction(async (tx) => tx.put(counters, { id: "n", count }));
    await Promise.all([1, 2, 3].map(put));
    expect(await store.read((tx) => tx.get(counters, "n"))).toEqual({ id: "n", count: 3 });
  });

  test("all are rejected when their process lost its lease, and nothing is committed", async () => {
    const reader = await open();
    await onPostgres(
      url,
      `DELETE FROM "${place.schema}".process WHERE epoch = ${store.processes.own().epoch}`,
    );
    const outcomes = await Promise.allSettled(ids(8).map((id) => putting(noteOf(id))));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: expect.any(FencedError) as unknown });
    }
    expect([await storedIds(reader), await commits()]).toEqual([[], 0]);
  });

  test("all fail when their connection is lost, and all or none are committed", async () => {
    const wire = await aWire(url);
    const far = await open(wire.url);
    await Promise.all(ids(4, "before").map((id) => putting(noteOf(id), far)));
    const table = await aLockedTable();
    const attempts = far.effort?.attempts ?? 0;
    const all = Promise.allSettled(ids(8).map((id) => putting(noteOf(id), far)));
    await waiting(1);
    wire.cut();
    for (const outcome of await all) {
      expect(outcome).toMatchObject({ reason: expect.any(UnreachableError) as unknown });
    }
    // None was retried, since each may be committed by now.
    expect((far.effort?.attempts ?? 0) - attempts).toBe(8);
    await table.release();
    await waiting(0);
    wire.mend();
    const own = (await storedIds()).filter((id) => !id.startsWith("before"));
    expect([0, 8]).toContain(own.length);
    await far.close();
    await wire.close();
  });
});

test("a transaction that cannot be sent is rejected with the reason", async () => {
  for (const id of ids(4)) await saying(id, 1);
  await expect(saying("late", { no: 1 })).rejects.toThrow(TypeError);
  expect(await storedIds()).toEqual(ids(4));
});

test("a commit that waits for a lock does not delay those of other records", async () => {
  const table = await aLockedTable();
  const blocked = ids(4).map((id) => putting(noteOf(id)));
  await waiting(1);
  const others = ids(40).map((id) =>
    store.transaction(async (tx) => tx.put(counters, { id, count: 1 })),
  );
  await Promise.all(others);
  await table.release();
  expect(await Promise.all(blocked)).toEqual(ids(4));
});

test("a transaction that began before the store was closed is committed", async () => {
  const last = ids(4).map((id) => putting(noteOf(id)));
  await store.close();
  expect(await Promise.all(last)).toEqual(ids(4));
  await expect(putting(noteOf("late"))).rejects.toThrow("closed");
});
