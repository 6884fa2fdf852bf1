import { expect, test } from "vitest";
import { JournalIndex, type JournalEntry, type Row } from "./journal-index.ts";

function row(number: number, kind: JournalEntry["kind"] = "request"): Row {
  const at = "2026-11-22T12:00:00.000Z";
  return {
    kind: "entry",
    entry: {
      id: String(number),
      at,
      real_at: at,
      trace: String(number),
      cause: null,
      kind,
      actor: null,
      application: null,
      name: "n",
      summary: `entry ${number}`,
    },
  };
}

function idsIn(index: JournalIndex, name: string): string[] {
  const rows = index.slice(name, 0, 1000);
  return rows.map((each) => (each.kind === "entry" ? each.entry.id : `gap ${each.missed}`));
}

test("a view contains the rows that match its conditions, earlier and later ones", () => {
  const index = new JournalIndex();
  index.add(row(1));
  index.add(row(2, "dispatch"));
  index.open("v", [{ field: "kind", value: "dispatch" }]);
  index.add(row(3, "dispatch"));
  index.add(row(4));
  expect([idsIn(index, "v"), index.size("v")]).toEqual([["2", "3"], { total: 2, dropped: 0 }]);
});

test("a gap is in every view", () => {
  const index = new JournalIndex();
  index.open("v", [{ field: "kind", value: "job" }]);
  index.add({ kind: "gap", missed: 12 });
  expect(idsIn(index, "v")).toEqual(["gap 12"]);
});

test("the oldest rows are dropped, and a view counts its dropped rows", () => {
  const index = new JournalIndex(10);
  index.open("all", []);
  for (let i = 0; i < 10_011; i += 1) index.add(row(i));
  const { total, dropped } = index.size("all");
  expect([total, dropped, idsIn(index, "all")[0]]).toEqual([10, 10_001, "10001"]);
});

test("an entry is found at its index in a view, and not after it was dropped", () => {
  const index = new JournalIndex(10);
  index.open("v", [{ field: "kind", value: "dispatch" }]);
  index.add({ kind: "gap", missed: 1 });
  index.add(row(1));
  index.add(row(2, "dispatch"));
  const places = [index.placeOf("v", "2"), index.placeOf("v", "1"), index.placeOf("w", "2")];
  expect(places.map(({ at }) => at)).toEqual([1, -1, -1]);
  for (let i = 3; i < 10_020; i += 1) index.add(row(i));
  expect(index.placeOf("v", "2")).toEqual({ at: -1, dropped: 2, mayCome: false });
});

test("an entry may still arrive until a newer one has arrived, also in another view", () => {
  const index = new JournalIndex();
  index.open("v", [{ field: "kind", value: "dispatch" }]);
  index.add(row(9));
  expect([index.placeOf("v", "9").mayCome, index.placeOf("v", "10").mayCome]).toEqual([
    false,
    true,
  ]);
  index.add(row(11));
  expect(index.placeOf("v", "10").mayCome).toBe(false);
});

test("clearing the index for another world drops all rows", () => {
  const index = new JournalIndex();
  index.open("all", []);
  index.add(row(1));
  index.clear();
  index.add(row(2));
  expect(idsIn(index, "all")).toEqual(["2"]);
  // A page that cached the old row can tell that it was dropped, although the number of rows is the
  // same.
  expect(index.size("all")).toEqual({ total: 1, dropped: 1 });
});
