import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openPostgresStore } from "./store.ts";
import { sealOf } from "../formats/sealed-text.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import {
  aMoment,
  counters,
  EVENTUALLY,
  notes,
  testTables,
} from "../storage/conformance/store-model.conformance.ts";
import { onPostgres, postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import { ConflictError, StoreOpenError, type EventRecord, type Store } from "../store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

let place: Awaited<ReturnType<typeof postgresPlace>>;
const opened: Store[] = [];

beforeEach(async () => {
  place = await postgresPlace(url);
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await place.remove();
});

const SECRET = "what the database does not know";

async function open(
  options: { readonly workMsMax?: number; readonly secret?: string } = {},
): Promise<Store> {
  const random = seededRandom("postgres");
  const { schema } = place;
  const store = await openPostgresStore({
    url,
    schema,
    tables: testTables,
    random,
    secret: SECRET,
    ...options,
  });
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

function heardBy(store: Store): EventRecord[] {
  const received: EventRecord[] = [];
  store.log.follow((events) => received.push(...events));
  return received;
}

/** A transaction of another client that has written, and still runs. */
async function anOldTransaction(): Promise<{ end: (how: "COMMIT" | "ROLLBACK") => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT pg_current_xact_id()");
  return {
    async end(how) {
      await client.query(how);
      await client.end();
    },
  };
}

describe("a store that cannot be opened says why in one line, without the password", () => {
  async function refusal(change: (address: URL) => void): Promise<string> {
    const address = new URL(url);
    change(address);
    const refused = openPostgresStore({
      url: address.href,
      tables: testTables,
      secret: SECRET,
    });
    await expect(refused).rejects.toThrow(StoreOpenError);
    const message = await refused.then(
      () => "it was opened",
      (error: unknown) => (error as Error).message,
    );
    expect(message).toMatch(/^cannot open the store postgres:\/\/127\.0\.0\.1:\d+\/\w+: .+$/);
    return message;
  }

  test("when there is no server", async () => {
    const message = await refusal((address) => {
      address.port = "1";
    });
    expect(message).toContain("ECONNREFUSED");
    expect(message).not.toContain(new URL(url).password);
  });

  test("when the password is wrong", async () => {
    const message = await refusal((address) => {
      address.password = "s3cr%25t";
    });
    expect(message).toContain("password authentication failed");
    expect(message).not.toMatch(/s3cr/);
  });

  test("when the server's answer repeats the password", async () => {
    const message = await refusal((address) => {
      address.password = "nowhere";
      address.pathname = "/postgres";
      address.username = "nowhere";
    });
    expect(message).not.toContain("nowhere");
  });

  test("when there is no such database", async () => {
    const message = await refusal((address) => {
      address.pathname = "/nowhere";
    });
    expect(message).toContain('database "nowhere" does not exist');
  });

  test("when the address is malformed", async () => {
    for (const address of ["not an address", "http://127.0.0.1/", ""]) {
      const refused = openPostgresStore({ url: address, tables: testTables, secret: SECRET });
      await expect(refused).rejects.toThrow("not of the form postgres://");
    }
  });
});

test("a process whose opening fails after it took a place gives the place back", async () => {
  const { schema } = place;
  const systemNow = () => {
    throw new Error("the machine has no clock");
  };
  const refused = openPostgresStore({ url, schema, tables: testTables, secret: SECRET, systemNow });
  await expect(refused).rejects.toThrow(/^cannot open the store .+: the machine has no clock$/);
  const store = await open();
  expect(store.processes.living()).toHaveLength(1);
});

test("stores in two schemas of one database are independent", async () => {
  const first = await open();
  const elsewhere = await postgresPlace(url);
  const second = await elsewhere.open(testTables);
  const received = heardBy(second);
  await count(first, "n");
  expect(await second.read((tx) => tx.get(counters, "n"))).toBeUndefined();
  expect(received).toEqual([]);
  await second.close();
  await elsewhere.remove();
});

test("many processes can open a new store at the same time", async () => {
  const stores = await Promise.all(Array.from({ length: 6 }, () => open()));
  await Promise.all(stores.map((store) => count(store, "n")));
  expect(await stores[0]?.read((tx) => tx.get(counters, "n"))).toMatchObject({ count: 6 });
});

test("two processes lose no update, and both receive every event once, in one order", async () => {
  const [left, right] = [await open(), await open()];
  const received = [heardBy(left), heardBy(right)];
  const all = Array.from({ length: 60 }, (_, nth) => count(nth % 2 === 0 ? left : right, "shared"));
  await Promise.all(all);
  expect(await right.read((tx) => tx.get(counters, "shared"))).toMatchObject({ count: 60 });
  await vi.waitFor(() => {
    for (const each of received) expect(each).toHaveLength(60);
  }, EVENTUALLY);
  expect(received[0]).toEqual(received[1]);
  const counted = (received[0] ?? []).map(
    ({ payload }) => (payload as { count?: number })?.count ?? 0,
  );
  expect(counted).toEqual(Array.from({ length: 60 }, (_, nth) => nth));
});

/** Another client that holds the lock of a record. */
async function aHolder(id: string): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("BEGIN");
  await client.query(`SELECT "${place.schema}".lock_first($1, $2, $2, $2)`, [
    [`counter ${id}`],
    [],
  ]);
  return {
    async release() {
      await client.end();
    },
  };
}

test("a transaction that waits for another times out, and the store continues", async () => {
  const store = await open();
  const holder = await aHolder("n");
  await Promise.all([
    expect(count(store, "n")).rejects.toThrow(ConflictError),
    count(store, "another"),
  ]);
  await holder.release();
  await count(store, "n");
  expect(await store.read((tx) => tx.get(counters, "n"))).toMatchObject({ count: 1 });
});

test("a handler that swallows a conflict is retried all the same", async () => {
  const store = await open();
  const holder = await aHolder("n");
  let runs = 0;
  await store.transaction(async (tx) => {
    runs += 1;
    const failure = await tx.get(counters, "n").catch((error: unknown) => error);
    if (failure !== undefined) await holder.release();
    tx.put(counters, { id: "n", count: runs });
  });
  expect(await store.read((tx) => tx.get(counters, "n"))).toEqual({ id: "n", count: 2 });
});

test("a read with several statements has one snapshot, whatever changes after the first", async () => {
  const store = await open();
  await count(store, "n");
  for (const before of [1, 2]) {
    let isChanged = false;
    const counts = await store.read(async (tx) => {
      const first = await tx.get(counters, "n");
      if (!isChanged) await count(store, "n");
      isChanged = true;
      return [first, ...(await tx.find(counters))].map((counter) => counter?.count);
    });
    // The first time it is not recorded yet that a read which begins so goes on: it ran again.
    expect(counts).toEqual([2, 2]);
    expect((await store.read((tx) => tx.get(counters, "n")))?.count).toBe(before + 1);
  }
});

test("writers of records with the same index value do not conflict", async () => {
  const store = await open();
  const { attempts = 0 } = { ...store.effort };
  let [begun, go]: [number, () => void] = [0, () => undefined];
  const all = new Promise<void>((resolve) => (go = resolve));
  const writes = ["1", "2", "3"].map((id) =>
    store.transaction(async (tx) => {
      await tx.get(notes, id);
      begun += 1;
      if (begun === 3) go();
      await all;
      tx.put(notes, { id, owner: "x", words: ["a", "b"] });
    }),
  );
  await Promise.all(writes);
  expect((store.effort?.attempts ?? 0) - attempts).toBe(3);
});

test("a transaction that counts the records of an index value and adds one misses none", async () => {
  const store = await open();
  const counts = await Promise.all(
    Array.from({ length: 12 }, (_, id) =>
      store.transaction(async (tx) => {
        const there = await tx.count(notes, { index: "owner", value: "x" });
        tx.put(notes, { id: `${id}`, owner: "x" });
        return there;
      }),
    ),
  );
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n));
});

test("a refusal is final only if its reads passed the commit", async () => {
  const store = await open();
  const put = (id: string) => store.transaction(async (tx) => tx.put(notes, { id, owner: "x" }));
  await put("1");
  const refused = store.transaction(async (tx) => {
    const counted = await tx.count(notes, { index: "owner", value: "x" });
    throw new Error(`there are ${counted}`);
  });
  await expect(refused).rejects.toThrow("there are 1");
  await put("2");
});

test("a handler that waits for something other than the store times out, with its connection", async () => {
  const store = await open({ workMsMax: 30 });
  const stuck = Array.from({ length: 12 }, async () => {
    const transaction = store.transaction(async (tx) => {
      await tx.get(counters, "n");
      return new Promise(() => undefined);
    });
    await expect(transaction).rejects.toThrow("did not end within 30 ms");
  });
  await Promise.all(stuck);
  const unread = store.transaction(() => new Promise(() => undefined));
  await expect(unread).rejects.toThrow("did not end within 30 ms");
  const reads = store.read(() => new Promise(() => undefined));
  await expect(reads).rejects.toThrow("did not end within 30 ms");
  await count(store, "n");
});

test("a connection that the server closes fails one transaction, and the next gets another", async () => {
  const store = await open();
  const cut = store.transaction(async (tx) => {
    await tx.get(counters, "n");
    await onPostgres(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'antechamber requests' AND state = 'idle in transaction'
       AND query LIKE '%"${place.schema}"%'`,
    );
    await tx.get(counters, "m");
  });
  await expect(cut).rejects.toThrow(/terminat|not queryable/);
  await count(store, "n");
  expect(await store.read((tx) => tx.count(counters))).toBe(1);
});

/** The rows of a platform table of the store. */
function rows(table: "event_log" | "event_reader", what = "*") {
  return onPostgres(url, `SELECT ${what} FROM "${place.schema}".${table}`);
}

describe("events that an older transaction delays", () => {
  test("are not delivered before it ends, by commit or rollback", async () => {
    for (const how of ["COMMIT", "ROLLBACK"] as const) {
      const store = await open();
      const received = heardBy(store);
      const old = await anOldTransaction();
      await count(store, "held back");
      await count(store, "held back too");
      await aMoment();
      expect(received).toEqual([]);
      await old.end(how);
      await vi.waitFor(() => expect(received).toHaveLength(2), EVENTUALLY);
    }
  });

  test("are delivered in the order of the log when the older one logs events itself", async () => {
    const store = await open();
    const received = heardBy(store);
    const old = new pg.Client({ connectionString: url });
    await old.connect();
    await old.query("BEGIN");
    const body = sealOf(SECRET, seededRandom("old")).encrypt(
      '{"name":"old","scope":{"kind":"nobody"},"payload":null,"at":1}',
    );
    await old.query(
      `INSERT INTO "${place.schema}".event_log (xid, at, body)
       SELECT pg_current_xact_id(), 1, $1`,
      [body],
    );
    await count(store, "young");
    await old.query("COMMIT");
    await old.end();
    await vi.waitFor(() => expect(received).toHaveLength(2), EVENTUALLY);
    expect(received.map(({ name }) => name)).toEqual(["old", "young"]);
  });

  test("are not trimmed away", async () => {
    const store = await open();
    const received = heardBy(store);
    const old = await anOldTransaction();
    await count(store, "n");
    expect(await store.log.trim(100)).toBe("unread");
    await old.end("COMMIT");
    await vi.waitFor(() => expect(received).toHaveLength(1), EVENTUALLY);
    await vi.waitFor(async () => expect(await store.log.trim(100)).toBe("nothing"), EVENTUALLY);
  });
});

describe("the log", () => {
  test("is unreadable in the database", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      const payload = { token: "a live token", content: "a private text" };
      tx.append({ name: "SECRET_EVENT", scope: { kind: "nobody" }, payload, at: 1 });
    });
    const [row] = await rows("event_log", "at, encode(body, 'escape')");
    expect(row?.[0]).toBe("1");
    expect(String(row?.[1])).not.toMatch(/live token|private text|SECRET_EVENT|content/);
  });

  test("keeps entries younger than the retention", async () => {
    const store = await open();
    const append = (at: number) =>
      store.transaction(async (tx) =>
        tx.append({ name: `${at}`, scope: { kind: "nobody" }, payload: null, at }),
      );
    for (const at of [10, 20, 30]) await append(at);
    await vi.waitFor(async () => {
      await store.log.trim(30);
      expect(await rows("event_log", "at")).toEqual([["30"]]);
    }, EVENTUALLY);
    expect(await store.log.trim(30)).toBe("recent");
  });

  test("is trimmed page by page by several processes at once", async () => {
    const both = [await open(), await open()];
    const [first] = both as [Store];
    await count(first, "n");
    // More than two pages.
    await onPostgres(
      url,
      `INSERT INTO "${place.schema}".event_log (xid, at, tables)
       SELECT pg_current_xact_id(), 1, '{}' FROM generate_series(1, 12000)`,
    );
    await vi.waitFor(async () => {
      await Promise.all(both.map(({ log }) => log.trim(100)));
      expect(await rows("event_log", "at")).toEqual([]);
    }, EVENTUALLY);
  });

  test("keeps entries that a living process has not read, and ignores ended processes", async () => {
    const store = await open();
    const slow = await open();
    await onPostgres(
      url,
      `INSERT INTO "${place.schema}".event_reader (id, mark, xid, seq, seen)
       SELECT 'far behind', mark, '0', 0, now() FROM "${place.schema}".event_reader LIMIT 1`,
    );
    await count(store, "n");
    expect(await store.log.trim(100)).toBe("unread");
    expect(await rows("event_log", "at")).toHaveLength(1);
    await onPostgres(
      url,
      `UPDATE "${place.schema}".event_reader SET seen = now() - interval '2 minutes'
       WHERE id = 'far behind'`,
    );
    await slow.close();
    expect(await rows("event_reader", "id")).toHaveLength(2);
    await vi.waitFor(async () => expect(await store.log.trim(100)).toBe("nothing"), EVENTUALLY);
    expect(await rows("event_reader", "id")).toHaveLength(1);
  });

  test("reports to a process that lost its lease that it may have missed events", async () => {
    const store = await open();
    const lines: string[] = [];
    store.log.follow(() => undefined, { missed: () => lines.push("missed") });
    await store.log.trim(0);
    expect(lines).toEqual([]);
    await onPostgres(url, `DELETE FROM "${place.schema}".event_reader`);
    await store.log.trim(0);
    expect(lines).toEqual(["missed"]);
  });

  test("makes a process that lost its lease discard its caches", async () => {
    const { lateVersions: versions } = await open();
    const whole = new Set([counters.name]);
    const read = () => ({
      stamp: versions?.stamp() ?? NaN,
      tables: whole,
      wholeTables: whole,
      places: [],
    });
    const before = read();
    expect([await versions?.catchUp(), versions?.holds(before)]).toEqual([true, true]);
    await onPostgres(url, `DELETE FROM "${place.schema}".event_reader`);
    await versions?.catchUp();
    expect([versions?.holds(before), versions?.holds(read())]).toEqual([false, true]);
  });

  test("refuses a process with another secret while others live", async () => {
    const store = await open();
    const refused = open({ secret: "another one" });
    await expect(refused).rejects.toThrow(StoreOpenError);
    await expect(open({ secret: "another one" })).rejects.toThrow(
      /^cannot open the store postgres:.*another process uses it with another control key, or did/,
    );
    await store.close();
    await (await open({ secret: "another one" })).close();
  });

  test("of a server that had counted further is discarded", async () => {
    const store = await open();
    await count(store, "old");
    await store.close();
    await onPostgres(url, `UPDATE "${place.schema}".event_log SET xid = '900000000000'`);
    const restored = await open();
    const received = heardBy(restored);
    await count(restored, "new");
    await vi.waitFor(() => expect(received.map(({ name }) => name)).toEqual(["new"]), EVENTUALLY);
    expect(await rows("event_log", "at")).toHaveLength(1);
  });

  test("of an older layout is replaced", async () => {
    await (await open()).close();
    await onPostgres(
      url,
      `DELETE FROM "${place.schema}".meta WHERE name = 'platform';
       DROP TABLE "${place.schema}".event_log;
       CREATE TABLE "${place.schema}".event_log (
         era integer NOT NULL, xid xid8 NOT NULL, seq bigint GENERATED BY DEFAULT AS IDENTITY,
         body json NOT NULL, PRIMARY KEY (era, xid, seq));
       INSERT INTO "${place.schema}".event_log (era, xid, body) VALUES (1, '5', '{"token":"t"}')`,
    );
    const store = await open();
    const received = heardBy(store);
    await count(store, "new");
    await vi.waitFor(() => expect(received).toHaveLength(1), EVENTUALLY);
    expect(await rows("event_log", "at")).toHaveLength(1);
  });
});

describe("snapshots", () => {
  async function schemas(): Promise<readonly unknown[]> {
    const like = `${place.schema}~%`;
    const sql = `SELECT nspname FROM pg_namespace WHERE nspname LIKE '${like}'`;
    return (await onPostgres(url, sql)).flat();
  }

  test("have schemas of their own, which are dropped with them or with the store", async () => {
    const store = await open();
    const [first] = [await store.snapshot(), await store.snapshot()];
    expect(await schemas()).toHaveLength(2);
    await first.drop();
    expect(await schemas()).toHaveLength(1);
    await store.close();
    expect(await schemas()).toEqual([]);
  });

  test("of a killed process are dropped when the store is opened, and those of living ones stay", async () => {
    const living = await open();
    await living.snapshot();
    const killed = `${place.schema}~killed`;
    await onPostgres(url, `CREATE SCHEMA "${killed}"`);
    await onPostgres(
      url,
      `INSERT INTO "${place.schema}".store_snapshot VALUES ('${killed}', 'killed')`,
    );
    expect(await schemas()).toContain(killed);
    await open();
    expect(await schemas()).not.toContain(killed);
    expect(await schemas()).toHaveLength(1);
  });
});
