import { expect, test } from "vitest";
import { SweptMap } from "./swept-map.ts";

test("a growing map is swept each time that it has doubled, and then holds what has not ended", () => {
  const map = new SweptMap<number, { readonly endsAt: number }>();
  const sweptAt: number[] = [];
  for (let now = 0; now < 100_000; now += 1) {
    if (map.isSweepDue) {
      sweptAt.push(now);
      map.sweep(({ endsAt }) => endsAt <= now);
    }
    map.set(now, { endsAt: now % 2 === 0 ? now + 1 : Infinity });
  }
  // Half of the entries stay: the map doubles with twice as many, less those that stayed.
  expect(sweptAt).toEqual([10_000, 15_000, 22_500, 33_750, 50_625, 75_937]);
  map.sweep(() => true);
  expect([map.size, map.isSweepDue]).toEqual([0, false]);
});
