import { limits, TooManyCommandCreates } from "@antechamber/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ids, openCommandCalls } from "../../testing/command-calls.ts";
import type { ScopeIds } from "./command.ts";
import { countCreates, countingBatches } from "./daily-create-quota.ts";

const DAY_MS = limits.commandCreates.windowMs;
const MOST = limits.commandCreates.value;
const here: ScopeIds = { application_id: ids.application };
const inGuild = { ...here, guild_id: ids.guild };

describe("commands created in a day", () => {
  test("count until a whole day has passed", () => {
    const batches = [{ at: 1000, count: 3 }];
    expect(countingBatches(batches, 1000 + DAY_MS - 1)).toEqual(batches);
    expect(countingBatches(batches, 1000 + DAY_MS)).toEqual([]);
  });

  test("do not count when the clock was set back to before them", () => {
    expect(countingBatches([{ at: DAY_MS, count: 3 }], 0)).toEqual([]);
  });

  test("count when another process, whose clock is some seconds ahead, made them", () => {
    const batches = [{ at: 4000, count: 3 }];
    expect(countingBatches(batches, 1000)).toEqual(batches);
  });

  // Proves requirement 8 "command creates"
  test("are counted apart for each guild and for global commands", async () => {
    const { work } = await openCommandCalls();
    const count = (scope: ScopeIds, number: number) =>
      work.transaction((ctx) => countCreates(ctx, scope, number));
    await count(here, MOST);
    await count(inGuild, MOST);
    await count({ ...here, application_id: ids.other }, MOST);
    await expect(count(inGuild, 1)).rejects.toMatchObject({ declaration: TooManyCommandCreates });
    await expect(count(here, 1)).rejects.toMatchObject({ declaration: TooManyCommandCreates });
  });

  test("are never more than the limit in any window, and refused only when they would be", async () => {
    const step = fc.record({
      waitMs: fc.integer({ min: 0, max: DAY_MS / 2 }),
      count: fc.integer({ min: 1, max: 130 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { work, clock, store } = await openCommandCalls();
        const accepted: { at: number; count: number }[] = [];
        for (const { waitMs, count } of steps) {
          await clock.moveTo(clock.now() + waitMs);
          const now = clock.now();
          const used = accepted
            .filter(({ at }) => now - at < DAY_MS)
            .reduce((sum, each) => sum + each.count, 0);
          const counted = await work
            .transaction((ctx) => countCreates(ctx, inGuild, count))
            .then(
              () => true,
              () => false,
            );
          expect(counted).toBe(used + count <= MOST);
          if (counted) accepted.push({ at: now, count });
        }
        await store.close();
      }),
      { numRuns: 20 },
    );
  });
});
