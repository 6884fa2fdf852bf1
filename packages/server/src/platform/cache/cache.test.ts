import { expect, test } from "vitest";
import { Cache } from "./cache.ts";
import { CommitCounter } from "./commit-counter.ts";

function aMemo(limits: { entriesMax?: number; sizeMax?: number } = {}) {
  const versions = new CommitCounter();
  const cache = new Cache<string>({
    holds: (dependencies) => versions.holds(dependencies),
    entriesMax: limits.entriesMax ?? 10,
    sizeMax: limits.sizeMax ?? 100,
    sizeOf: (value) => value.length,
  });
  const changeElsewhere = () => versions.allChanged();
  const dependencies = (...tables: string[]) => ({
    stamp: versions.stamp(),
    tables: new Set(tables),
    wholeTables: new Set(tables),
    places: [],
  });
  return { cache, versions, dependencies, changeElsewhere };
}

test("a value is cached while none of its tables changes", () => {
  const { cache, versions, dependencies } = aMemo();
  cache.put("a", "x", dependencies("lobby", "member"));
  versions.changed(["command"]);
  expect(cache.get("a")).toBe("x");
  versions.changed(["member"]);
  expect(cache.get("a")).toBeUndefined();
});

test("a value whose read spans a commit is not cached", () => {
  const { cache, versions, dependencies } = aMemo();
  const early = dependencies("lobby");
  versions.changed(["lobby"]);
  cache.put("a", "x", early);
  expect(cache.get("a")).toBeUndefined();
});

test("a change by another process, or of everything, invalidates every value", () => {
  const { cache, versions, dependencies, changeElsewhere } = aMemo();
  cache.put("a", "x", dependencies("lobby"));
  changeElsewhere();
  expect(cache.get("a")).toBeUndefined();
  cache.put("a", "x", dependencies("lobby"));
  versions.allChanged();
  expect(cache.get("a")).toBeUndefined();
});

test("of too many values, one that was not used is evicted", () => {
  const { cache, dependencies } = aMemo({ entriesMax: 2 });
  cache.put("a", "1", dependencies());
  cache.put("b", "2", dependencies());
  cache.get("a");
  cache.put("c", "3", dependencies());
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["1", undefined, "3"]);
});

test("values that are too large together are evicted, and one that is too large alone is not cached", () => {
  const { cache, dependencies } = aMemo({ sizeMax: 5 });
  cache.put("a", "123", dependencies());
  cache.put("b", "123", dependencies());
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, "123"]);
  cache.put("c", "1234567", dependencies());
  expect([cache.get("b"), cache.get("c")]).toEqual(["123", undefined]);
});

test("a value that is stored again counts once", () => {
  const { cache, dependencies } = aMemo({ sizeMax: 5 });
  for (let i = 0; i < 10; i++) cache.put("a", "123", dependencies());
  cache.put("b", "12", dependencies());
  expect([cache.get("a"), cache.get("b")]).toEqual(["123", "12"]);
});
