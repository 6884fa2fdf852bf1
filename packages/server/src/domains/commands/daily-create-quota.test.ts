import { limits, TooManyCommandCreates } from "@antechamber/contract";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { ids, openCommandCalls } from "../../testing/calls/command-calls.ts";
import { openHandlerCalls, type HandlerCalls } from "../../testing/calls/handler-calls.ts";
import { dropCommandsIn } from "./cascade-delete.ts";
import type { ScopeIds } from "./command.ts";
import {
  commandCreates,
  countCreates,
  countingBatches,
  dropCreatesOf,
} from "./daily-create-quota.ts";

const DAY_MS = limits.commandCreates.windowMs;
const MOST = limits.commandCreates.value;
const here: ScopeIds = { application_id: ids.application };
const inGuild = { ...here, guild_id: ids.guild };

describe("the daily quota of new commands", () => {
  test("counts each command for 24 hours", () => {
    const batches = [{ at: 1000, count: 3 }];
    expect(countingBatches(batches, 1000 + DAY_MS - 1)).toEqual(batches);
    expect(countingBatches(batches, 1000 + DAY_MS)).toEqual([]);
  });

  test("ignores commands from the future after the clock was set back", () => {
    expect(countingBatches([{ at: DAY_MS, count: 3 }], 0)).toEqual([]);
  });

  test("counts commands from another process whose clock is some seconds ahead", () => {
    const batches = [{ at: 4000, count: 3 }];
    expect(countingBatches(batches, 1000)).toEqual(batches);
  });

  // Proves requirement 8 "command creates"
  test("is separate for each guild and for global commands", async () => {
    const { work } = await openCommandCalls();
    const count = (scope: ScopeIds, number: number) =>
      work.transaction((ctx) => countCreates(ctx, scope, number));
    await count(here, MOST);
    await count(inGuild, MOST);
    await count({ ...here, application_id: ids.other }, MOST);
    await expect(count(inGuild, 1)).rejects.toMatchObject({ declaration: TooManyCommandCreates });
    await expect(count(here, 1)).rejects.toMatchObject({ declaration: TooManyCommandCreates });
  });

  test("refuses a command exactly if it would exceed the limit within 24 hours", async () => {
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

  describe("for a guild that the application left", () => {
    const open: HandlerCalls[] = [];
    afterEach(async () => {
      for (const { store } of open.splice(0)) await store.close();
    });

    async function leftGuild(created: number = MOST) {
      const calls = await openHandlerCalls([]);
      open.push(calls);
      const { work, store, clock } = calls;
      const count = (number: number) =>
        work.transaction((ctx) => countCreates(ctx, inGuild, number));
      await count(created);
      await work.transaction((ctx) => dropCommandsIn(ctx, inGuild));
      return {
        clock,
        count,
        work,
        countStored: () => store.read((tx) => tx.count(commandCreates)),
      };
    }

    test("continues to count until the day is over, if the application returns", async () => {
      const { clock, count } = await leftGuild();
      await clock.moveTo(clock.now() + DAY_MS - 1);
      await expect(count(1)).rejects.toMatchObject({ declaration: TooManyCommandCreates });
      await clock.moveTo(clock.now() + 1);
      await count(MOST);
    });

    test("is deleted when the day is over", async () => {
      const { clock, countStored } = await leftGuild();
      expect(await countStored()).toBe(1);
      await clock.moveTo(clock.now() + DAY_MS);
      expect(await countStored()).toBe(0);
    });

    test("is kept after the application returned and created more commands", async () => {
      const { clock, count, countStored } = await leftGuild(MOST - 1);
      await clock.moveTo(clock.now() + 1);
      await count(1);
      await clock.moveTo(clock.now() + DAY_MS - 1);
      expect(await countStored()).toBe(1);
      await count(MOST - 1);
      await expect(count(1)).rejects.toMatchObject({ declaration: TooManyCommandCreates });
    });

    test("is deleted at once with the application", async () => {
      const { work, count, countStored } = await leftGuild(1);
      await count(1);
      await work.transaction((ctx) => dropCreatesOf(ctx, ids.application));
      expect(await countStored()).toBe(0);
    });
  });
});
