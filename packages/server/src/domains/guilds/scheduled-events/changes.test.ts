import { permissionSplits, type PermissionName } from "@antechamber/contract";
import {
  createScheduledEvent,
  deleteScheduledEvent,
  editScheduledEvent,
  getScheduledEvent,
  listScheduledEventUsers,
} from "@antechamber/contract/guilds";
import { parseTimestamp, timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import {
  aGuildScene,
  aPicture,
  asBot,
  asUser,
  ids,
  inGuild,
} from "../../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { scheduledEvents } from "./scheduled-event.ts";

type InteractionContext = Awaited<ReturnType<typeof aGuildScene>>;

const later = (hours: number, from = 1_800_000_000_000) => timestamp(from + hours * 3_600_000);
const quiz = {
  name: "Quiz",
  privacy_level: 2,
  entity_type: 2,
  channel_id: ids.voice,
  scheduled_start_time: later(1),
};
const outside = {
  entity_type: 3,
  channel_id: null,
  scheduled_end_time: later(2),
  entity_metadata: { location: "The park" },
};
const may = ["CREATE_EVENTS", "CONNECT"] as const;

/** A scene with a scheduled event. */
async function planned(granted: readonly PermissionName[] = may, as = asBot) {
  const scene = await aGuildScene(...granted);
  const { body } = await scene.call(createScheduledEvent, { as, params: inGuild, body: quiz });
  await scene.news();
  const of = { as: asBot, params: { ...inGuild, event_id: body.id } };
  return { scene, event: body, of };
}

const edit = ({ scene, of }: { scene: InteractionContext; of: object }, body: object, as = asBot) =>
  scene.call(editScheduledEvent, { ...of, as, body });

test("editing an event changes only the given fields, and announces the event", async () => {
  const at = await planned();
  const { status, body } = await edit(at, { name: "Big quiz", image: aPicture() });
  expect(status).toBe(200);
  expect(body).toEqual({ ...at.event, name: "Big quiz", image: expect.any(String) as string });
  const { creator: _creator, ...payload } = body;
  expect(await at.scene.news()).toMatchObject([
    { name: "GUILD_SCHEDULED_EVENT_UPDATE", scope: { kind: "guild" }, payload },
  ]);
  expect((await at.scene.call(getScheduledEvent, at.of)).body).toEqual(body);
  expect((await edit(at, { image: null })).body).toMatchObject({ name: "Big quiz", image: null });
});

test("an event can move to an external location and back", async () => {
  const at = await planned([...may, "MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"]);
  expect((await edit(at, outside)).body).toMatchObject(outside);
  const back = { entity_type: 1, channel_id: ids.stage };
  expect((await edit(at, back)).body).toMatchObject({ ...back, entity_metadata: null });
  expect(codeOf(await edit(at, { channel_id: ids.voice }))).toBe(50024);
});

test.each([
  [{ ...outside, entity_metadata: null }, "entity_metadata.location: BASE_TYPE_REQUIRED"],
  [{ ...outside, scheduled_end_time: null }, "scheduled_end_time: BASE_TYPE_REQUIRED"],
  [
    { scheduled_start_time: later(-1) },
    "scheduled_start_time: GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
  ],
  [{ scheduled_end_time: later(1) }, "scheduled_end_time: GUILD_SCHEDULED_EVENT_END_BEFORE_START"],
  [{ status: 3 }, "status: GUILD_SCHEDULED_EVENT_INVALID_STATUS"],
  [{ status: 5 }, "status: BASE_TYPE_CHOICES"],
  [{ name: "" }, "name: BASE_TYPE_BAD_LENGTH"],
])("an event cannot be changed to %j", async (body, leaf) => {
  const at = await planned();
  expect(leavesOf(await edit(at, body))).toEqual([leaf]);
  expect((await at.scene.call(getScheduledEvent, at.of)).body).toEqual(at.event);
});

test("an event starts and ends, or is cancelled, and is then deleted", async () => {
  const begun = await planned();
  expect((await edit(begun, { status: 2 })).body.status).toBe(2);
  expect(leavesOf(await edit(begun, { status: 4 }))).toEqual([
    "status: GUILD_SCHEDULED_EVENT_INVALID_STATUS",
  ]);
  expect((await edit(begun, { status: 3 })).body.status).toBe(3);
  expect(codeOf(await edit(begun, { name: "More" }))).toBe(10070);
  const cancelled = await planned();
  expect((await edit(cancelled, { status: 4 })).body.status).toBe(4);
  expect(await cancelled.scene.news()).toMatchObject([{ payload: { status: 4 } }]);
  expect(codeOf(await cancelled.scene.call(getScheduledEvent, cancelled.of))).toBe(10070);
});

test("a running event can be prolonged, but not moved into the past", async () => {
  const at = await planned();
  await edit(at, outside);
  await at.scene.clock.moveTo((parseTimestamp(later(1)) ?? 0) + 60_000);
  expect((await edit(at, { status: 2 })).body.status).toBe(2);
  const longer = { scheduled_end_time: later(3) };
  expect((await edit(at, longer)).body).toMatchObject({ ...longer, status: 2 });
  expect(leavesOf(await edit(at, { scheduled_end_time: later(1) }))).toEqual([
    "scheduled_end_time: GUILD_SCHEDULED_EVENT_END_BEFORE_START",
  ]);
  expect(leavesOf(await edit(at, { ...longer, scheduled_start_time: later(1) }))).toEqual([
    "scheduled_start_time: GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
  ]);
});

test("an event that had ended in the world file cannot be changed", async () => {
  const at = await planned();
  const { creator: _creator, ...event } = at.event;
  await at.scene.seed((tx) => tx.put(scheduledEvents, { ...event, status: 3 }));
  expect(codeOf(await edit(at, { name: "More" }))).toBe(180_000);
});

test("editing one's own event requires CREATE_EVENTS, another's MANAGE_EVENTS", async () => {
  const others = await planned(may, asUser(ids.alice));
  expect(codeOf(await edit(others, { name: "Mine" }))).toBe(50013);
  expect(codeOf(await others.scene.call(deleteScheduledEvent, others.of))).toBe(50013);
  const managed = await planned(["MANAGE_EVENTS", "CONNECT"], asUser(ids.alice));
  expect((await edit(managed, { name: "Mine" })).status).toBe(200);
});

test("MANAGE_EVENTS allows moving an event only until the permission was split", async () => {
  const at = await planned(["MANAGE_EVENTS", "CONNECT"], asUser(ids.alice));
  expect(codeOf(await edit(at, outside))).toBe(50013);
  const day = parseTimestamp(permissionSplits.CREATE_EVENTS.from) ?? 0;
  await at.scene.clock.moveTo(day - 1);
  expect((await edit(at, outside)).status).toBe(200);
});

test("the list of interested users is empty, and refused for an unknown event", async () => {
  const at = await planned();
  expect((await at.scene.call(listScheduledEventUsers, at.of)).body).toEqual([]);
  const none = { as: asBot, params: { ...inGuild, event_id: "1" } };
  expect(codeOf(await at.scene.call(listScheduledEventUsers, none))).toBe(10070);
});
