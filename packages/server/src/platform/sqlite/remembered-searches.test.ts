// The search cache of the writing connection, compared with a store that caches nothing.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LONG_TEST, ModelStore } from "../storage/conformance/store-model.conformance.ts";
import {
  ConflictError,
  tableOf,
  type AnyTable,
  type Dump,
  type Reader,
  type Search,
  type Store,
  type StoreSnapshot,
  type Table,
  type Writer,
} from "../store.ts";
import { keyOfIds } from "../records/stored-form.ts";
import { layoutsOf } from "../storage/table-schema.ts";
import { sqliteDialect, type Connection } from "./connection.ts";
import { IN_MEMORY, openOwned } from "./open.ts";
import { storeOn } from "./store.ts";

interface Member {
  readonly lobby_id: string;
  readonly user_id: string;
  readonly team: string | null;
  readonly words?: readonly string[];
  readonly name?: string;
}

const members = tableOf<Member>()({
  name: "member",
  key: keyOfIds("lobby_id", "user_id"),
  defaults: { team: null },
  isSmall: true,
  indexes: { team: ({ team }) => team ?? undefined, words: ({ words }) => words },
});

/** The same table with unique values. */
const named = tableOf<Member>()({
  name: "named",
  key: keyOfIds("lobby_id", "user_id"),
  defaults: { team: null },
  indexes: { team: ({ team }) => team ?? undefined },
  unique: { name: ({ name }) => name },
});

/** The same table without an index, under keys of which one can be a prefix of another. */
const plain = tableOf<Member>()({
  name: "plain",
  key: ({ lobby_id, user_id }) => `${lobby_id}:${user_id === "1" ? "" : user_id}`,
});

const tables = [members, named, plain] as const;
const layouts = layoutsOf(tables, sqliteDialect);

/** A file that stores are opened on. */
interface Place {
  readonly file: string;
  readonly remove: () => Promise<void>;
}

async function memoryPlace(): Promise<Place> {
  return { file: IN_MEMORY, remove: async () => undefined };
}

async function filePlace(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), "antechamber-remembered-"));
  return {
    file: join(directory, "data.db"),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** A store whose searches are counted, and whose next commit can be made to fail. */
interface WatchedStore {
  readonly store: Store;
  readonly searches: () => number;
  readonly failNextCommit: () => void;
}

async function opened(file: string): Promise<WatchedStore> {
  let searches = 0;
  let fails = false;
  const watched = (sound: Connection): Connection =>
    withOwn(sound, {
      query: (sql) => {
        const query = sound.query(sql);
        if (sql !== "COMMIT" || !fails) return query;
        return withOwn(query, {
          run: () => {
            fails = false;
            throw new Error("disk full");
          },
        });
      },
      queriesOf: (table) => {
        const queries = sound.queriesOf(table);
        const counted = <A extends readonly unknown[], Q>(make: (...args: A) => Q) => {
          return (...args: A): Q => {
            searches += 1;
            return make(...args);
          };
        };
        return withOwn(queries, {
          find: counted((search: Search) => queries.find(search)),
          count: counted((search: Search) => queries.count(search)),
          countOfKeys: counted((search: Search) => queries.countOfKeys(search)),
          lookup: counted((unique: string) => queries.lookup(unique)),
        });
      },
    });
  const opening = { file, layouts, pause: async () => undefined, progress: () => undefined };
  const owned = await openOwned(opening);
  const connection = watched(owned.connection);
  const store = storeOn({ ...owned, connection });
  return { store, searches: () => searches, failNextCommit: () => void (fails = true) };
}

/** The same object with some methods replaced. */
function withOwn<T extends object>(sound: T, own: Partial<T>): T {
  return new Proxy(sound, {
    get(target, name) {
      const found: unknown = name in own ? Reflect.get(own, name) : Reflect.get(target, name);
      return typeof found === "function" ? (found.bind(target) as unknown) : found;
    },
  });
}

const ids = ["1", "2", "30"];
const teams = ["red", "blue"];

const member: fc.Arbitrary<Member> = fc.record(
  {
    lobby_id: fc.constantFrom(...ids),
    user_id: fc.constantFrom(...ids),
    team: fc.constantFrom(null, ...teams),
    words: fc.uniqueArray(fc.constantFrom("x", "y"), { maxLength: 2 }),
    name: fc.constantFrom("n", "m"),
  },
  { requiredKeys: ["lobby_id", "user_id", "team"] },
);
const write = fc.record({
  table: fc.nat(tables.length - 1),
  member,
  how: fc.constantFrom("put", "put", "insert", "delete"),
  /** Whether it is read before, by its key or by a search. */
  looks: fc.constantFrom("not", "get", "find"),
});
const work = fc.record({
  writes: fc.array(write, { minLength: 1, maxLength: 4 }),
  isRefused: fc.boolean(),
});
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ works: fc.array(work, { minLength: 1, maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ lost: fc.array(work, { minLength: 1, maxLength: 3 }) }) },
  fc.constantFrom("snapshot" as const, "restore" as const, "empty" as const, "other" as const),
);
type Work = typeof work extends fc.Arbitrary<infer W> ? W : never;
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function tableAt(nth: number): Table<Member> {
  return tables[nth] ?? members;
}

/** The searches of a table, in every form. */
function searchesOf(table: AnyTable): readonly Search[] {
  const beginnings = ids.map((id) => {
    const key = table === plain ? id : id.padStart(20, "0");
    return { after: `${key}:`, before: `${key};` };
  });
  const bounds: readonly Search[] = [{}, { after: "0" }, ...beginnings];
  const byTeam = teams.map((value) => ({ index: "team", value }));
  const byWord = ["x", "y"].map((value) => ({ index: "words", value }));
  const indexed = table === plain ? [] : table === named ? byTeam : [...byTeam, ...byWord];
  const [first] = beginnings;
  const both = indexed.map((each) => ({ ...each, ...first }));
  const whole = [...bounds, ...indexed, ...both];
  return whole.flatMap((each) => [each, { ...each, limit: 2 }, { ...each, newestFirst: true }]);
}

/** Everything that repeated searches of a view return. */
async function readEveryWay(view: Reader) {
  const all: unknown[] = [];
  for (const table of tables as readonly Table<Member>[]) {
    for (const search of searchesOf(table)) {
      all.push(await view.find(table, search), await view.count(table, search));
    }
  }
  for (const name of ["n", "m"]) all.push(await view.lookup(named, "name", name));
  return all;
}

class Refused extends Error {}
const TAKEN = 'another record of "named" has this "name"';

async function run(tx: Writer, { writes, isRefused }: Work): Promise<void> {
  for (const { table: nth, member: value, how, looks } of writes) {
    const table = tableAt(nth);
    const key = table.key(value);
    if (looks === "get") await tx.get(table, key);
    if (looks === "find") await tx.find(table, searchesOf(table)[6] ?? {});
    if (how === "delete") tx.delete(table, key);
    // With a unique value only what has a new key may be inserted.
    else if (how === "insert" && table !== named) tx.insert(table, value);
    else tx.put(table, value);
  }
  if (isRefused) throw new Refused();
}

/** Whether two records have one name. */
async function clashes(model: ModelStore): Promise<boolean> {
  const names = (await model.find(named)).flatMap(({ name }) => name ?? []);
  return new Set(names).size < names.length;
}

/** A store, and the model that it is compared with. */
class Compared {
  /** What transactions read and returned, and what the model expects. */
  readonly found: unknown[] = [];
  readonly expected: unknown[] = [];
  readonly #watched: WatchedStore;
  #model = new ModelStore();
  #past: { readonly snapshot: StoreSnapshot; readonly model: ModelStore } | undefined;

  constructor(watched: WatchedStore) {
    this.#watched = watched;
  }

  /** Applies a step to both, and reads both. */
  async do(each: Exclude<Step, "other">): Promise<void> {
    if (each === "snapshot") {
      this.#past = { snapshot: await this.#store.snapshot(), model: this.#model.copy() };
    } else if (each === "restore") {
      if (this.#past === undefined) return;
      await this.#store.restore(this.#past.snapshot);
      this.#model = this.#past.model.copy();
    } else if (each === "empty") {
      await this.#store.load({ tables: {} } satisfies Dump);
      this.#model = new ModelStore();
    } else if ("lost" in each) {
      this.#watched.failNextCommit();
      const lost = each.lost.map((works) => this.#store.transaction((tx) => run(tx, works)));
      const outcomes = await Promise.allSettled(lost);
      this.#note(
        outcomes.map(({ status }) => status),
        outcomes.map(() => "rejected"),
      );
    } else await this.#transact(each.works);
    this.#note(await this.#store.transaction(readEveryWay), await readEveryWay(this.#model));
  }

  #note(found: unknown, expected: unknown): void {
    this.found.push(found);
    this.expected.push(expected);
  }

  get #store(): Store {
    return this.#watched.store;
  }

  /** Runs work under one commit; each reads what those before it wrote. */
  async #transact(works: readonly Work[]): Promise<void> {
    const ended = works.map(async (each) => {
      const reading = this.#store.transaction(readEveryWay);
      const outcome = this.#store.transaction((tx) => run(tx, each));
      return { read: await reading, outcome: await outcome.then(() => "done", String) };
    });
    for (const [nth, each] of works.entries()) {
      const { read, outcome } = (await ended[nth]) ?? {};
      this.#note(read, await readEveryWay(this.#model));
      const after = this.#model.copy();
      const model = await run(after as Writer, each).then(() => "done", String);
      const isClash = model === "done" && (await clashes(after));
      this.#note(outcome, isClash ? String(new ConflictError(TAKEN)) : model);
      if (outcome === "done") this.#model = after;
    }
  }
}

for (const [name, newPlace, rounds] of [
  ["in memory", memoryPlace, 60],
  ["on file", filePlace, 20],
] as const) {
  test(`${name}, transactions find what they would find without a cache`, LONG_TEST, async () => {
    const places = [await newPlace(), await newPlace()] as const;
    const watched = [await opened(places[0].file), await opened(places[1].file)] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const worlds = watched.map((each) => new Compared(each));
        for (const world of worlds) await world.do("empty");
        let nth = 0;
        for (const each of steps) {
          if (each === "other") nth = 1 - nth;
          else await worlds[nth]?.do(each);
        }
        for (const world of worlds) {
          await world.do({ works: [] });
          expect(world.found).toEqual(world.expected);
        }
      }),
      { numRuns: rounds },
    );
    for (const { store } of watched) await store.close();
    for (const place of places) await place.remove();
  });
}

test("a lobby member is added or changed without a search", async () => {
  const { store, searches } = await opened(IN_MEMORY);
  const key = "7".padStart(20, "0");
  const inLobby = { after: `${key}:`, before: `${key};` };
  const add = (user_id: string, team: string | null = null) =>
    store.transaction(async (tx) => {
      const there = await tx.find(members, inLobby);
      tx.put(members, { lobby_id: "7", user_id, team });
      return there.map((each) => each.user_id);
    });
  await add("1");
  await add("2");
  const before = searches();
  expect(await add("3")).toEqual(["1", "2"]);
  expect(await add("2", "red")).toEqual(["1", "2", "3"]);
  expect(await add("4")).toEqual(["1", "2", "3"]);
  expect(searches()).toBe(before);
  await store.close();
});

test("upserting a command by its name takes no search", async () => {
  const { store, searches } = await opened(IN_MEMORY);
  const upsert = (team: string) =>
    store.transaction(async (tx) => {
      const found = await tx.lookup(named, "name", "n");
      const count = await tx.count(named, { index: "team", value: "red" });
      tx.put(named, { lobby_id: "1", user_id: "1", team, name: "n" });
      return [found?.team, count];
    });
  await upsert("red");
  await upsert("red");
  const before = searches();
  expect(await upsert("blue")).toEqual(["red", 1]);
  expect(await upsert("red")).toEqual(["blue", 0]);
  expect(await upsert("red")).toEqual(["red", 1]);
  expect(searches()).toBe(before);
  await store.close();
});
