// The statements of a commit are joined into fewer, and the joined texts of recent shapes are
// cached.
import { expect, test } from "vitest";
import { JoinedStatements } from "./joined-statements.ts";
import { StatementNames } from "./session.ts";
import type { Statement } from "./writer.ts";

const insert = (table: string, value: string): Statement => [
  `INSERT INTO ${table} VALUES ($1, $2)`,
  [value, 1],
];

test("inserts of several tables become one statement, with the parameters of each", () => {
  const joined = new JoinedStatements(new StatementNames());
  expect(joined.joinInserts([insert("a", "x"), insert("b", "y")])).toEqual([
    [
      "WITH part_0 AS (INSERT INTO a VALUES ($1, $2)) INSERT INTO b VALUES ($3, $4)",
      ["x", 1, "y", 1],
    ],
  ]);
  const calls: readonly Statement[] = [
    ["SELECT f($1)", ["x"]],
    ["SELECT g($1)", ["y"]],
  ];
  expect(joined.joinCalls(calls)).toEqual([["SELECT f($1), g($2)", ["x", "y"]]]);
  expect(joined.joinCalls([])).toEqual([]);
});

test("of too many shapes the oldest lose their statement names, and are joined again", () => {
  const names = new StatementNames();
  const joined = new JoinedStatements(names, 8);
  const textOf = (nth: number) =>
    joined.joinInserts([insert("a", "x"), insert(`b${nth}`, "y")])[0]?.[0];
  const texts = Array.from({ length: 9 }, (_, nth) => {
    const text = textOf(nth) ?? "";
    names.nameOf(text);
    names.learnColumns(text, { fields: [] });
    return text;
  });
  const isKnown = texts.map((text) => names.columnsOf(text) !== undefined);
  // The ninth was one too many, and the oldest eighth of the cache was evicted.
  expect(isKnown).toEqual([false, false, true, true, true, true, true, true, true]);
  expect(textOf(0)).toBe(texts[0]);
});

test("a shape that is used again is kept longer than newer ones", () => {
  const names = new StatementNames();
  const joined = new JoinedStatements(names, 8);
  const textOf = (nth: number) => {
    const text = joined.joinInserts([insert("a", "x"), insert(`b${nth}`, "y")])[0]?.[0] ?? "";
    names.nameOf(text);
    names.learnColumns(text, { fields: [] });
    return text;
  };
  const texts = Array.from({ length: 8 }, (_, nth) => textOf(nth));
  textOf(0);
  textOf(8);
  expect(texts.map((text) => names.columnsOf(text) !== undefined)).toEqual([
    true,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});
