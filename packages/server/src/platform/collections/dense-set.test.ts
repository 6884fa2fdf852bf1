import fc from "fast-check";
import { expect, test } from "vitest";
import { DenseSet, type DenseMember } from "./dense-set.ts";

interface Numbered extends DenseMember {
  readonly number: number;
}

const numbered = (number: number): Numbered => ({ number, index: -1 });

function numbersOf(set: DenseSet<Numbered>): number[] {
  const numbers: number[] = [];
  set.forEach(({ number }) => numbers.push(number));
  return numbers.toSorted((a, b) => a - b);
}

test("it contains what a Set contains after any additions and deletions", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 9 }))), (steps) => {
      const members = Array.from({ length: 10 }, (_, i) => numbered(i));
      const set = new DenseSet<Numbered>();
      const expected = new Set<number>();
      for (const [isAdded, i] of steps) {
        const member = members[i];
        if (member === undefined || (isAdded && expected.has(i))) continue;
        if (isAdded) set.add(member);
        else set.delete(member);
        if (isAdded) expected.add(i);
        else expected.delete(i);
      }
      expect(numbersOf(set)).toEqual([...expected].toSorted((a, b) => a - b));
      expect(set.size).toBe(expected.size);
    }),
  );
});

test("members can be deleted during an iteration that visits each once", () => {
  const set = new DenseSet<Numbered>();
  for (let i = 0; i < 9; i += 1) set.add(numbered(i));
  const visited: number[] = [];
  set.forEach((member) => {
    visited.push(member.number);
    if (member.number % 2 === 0) set.delete(member);
  });
  expect(visited.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(numbersOf(set)).toEqual([1, 3, 5, 7]);
});
