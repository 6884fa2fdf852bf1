import {
  createScheduledEvent,
  createScheduledEventException,
  deleteScheduledEventException,
  editScheduledEvent,
  editScheduledEventException,
} from "@antechamber/contract/guilds";
import { parseTimestamp, snowflakeAt, timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { aGuildScene, asBot, ids, inGuild } from "../../../testing/calls/guild-calls.ts";
import { scheduledEvents } from "./scheduled-event.ts";
import { moveVoice } from "../voice/operations.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** A scene with an event that starts in an hour. */
async function planned(draft: object) {
  const may = ["CREATE_EVENTS", "MANAGE_EVENTS", "CONNECT"] as const;
  const scene = await aGuildScene(...may);
  const start = scene.clock.now() + HOUR_MS;
  const body = {
    name: "Regatta",
    privacy_level: 2,
    scheduled_start_time: timestamp(start),
    ...draft,
  };
  const { body: event } = await scene.call(createScheduledEvent, {
    as: asBot,
    params: inGuild,
    body,
  });
  const at = { as: asBot, params: { ...inGuild, event_id: event.id } };
  /** The updates of the event until a time: each with its status and start. */
  const until = async (ms: number) => {
    await scene.clock.moveTo(start + ms);
    const updates = (await scene.news()).filter(
      ({ name }) => name.startsWith("GUILD_SCHED") && !name.includes("EXCEPTION"),
    );
    return updates.map(({ name, payload }) => {
      const { status, scheduled_start_time: begins } = payload as Partial<typeof event>;
      expect(name).toBe("GUILD_SCHEDULED_EVENT_UPDATE");
      return [status, (parseTimestamp(begins ?? "") ?? 0) - start];
    });
  };
  const move = (channelId: string | undefined) =>
    scene.work.transaction((ctx) =>
      moveVoice(ctx, {
        guildId: ids.guild,
        userId: ids.bob,
        sessionId: "s",
        processEpoch: "",
        channelId,
        self_mute: false,
        self_deaf: false,
        self_video: false,
      }),
    );
  const stored = () =>
    scene.store.read((tx) => tx.get(scheduledEvents, event.id.padStart(20, "0")));
  const edit = (change: object) => scene.call(editScheduledEvent, { ...at, body: change });
  await scene.news();
  return { ...scene, at, start, until, move, stored, edit };
}

const outside = (endMs: number) => ({
  entity_type: 3,
  entity_metadata: { location: "The park" },
  scheduled_end_time: timestamp(endMs),
});
const voice = { entity_type: 2, channel_id: ids.voice };

/** An external event of two hours, which starts an hour after the scene begins. */
async function anOutsideEvent(draft: object = {}) {
  const { clock } = await aGuildScene();
  return planned({ ...outside(clock.now() + 3 * HOUR_MS), ...draft });
}

test("an external event starts and ends at its scheduled times", async () => {
  const { until, stored } = await anOutsideEvent();
  expect(await until(-1)).toEqual([]);
  expect(await until(0)).toEqual([[2, 0]]);
  expect(await stored()).toMatchObject({ status: 2, entity_id: null });
  expect(await until(2 * HOUR_MS - 1)).toEqual([]);
  expect(await until(2 * HOUR_MS)).toEqual([[3, 0]]);
  expect(await stored()).toBeUndefined();
});

test("a jump of the clock skips no step", async () => {
  const { until } = await anOutsideEvent();
  expect(await until(50 * HOUR_MS)).toEqual([
    [2, 0],
    [3, 0],
  ]);
});

test("an event that was rescheduled starts at its new time", async () => {
  const { until, edit, start } = await anOutsideEvent();
  await edit({ scheduled_start_time: timestamp(start + HOUR_MS) });
  expect(await until(0)).toEqual([[1, HOUR_MS]]);
  expect(await until(HOUR_MS)).toEqual([[2, HOUR_MS]]);
});

const daily = (start: number) => ({
  recurrence_rule: { start: timestamp(start), frequency: 3, interval: 1 },
});

test("a recurring event skips cancelled days and moves rescheduled ones", async () => {
  const { clock } = await aGuildScene();
  const begins = clock.now() + HOUR_MS;
  const { until, call, at, start, news } = await anOutsideEvent(daily(begins));
  expect(start).toBe(begins);
  const exceptions = [
    { original_scheduled_start_time: timestamp(start), is_canceled: true },
    {
      original_scheduled_start_time: timestamp(start + 24 * HOUR_MS),
      scheduled_start_time: timestamp(start + 25 * HOUR_MS),
      scheduled_end_time: timestamp(start + 26 * HOUR_MS),
    },
  ];
  for (const body of exceptions) await call(createScheduledEventException, { ...at, body });
  await news();
  expect(await until(0)).toEqual([[1, 25 * HOUR_MS]]);
  expect(await until(25 * HOUR_MS)).toEqual([[2, 25 * HOUR_MS]]);
  expect(await until(26 * HOUR_MS)).toEqual([[1, 48 * HOUR_MS]]);
});

test("the next occurrence starts at the time of its exception", async () => {
  const { clock } = await aGuildScene();
  const { until, call, at, start, news } = await anOutsideEvent(daily(clock.now() + HOUR_MS));
  const body = {
    original_scheduled_start_time: timestamp(start),
    scheduled_start_time: timestamp(start + HOUR_MS),
  };
  await call(createScheduledEventException, { ...at, body });
  await news();
  expect(await until(HOUR_MS - 1)).toEqual([]);
  expect(await until(HOUR_MS)).toEqual([[2, 0]]);
});

/** A daily external event, and a function that adds an exception for its second occurrence. */
async function aDailyEvent() {
  const { clock } = await aGuildScene();
  const scene = await anOutsideEvent(daily(clock.now() + HOUR_MS));
  const { call, at, start, news } = scene;
  const timesAt = (hours: { start?: number; end?: number }) => ({
    ...(hours.start === undefined
      ? {}
      : { scheduled_start_time: timestamp(start + hours.start * HOUR_MS) }),
    ...(hours.end === undefined
      ? {}
      : { scheduled_end_time: timestamp(start + hours.end * HOUR_MS) }),
  });
  const original_scheduled_start_time = timestamp(start + 24 * HOUR_MS);
  const second = { ...at.params, exception_id: snowflakeAt(start + 24 * HOUR_MS) };
  const except = async (hours: { start?: number; end?: number }) => {
    const body = { original_scheduled_start_time, ...timesAt(hours) };
    await call(createScheduledEventException, { ...at, body });
    await news();
  };
  const change = (body: object) =>
    call(editScheduledEventException, { as: asBot, params: second, body });
  const letBe = () => call(deleteScheduledEventException, { as: asBot, params: second });
  return { ...scene, except, change, letBe, timesAt };
}

test("an occurrence that an exception brings forward takes place once", async () => {
  const { except, until } = await aDailyEvent();
  await except({ start: 20, end: 21 });
  await until(2 * HOUR_MS);
  expect(await until(22 * HOUR_MS)).toEqual([
    [2, 20 * HOUR_MS],
    [1, 48 * HOUR_MS],
  ]);
});

test("an exception in the past does not repeat an occurrence", async () => {
  const { except, until, edit, timesAt } = await aDailyEvent();
  await except({ start: 20, end: 21 });
  await until(2 * HOUR_MS);
  await edit(timesAt({ start: 19, end: 22 }));
  expect(await until(23 * HOUR_MS)).toEqual([
    [1, 19 * HOUR_MS],
    [2, 19 * HOUR_MS],
    [1, 48 * HOUR_MS],
  ]);
});

test.each([
  ["later", { start: 25, end: 31 }],
  ["for longer", { end: 31 }],
  ["for shorter", { start: 25 }],
])(
  "after an occurrence that takes place %s, the others have their usual duration",
  async (_how, times) => {
    const { except, until, stored, start } = await aDailyEvent();
    await except(times);
    await until(2 * HOUR_MS);
    await until(31 * HOUR_MS);
    expect(await stored()).toMatchObject({
      scheduled_start_time: timestamp(start + 48 * HOUR_MS),
      scheduled_end_time: timestamp(start + 50 * HOUR_MS),
    });
  },
);

test("the next occurrence follows later changes of its exception", async () => {
  const { except, until, change, letBe, timesAt } = await aDailyEvent();
  await except({ start: 25, end: 27 });
  expect((await until(2 * HOUR_MS)).at(-1)).toEqual([1, 25 * HOUR_MS]);
  await change(timesAt({ start: 22, end: 23 }));
  expect(await until(21 * HOUR_MS)).toEqual([[1, 22 * HOUR_MS]]);
  await letBe();
  expect(await until(24 * HOUR_MS - 1)).toEqual([[1, 24 * HOUR_MS]]);
  expect(await until(24 * HOUR_MS)).toEqual([[2, 24 * HOUR_MS]]);
});

test("the next occurrence can be cancelled by its exception after it was moved", async () => {
  const { except, until, change } = await aDailyEvent();
  await except({ start: 25, end: 27 });
  await until(2 * HOUR_MS);
  await change({ is_canceled: true });
  expect((await until(25 * HOUR_MS)).at(-1)).toEqual([1, 48 * HOUR_MS]);
});

test("a voice event that nobody starts is cancelled some hours later", async () => {
  const { until, stored } = await planned(voice);
  expect(await until(3 * HOUR_MS - 1)).toEqual([]);
  expect(await until(3 * HOUR_MS)).toEqual([[4, 0]]);
  expect(await stored()).toBeUndefined();
});

test("a recurring event that nobody starts is rescheduled to its next occurrence", async () => {
  const { clock } = await aGuildScene();
  const { until } = await planned({ ...voice, ...daily(clock.now() + HOUR_MS) });
  expect(await until(3 * HOUR_MS)).toEqual([[1, 24 * HOUR_MS]]);
});

test("a voice event ends some minutes after everyone has left", async () => {
  const { until, edit, move, stored, news } = await planned(voice);
  await move(ids.voice);
  await edit({ status: 2 });
  expect(await until(10 * HOUR_MS)).toEqual([[2, 0]]);
  await move(undefined);
  expect(await until(10 * HOUR_MS + 4 * MINUTE_MS)).toEqual([]);
  await move(ids.voice);
  expect(await until(11 * HOUR_MS)).toEqual([]);
  await move(ids.stage);
  expect(await until(11 * HOUR_MS + 5 * MINUTE_MS - 1)).toEqual([]);
  expect(JSON.stringify(await news())).not.toContain("quietSince");
  expect(await until(11 * HOUR_MS + 5 * MINUTE_MS)).toEqual([[3, 0]]);
  expect(await stored()).toBeUndefined();
});

test("a voice event ends some minutes after its start if nobody joined", async () => {
  const { until, edit, start, clock } = await planned(voice);
  await clock.moveTo(start);
  await edit({ status: 2 });
  expect(await until(5 * MINUTE_MS - 1)).toEqual([[2, 0]]);
  expect(await until(5 * MINUTE_MS)).toEqual([[3, 0]]);
});
