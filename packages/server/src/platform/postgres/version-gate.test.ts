// Processes of different versions on one schema.
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FencedError, type LeaseTimes } from "../processes.ts";
import { counters, EVENTUALLY, type Note } from "../storage/conformance/store-model.conformance.ts";
import { postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import { keyOfIds } from "../records/stored-form.ts";
import {
  atVersion,
  StoreOpenError,
  tableOf,
  type AnyTable,
  type Store,
  type Table,
} from "../store.ts";
import { platformSql } from "./open.ts";
import { postgresDialect } from "./session.ts";
import { openPostgresStore } from "./store.ts";
import { PLATFORM } from "./version-gate.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

const note = { name: "note", key: ({ id }: Note) => id } as const;
const notes = tableOf<Note>()({ ...note, indexes: { owner: ({ owner }) => owner } });
/** The same records with other indexes. */
const newerNotes = tableOf<Note>()({
  ...note,
  indexes: { owner: atVersion(2, ({ owner }: Note) => owner?.toUpperCase()) },
});
/** Fenced after a short time, so that the test need not wait for long. */
const LEASE: LeaseTimes = { lifeMs: 6_000, fenceMs: 300, renewMs: 50 };

let place: Awaited<ReturnType<typeof postgresPlace>>;
const opened: Store[] = [];

beforeEach(async () => {
  place = await postgresPlace(url);
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await place.remove();
});

async function open(tables: readonly AnyTable[], version = "1.0.0"): Promise<Store> {
  const { schema } = place;
  const secret = "versions";
  const store = await openPostgresStore({ url, schema, tables, secret, version, lease: LEASE });
  opened.push(store);
  return store;
}

function put(store: Store, id: string, table: Table<Note> = notes): Promise<void> {
  return store.transaction(async (tx) => tx.put(table, { id, owner: "ann" }));
}

function count(store: Store): Promise<number> {
  return store.read((tx) => tx.count(notes, { index: "owner", value: "ann" }));
}

test("versions with the same layout work side by side, even with additional tables", async () => {
  const [left, right] = [await open([notes]), await open([notes, counters], "1.1.0")];
  const third = await open([notes]);
  for (const [nth, store] of [left, right, third].entries()) await put(store, `${nth}`);
  for (const store of [left, right, third]) expect(await count(store)).toBe(3);
});

test("a version with another layout ends the others' writing first, and misses none of it", async () => {
  const old = await open([notes]);
  const acknowledged: string[] = [];
  const write = async () => {
    for (let nth = 0; ; nth += 1) {
      await put(old, `${nth}`);
      acknowledged.push(`${nth}`);
    }
  };
  const ended = write().catch((error: unknown) => error);
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(5), EVENTUALLY);
  const newer = await open([newerNotes], "1.1.0");
  expect(await ended).toBeInstanceOf(FencedError);
  const found = await newer.read((tx) => tx.find(newerNotes, { index: "owner", value: "ANN" }));
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(acknowledged));
  await expect(count(old)).rejects.toThrow(FencedError);
  await expect(put(old, "late")).rejects.toThrow(FencedError);
  await newer.transaction(async (tx) => tx.put(newerNotes, { id: "new", owner: "ann" }));
});

test("a version that omits what others store counts as newer, since they would misread it", async () => {
  const whole = tableOf<Note>()({ name: "note", key: (record) => keyOfIds("id")(record) });
  const shorter = tableOf<Note>()({ name: "note", key: keyOfIds("id") });
  const old = await open([whole]);
  await put(old, "1", whole);
  const newer = await open([shorter], "1.1.0");
  await expect(put(old, "2", whole)).rejects.toThrow(FencedError);
  await put(newer, "3", shorter);
  expect(await newer.read((tx) => tx.find(shorter))).toEqual([
    { id: "1", owner: "ann" },
    { id: "3", owner: "ann" },
  ]);
  await expect(open([whole])).rejects.toThrow(/used by a newer version/);
  await newer.close();
  await expect(open([whole])).rejects.toThrow(/"note" are stored without fields/);
});

test("a version that cannot read the others' records is refused, and they continue", async () => {
  const shorter = tableOf<Note>()({ name: "note", key: keyOfIds("id") });
  const whole = tableOf<Note>()({ name: "note", key: (record) => keyOfIds("id")(record) });
  const old = await open([shorter]);
  await put(old, "1", shorter);
  await expect(open([whole], "1.1.0")).rejects.toThrow(/"note" are stored without fields/);
  await put(old, "2", shorter);
  expect(await old.read((tx) => tx.count(shorter))).toBe(2);
  const further = await open([shorter]);
  expect(await further.read((tx) => tx.count(shorter))).toBe(2);
});

test("an older version is refused while a newer one lives, and works once it is alone", async () => {
  await (await open([notes])).close();
  const newer = await open([newerNotes]);
  await expect(open([notes])).rejects.toThrow(/used by a newer version/);
  await expect(open([notes])).rejects.toThrow(StoreOpenError);
  await put(newer, "1");
  await newer.close();
  expect(await count(await open([notes]))).toBe(1);
});

test("an older version that the store never had is recognised by its number", async () => {
  await open([newerNotes], "1.10.0");
  await expect(open([notes], "1.9.0")).rejects.toThrow(/used by a newer version/);
});

test("the version of the platform's tables and functions is raised when they change", () => {
  const statements = platformSql({ dialect: postgresDialect("s"), schema: "s" });
  const digest = createHash("sha256").update(statements.join(";")).digest("hex").slice(0, 16);
  expect({ [PLATFORM]: digest }).toEqual({ 4: "cd747442cb167ccd" });
});
