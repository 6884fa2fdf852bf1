import { limits } from "@antechamber/contract";
import {
  countScheduledEventUsers,
  createScheduledEvent,
  createScheduledEventException,
  deleteScheduledEvent,
  deleteScheduledEventException,
  editScheduledEvent,
  editScheduledEventException,
  getScheduledEvent,
  listScheduledEventExceptionUsers,
  listScheduledEventUsers,
} from "@antechamber/contract/guilds";
import { snowflakeAt, timestamp } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { aGuildScene, asBot, asUser, ids, inGuild } from "../../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { respondToEvent } from "./subscribers.ts";
import { eventSubscriptions, scheduledEvents } from "./scheduled-event.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const first = 1_800_000_000_000 + HOUR_MS;
const day = (n: number, ms = 0) => timestamp(first + n * DAY_MS + ms);
const idOf = (n: number) => snowflakeAt(first + n * DAY_MS);

/** A guild with a daily event, and functions to change it. */
async function aSeries(rule: object | null = { start: day(0), frequency: 3 }) {
  const calls = await aGuildScene("CREATE_EVENTS", "CONNECT");
  const made = await calls.call(createScheduledEvent, {
    as: asBot,
    params: inGuild,
    body: {
      name: "Standup",
      privacy_level: 2,
      entity_type: 2,
      channel_id: ids.voice,
      scheduled_start_time: day(0),
      scheduled_end_time: day(0, HOUR_MS),
      recurrence_rule: rule,
    },
  });
  const event_id = made.body.id;
  const params = { ...inGuild, event_id };
  await calls.news();
  await calls.logged();
  const except = (body: object, as = asBot) =>
    calls.call(createScheduledEventException, { as, params, body });
  const at = (n: number) => ({ as: asBot, params: { ...params, exception_id: idOf(n) } });
  const edit = (n: number, body: object) =>
    calls.call(editScheduledEventException, { ...at(n), body });
  const change = (body: object) => calls.call(editScheduledEvent, { as: asBot, params, body });
  const read = async () => {
    const query = { with_user_count: true };
    return (await calls.call(getScheduledEvent, { as: asBot, params, query })).body;
  };
  return { ...calls, made, event_id, params, except, at, edit, change, read };
}

test("an event that is given its own rule again keeps its exceptions", async () => {
  const { made, except, change, edit, news } = await aSeries();
  await except({ original_scheduled_start_time: day(2), is_canceled: true });
  await news();
  expect((await change({ recurrence_rule: made.body.recurrence_rule })).status).toBe(200);
  expect((await edit(2, { is_canceled: true })).status).toBe(200);
  expect(await news()).toEqual([]);
});

test("an event contains its recurrence rule", async () => {
  const { made, read } = await aSeries();
  const rule = { start: day(0), frequency: 3, interval: 1, by_weekday: null, count: null };
  expect(made.body.recurrence_rule).toMatchObject(rule);
  expect((await read()).recurrence_rule).toMatchObject(rule);
  const once = await aSeries(null);
  expect(once.made.body.recurrence_rule).toBeNull();
});

test("an occurrence is cancelled, moved and reset", async () => {
  const { except, at, edit, read, call, news, logged, event_id } = await aSeries();
  const original_scheduled_start_time = day(2);
  const { status, body } = await except({ original_scheduled_start_time, is_canceled: true });
  const canceled = {
    event_id,
    event_exception_id: idOf(2),
    scheduled_start_time: null,
    scheduled_end_time: null,
    is_canceled: true,
  };
  expect([status, body]).toEqual([200, canceled]);
  expect((await read()).guild_scheduled_event_exceptions).toEqual([canceled]);
  const times = { scheduled_start_time: day(2, 60_000), scheduled_end_time: day(2, HOUR_MS) };
  const moved = { ...canceled, ...times, is_canceled: false };
  expect((await edit(2, { ...times, is_canceled: null })).body).toEqual(moved);
  expect((await edit(2, { scheduled_end_time: null })).body.scheduled_end_time).toBeNull();
  expect((await call(deleteScheduledEventException, at(2))).status).toBe(204);
  expect((await read()).guild_scheduled_event_exceptions).toEqual([]);
  expect((await news()).map(({ name, payload }) => [name, payload])).toMatchObject([
    ["GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE", { ...canceled, guild_id: ids.guild }],
    ["GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE", moved],
    ["GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE", { scheduled_end_time: null }],
    ["GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE", { event_exception_id: idOf(2) }],
  ]);
  const about = { target_id: event_id, options: { event_exception_id: idOf(2) } };
  expect(await logged()).toMatchObject([
    { ...about, action_type: 200 },
    { ...about, action_type: 201 },
    { ...about, action_type: 201 },
    { ...about, action_type: 202 },
  ]);
});

describe("an exception is refused", () => {
  const place = "original_scheduled_start_time";

  test.each([
    [
      "at no occurrence",
      { [place]: day(1, 1000) },
      `${place}: GUILD_SCHEDULED_EVENT_NO_OCCURRENCE`,
    ],
    ["before the first", { [place]: day(-1) }, `${place}: GUILD_SCHEDULED_EVENT_NO_OCCURRENCE`],
    [
      "later than ids reach",
      { [place]: day(30_000) },
      `${place}: GUILD_SCHEDULED_EVENT_NO_OCCURRENCE`,
    ],
    ["of no time", { [place]: "soon" }, `${place}: DATE_TIME_TYPE_PARSE`],
    ["without a time", {}, `${place}: BASE_TYPE_REQUIRED`],
    [
      "that moves it to the past",
      { [place]: day(1), scheduled_start_time: day(-1) },
      "scheduled_start_time: GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
    ],
    [
      "that ends before it begins",
      { [place]: day(1), scheduled_end_time: day(0) },
      "scheduled_end_time: GUILD_SCHEDULED_EVENT_END_BEFORE_START",
    ],
  ])("%s", async (_what, body, leaf) => {
    const { except } = await aSeries();
    expect(leavesOf(await except(body))).toEqual([leaf]);
  });

  test("for an event that does not recur, and for an occurrence that has one already", async () => {
    const once = await aSeries(null);
    expect(leavesOf(await once.except({ [place]: day(0) }))).toEqual([
      `${place}: GUILD_SCHEDULED_EVENT_NO_OCCURRENCE`,
    ]);
    const { except } = await aSeries();
    await except({ [place]: day(1) });
    expect(leavesOf(await except({ [place]: day(1) }))).toEqual([
      `${place}: GUILD_SCHEDULED_EVENT_EXCEPTION_EXISTS`,
    ]);
  });

  test("beyond the limit of exceptions", async () => {
    const { except, store, seed, event_id } = await aSeries();
    const event = await store.read((tx) => tx.get(scheduledEvents, event_id.padStart(20, "0")));
    if (event === undefined) throw new Error("no event");
    const plain = { scheduled_start_time: null, scheduled_end_time: null, is_canceled: true };
    const exceptions = Array.from({ length: limits.eventExceptions.value }, (_, i) => ({
      event_id,
      event_exception_id: idOf(i + 1),
      ...plain,
    }));
    await seed((tx) => tx.put(scheduledEvents, { ...event, exceptions }));
    expect(leavesOf(await except({ [place]: day(200) }))).toEqual([
      `${place}: BASE_TYPE_MAX_LENGTH`,
    ]);
  });

  test("for users who may not edit the event, and for a missing exception", async () => {
    const { except, edit, call, at } = await aSeries();
    expect(codeOf(await except({ [place]: day(1) }, asUser(ids.bob)))).toBe(50013);
    expect(codeOf(await edit(1, {}))).toBe(10070);
    expect(codeOf(await call(deleteScheduledEventException, at(1)))).toBe(10070);
  });
});

test("changing the rule of an event deletes its exceptions", async () => {
  const { except, change, read, news, event_id } = await aSeries();
  await except({ original_scheduled_start_time: day(1), is_canceled: true });
  await news();
  await change({ name: "Later" });
  expect((await read()).guild_scheduled_event_exceptions).toHaveLength(1);
  await change({ recurrence_rule: { start: day(0), frequency: 2 } });
  expect(await read()).toMatchObject({
    guild_scheduled_event_exceptions: [],
    recurrence_rule: { frequency: 2 },
  });
  const payload = { guild_id: ids.guild, event_id };
  expect(await news()).toContainEqual(
    expect.objectContaining({ name: "GUILD_SCHEDULED_EVENT_EXCEPTIONS_DELETE", payload }),
  );
  await change({ recurrence_rule: null });
  expect((await read()).recurrence_rule).toBeNull();
});

describe("an event that ends", () => {
  test("continues with its next occurrence that is not cancelled", async () => {
    const { except, change, read, news } = await aSeries();
    await except({ original_scheduled_start_time: day(1), is_canceled: true });
    await except({ original_scheduled_start_time: day(2), scheduled_start_time: day(2, 60_000) });
    await change({ status: 2 });
    await news();
    const { body } = await change({ status: 3 });
    const next = {
      status: 1,
      scheduled_start_time: day(2, 60_000),
      scheduled_end_time: day(2, HOUR_MS),
    };
    expect(body).toMatchObject(next);
    expect(await read()).toMatchObject(next);
    expect(await news()).toMatchObject([{ name: "GUILD_SCHEDULED_EVENT_UPDATE", payload: next }]);
  });

  test("is deleted if it is cancelled, or does not recur", async () => {
    const series = await aSeries();
    await series.change({ status: 4 });
    expect(await series.read()).toMatchObject({ code: 10070 });
    const once = await aSeries(null);
    await once.change({ status: 2 });
    expect((await once.change({ status: 3 })).body.status).toBe(3);
    expect(await once.read()).toMatchObject({ code: 10070 });
  });
});

describe("a user's interest in an event", () => {
  async function anAudience() {
    const series = await aSeries();
    const { work, event_id } = series;
    const say = (user_id: string, response: 0 | 1 | undefined, exception_id?: string) => {
      const place = { guild_id: ids.guild, event_id, user_id };
      const whole = exception_id === undefined ? place : { ...place, exception_id };
      return work.transaction((ctx) => respondToEvent(ctx, whole, response));
    };
    for (const id of [ids.bob, ids.alice, ids.carol]) await say(id, 1);
    await say(ids.bob, 0, idOf(1));
    await say(ids.carol, 1, idOf(1));
    const list = async (query: object = {}) =>
      (await series.call(listScheduledEventUsers, { as: asBot, params: series.params, query }))
        .body;
    return { ...series, say, list };
  }
  const userIds = (all: readonly { readonly user_id: string }[]) => all.map((each) => each.user_id);

  test("is listed in pages by user ID", async () => {
    const { list, event_id } = await anAudience();
    const everyone = [ids.alice, ids.bob, ids.carol];
    expect(userIds(await list())).toEqual(everyone);
    expect(userIds(await list({ limit: 2 }))).toEqual(everyone.slice(0, 2));
    expect(userIds(await list({ after: ids.alice, limit: 1 }))).toEqual([ids.bob]);
    expect(userIds(await list({ before: ids.carol, limit: 1 }))).toEqual([ids.bob]);
    expect(userIds(await list({ before: ids.bob, after: ids.bob }))).toEqual([ids.alice]);
    const [one] = await list({ with_member: true });
    expect(one).toMatchObject({
      guild_scheduled_event_id: event_id,
      guild_scheduled_event_exception_id: null,
      response: 1,
      user: { id: ids.alice },
      member: { user: { id: ids.alice } },
    });
    expect((await list())[0]).not.toHaveProperty("member");
  });

  test("is counted for the event and for single occurrences", async () => {
    const { call, params, read, at } = await anAudience();
    const query = { guild_scheduled_event_exception_ids: [idOf(1), idOf(2)] };
    const counts = await call(countScheduledEventUsers, { as: asBot, params, query });
    expect(counts.body).toEqual({
      guild_scheduled_event_count: 3,
      guild_scheduled_event_exception_counts: { [idOf(1)]: 1, [idOf(2)]: 0 },
    });
    expect((await read()).user_count).toBe(3);
    const eleven = Array.from({ length: 11 }, (_, i) => idOf(i));
    const many = { guild_scheduled_event_exception_ids: eleven };
    const refused = await call(countScheduledEventUsers, { as: asBot, params, query: many });
    expect(codeOf(refused)).toBe(50035);
    expect(userIds((await call(listScheduledEventExceptionUsers, at(1))).body)).toEqual([
      ids.carol,
    ]);
    const none = { as: asBot, params: { ...params, exception_id: "5" } };
    expect(codeOf(await call(listScheduledEventExceptionUsers, none))).toBe(10070);
  });

  test("sends an event once per change", async () => {
    const { say, news, event_id } = await anAudience();
    await news();
    await say(ids.bob, 1);
    await say(ids.bob, undefined);
    await say(ids.bob, undefined);
    await say(ids.bob, 1, idOf(2));
    const who = { guild_scheduled_event_id: event_id, user_id: ids.bob, guild_id: ids.guild };
    expect((await news()).map(({ name, payload }) => [name, payload])).toEqual([
      ["GUILD_SCHEDULED_EVENT_USER_REMOVE", { ...who, response: 1 }],
      [
        "GUILD_SCHEDULED_EVENT_USER_ADD",
        { ...who, response: 1, guild_scheduled_event_exception_id: idOf(2) },
      ],
    ]);
  });

  test("is deleted with the event", async () => {
    const { call, params, store } = await anAudience();
    await call(deleteScheduledEvent, { as: asBot, params });
    expect(await store.read((tx) => tx.count(eventSubscriptions))).toBe(0);
  });
});
