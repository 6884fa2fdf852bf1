import { expect, test } from "vitest";
import { Alarm } from "./alarm.ts";
import { steerableClock } from "./system-clock.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

/** An alarm on a clock that stands at noon, which records the seconds at which it rings. */
async function anAlarm() {
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(NOON);
  const rings: number[] = [];
  const alarm = new Alarm(clock, () => void rings.push((clock.now() - NOON) / 1000));
  const pass = () => clock.moveTo(NOON + 3_600_000);
  return { alarm, rings, pass };
}

test("an alarm fires once, at the instant that was set last", async () => {
  const { alarm, rings, pass } = await anAlarm();
  alarm.set(NOON + 10_000);
  alarm.set(NOON + 20_000);
  await pass();
  expect(rings).toEqual([20]);
});

test.each([
  [5, 10, 5],
  [10, 5, 5],
])("of %i and %i seconds, the earlier one is kept when it may not fire later", async (...of) => {
  const [first, second, rung] = of;
  const { alarm, rings, pass } = await anAlarm();
  alarm.setNoLaterThan(NOON + first * 1000);
  alarm.setNoLaterThan(NOON + second * 1000);
  await pass();
  expect(rings).toEqual([rung]);
});

test("a cancelled alarm does not fire, and can be set again", async () => {
  const { alarm, rings, pass } = await anAlarm();
  alarm.set(NOON + 10_000);
  alarm.cancel();
  alarm.setNoLaterThan(NOON + 30_000);
  await pass();
  expect(rings).toEqual([30]);
});

test("a later instant may be set while it fires", async () => {
  const clock = steerableClock();
  clock.freeze();
  await clock.moveTo(NOON);
  const rings: number[] = [];
  const alarm: Alarm = new Alarm(clock, () => {
    rings.push(clock.now() - NOON);
    if (rings.length < 3) alarm.setNoLaterThan(clock.now() + 1000);
  });
  alarm.set(NOON + 1000);
  await clock.moveTo(NOON + 60_000);
  expect(rings).toEqual([1000, 2000, 3000]);
});
