import { expect, test } from "vitest";
import { SearchCache } from "./search-cache.ts";

/** Keeps the result of a search that was made before. */
function kept(cache: SearchCache, table: string, search: string, value: unknown): void {
  const characters = JSON.stringify(value)?.length ?? 0;
  cache.keep(table, search, { value, characters });
  cache.keep(table, search, { value, characters });
}

test("a search is kept from the second time it is made", () => {
  const cache = new SearchCache();
  cache.keep("note", "owner a", { value: [{ id: "1" }], characters: 10 });
  expect(cache.get("note", "owner a")).toBeUndefined();
  cache.keep("note", "owner a", { value: [{ id: "1" }], characters: 10 });
  expect(cache.get("note", "owner a")).toEqual({ value: [{ id: "1" }] });
});

test("that nothing was found is a result too", () => {
  const cache = new SearchCache();
  kept(cache, "note", "name a", undefined);
  expect(cache.get("note", "name a")).toEqual({ value: undefined });
});

test("a write to a table takes its results away, and leaves those of others", () => {
  const cache = new SearchCache();
  kept(cache, "note", "owner a", []);
  kept(cache, "role", "guild 1", []);
  cache.forget("note");
  expect(cache.get("note", "owner a")).toBeUndefined();
  expect(cache.get("role", "guild 1")).toEqual({ value: [] });
});

test("what is kept is frozen at every depth", () => {
  const cache = new SearchCache();
  kept(cache, "note", "owner a", [{ words: ["b"] }]);
  const found = cache.get("note", "owner a") as { value: { words: string[] }[] };
  expect(() => found.value[0]?.words.push("c")).toThrow(TypeError);
});

test("a result too long for it is not kept, and all together stay within a bound", () => {
  const cache = new SearchCache();
  kept(cache, "note", "long", "x".repeat(65 * 1024));
  expect(cache.get("note", "long")).toBeUndefined();
  kept(cache, "note", "first", "x".repeat(60 * 1024));
  for (let i = 0; i < 150; i += 1) kept(cache, "note", String(i), "x".repeat(60 * 1024));
  expect(cache.get("note", "149")).toBeDefined();
  expect(cache.get("note", "first")).toBeUndefined();
});

test("what is forgotten takes no room", () => {
  const cache = new SearchCache();
  kept(cache, "role", "guild 1", []);
  for (let i = 0; i < 300; i += 1) {
    kept(cache, "note", String(i), "x".repeat(60 * 1024));
    cache.forget("note");
  }
  expect(cache.get("role", "guild 1")).toEqual({ value: [] });
});
