// Every operation and every frame with drawn input: nothing is answered with a fault of the service,
// with what is not declared, or not at all. `npm run fuzz -- --minutes N` goes on for longer.
import { expect, test } from "vitest";
import { fuzzedEndpoints } from "./calls.ts";
import { fuzz } from "./fuzz.ts";

const CALLS = 1200;
/** Far more than the calls take: other tests run beside them. */
const TIMEOUT_MS = 120_000;

test.each(["harbour", "lighthouse"])(
  "input drawn from the seed %s meets no fault",
  async (seed) => {
    const report = await fuzz({ seed, isOver: (calls) => calls >= CALLS });
    expect(report.issues).toEqual([]);
    // It goes deep: most operations were not only refused.
    expect(report.taken.size).toBeGreaterThan(fuzzedEndpoints.length / 3);
    expect(report.frames).toBeGreaterThan(CALLS / 10);
  },
  TIMEOUT_MS,
);

test(
  "a seed draws the same calls again",
  async () => {
    const run = () => fuzz({ seed: "again", isOver: (calls) => calls >= 200 });
    const { byStatus, frames } = await run();
    expect(await run()).toMatchObject({ byStatus, frames });
  },
  TIMEOUT_MS,
);
