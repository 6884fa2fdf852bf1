import { limits, type PermissionName } from "@antechamber/contract";
import {
  createScheduledEvent,
  createStageInstance,
  deleteScheduledEvent,
  deleteStageInstance,
  editScheduledEvent,
  editStageInstance,
  getStageInstance,
} from "@antechamber/contract/guilds";
import { deleteChannel } from "@antechamber/contract/channels";
import { timestamp } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import {
  aGuildScene,
  asBot,
  asUser,
  ids,
  inGuild,
  inVoice,
} from "../../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { leaveVoice } from "../../guilds/voice/operations.ts";
import { voiceStates } from "../../guilds/voice/voice-state.ts";
import { scheduledEvents } from "../../guilds/scheduled-events/scheduled-event.ts";

const bob = asUser(ids.bob);
const moderation = ["CONNECT", "MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"] as const;
const at = { params: { channel_id: ids.stage } };
const ships = { channel_id: ids.stage, topic: "Ships" };

async function aStage(...granted: readonly PermissionName[]) {
  const calls = await aGuildScene(...moderation, ...granted);
  const open = (body: object = ships, as = asBot) => calls.call(createStageInstance, { as, body });
  const read = () => calls.call(getStageInstance, { as: bob, ...at });
  const newEvents = async () => {
    const facts = await calls.news();
    return facts.map(({ name, payload }) => {
      const { topic, type } = payload as { topic?: string; type?: number };
      return [name, name === "MESSAGE_CREATE" ? type : topic];
    });
  };
  const later = (ms: number) => calls.clock.moveTo(calls.clock.now() + ms);
  return { ...calls, open, read, newEvents, later };
}

test("a stage is opened, read, changed and closed", async () => {
  const { open, read, newEvents, call, logged } = await aStage();
  const { status, body } = await open();
  expect([status, body]).toEqual([
    200,
    {
      id: expect.any(String) as string,
      guild_id: ids.guild,
      channel_id: ids.stage,
      topic: "Ships",
      privacy_level: 2,
      discoverable_disabled: true,
      guild_scheduled_event_id: null,
    },
  ]);
  expect(await newEvents()).toEqual([
    ["STAGE_INSTANCE_CREATE", "Ships"],
    ["MESSAGE_CREATE", 27],
  ]);
  expect((await read()).body).toEqual(body);
  const edited = await call(editStageInstance, { as: asBot, ...at, body: { topic: "Boats" } });
  expect(edited.body).toEqual({ ...body, topic: "Boats" });
  expect(await newEvents()).toEqual([
    ["STAGE_INSTANCE_UPDATE", "Boats"],
    ["MESSAGE_CREATE", 31],
  ]);
  expect((await call(deleteStageInstance, { as: asBot, ...at })).status).toBe(204);
  expect(await newEvents()).toEqual([
    ["STAGE_INSTANCE_DELETE", "Boats"],
    ["MESSAGE_CREATE", 28],
  ]);
  expect(codeOf(await read())).toBe(10067);
  const options = { channel_id: ids.stage };
  expect(await logged()).toMatchObject([
    { action_type: 83, target_id: body.id, options },
    { action_type: 84, changes: [{ key: "topic", old_value: "Ships", new_value: "Boats" }] },
    { action_type: 85, options },
  ]);
});

test("notifying everyone of a stage requires MENTION_EVERYONE", async () => {
  for (const [granted, notifies, mention_everyone] of [
    [["MENTION_EVERYONE"], true, true],
    [["MENTION_EVERYONE"], 1, true],
    [["MENTION_EVERYONE"], 0, false],
    [[], true, false],
  ] as const) {
    const { open, news } = await aStage(...granted);
    await open({ ...ships, send_start_notification: notifies });
    expect(await news()).toContainEqual(
      expect.objectContaining({
        name: "MESSAGE_CREATE",
        payload: expect.objectContaining({ content: "Ships", mention_everyone }) as object,
      }),
    );
  }
});

test.each([
  ["without a topic", { channel_id: ids.stage }, "topic: BASE_TYPE_REQUIRED"],
  ["with an empty topic", { ...ships, topic: "" }, "topic: BASE_TYPE_BAD_LENGTH"],
  ["with a long topic", { ...ships, topic: "x".repeat(121) }, "topic: BASE_TYPE_BAD_LENGTH"],
  ["without a channel", { topic: "Ships" }, "channel_id: BASE_TYPE_REQUIRED"],
])("a stage %s is refused", async (_what, form, leaf) => {
  const { open } = await aStage();
  expect(leavesOf(await open(form))).toEqual([leaf]);
});

test("a stage can be opened once, in a stage channel, by its moderators", async () => {
  const { open, call } = await aStage();
  expect(codeOf(await open({ ...ships, channel_id: ids.voice }))).toBe(50024);
  expect(codeOf(await open({ ...ships, channel_id: "5" }))).toBe(10003);
  expect(codeOf(await call(deleteStageInstance, { as: asBot, ...at }))).toBe(10067);
  await open();
  expect(codeOf(await open())).toBe(150_006);
  for (const lacking of ["MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"] as const) {
    const others = moderation.filter((each) => each !== lacking);
    const scene = await aGuildScene(...others);
    expect(codeOf(await scene.call(createStageInstance, { as: asBot, body: ships }))).toBe(50013);
    await scene.call(createStageInstance, { as: asUser(ids.alice), body: ships });
    expect(codeOf(await scene.call(editStageInstance, { as: asBot, ...at, body: {} }))).toBe(50013);
    expect(codeOf(await scene.call(deleteStageInstance, { as: asBot, ...at }))).toBe(50013);
  }
});

describe("the timeout of a stage without speakers", () => {
  const speaker = inVoice(ids.bob, ids.stage);

  test("closes the stage", async () => {
    const { open, read, newEvents, later } = await aStage();
    await open();
    await newEvents();
    await later(limits.stageQuiet.value - 1);
    expect((await read()).status).toBe(200);
    await later(1);
    expect(codeOf(await read())).toBe(10067);
    expect(await newEvents()).toEqual([["STAGE_INSTANCE_DELETE", "Ships"]]);
  });

  test("starts when the last speaker leaves", async () => {
    const { open, read, seed, work, later } = await aStage();
    await seed((tx) => tx.put(voiceStates, speaker));
    await open();
    await later(10 * limits.stageQuiet.value);
    expect((await read()).status).toBe(200);
    const who = { guildId: ids.guild, userId: ids.bob };
    await work.transaction((ctx) => leaveVoice(ctx, who));
    await later(limits.stageQuiet.value - 1);
    expect((await read()).status).toBe(200);
    await later(1);
    expect(codeOf(await read())).toBe(10067);
  });

  test("is not prevented by a listener", async () => {
    const { open, read, seed, later } = await aStage();
    await seed((tx) => tx.put(voiceStates, { ...speaker, suppress: true }));
    await open();
    await later(limits.stageQuiet.value);
    expect(codeOf(await read())).toBe(10067);
  });
});

test("a stage closes when its channel is deleted", async () => {
  const { open, call, news } = await aStage();
  await open();
  await news();
  await call(deleteChannel, { as: asBot, ...at });
  const names = (await news()).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(["STAGE_INSTANCE_DELETE", "CHANNEL_DELETE"]);
});

describe("a scheduled event for a stage", () => {
  async function aPlan() {
    const calls = await aStage("CREATE_EVENTS", "MANAGE_EVENTS");
    const plan = { name: "Quiz", privacy_level: 2, entity_type: 1, channel_id: ids.stage };
    const scheduled_start_time = timestamp(calls.clock.now() + 60_000);
    const made = await calls.call(createScheduledEvent, {
      as: asBot,
      params: inGuild,
      body: { ...plan, scheduled_start_time },
    });
    const event_id = made.body.id;
    const edit = (status: number) =>
      calls.call(editScheduledEvent, {
        as: asBot,
        params: { ...inGuild, event_id },
        body: { status },
      });
    const stored = () =>
      calls.store.read((tx) => tx.get(scheduledEvents, event_id.padStart(20, "0")));
    return { ...calls, event_id, edit, stored };
  }

  test("starts with the stage, and ends with it", async () => {
    const { open, event_id, stored, call } = await aPlan();
    const { body } = await open({ ...ships, guild_scheduled_event_id: event_id });
    expect(body.guild_scheduled_event_id).toBe(event_id);
    expect(await stored()).toMatchObject({ status: 2, entity_id: body.id });
    await call(deleteStageInstance, { as: asBot, ...at });
    expect(await stored()).toBeUndefined();
  });

  test("opens the stage when it starts, and closes it when it ends", async () => {
    const { edit, event_id, read } = await aPlan();
    await edit(2);
    expect((await read()).body).toMatchObject({
      topic: "Quiz",
      guild_scheduled_event_id: event_id,
    });
    await edit(3);
    expect(codeOf(await read())).toBe(10067);
  });

  test("closes the stage when it is deleted", async () => {
    const { open, event_id, read, call, newEvents } = await aPlan();
    await open({ ...ships, guild_scheduled_event_id: event_id });
    await newEvents();
    const params = { ...inGuild, event_id };
    expect((await call(deleteScheduledEvent, { as: asBot, params })).status).toBe(204);
    expect(codeOf(await read())).toBe(10067);
    expect(await newEvents()).toContainEqual(["STAGE_INSTANCE_DELETE", "Ships"]);
  });

  test("must exist and belong to the channel of the stage", async () => {
    const { open, call, event_id } = await aPlan();
    expect(codeOf(await open({ ...ships, guild_scheduled_event_id: "5" }))).toBe(10070);
    const body = { entity_type: 2, channel_id: ids.voice };
    await call(editScheduledEvent, {
      as: asUser(ids.alice),
      params: { ...inGuild, event_id },
      body,
    });
    const planned = { ...ships, guild_scheduled_event_id: event_id };
    expect(await open(planned)).toMatchObject({ status: 400, body: { code: 50_091 } });
  });
});
