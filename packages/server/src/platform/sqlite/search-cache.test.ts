import { describe, expect, test } from "vitest";
import { tableOf } from "../store.ts";
import type { TableChange } from "../storage/table-changes.ts";
import { entryOf, layoutsOf } from "../storage/table-schema.ts";
import { sqliteDialect } from "./connection.ts";
import { SearchCache, type SearchPlace, type SearchKind } from "./search-cache.ts";

interface Note {
  readonly id: string;
  readonly owner: string;
  readonly name?: string;
}

const notes = tableOf<Note>()({
  name: "note",
  key: ({ id }) => id,
  indexes: { owner: ({ owner }) => owner },
  unique: { name: ({ name }) => name },
});
const roles = tableOf<Note>()({ name: "role", key: ({ id }) => id });
const layouts = layoutsOf([notes, roles], sqliteDialect);

function layoutOf(name: string) {
  const layout = layouts.get(name);
  if (layout === undefined) throw new Error(`no table ${name}`);
  return layout;
}

const ofA: SearchPlace = { by: entryOf(layoutOf("note"), "index", "owner"), value: "a" };
const named: SearchPlace = { by: entryOf(layoutOf("note"), "unique", "name"), value: "x" };
const beginning: SearchPlace = { by: "beginning", value: "1:" };
const anywhere: SearchPlace = { by: "anywhere", value: "" };

/** Caches the result of a search that was made once before. */
function kept(
  cache: SearchCache,
  search: string,
  value: unknown,
  [place, kind, table]: readonly [SearchPlace, SearchKind, string?] = [anywhere, "part"],
): void {
  const characters = JSON.stringify(value)?.length ?? 0;
  const of = table ?? "note";
  while (cache.get(of, search) === undefined) {
    cache.set(of, search, { value, characters, place, kind });
  }
}

/** A change of one record. */
function change(old: Note | undefined, record: Note | undefined, table = "note"): TableChange {
  const key = (old ?? record)?.id ?? "";
  return {
    layout: layoutOf(table),
    deleted: record === undefined ? [key] : [],
    put: record === undefined ? [] : [{ key, body: JSON.stringify(record) }],
    unread: [],
    created: [],
    entries: [],
    written: new Map([[key, record]]),
    readRecords: new Map([[key, old]]),
  };
}

function write(cache: SearchCache, old: Note | undefined, record: Note | undefined): void {
  cache.applyChanges([change(old, record)], []);
}

test("a search is cached from its second time on", () => {
  const cache = new SearchCache();
  const found = { value: [{ id: "1" }], characters: 10, place: ofA, kind: "list" } as const;
  cache.set("note", "owner a", found);
  expect(cache.get("note", "owner a")).toBeUndefined();
  cache.set("note", "owner a", found);
  expect(cache.get("note", "owner a")?.value).toEqual([{ id: "1" }]);
});

test("an empty result is cached, too", () => {
  const cache = new SearchCache();
  kept(cache, "name x", undefined, [named, "record"]);
  expect(cache.get("note", "name x")).toMatchObject({ value: undefined });
});

describe("a cached search is updated as records are written", () => {
  const one = { id: "1:1", owner: "a" };
  const two = { id: "1:2", owner: "a", name: "x" };
  const other = { id: "2:1", owner: "b" };

  test("a list gains new records in key order and loses deleted ones", () => {
    const cache = new SearchCache();
    const of = () => cache.get("note", "all")?.value;
    kept(cache, "all", [two], [beginning, "list"]);
    const before = of();
    write(cache, undefined, one);
    write(cache, undefined, other);
    expect(of()).toEqual([one, two]);
    write(cache, one, { ...one, owner: "b" });
    expect(of()).toEqual([{ ...one, owner: "b" }, two]);
    write(cache, two, undefined);
    expect(of()).toEqual([{ ...one, owner: "b" }]);
    expect(before).toEqual([two]);
  });

  test("a list by value has exactly the records with the value", () => {
    const cache = new SearchCache();
    kept(cache, "owner a", [two], [ofA, "list"]);
    write(cache, { ...one, owner: "b" }, one);
    write(cache, two, { ...two, owner: "c" });
    write(cache, undefined, other);
    expect(cache.get("note", "owner a")?.value).toEqual([one]);
  });

  test("a count is incremented and decremented", () => {
    const cache = new SearchCache();
    kept(cache, "count a", 1, [ofA, "count"]);
    write(cache, undefined, one);
    write(cache, one, { ...one, name: "y" });
    write(cache, undefined, other);
    expect(cache.get("note", "count a")?.value).toBe(2);
    write(cache, one, undefined);
    expect(cache.get("note", "count a")?.value).toBe(1);
  });

  test("the single record of a value is its latest holder, in any order of changes", () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const cache = new SearchCache();
      kept(cache, "name x", two, [named, "record"]);
      const handed = [
        change(two, { ...two, name: "y" }),
        change({ ...one, name: "z" }, { ...one, name: "x" }),
      ];
      cache.applyChanges(
        order.flatMap((nth) => handed[nth] ?? []),
        [],
      );
      expect(cache.get("note", "name x")?.value).toEqual({ ...one, name: "x" });
      write(cache, { ...one, name: "x" }, undefined);
      expect(cache.get("note", "name x")).toMatchObject({ value: undefined });
    }
  });

  test("a limited search is evicted once its range is written", () => {
    const cache = new SearchCache();
    kept(cache, "newest of 1", [two], [beginning, "part"]);
    kept(cache, "role", [one], [anywhere, "part", "role"]);
    write(cache, undefined, other);
    expect(cache.get("note", "newest of 1")?.value).toEqual([two]);
    write(cache, two, { ...two, name: "y" });
    expect(cache.get("note", "newest of 1")).toBeUndefined();
    expect(cache.get("role", "role")?.value).toEqual([one]);
    cache.applyChanges([change(undefined, other, "role")], []);
    expect(cache.get("role", "role")).toBeUndefined();
  });

  test("a table's searches are evicted when an unread record of it is replaced", () => {
    const cache = new SearchCache();
    kept(cache, "owner a", [one], [ofA, "list"]);
    cache.applyChanges([change(undefined, other)], ["note"]);
    expect(cache.get("note", "owner a")).toBeUndefined();
  });
});

test("cached results are deeply frozen, whether found or written", () => {
  const cache = new SearchCache();
  const words = (nth: number) => {
    const { value } = cache.get("note", "owner a") as { value: { words: string[] }[] };
    return value[nth]?.words;
  };
  kept(cache, "owner a", [{ id: "1", owner: "a", words: ["b"] }], [ofA, "list"]);
  expect(() => words(0)?.push("c")).toThrow(TypeError);
  write(cache, undefined, { id: "2", owner: "a", words: ["d"] } as Note);
  expect(() => words(1)?.push("c")).toThrow(TypeError);
  const { value } = cache.get("note", "owner a") as { value: unknown[] };
  expect(() => value.push("c")).toThrow(TypeError);
});

test("a result that is too long is not cached, and all together are bounded", () => {
  const cache = new SearchCache();
  const long = { value: "x".repeat(257 * 1024), characters: 257 * 1024 };
  for (let times = 0; times < 2; times += 1) {
    cache.set("note", "long", { ...long, place: anywhere, kind: "part" });
  }
  expect(cache.get("note", "long")).toBeUndefined();
  kept(cache, "first", "x".repeat(60 * 1024));
  for (let i = 0; i < 150; i += 1) kept(cache, String(i), "x".repeat(60 * 1024));
  expect(cache.get("note", "149")).toBeDefined();
  expect(cache.get("note", "first")).toBeUndefined();
});

test("a list that grows too long is evicted", () => {
  const cache = new SearchCache();
  kept(cache, "owner a", [], [ofA, "list"]);
  const long = (id: number) => ({ id: `${id}`, owner: "a", name: "x".repeat(40_000) });
  for (let id = 0; id < 6; id += 1) write(cache, undefined, long(id));
  expect(cache.get("note", "owner a")?.value).toHaveLength(6);
  write(cache, undefined, long(6));
  expect(cache.get("note", "owner a")).toBeUndefined();
});

test("evicted results take no room", () => {
  const cache = new SearchCache();
  kept(cache, "guild 1", [], [anywhere, "list", "role"]);
  for (let i = 0; i < 300; i += 1) {
    kept(cache, String(i), "x".repeat(60 * 1024));
    write(cache, undefined, { id: "1", owner: "a" });
    kept(cache, "replaced", "x".repeat(60 * 1024));
    cache.applyChanges([change(undefined, { id: "1", owner: "a" })], ["note"]);
  }
  expect(cache.get("role", "guild 1")?.value).toEqual([]);
});
