import { expect, test } from "vitest";
import { RecordCache } from "./record-cache.ts";

function kept(cache: RecordCache, key: string, length: number): boolean {
  cache.keep("note", key, { record: { id: key }, body: "x".repeat(length) });
  return cache.get("note", key) !== undefined;
}

test("a record is kept under its table and key until it is forgotten, or everything is", () => {
  const cache = new RecordCache();
  for (const key of ["1", "2"]) cache.keep("note", key, { record: { id: key }, body: "{}" });
  expect(cache.get("other", "1")).toBeUndefined();
  cache.forget("note", "1");
  expect([cache.get("note", "1"), cache.get("note", "2")]).toEqual([undefined, { id: "2" }]);
  cache.clear();
  expect(cache.get("note", "2")).toBeUndefined();
});

test("that there is no record is kept until one is written", () => {
  const cache = new RecordCache();
  cache.keepAbsent("note", "1");
  expect(cache.get("note", "1")).toBe("absent");
  cache.forget("note", "1");
  expect(cache.get("note", "1")).toBeUndefined();
});

test("what is kept is frozen at every depth", () => {
  const cache = new RecordCache();
  cache.keep("note", "1", { record: { list: [{ name: "a" }] }, body: "{}" });
  const { list } = cache.get("note", "1") as { list: { name: string }[] };
  expect(() => Object.assign(list[0] ?? {}, { name: "b" })).toThrow(TypeError);
});

test("a record too long for it is not kept, and all together stay within a bound", () => {
  const cache = new RecordCache();
  expect([kept(cache, "long", 16 * 1024 + 1), kept(cache, "first", 16 * 1024)]).toEqual([
    false,
    true,
  ]);
  for (let i = 0; i < 600; i++) expect(kept(cache, String(i), 16 * 1024)).toBe(true);
  expect(cache.get("note", "first")).toBeUndefined();
});
