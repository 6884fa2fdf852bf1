// What rate limit counters must do, in the memory of one process or shared with others.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Claim, RateLimitCounters } from "./rate-limit-counters.ts";

export interface CountersPlace {
  /** The counters of several processes, which count the same windows. */
  readonly counters: readonly RateLimitCounters[];
  /** Moves the service's time. */
  moveTo(at: number): void;
  remove(): Promise<void>;
}

const START = 1_800_000_000_000;
const RUNS = 25;

const claimOf = (key: string, max: number): Claim => ({ key, max, windowMs: 1_000 });
const max = { first: 4, second: 7 } as const;

const step = fc.record({
  process: fc.nat({ max: 5 }),
  keys: fc.constantFrom(["first"], ["second"], ["first", "second"], ["second", "first"]),
  laterMs: fc.constantFrom(0, 0, 0, 0, 300, 1_000),
});

interface ModelWindow {
  used: number;
  endsAt: number;
}

/** Counts as windows should, one call after the other. */
class Model {
  readonly #windows = new Map<string, ModelWindow>();

  /** The indexes of the full windows; only `undefined` if there are none: the call is counted. */
  take(claims: readonly Claim[], now: number): readonly (number | undefined)[] {
    const found = claims.map(({ key }) => {
      const window = this.#windows.get(key);
      return window !== undefined && window.endsAt > now
        ? window
        : { used: 0, endsAt: now + 1_000 };
    });
    const full = found.flatMap(({ used }, i) => (used >= (claims[i]?.max ?? 0) ? [i] : []));
    if (full.length > 0) return full;
    claims.forEach(({ key }, i) => {
      const { used, endsAt } = found[i] as ModelWindow;
      this.#windows.set(key, { used: used + 1, endsAt });
    });
    return [undefined];
  }
}

export function countersConformance(open: () => Promise<CountersPlace>): void {
  describe("counters", () => {
    test("count a call in all its windows or in none, whoever takes it", async () => {
      const place = await open();
      let now = START;
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
            // Each run has keys of its own.
            const run = `run ${(now += 10_000)} `;
            const model = new Model();
            for (const { process, keys, laterMs } of steps) {
              place.moveTo((now += laterMs));
              const claims = keys.map((key) => claimOf(run + key, max[key]));
              const counters = place.counters[process % place.counters.length];
              const taking = await counters?.take(claims, now);
              // If two are full, a process may report the one that the model lists second.
              expect(model.take(claims, now)).toContain(taking?.full);
            }
          }),
          { numRuns: RUNS },
        );
      } finally {
        await place.remove();
      }
    });

    test("take no more than the limit of calls that come at once", async () => {
      const place = await open();
      place.moveTo(START);
      const claim = claimOf("crowd", 20);
      const takings = await Promise.all(
        place.counters.flatMap((counters) =>
          Array.from({ length: 50 }, async () => counters.take([claim], START)),
        ),
      );
      expect(takings.filter(({ full }) => full === undefined)).toHaveLength(20);
      const [first] = place.counters;
      expect(await first?.find("crowd", START)).toMatchObject({ used: 20, max: 20 });
      await place.remove();
    });

    test("show a window that is full by the figure that holds now", async () => {
      const place = await open();
      place.moveTo(START);
      const [first] = place.counters;
      const takings = [];
      for (const figure of [5, 5, 5, 5, 3, 0]) {
        takings.push(await first?.take([claimOf("lowered", figure)], START));
      }
      const endsAt = START + 1_000;
      expect(takings.slice(3)).toEqual([
        { windows: [expect.objectContaining({ used: 4, max: 5, endsAt })] },
        { windows: [{ used: 3, max: 3, endsAt }], full: 0 },
        { windows: [{ used: 0, max: 0, endsAt }], full: 0 },
      ]);
      await place.remove();
    });

    test("find each open window, however many there are", async () => {
      const place = await open();
      place.moveTo(START);
      const [first] = place.counters;
      const last = place.counters.at(-1);
      const keys = Array.from({ length: 1_100 }, (_, nth) => `window ${nth}`);
      for (const key of keys) await first?.take([claimOf(key, 5)], START);
      await first?.take([{ key: "longest", max: 5, windowMs: 60_000 }], START);
      const found = { used: 1, max: 5, endsAt: START + 60_000 };
      expect(await last?.find("longest", START)).toMatchObject(found);
      expect(await last?.find("none", START)).toBeUndefined();
      await place.remove();
    });

    test("show every open window, and forget all of them", async () => {
      const place = await open();
      place.moveTo(START);
      const [first] = place.counters;
      const last = place.counters.at(-1);
      await first?.take([claimOf("one", 5), claimOf("two", 1)], START);
      const endsAt = START + 1_000;
      const windows = [...((await last?.windows(START)) ?? [])];
      expect(windows.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
        { key: "one", used: 1, max: 5, endsAt },
        { key: "two", used: 1, max: 1, endsAt },
      ]);
      await last?.reset();
      expect(await first?.windows(START)).toEqual([]);
      await expect
        .poll(async () => (await first?.take([claimOf("two", 1)], START))?.full)
        .toBe(undefined);
      await place.remove();
    });
  });
}
