// A change of anything in a guild that leaves it as it is is neither emitted nor logged.
import {
  changeOwnMember,
  createGuildEmoji,
  createGuildSound,
  createGuildSticker,
  createScheduledEvent,
  createStageInstance,
  editGuildEmoji,
  editGuildSound,
  editGuildSticker,
  editScheduledEvent,
  editStageInstance,
} from "@antechamber/contract/guilds";
import { timestamp } from "@antechamber/contract/schema";
import { createWebhook, editWebhook } from "@antechamber/contract/webhooks";
import { expect, test } from "vitest";
import { aGuildScene, aPicture, asBot, ids, inGuild } from "../../testing/calls/guild-calls.ts";
import { aSound } from "../../testing/files/sound-files.ts";
import { aPng } from "../../testing/files/sticker-files.ts";

type GuildCalls = Awaited<ReturnType<typeof aGuildScene>>;

/** Creates an object in a guild, and returns the function that changes it. */
type Make = (scene: GuildCalls) => Promise<(body: object) => Promise<{ readonly status: number }>>;

const as = asBot;

const anEmoji: Make = async ({ call }) => {
  const body = { name: "smile", image: aPicture() };
  const { id } = (await call(createGuildEmoji, { as, params: inGuild, body })).body;
  return (change) =>
    call(editGuildEmoji, { as, params: { ...inGuild, emoji_id: id }, body: change });
};

const aSticker: Make = async ({ call }) => {
  const body = { name: "wave", tags: "wave" };
  const file = { field: "file", filename: "s", contentType: "image/png", bytes: aPng() };
  const made = await call(createGuildSticker, { as, params: inGuild, body, files: [file] });
  const params = { ...inGuild, sticker_id: made.body.id };
  return (change) => call(editGuildSticker, { as, params, body: change });
};

const aGuildSound: Make = async ({ call }) => {
  const body = { name: "horn", sound: aSound() };
  const { sound_id } = (await call(createGuildSound, { as, params: inGuild, body })).body;
  return (change) => call(editGuildSound, { as, params: { ...inGuild, sound_id }, body: change });
};

const aWebhook: Make = async ({ call }) => {
  const params = { channel_id: ids.general };
  const { id } = (await call(createWebhook, { as, params, body: { name: "Crier" } })).body;
  return (change) => call(editWebhook, { as, params: { webhook_id: id }, body: change });
};

const anEvent: Make = async ({ call, clock }) => {
  const place = { entity_type: 2, channel_id: ids.voice };
  const scheduled_start_time = timestamp(clock.now() + 60_000);
  const body = { name: "Quiz", privacy_level: 2, ...place, scheduled_start_time };
  const { id } = (await call(createScheduledEvent, { as, params: inGuild, body })).body;
  return (change) =>
    call(editScheduledEvent, { as, params: { ...inGuild, event_id: id }, body: change });
};

const aStage: Make = async ({ call }) => {
  await call(createStageInstance, { as, body: { channel_id: ids.stage, topic: "Ships" } });
  return (change) =>
    call(editStageInstance, { as, params: { channel_id: ids.stage }, body: change });
};

const oneself: Make = async ({ call }) => {
  return (change) => call(changeOwnMember, { as, params: inGuild, body: change });
};

test.each([
  ["an emoji", anEmoji, { name: "grin" }],
  ["a sticker", aSticker, { description: "Hello" }],
  ["a sound", aGuildSound, { volume: 0.5 }],
  ["a webhook", aWebhook, { avatar: aPicture() }],
  ["a scheduled event", anEvent, { description: "Bring pens" }],
  ["a stage", aStage, { topic: "Boats" }],
  ["one's own membership", oneself, { nick: "Al", bio: "Sails" }],
])("%s that is set to its own values sends no event", async (_what, make, body) => {
  const scene = await aGuildScene(
    "CONNECT",
    "CREATE_GUILD_EXPRESSIONS",
    "CREATE_EVENTS",
    "MANAGE_WEBHOOKS",
    "MANAGE_CHANNELS",
    "MUTE_MEMBERS",
    "MOVE_MEMBERS",
    "CHANGE_NICKNAME",
  );
  const change = await make(scene);
  await scene.news();
  expect((await change(body)).status).toBe(200);
  expect(await scene.news()).not.toEqual([]);
  await scene.logged();
  for (const same of [body, {}]) expect((await change(same)).status).toBe(200);
  expect([await scene.news(), await scene.logged()]).toEqual([[], []]);
});
