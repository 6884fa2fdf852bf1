import { expect, test } from "vitest";
import { localRateLimitCounters, sharesOf } from "./rate-limit-counters.ts";

const NOW = 1_000;

test("processes that count separately together allow no more than the limit", () => {
  for (const processes of [1, 2, 3, 7]) {
    const all = Array.from({ length: processes }, () =>
      sharesOf(localRateLimitCounters(), () => processes),
    );
    const claim = { key: "bucket", max: 50, windowMs: 1_000 };
    const results = all.flatMap((counters) =>
      Array.from({ length: 60 }, () => counters.take([claim], NOW)).filter(
        ({ full }) => full === undefined,
      ),
    );
    expect(results.length).toBeLessThanOrEqual(50);
    expect(results.length).toBeGreaterThan(50 - processes);
    expect(all[0]?.peek("bucket", NOW)).toMatchObject({ max: Math.floor(50 / processes) });
  }
});

test("a process allows one call of a window, however many processes there are, and none of a closed one", () => {
  const counters = sharesOf(localRateLimitCounters(), () => 5);
  const take = (max: number) => counters.take([{ key: `${max}`, max, windowMs: 1_000 }], NOW).full;
  expect([take(2), take(2), take(0)]).toEqual([undefined, 0, 0]);
});
