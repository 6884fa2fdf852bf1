import { expect, test } from "vitest";
import { Memo } from "./cache.ts";
import { CommitCounter } from "./cache-dependencies.ts";

function aMemo(limits: { entriesMax?: number; sizeMax?: number } = {}) {
  const versions = new CommitCounter();
  const memo = new Memo<string>({
    holds: (basis) => versions.holds(basis),
    entriesMax: limits.entriesMax ?? 10,
    sizeMax: limits.sizeMax ?? 100,
    sizeOf: (value) => value.length,
  });
  const changeElsewhere = () => versions.allChanged();
  const basis = (...tables: string[]) => ({ stamp: versions.stamp(), tables: new Set(tables) });
  return { memo, versions, basis, changeElsewhere };
}

test("a value is kept while none of its tables changes", () => {
  const { memo, versions, basis } = aMemo();
  memo.put("a", "x", basis("lobby", "member"));
  versions.changed(["command"]);
  expect(memo.get("a")).toBe("x");
  versions.changed(["member"]);
  expect(memo.get("a")).toBeUndefined();
});

test("a value whose read began before a commit and ended after it is not kept", () => {
  const { memo, versions, basis } = aMemo();
  const early = basis("lobby");
  versions.changed(["lobby"]);
  memo.put("a", "x", early);
  expect(memo.get("a")).toBeUndefined();
});

test("a change by another process, or of everything, ends every value", () => {
  const { memo, versions, basis, changeElsewhere } = aMemo();
  memo.put("a", "x", basis("lobby"));
  changeElsewhere();
  expect(memo.get("a")).toBeUndefined();
  memo.put("a", "x", basis("lobby"));
  versions.allChanged();
  expect(memo.get("a")).toBeUndefined();
});

test("of too many values, the one that was not asked for the longest goes", () => {
  const { memo, basis } = aMemo({ entriesMax: 2 });
  memo.put("a", "1", basis());
  memo.put("b", "2", basis());
  memo.get("a");
  memo.put("c", "3", basis());
  expect([memo.get("a"), memo.get("b"), memo.get("c")]).toEqual(["1", undefined, "3"]);
});

test("values that are too large together make room, and one that is too large alone does not stay", () => {
  const { memo, basis } = aMemo({ sizeMax: 5 });
  memo.put("a", "123", basis());
  memo.put("b", "123", basis());
  expect([memo.get("a"), memo.get("b")]).toEqual([undefined, "123"]);
  memo.put("c", "1234567", basis());
  expect([memo.get("b"), memo.get("c")]).toEqual([undefined, undefined]);
});

test("a value that is put again counts once", () => {
  const { memo, basis } = aMemo({ sizeMax: 5 });
  for (let i = 0; i < 10; i++) memo.put("a", "123", basis());
  memo.put("b", "12", basis());
  expect([memo.get("a"), memo.get("b")]).toEqual(["123", "12"]);
});
