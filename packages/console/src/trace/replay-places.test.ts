import { expect, test } from "vitest";
import { whereToReplay } from "./replay-places.ts";

const at = (seconds: number) => `2026-01-01T00:00:0${seconds}.000000+00:00`;
const snapshot = (name: string, seconds: number) => ({ name, created_at: at(seconds) });

test("only snapshots from before the trace are offered, latest first", () => {
  const all = [snapshot("first", 1), snapshot("late", 5), snapshot("last", 3)];
  expect(whereToReplay(all, [], at(4))).toEqual(["snapshot last", "snapshot first"]);
  expect(whereToReplay(all, [], at(0))).toEqual([]);
});

test("an empty world is not offered for the actions of users", () => {
  const others = [
    { name: "empty", users: 0 },
    { name: "full", users: 2 },
  ];
  expect(whereToReplay([snapshot("early", 1)], others, at(4))).toEqual([
    "snapshot early",
    "world full",
  ]);
});
