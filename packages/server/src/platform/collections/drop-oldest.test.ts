import { expect, test } from "vitest";
import { dropOldest } from "./drop-oldest.ts";

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const mapOf = (keys: readonly number[]) => new Map(keys.map((key) => [key, `${key}`]));

test("a map with the maximum number of entries keeps them all", () => {
  const map = mapOf(numbers(1, 16));
  dropOldest(map, 16);
  expect([...map.keys()]).toEqual(numbers(1, 16));
});

test("a map with more drops the oldest until an eighth of its room is free", () => {
  const map = mapOf(numbers(1, 17));
  const dropped: string[] = [];
  dropOldest(map, 16, (value) => dropped.push(value));
  expect([...map.keys()]).toEqual(numbers(4, 17));
  expect(dropped).toEqual(["1", "2", "3"]);
});

test("a set is bounded in the same way", () => {
  const set = new Set(numbers(1, 17));
  dropOldest(set, 16);
  expect([...set]).toEqual(numbers(4, 17));
});

test("a small map drops a single entry", () => {
  const map = mapOf(numbers(1, 3));
  dropOldest(map, 2);
  expect([...map.keys()]).toEqual([2, 3]);
});
