// Choices that follow from a seed alone.
import fc from "fast-check";
import { seededRandom } from "../seeded-random.ts";

export interface Dice {
  /** A whole number from 0 up to, and without, the given one. */
  below(count: number): number;
  /** True about once in so many times. */
  oneIn(count: number): boolean;
  /** One of them; undefined where there are none. */
  of<T>(choices: readonly T[]): T | undefined;
  /** A value of an arbitrary. */
  draw<T>(arbitrary: fc.Arbitrary<T>): T;
}

const UINT32 = 0x1_0000_0000;

export function diceOf(seed: string): Dice {
  const random = seededRandom(seed);
  const next = () => Buffer.from(random.bytes(4)).readUInt32LE();
  const below = (count: number) => Math.floor((next() / UINT32) * count);
  return {
    below,
    oneIn: (count) => below(count) === 0,
    of: (choices) => choices[below(choices.length)],
    draw: (arbitrary) => fc.sample(arbitrary, { seed: next() | 0, numRuns: 1 })[0] as never,
  };
}
