import { playSoundAsUser } from "@antechamber/contract/control";
import { expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { aMessageScene, codeOf, ids } from "../../testing/calls/message-calls.ts";
import { aChannel } from "../../testing/records.ts";
import { inVoice } from "../../testing/calls/guild-calls.ts";
import { channels } from "../../domains/guilds/guild.ts";
import { guildSounds } from "../../domains/guilds/soundboard/sound.ts";
import { voiceStates } from "../../domains/guilds/voice/voice-state.ts";
import { simulatedSoundHandlers } from "./sound.ts";

const operator: Caller = { kind: "control" };
const voice = "300000000000000041";
const horn = "700000000000000001";

/** Bob in a voice channel of a guild with a sound, and a function to play one as him. */
async function aCall() {
  const scene = await aMessageScene({
    granted: ["VIEW_CHANNEL", "CONNECT", "SPEAK", "USE_SOUNDBOARD"],
    handlers: simulatedSoundHandlers,
  });
  await scene.seed((tx) => {
    tx.put(channels, aChannel(voice, { guild_id: ids.guild, type: 2, name: "Harbor" }));
    tx.put(voiceStates, inVoice(ids.bob, voice));
    const emoji = { emoji_id: null, emoji_name: null };
    const plain = { name: "horn", volume: 1, available: true, ...emoji };
    tx.put(guildSounds, { ...plain, sound_id: horn, guild_id: ids.guild, user_id: ids.alice });
  });
  const play = (user: string, act: object) =>
    scene.call(playSoundAsUser, {
      as: operator,
      params: { user },
      body: { channel: "Harbor", ...act },
    });
  return { ...scene, play };
}

test("a user in voice plays a sound by its name or id", async () => {
  const { play, news } = await aCall();
  for (const [sound, sound_id] of [
    ["horn", horn],
    [horn, horn],
    ["Ding", 1],
  ] as const) {
    expect((await play(ids.bob, { sound })).status).toBe(204);
    const payload = { user_id: ids.bob, channel_id: voice, sound_id };
    expect(await news()).toMatchObject([{ name: "VOICE_CHANNEL_EFFECT_SEND", payload }]);
  }
});

test("acts that the user could not do themselves are refused", async () => {
  const { play } = await aCall();
  expect(codeOf(await play(ids.alice, { sound: "horn" }))).toBe(40032);
  expect(codeOf(await play(ids.bot, { sound: "horn" }))).toBe(20001);
  expect(codeOf(await play(ids.bob, { sound: "5" }))).toBe(10097);
  expect(codeOf(await play(ids.bob, { sound: horn, from: "nowhere" }))).toBe(10004);
});
