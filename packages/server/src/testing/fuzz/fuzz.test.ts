// Calls every operation and sends every kind of frame with random input: each must get a declared
// answer without an internal error. `npm run fuzz -- --minutes N` runs longer.
import { expect, test } from "vitest";
import { fuzzedEndpoints } from "./calls.ts";
import { fuzz } from "./fuzz.ts";

const CALLS = 1200;
/** Far longer than the calls take, since other tests run at the same time. */
const TIMEOUT_MS = 120_000;

test.each(["harbour", "lighthouse"])(
  "random input from the seed %s causes no errors",
  async (seed) => {
    const report = await fuzz({ seed, isOver: (calls) => calls >= CALLS });
    expect(report.issues).toEqual([]);
    // The run must get far: many operations must have succeeded at least once.
    expect(report.taken.size).toBeGreaterThan(fuzzedEndpoints.length / 3);
    expect(report.frames).toBeGreaterThan(CALLS / 10);
  },
  TIMEOUT_MS,
);

test(
  "the same seed generates the same calls",
  async () => {
    const run = () => fuzz({ seed: "again", isOver: (calls) => calls >= 200 });
    const { byStatus, frames } = await run();
    expect(await run()).toMatchObject({ byStatus, frames });
  },
  TIMEOUT_MS,
);
