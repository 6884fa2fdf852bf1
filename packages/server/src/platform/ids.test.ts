import { EARLIEST_CLOCK_MS, LATEST_CLOCK_MS, snowflakeTime } from "@antechamber/contract/schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { idWatermarks, openIds } from "./ids.ts";
import { openSqliteStore } from "./sqlite/store.ts";
import type { Store } from "./store.ts";
import { steerableClock } from "./time/system-clock.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

/** A service's clock and store, which outlive its runs. */
async function aWorld(at = NOON) {
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(at);
  const store = await openSqliteStore({ file: ":memory:", tables: [idWatermarks] });
  return { clock, store, run: (isFrozen = true) => openIds({ clock, store, frozen: isFrozen }) };
}

const step = fc.oneof(
  fc.record({ ids: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ moveMs: fc.integer({ min: -100_000, max: 100_000 }) }),
  fc.constant("restart" as const),
);

test("every id is larger than all before it, however the clock moves and the service restarts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { clock, store, run } = await aWorld();
      let ids = await run();
      const issued = [BigInt(ids.next())];
      for (const each of steps) {
        if (each === "restart") ids = await run();
        else if ("moveMs" in each) {
          await ids.keepFloor();
          await clock.moveTo(clock.now() + each.moveMs);
        } else for (let nth = 0; nth < each.ids; nth += 1) issued.push(BigInt(ids.next()));
      }
      const isLarger = issued.map((id, nth) => nth === 0 || id > (issued[nth - 1] ?? 0n));
      expect(isLarger).not.toContain(false);
      await store.close();
    }),
  );
});

test("an id has the instant of its creation while the clock moves forwards", async () => {
  const { clock, run } = await aWorld();
  const ids = await run();
  for (const at of [NOON, NOON + 1, NOON + 86_400_000]) {
    await clock.moveTo(at);
    expect(snowflakeTime(ids.next())).toBe(at);
  }
});

test("ids have 17 to 19 digits at every instant of the clock", async () => {
  for (const at of [EARLIEST_CLOCK_MS, NOON, LATEST_CLOCK_MS]) {
    const { run } = await aWorld(at);
    const ids = await run();
    for (let nth = 0; nth < 3; nth += 1) expect(ids.next()).toMatch(/^\d{17,19}$/);
    expect(BigInt(ids.next())).toBeLessThan(2n ** 63n);
  }
});

test("a start on a frozen clock continues above the ids of the last run", async () => {
  const { run } = await aWorld();
  const before = await run();
  let last = "";
  for (let nth = 0; nth < 10_000; nth += 1) last = before.next();
  // Killed: it stored no floor after its start.
  for (let start = 0; start < 3; start += 1) {
    const id = (await run()).next();
    expect(BigInt(id)).toBeGreaterThan(BigInt(last));
    last = id;
  }
});

test("a start on a running clock that was set back continues above the stored id", async () => {
  const { clock, run } = await aWorld();
  const ids = await run(false);
  const before = ids.next();
  await ids.keepFloor();
  await clock.moveTo(NOON - 3_600_000);
  expect(BigInt(ids.next())).toBeGreaterThan(BigInt(before));
  const after = (await run(false)).next();
  expect(BigInt(after)).toBeGreaterThan(BigInt(before));
});

test("a floor that could not be stored is stored with one of the next ids", async () => {
  const { clock, store, run } = await aWorld();
  let isDown = false;
  const transaction: Store["transaction"] = (work) =>
    isDown ? Promise.reject(new Error("the store is down")) : store.transaction(work);
  const ids = await openIds({ clock, store: { ...store, transaction }, frozen: true });
  async function advance(ms: bigint): Promise<string> {
    ids.goAbove(String(BigInt(ids.next()) + (ms << 22n)));
    const id = ids.next();
    await store.transaction(async () => undefined);
    return id;
  }
  isDown = true;
  await advance(600n);
  isDown = false;
  const last = await advance(500n);
  expect(BigInt((await run()).next())).toBeGreaterThan(BigInt(last));
});
