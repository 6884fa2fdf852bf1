import { snowflakeKey, timestamp } from "@antechamber/contract/schema";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { openHandlerCalls, type HandlerCalls } from "../../../testing/calls/handler-calls.ts";
import { aChannel, aGuild, aMember, aRole, aUser } from "../../../testing/records.ts";
import { users } from "../../users/user.ts";
import { channels, guilds, members, roles } from "../guild.ts";
import {
  clearVoiceChannel,
  deleteSessionVoiceStates,
  leaveVoice,
  moveMember,
  moveVoice,
  type VoiceMove,
} from "./operations.ts";
import { channelInfo } from "./channel-info.ts";
import { voiceChannels, voiceStates, voiceStatesOf } from "./voice-state.ts";

const guildId = "300000000000000001";
const rooms = ["400000000000000001", "400000000000000002"] as const;
const people = ["100000000000000001", "100000000000000002", "100000000000000003"] as const;

const open: HandlerCalls[] = [];
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close();
});

async function aGuildWithVoice(): Promise<HandlerCalls> {
  const calls = await openHandlerCalls([]);
  open.push(calls);
  await calls.seed((tx) => {
    tx.put(guilds, aGuild(guildId, { owner_id: people[0] }));
    tx.put(roles, aRole({ guild_id: guildId, id: guildId }, "VIEW_CHANNEL", "CONNECT"));
    for (const id of rooms) tx.put(channels, aChannel(id, { guild_id: guildId, type: 2 }));
    for (const user_id of people) {
      tx.put(users, aUser(user_id));
      tx.put(members, aMember({ guild_id: guildId, user_id }, { mute: user_id === people[1] }));
    }
  });
  return calls;
}

const move = (userId: string, channelId: string | undefined): VoiceMove => ({
  guildId,
  userId,
  channelId,
  processEpoch: "7",
  sessionId: `session of ${userId}`,
  self_mute: false,
  self_deaf: false,
  self_video: false,
});

// Proves requirement 6 "Voice Channel Start Time Update"
test("a channel has a start time only while someone is in it, announced on each change", async () => {
  const anyMove = fc.tuple(fc.constantFrom(...people), fc.option(fc.constantFrom(...rooms)));
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { maxLength: 15 }), async (moves) => {
      const calls = await aGuildWithVoice();
      await calls.news();
      const where = new Map<string, string>();
      for (const [userId, channelId] of moves) {
        const was = new Set(where.values());
        await calls.work.transaction((ctx) => moveVoice(ctx, move(userId, channelId ?? undefined)));
        if (channelId === null) where.delete(userId);
        else where.set(userId, channelId);
        const is = new Set(where.values());
        const starts = (await calls.news())
          .filter(({ name }) => name === "VOICE_CHANNEL_START_TIME_UPDATE")
          .map(({ payload }) => payload as { id: string; voice_start_time: number | null })
          .map(({ id, voice_start_time: at }) => `${id} ${at === null ? "ends" : "starts"}`);
        const changed = rooms.flatMap((id) =>
          was.has(id) === is.has(id) ? [] : [`${id} ${is.has(id) ? "starts" : "ends"}`],
        );
        expect(new Set(starts)).toEqual(new Set(changed));
      }
      const states = await calls.work.read((ctx) => voiceStatesOf(ctx, guildId));
      expect(new Map(states.map((each) => [each.user_id, each.channel_id]))).toEqual(where);
    }),
    { numRuns: 20 },
  );
});

test("a server mute is shown, and only the end of the user's own session disconnects", async () => {
  const calls = await aGuildWithVoice();
  await calls.work.transaction((ctx) => moveVoice(ctx, move(people[1], rooms[0])));
  expect((await calls.news())[0]).toMatchObject({
    name: "VOICE_STATE_UPDATE",
    payload: { mute: true, self_mute: false, member: { mute: true } },
  });
  const of = { guildId, userId: people[1] };
  await calls.work.transaction((ctx) => leaveVoice(ctx, { ...of, sessionId: "another" }));
  expect(await calls.news()).toEqual([]);
  await calls.work.transaction((ctx) => leaveVoice(ctx, of));
  expect((await calls.news()).map(({ name }) => name)).toEqual([
    "VOICE_STATE_UPDATE",
    "VOICE_CHANNEL_START_TIME_UPDATE",
  ]);
});

test.each([2, 13])(
  "a request to speak is removed when the user moves to a channel of type %i",
  async (type) => {
    const calls = await aGuildWithVoice();
    const [person] = people;
    await calls.seed((tx) => {
      tx.put(channels, aChannel(rooms[0], { guild_id: guildId, type: 13 }));
      tx.put(channels, aChannel(rooms[1], { guild_id: guildId, type }));
    });
    await calls.work.transaction((ctx) => moveVoice(ctx, move(person, rooms[0])));
    const [listening] = await calls.work.read((ctx) => voiceStatesOf(ctx, guildId));
    if (listening === undefined) throw new Error("nobody is on the stage");
    const asking = { ...listening, request_to_speak_timestamp: timestamp(calls.clock.now()) };
    await calls.seed((tx) => tx.put(voiceStates, asking));
    await calls.news();
    await calls.work.transaction((ctx) => moveMember(ctx, asking, rooms[1]));
    const there = { channel_id: rooms[1], suppress: type === 13, request_to_speak_timestamp: null };
    expect((await calls.news())[0]).toMatchObject({ name: "VOICE_STATE_UPDATE", payload: there });
  },
);

test("a user is in voice in one guild at a time, a bot in several", async () => {
  const calls = await aGuildWithVoice();
  const [person, bot] = people;
  const other = "300000000000000002";
  const elsewhere = "400000000000000003";
  await calls.seed((tx) => {
    tx.put(guilds, aGuild(other, { owner_id: person }));
    tx.put(roles, aRole({ guild_id: other, id: other }, "VIEW_CHANNEL", "CONNECT"));
    tx.put(channels, aChannel(elsewhere, { guild_id: other, type: 2 }));
    tx.put(users, { ...aUser(bot), bot: true });
    for (const user_id of [person, bot]) tx.put(members, aMember({ guild_id: other, user_id }));
  });
  const goThere = (userId: string) => ({ ...move(userId, elsewhere), guildId: other });
  for (const [userId, isTaken] of [[person, true] as const, [bot, false] as const]) {
    await calls.work.transaction((ctx) => moveVoice(ctx, move(userId, rooms[0])));
    await calls.news();
    await calls.work.transaction((ctx) => moveVoice(ctx, goThere(userId)));
    const states = (await calls.news()).filter(({ name }) => name === "VOICE_STATE_UPDATE");
    const leaving = { guild_id: guildId, user_id: userId, channel_id: null };
    const joined = { guild_id: other, user_id: userId, channel_id: elsewhere };
    expect(states.map(({ payload }) => payload)).toMatchObject(
      isTaken ? [leaving, joined] : [joined],
    );
  }
});

test("a refused move does not disconnect the user", async () => {
  const calls = await aGuildWithVoice();
  const [person] = people;
  await calls.seed((tx) => {
    tx.put(guilds, aGuild("300000000000000002", { owner_id: people[2] }));
    tx.put(members, aMember({ guild_id: "300000000000000002", user_id: person }));
  });
  await calls.work.transaction((ctx) => moveVoice(ctx, move(person, rooms[0])));
  await calls.news();
  const refused = { ...move(person, rooms[1]), guildId: "300000000000000002" };
  await calls.work.transaction((ctx) => moveVoice(ctx, refused));
  expect(await calls.news()).toEqual([]);
});

test("a deleted channel disconnects everyone, and so does a restart", async () => {
  const calls = await aGuildWithVoice();
  await calls.work.transaction(async (ctx) => {
    await moveVoice(ctx, move(people[0], rooms[0]));
    await moveVoice(ctx, move(people[1], rooms[1]));
  });
  await calls.work.transaction((ctx) => clearVoiceChannel(ctx, rooms[0]));
  const remaining = await calls.work.read((ctx) => voiceStatesOf(ctx, guildId));
  expect(remaining.map(({ user_id }) => user_id)).toEqual([people[1]]);
  await calls.seed((tx) =>
    tx.put(voiceChannels, { id: rooms[1], guild_id: guildId, status: "calm", voice_start_time: 5 }),
  );
  await calls.work.transaction((ctx) => deleteSessionVoiceStates(ctx));
  expect(await calls.work.read((ctx) => voiceStatesOf(ctx, guildId))).toEqual([]);
  const request = { guildId, userId: people[2], status: true, voiceStartTime: true };
  expect(await calls.work.read((ctx) => channelInfo(ctx, request))).toEqual([
    { id: rooms[1], status: "calm" },
  ]);
  expect(
    await calls.work.read((ctx) => ctx.tx.get(voiceChannels, snowflakeKey(rooms[0]))),
  ).toBeUndefined();
});
