import { limits } from "@antechamber/contract";
import {
  changeOwnMember,
  changeOwnNick,
  countRoleMembers,
  setVoiceStatus,
} from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import {
  aGuildScene,
  aPicture,
  asBot,
  asUser,
  ids,
  inGuild,
  inVoice,
} from "../../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { images } from "../../users/image.ts";
import { members } from "../guild.ts";
import { voiceChannels, voiceStates } from "../voice/voice-state.ts";

type InteractionContext = Awaited<ReturnType<typeof aGuildScene>>;

const change = ({ call }: InteractionContext, body: object, as = asBot) =>
  call(changeOwnMember, { as, params: inGuild, body });

// Proves requirement 4.3 "modify current member"
test("a member changes what they say of themselves, and the guild is told", async () => {
  const scene = await aGuildScene("CHANGE_NICKNAME");
  const { body } = await change(scene, {
    nick: "Botty",
    avatar: aPicture(),
    banner: aPicture("gif"),
    bio: "I am a bot",
  });
  expect(body).toMatchObject({ nick: "Botty", user: { id: ids.bot } });
  expect(body.avatar).toMatch(/^[0-9a-f]{32}$/);
  expect(body.banner).toMatch(/^a_[0-9a-f]{32}$/);
  expect(body).not.toHaveProperty("bio");
  expect(await scene.news()).toMatchObject([
    { name: "GUILD_MEMBER_UPDATE", payload: { nick: "Botty", avatar: body.avatar } },
  ]);
  const kept = await scene.store.read((tx) => tx.get(images, body.avatar ?? ""));
  expect(kept?.contentType).toBe("image/png");
  const record = await scene.store.read((tx) =>
    tx.get(members, members.key({ ...inGuild, user_id: ids.bot } as never)),
  );
  expect(record?.bio).toBe("I am a bot");
});

// Proves requirement 4.3 "modify current member"
test("null takes a thing away, and what is not named stays", async () => {
  const scene = await aGuildScene("CHANGE_NICKNAME");
  await change(scene, { nick: "Botty", avatar: aPicture() });
  const { body } = await change(scene, { nick: null });
  expect([body.nick, typeof body.avatar]).toEqual([null, "string"]);
  expect((await change(scene, { avatar: null })).body.avatar).toBeNull();
  expect((await change(scene, { nick: "" })).body.nick).toBeNull();
});

test("a nick needs CHANGE_NICKNAME; the rest is one's own", async () => {
  const scene = await aGuildScene();
  expect(codeOf(await change(scene, { nick: "x" }))).toBe(50013);
  expect((await change(scene, { bio: "x", avatar: aPicture() })).status).toBe(200);
  expect(codeOf(await change(scene, { bio: "x" }, asUser(ids.carol)))).toBe(50001);
});

test("the older path changes the nick alone, as the newer one does, and answers with it", async () => {
  const scene = await aGuildScene("CHANGE_NICKNAME");
  const rename = (body: object, as = asBot) =>
    scene.call(changeOwnNick, { as, params: inGuild, body, reason: "a%20new%20role" });
  const answer = await rename({ nick: "Botty", bio: "x" });
  expect(answer).toEqual({ status: 200, body: { nick: "Botty" } });
  expect(await scene.news()).toMatchObject([
    { name: "GUILD_MEMBER_UPDATE", payload: { nick: "Botty" } },
  ]);
  const entry = { action_type: 24, user_id: ids.bot, target_id: ids.bot, reason: "a new role" };
  expect(await scene.logged()).toMatchObject([
    { ...entry, changes: [{ key: "nick", new_value: "Botty" }] },
  ]);
  expect((await rename({})).body).toEqual({ nick: "Botty" });
  expect((await rename({ nick: null })).body).toEqual({ nick: null });
  const tooLong = { nick: "x".repeat(limits.memberNick.value + 1) };
  expect(leavesOf(await rename(tooLong))).toEqual(["nick: BASE_TYPE_MAX_LENGTH"]);
  expect(codeOf(await rename({ nick: "x" }, asUser(ids.carol)))).toBe(50001);
  const { call } = await aGuildScene();
  const refused = await call(changeOwnNick, { as: asBot, params: inGuild, body: { nick: "x" } });
  expect(codeOf(refused)).toBe(50013);
});

test.each([
  [{ nick: "x".repeat(limits.memberNick.value + 1) }, "nick: BASE_TYPE_MAX_LENGTH"],
  [{ bio: "x".repeat(limits.memberBio.value + 1) }, "bio: BASE_TYPE_MAX_LENGTH"],
  [{ avatar: "x" }, "avatar: IMAGE_INVALID"],
  [{ banner: "data:text/plain;base64,AAAA" }, "banner: IMAGE_INVALID"],
])("a change of another form is refused", async (body, leaf) => {
  expect(leavesOf(await change(await aGuildScene("CHANGE_NICKNAME"), body))).toEqual([leaf]);
});

// Proves requirement 4.3 "role member counts"
test("each role is counted, those that nobody has too, and everyone's is left out", async () => {
  const { call } = await aGuildScene();
  const { body } = await call(countRoleMembers, { as: asBot, params: inGuild });
  expect(body).toEqual({ [ids.role]: 1, [ids.empty]: 0 });
});

const write = ({ call }: InteractionContext, body: object, channel_id: string = ids.voice) =>
  call(setVoiceStatus, { as: asBot, params: { channel_id }, body });

// Proves requirement 4.3 "PUT /channels/{channel_id}/voice-status"
test("the line above a voice channel is written once, cleared, and told of", async () => {
  const scene = await aGuildScene("CONNECT", "SET_VOICE_CHANNEL_STATUS", "MANAGE_CHANNELS");
  const place = { id: ids.voice, guild_id: ids.guild };
  const scope = { kind: "channel", guild_id: ids.guild, channel_id: ids.voice };
  const told = (status: string | null) => ({
    name: "VOICE_CHANNEL_STATUS_UPDATE",
    scope,
    payload: { ...place, status },
  });
  expect((await write(scene, { status: "Quiz night" })).status).toBe(204);
  expect(await scene.news()).toMatchObject([told("Quiz night")]);
  await write(scene, { status: "Quiz night" });
  expect(await scene.news()).toEqual([]);
  await write(scene, { status: "" });
  expect(await scene.news()).toMatchObject([told(null)]);
  await write(scene, { status: "again" });
  await write(scene, { status: null });
  expect(await scene.news()).toMatchObject([told("again"), told(null)]);
});

test("the line is kept beside since when someone is there", async () => {
  const scene = await aGuildScene("CONNECT", "SET_VOICE_CHANNEL_STATUS", "MANAGE_CHANNELS");
  const place = { id: ids.voice, guild_id: ids.guild };
  await scene.seed((tx) => tx.put(voiceChannels, { ...place, voice_start_time: 7, status: null }));
  await write(scene, { status: "x" });
  const kept = await scene.store.read((tx) => tx.find(voiceChannels));
  expect(kept).toEqual([{ ...place, voice_start_time: 7, status: "x" }]);
});

// Proves requirement 4.3 "voice status: permissions"
test("it needs SET_VOICE_CHANNEL_STATUS, and MANAGE_CHANNELS from outside the channel", async () => {
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
test.each([ids.general, ids.stage])("channel %s has no such line", async (channel) => {
  const scene = await aGuildScene("CONNECT", "SET_VOICE_CHANNEL_STATUS", "MANAGE_CHANNELS");
  expect(codeOf(await write(scene, { status: "x" }, channel))).toBe(50024);
});

// Proves requirement 4.3 "PUT /channels/{channel_id}/voice-status"
// Proves requirement 8 "voice status"
test("the line has at most five hundred characters", async () => {
  const scene = await aGuildScene("CONNECT", "SET_VOICE_CHANNEL_STATUS", "MANAGE_CHANNELS");
  const max = limits.voiceStatus.value;
  expect((await write(scene, { status: "é".repeat(max) })).status).toBe(204);
  expect(leavesOf(await write(scene, { status: "x".repeat(max + 1) }))).toEqual([
    "status: BASE_TYPE_MAX_LENGTH",
  ]);
});
