import { expect, test } from "vitest";
import { tableOf } from "../store.ts";
import { keyOfIds } from "../records/stored-form.ts";
import { layoutsOf, type RecordLayout } from "../storage/table-schema.ts";
import { sqliteDialect } from "./connection.ts";
import { RecordCache } from "./record-cache.ts";

interface Note {
  readonly id: string;
  readonly text: string | null;
}

function layoutNamed(name: string, isReadBack = false): RecordLayout {
  const table = tableOf<Note>()({
    name,
    key: keyOfIds("id"),
    defaults: { text: null },
    isReadBack,
  });
  const [layout] = layoutsOf([table], sqliteDialect).values();
  if (layout === undefined) throw new Error("no layout");
  return layout;
}

function isKept(cache: RecordCache, key: string, length: number): boolean {
  cache.set("note", key, { record: { id: key }, characters: length });
  return cache.get("note", key) !== undefined;
}

test("a record is cached under its table and key until it or everything is evicted", () => {
  const cache = new RecordCache();
  for (const key of ["1", "2"]) cache.set("note", key, { record: { id: key }, characters: 2 });
  expect(cache.get("other", "1")).toBeUndefined();
  cache.delete("note", "1");
  expect([cache.get("note", "1"), cache.get("note", "2")]).toEqual([undefined, { id: "2" }]);
  cache.clear();
  expect(cache.get("note", "2")).toBeUndefined();
});

test("a missing record is cached until one is written", () => {
  const cache = new RecordCache();
  cache.setAbsent("note", "1");
  expect(cache.get("note", "1")).toBe("absent");
  cache.delete("note", "1");
  expect(cache.get("note", "1")).toBeUndefined();
});

test("a written record is cached if its predecessor was in use, or if its table is soon read back", () => {
  const cache = new RecordCache();
  cache.set("note", "1", { record: { id: "1" }, characters: 2 });
  const written = (name: string, key: string, isReadBack: boolean) => {
    cache.setWritten(layoutNamed(name, isReadBack), key, '{"id":"new"}');
    return cache.get(name, key);
  };
  expect(written("note", "1", false)).toEqual({ id: "new", text: null });
  expect(written("note", "2", false)).toBeUndefined();
  expect(written("answer", "1", true)).toEqual({ id: "new", text: null });
  expect(Object.isFrozen(cache.get("answer", "1"))).toBe(true);
  cache.setWritten(layoutNamed("counter"), "1", "{}");
  cache.setWritten(layoutNamed("note"), "1", `"${"x".repeat(16 * 1024)}"`);
  expect(cache.get("note", "1")).toBeUndefined();
});

test("a view contains its own commits and no later ones", () => {
  const cache = new RecordCache();
  cache.set("note", "1", { record: { id: "1" }, characters: 2 });
  expect(cache.viewOfCommit()("note", "1")).toBeUndefined();
  cache.noteCommit();
  const view = cache.viewOfCommit();
  expect(view("note", "1")).toEqual({ id: "1" });
  const key = "00000000000000000001";
  cache.set("note", key, { record: { id: "1" }, characters: 2 });
  cache.noteCommit();
  expect(view("note", key)).toBeUndefined();
  cache.setWritten(layoutNamed("note"), key, '{"text":"new"}');
  cache.noteCommit();
  expect(cache.viewOfCommit()("note", key)).toEqual({ id: "1", text: "new" });
});

test("cached records are deeply frozen", () => {
  const cache = new RecordCache();
  cache.set("note", "1", { record: { list: [{ name: "a" }] }, characters: 2 });
  const { list } = cache.get("note", "1") as { list: { name: string }[] };
  expect(() => Object.assign(list[0] ?? {}, { name: "b" })).toThrow(TypeError);
});

test("a record that is too long is not cached, and all together are bounded", () => {
  const cache = new RecordCache();
  expect([isKept(cache, "long", 16 * 1024 + 1), isKept(cache, "first", 16 * 1024)]).toEqual([
    false,
    true,
  ]);
  for (let i = 0; i < 600; i++) expect(isKept(cache, String(i), 16 * 1024)).toBe(true);
  expect(cache.get("note", "first")).toBeUndefined();
});

test("evicted records, and those cached again, take no additional room", () => {
  const cache = new RecordCache();
  expect(isKept(cache, "first", 100)).toBe(true);
  for (let i = 0; i < 1000; i++) {
    isKept(cache, "written", 16 * 1024);
    cache.delete("note", "written");
    cache.delete("note", "unknown");
    isKept(cache, "read twice", 16 * 1024);
  }
  expect(cache.get("note", "first")).toEqual({ id: "first" });
});

test("a record's size includes its omitted fields", () => {
  const cache = new RecordCache();
  const table = tableOf<Note>()({
    name: "note",
    key: keyOfIds("id"),
    defaults: { text: "x".repeat(10_000) },
    isReadBack: true,
  });
  const [layout] = layoutsOf([table], sqliteDialect).values();
  if (layout === undefined) throw new Error("no layout");
  const keys = Array.from({ length: 1000 }, (_, i) => String(i));
  for (const key of keys) cache.setWritten(layout, key, "{}");
  expect(keys.map((key) => cache.get("note", key) !== undefined)).toContain(false);
  cache.setWritten(layout, "long", `"${"x".repeat(7000)}"`);
  expect(cache.get("note", "long")).toBeUndefined();
});
