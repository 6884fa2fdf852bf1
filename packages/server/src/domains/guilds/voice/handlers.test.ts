import {
  changeOwnVoiceState,
  changeVoiceState,
  getOwnVoiceState,
  getVoiceState,
  listGuildVoiceRegions,
  listVoiceRegions,
} from "@antechamber/contract/guilds";
import type { PermissionName } from "@antechamber/contract";
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
import { leavesOf } from "../../../testing/calls/message-calls.ts";
import { moveVoice } from "./operations.ts";
import { voiceStates } from "./voice-state.ts";

const bob = asUser(ids.bob);
const ofBob = { ...inGuild, user_id: ids.bob };
const ofBot = { ...inGuild, user_id: ids.bot };

/** Bob and the bot in the audience of the stage. */
async function aStage(...granted: readonly PermissionName[]) {
  const calls = await aGuildScene("CONNECT", ...granted);
  await calls.seed((tx) => {
    for (const id of [ids.bob, ids.bot])
      tx.put(voiceStates, { ...inVoice(id, ids.stage), suppress: true });
  });
  await calls.news();
  const own = (body: object, as = bob) =>
    calls.call(changeOwnVoiceState, { as, params: inGuild, body });
  const others = (body: object) => calls.call(changeVoiceState, { as: asBot, params: ofBob, body });
  /** Bob's or the bot's voice states that the guild received. */
  const newStates = async () =>
    (await calls.news()).map(({ name, payload }) => {
      const { suppress, request_to_speak_timestamp: requestedAt } = payload as {
        suppress: boolean;
        request_to_speak_timestamp: string | null;
      };
      return [name, suppress, requestedAt];
    });
  return { ...calls, own, others, newStates };
}

describe("a voice state", () => {
  test("is shown with its member to members who see the channel", async () => {
    const { call } = await aStage();
    const mine = await call(getOwnVoiceState, { as: bob, params: inGuild });
    expect(mine).toMatchObject({
      status: 200,
      body: { ...ofBob, channel_id: ids.stage, suppress: true, member: { user: { id: ids.bob } } },
    });
    const answer = await call(getVoiceState, { as: asBot, params: ofBob });
    expect(answer.body).toEqual(mine.body);
  });

  test("of a user who is not in voice, or in a hidden channel, is unknown", async () => {
    const { call, seed } = await aStage();
    const alice = { ...inGuild, user_id: ids.alice };
    const unknown = { status: 404, body: { code: 10_065 } };
    expect(await call(getVoiceState, { as: bob, params: alice })).toMatchObject(unknown);
    await seed((tx) => tx.put(voiceStates, inVoice(ids.alice, ids.hidden)));
    expect(await call(getVoiceState, { as: bob, params: alice })).toMatchObject(unknown);
    const own = await call(getOwnVoiceState, { as: asUser(ids.alice), params: inGuild });
    expect(own.status).toBe(200);
    const outside = await call(getOwnVoiceState, { as: asUser(ids.carol), params: inGuild });
    expect(outside).toMatchObject({ status: 403, body: { code: 50_001 } });
  });
});

describe("on a stage", () => {
  test("requesting to speak requires the permission, withdrawing the request does not", async () => {
    const { own, newStates, clock } = await aStage("REQUEST_TO_SPEAK");
    const at = timestamp(clock.now());
    expect((await own({ request_to_speak_timestamp: at })).status).toBe(204);
    expect((await own({ request_to_speak_timestamp: null })).status).toBe(204);
    expect(await newStates()).toEqual([
      ["VOICE_STATE_UPDATE", true, at],
      ["VOICE_STATE_UPDATE", true, null],
    ]);
    const refused = await (await aStage()).own({ request_to_speak_timestamp: at });
    expect(refused).toMatchObject({ status: 403, body: { code: 50_013 } });
  });

  test("a request to speak in the past is refused", async () => {
    const { own, clock } = await aStage("REQUEST_TO_SPEAK");
    const refused = await own({ request_to_speak_timestamp: timestamp(clock.now() - 60_000) });
    expect(leavesOf(refused)).toEqual(["request_to_speak_timestamp: DATE_TIME_PAST"]);
  });

  test("becoming a speaker requires MUTE_MEMBERS, becoming a listener nothing", async () => {
    const { own, newStates } = await aStage();
    expect(await own({ suppress: false })).toMatchObject({ status: 403, body: { code: 50_013 } });
    expect((await own({ suppress: true })).status).toBe(204);
    expect(await newStates()).toEqual([]);
    const moderator = await aStage("MUTE_MEMBERS");
    expect((await moderator.own({ channel_id: ids.stage, suppress: false })).status).toBe(204);
    expect(await moderator.newStates()).toEqual([["VOICE_STATE_UPDATE", false, null]]);
  });

  test("a user who is invited to speak has a request timestamp, a bot has none", async () => {
    const { call, others, newStates, clock } = await aStage("MUTE_MEMBERS");
    await others({ suppress: false });
    await others({ suppress: true });
    await call(changeVoiceState, { as: bob, params: ofBot, body: { suppress: false } });
    expect(await newStates()).toEqual([
      ["VOICE_STATE_UPDATE", false, timestamp(clock.now())],
      ["VOICE_STATE_UPDATE", true, null],
      ["VOICE_STATE_UPDATE", false, null],
    ]);
    const refused = await (await aStage()).others({ suppress: true });
    expect(refused).toMatchObject({ status: 403, body: { code: 50_013 } });
  });

  test("editing a voice state moves nobody, and refuses other channels", async () => {
    const { own, others, seed, news } = await aStage("MUTE_MEMBERS");
    const elsewhere = await own({ channel_id: ids.voice, suppress: true });
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 10_065 } });
    await seed((tx) => tx.put(voiceStates, inVoice(ids.bob, ids.voice)));
    const wrong = await others({ channel_id: ids.voice, suppress: true });
    expect(wrong).toMatchObject({ status: 400, body: { code: 50_024 } });
    expect(await news()).toEqual([]);
  });

  test("a speaker remains one when muting their microphone", async () => {
    const { own, work, news } = await aStage("MUTE_MEMBERS");
    await own({ suppress: false });
    await news();
    const quiet = { self_mute: true, self_deaf: false, self_video: false, processEpoch: "0" };
    const move = { guildId: ids.guild, userId: ids.bob, channelId: ids.stage, sessionId: "s" };
    await work.transaction((ctx) => moveVoice(ctx, { ...move, ...quiet }));
    expect((await news())[0]?.payload).toMatchObject({ self_mute: true, suppress: false });
  });
});

test("regions are listed for everyone, and for a guild only to its members", async () => {
  const { call } = await aStage();
  const all = await call(listVoiceRegions, { as: bob, params: {} });
  expect(all.body).toContainEqual({
    id: "rotterdam",
    name: "Rotterdam",
    optimal: false,
    deprecated: false,
    custom: false,
  });
  const ofGuild = await call(listGuildVoiceRegions, { as: asBot, params: inGuild });
  expect(ofGuild.body).toEqual(all.body);
  const stranger = await call(listGuildVoiceRegions, { as: asUser(ids.carol), params: inGuild });
  expect(stranger).toMatchObject({ status: 403, body: { code: 50_001 } });
});
