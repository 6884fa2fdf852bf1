import { limits, permissionSplits } from "@antechamber/contract";
import {
  createScheduledEvent,
  deleteScheduledEvent,
  getScheduledEvent,
  listScheduledEvents,
} from "@antechamber/contract/guilds";
import { parseTimestamp, timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { aGuildScene, asBot, asUser, ids, inGuild } from "../../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";

type InteractionContext = Awaited<ReturnType<typeof aGuildScene>>;

const later = (hours: number, from = 1_800_000_000_000) => timestamp(from + hours * 3_600_000);
const quiz = {
  name: "Quiz",
  privacy_level: 2,
  entity_type: 2,
  channel_id: ids.voice,
  scheduled_start_time: later(1),
};
const outing = {
  ...quiz,
  entity_type: 3,
  channel_id: undefined,
  scheduled_end_time: later(2),
  entity_metadata: { location: "The park" },
};
const may = ["CREATE_EVENTS", "CONNECT"] as const;

const plan = ({ call }: InteractionContext, body: object = quiz, as = asBot) =>
  call(createScheduledEvent, { as, params: inGuild, body });
const one = (event_id: string, as = asBot) => ({ as, params: { ...inGuild, event_id } });

test("an event is created, announced, read and deleted", async () => {
  const scene = await aGuildScene(...may);
  const { status, body } = await plan(scene);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: "Quiz",
    description: null,
    channel_id: ids.voice,
    creator_id: ids.bot,
    creator: { id: ids.bot },
    status: 1,
    entity_type: 2,
    scheduled_start_time: later(1),
    scheduled_end_time: null,
  });
  const scope = { kind: "guild", guild_id: ids.guild };
  const expected = { scope, payload: { id: body.id, name: "Quiz" } };
  expect(await scene.news()).toMatchObject([{ name: "GUILD_SCHEDULED_EVENT_CREATE", ...expected }]);
  const list = await scene.call(listScheduledEvents, { as: asBot, params: inGuild });
  expect(list.body).toEqual([body]);
  const query = { with_user_count: true };
  const got = await scene.call(getScheduledEvent, { ...one(body.id), query });
  expect(got.body).toEqual({ ...body, user_count: 0 });
  expect((await scene.call(deleteScheduledEvent, one(body.id))).status).toBe(204);
  expect(await scene.news()).toMatchObject([{ name: "GUILD_SCHEDULED_EVENT_DELETE", ...expected }]);
  expect(codeOf(await scene.call(getScheduledEvent, one(body.id)))).toBe(10070);
});

test("an external event has a location and an end time", async () => {
  const scene = await aGuildScene(...may);
  expect((await plan(scene, outing)).body).toMatchObject({
    channel_id: null,
    entity_metadata: { location: "The park" },
    scheduled_end_time: later(2),
  });
});

test.each([
  [{ ...quiz, channel_id: undefined }, ["channel_id: BASE_TYPE_REQUIRED"]],
  [
    { ...outing, scheduled_end_time: null, entity_metadata: {} },
    ["scheduled_end_time: BASE_TYPE_REQUIRED", "entity_metadata.location: BASE_TYPE_REQUIRED"],
  ],
  [{ ...quiz, privacy_level: 1 }, ["privacy_level: BASE_TYPE_CHOICES"]],
  [{ ...quiz, entity_type: 4 }, ["entity_type: BASE_TYPE_CHOICES"]],
  [{ ...quiz, name: "" }, ["name: BASE_TYPE_BAD_LENGTH"]],
  [
    { ...quiz, scheduled_start_time: later(0) },
    ["scheduled_start_time: GUILD_SCHEDULED_EVENT_SCHEDULE_PAST"],
  ],
  [
    { ...outing, scheduled_end_time: later(1) },
    ["scheduled_end_time: GUILD_SCHEDULED_EVENT_END_BEFORE_START"],
  ],
])("an invalid event is refused: %j", async (body, leaves) => {
  const refused = await plan(await aGuildScene(...may), body);
  expect(leavesOf(refused).toSorted()).toEqual(leaves.toSorted());
});

test.each([
  [ids.general, 50024],
  [ids.stage, 50024],
  ["1", 10003],
])("a voice event cannot take place in channel %s", async (channel_id, code) => {
  expect(codeOf(await plan(await aGuildScene(...may), { ...quiz, channel_id }))).toBe(code);
});

// Proves requirement 9 "CREATE_EVENTS"
test("MANAGE_EVENTS allows creating events only until the permission was split", async () => {
  const scene = await aGuildScene("MANAGE_EVENTS", "CONNECT");
  expect(codeOf(await plan(scene))).toBe(50013);
  const day = parseTimestamp(permissionSplits.CREATE_EVENTS.from) ?? 0;
  await scene.clock.moveTo(day);
  expect(codeOf(await plan(scene))).toBe(50013);
  await scene.clock.moveTo(day - 1);
  expect((await plan(scene)).status).toBe(200);
});

test("creating or seeing an event requires access to its channel", async () => {
  expect(codeOf(await plan(await aGuildScene("CREATE_EVENTS")))).toBe(50013);
  const scene = await aGuildScene(...may);
  expect(codeOf(await plan(scene, { ...quiz, channel_id: ids.hidden }))).toBe(50013);
  const own = await plan(scene, { ...quiz, channel_id: ids.hidden }, asUser(ids.alice));
  expect(own.status).toBe(200);
  const list = await scene.call(listScheduledEvents, { as: asBot, params: inGuild });
  expect(list.body).toEqual([]);
  expect(codeOf(await scene.call(getScheduledEvent, one(own.body.id)))).toBe(10070);
});

test("a stage event requires the permissions of a stage moderator", async () => {
  const moderation = ["MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"] as const;
  const onStage = { ...quiz, entity_type: 1, channel_id: ids.stage };
  for (const lacked of moderation) {
    const granted = moderation.filter((each) => each !== lacked);
    const scene = await aGuildScene(...may, "MANAGE_EVENTS", ...granted);
    expect(codeOf(await plan(scene, onStage))).toBe(50013);
    const { body } = await plan(scene, onStage, asUser(ids.alice));
    expect(codeOf(await scene.call(deleteScheduledEvent, one(body.id)))).toBe(50013);
  }
  const scene = await aGuildScene(...may, ...moderation);
  const { status, body } = await plan(scene, onStage);
  expect(status).toBe(200);
  expect((await scene.call(deleteScheduledEvent, one(body.id))).status).toBe(204);
});

test("deleting others' events requires MANAGE_EVENTS", async () => {
  const scene = await aGuildScene(...may);
  const { id } = (await plan(scene, quiz, asUser(ids.alice))).body;
  expect(codeOf(await scene.call(deleteScheduledEvent, one(id)))).toBe(50013);
  expect((await scene.call(deleteScheduledEvent, one(id, asUser(ids.alice)))).status).toBe(204);
});

test("a guild has a limit of scheduled events", async () => {
  const scene = await aGuildScene(...may);
  for (let i = 0; i < limits.scheduledEvents.value; i++) await plan(scene);
  expect(codeOf(await plan(scene))).toBe(30038);
});
