import { limits } from "@antechamber/contract";
import { setVoiceStatus } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { aGuildScene, asBot, ids, inVoice } from "../../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { voiceChannels, voiceStates } from "./voice-state.ts";

type InteractionContext = Awaited<ReturnType<typeof aGuildScene>>;

const write = ({ call }: InteractionContext, body: object, channel_id: string = ids.voice) =>
  call(setVoiceStatus, { as: asBot, params: { channel_id }, body });

// Proves requirement 4.3 "PUT /channels/{channel_id}/voice-status"
test("the status of a voice channel is set once, cleared and announced", async () => {
  const scene = await aGuildScene("CONNECT", "SET_VOICE_CHANNEL_STATUS", "MANAGE_CHANNELS");
  const place = { id: ids.voice, guild_id: ids.guild };
  const scope = { kind: "channel", guild_id: ids.guild, channel_id: ids.voice };
  const statusUpdate = (status: string | null) => ({
    name: "VOICE_CHANNEL_STATUS_UPDATE",
    scope,
    payload: { ...place, status },
  });
  expect((await write(scene, { status: "Quiz night" })).status).toBe(204);
  expect(await scene.news()).toMatchObject([statusUpdate("Quiz night")]);
  await write(scene, { status: "Quiz night" });
  expect(await scene.news()).toEqual([]);
  await write(scene, { status: "" });
  expect(await scene.news()).toMatchObject([statusUpdate(null)]);
  await write(scene, { status: "again" });
  await write(scene, { status: null });
  expect(await scene.news()).toMatchObject([statusUpdate("again"), statusUpdate(null)]);
});

test("setting the status keeps the start time of the channel", async () => {
  const scene = await aGuildScene("CONNECT", "SET_VOICE_CHANNEL_STATUS", "MANAGE_CHANNELS");
  const place = { id: ids.voice, guild_id: ids.guild };
  await scene.seed((tx) => tx.put(voiceChannels, { ...place, voice_start_time: 7, status: null }));
  await write(scene, { status: "x" });
  const stored = await scene.store.read((tx) => tx.find(voiceChannels));
  expect(stored).toEqual([{ ...place, voice_start_time: 7, status: "x" }]);
});

// Proves requirement 4.3 "voice status: permissions"
test("setting the status requires SET_VOICE_CHANNEL_STATUS, from outside also MANAGE_CHANNELS", async () => {
  const poor = await aGuildScene("CONNECT", "MANAGE_CHANNELS");
  expect(codeOf(await write(poor, { status: "x" }))).toBe(50013);
  const scene = await aGuildScene("CONNECT", "SET_VOICE_CHANNEL_STATUS");
  expect(codeOf(await write(scene, { status: "x" }))).toBe(50013);
  await scene.seed((tx) => tx.put(voiceStates, inVoice(ids.bot, ids.stage)));
  expect(codeOf(await write(scene, { status: "x" }))).toBe(50013);
  await scene.seed((tx) => tx.put(voiceStates, inVoice(ids.bot, ids.voice)));
  expect((await write(scene, { status: "x" })).status).toBe(204);
});

// Proves requirement 4.3 "PUT /channels/{channel_id}/voice-status"
test.each([ids.general, ids.stage])("channel %s cannot have a status", async (channel) => {
  const scene = await aGuildScene("CONNECT", "SET_VOICE_CHANNEL_STATUS", "MANAGE_CHANNELS");
  expect(codeOf(await write(scene, { status: "x" }, channel))).toBe(50024);
});

// Proves requirement 4.3 "PUT /channels/{channel_id}/voice-status"
// Proves requirement 8 "voice status"
test("the status has at most 500 characters", async () => {
  const scene = await aGuildScene("CONNECT", "SET_VOICE_CHANNEL_STATUS", "MANAGE_CHANNELS");
  const max = limits.voiceStatus.value;
  expect((await write(scene, { status: "é".repeat(max) })).status).toBe(204);
  expect(leavesOf(await write(scene, { status: "x".repeat(max + 1) }))).toEqual([
    "status: BASE_TYPE_MAX_LENGTH",
  ]);
});
