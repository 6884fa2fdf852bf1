import { limits, type PermissionName } from "@antechamber/contract";
import {
  createGuildSound,
  deleteGuildSound,
  editGuildSound,
  getGuildSound,
  listDefaultSounds,
  listGuildSounds,
  sendSound,
} from "@antechamber/contract/guilds";
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
import { aGuild, aMember, aRole } from "../../../testing/records.ts";
import { anMp3, anOgg, aSound } from "../../../testing/files/sound-files.ts";
import { guilds, members, roles } from "../guild.ts";
import { voiceStates, type VoiceStateRecord } from "../voice/voice-state.ts";
import { guildSounds } from "./sound.ts";

type SoundCalls = Awaited<ReturnType<typeof aGuildScene>>;

const horn = { name: "horn", sound: aSound(), volume: 0.5, emoji_name: "📯" };
const add = ({ call }: SoundCalls, body: object = horn, as = asBot) =>
  call(createGuildSound, { as, params: inGuild, body });
const one = (sound_id: string) => ({ params: { ...inGuild, sound_id } });

test("a sound is added, announced, read, edited and deleted", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const { status, body } = await add(scene);
  const plain = {
    name: "horn",
    sound_id: expect.any(String) as string,
    volume: 0.5,
    emoji_id: null,
    emoji_name: "📯",
    guild_id: ids.guild,
    available: true,
  };
  expect([status, body]).toMatchObject([201, { ...plain, user: { id: ids.bot } }]);
  const scope = { kind: "guild", guild_id: ids.guild };
  expect(await scene.news()).toMatchObject([
    { name: "GUILD_SOUNDBOARD_SOUND_CREATE", scope, payload: plain },
  ]);
  const { items } = (await scene.call(listGuildSounds, { as: asBot, params: inGuild })).body;
  expect(items).toEqual([body]);
  const at = one(body.sound_id);
  expect((await scene.call(getGuildSound, { as: asBot, ...at })).body).toEqual(body);
  const change = { name: "trumpet", volume: null, emoji_name: null };
  const edited = await scene.call(editGuildSound, { as: asBot, ...at, body: change });
  expect(edited.body).toEqual({ ...body, name: "trumpet", volume: 1, emoji_name: null });
  expect(await scene.news()).toMatchObject([
    { name: "GUILD_SOUNDBOARD_SOUND_UPDATE", payload: { name: "trumpet" } },
  ]);
  expect((await scene.call(deleteGuildSound, { as: asBot, ...at })).status).toBe(204);
  expect(await scene.news()).toMatchObject([
    {
      name: "GUILD_SOUNDBOARD_SOUND_DELETE",
      payload: { sound_id: body.sound_id, guild_id: ids.guild },
    },
  ]);
  expect(codeOf(await scene.call(getGuildSound, { as: asBot, ...at }))).toBe(10097);
  expect(await scene.logged()).toMatchObject([
    { action_type: 130, target_id: body.sound_id },
    { action_type: 131, changes: [{ key: "name" }, { key: "volume" }, { key: "emoji_name" }] },
    { action_type: 132 },
  ]);
});

test.each([
  [{ name: "h", sound: aSound() }, "name: BASE_TYPE_BAD_LENGTH"],
  [{ name: "horn" }, "sound: BASE_TYPE_REQUIRED"],
  [{ ...horn, volume: 2 }, "volume: NUMBER_TYPE_MAX"],
  [{ ...horn, sound: "data:image/png;base64,AAAA" }, "sound: SOUND_INVALID"],
  [{ ...horn, sound: aSound(Buffer.from("no sound")) }, "sound: SOUND_INVALID"],
  [{ ...horn, sound: aSound(anMp3(217)) }, "sound: SOUND_TOO_LONG"],
  [{ ...horn, sound: aSound(anOgg(5201), "ogg") }, "sound: SOUND_TOO_LONG"],
  [
    { ...horn, sound: aSound(Buffer.alloc(limits.soundSize.value + 1)) },
    "sound: BINARY_TYPE_MAX_SIZE",
  ],
])("an invalid sound is refused", async (body, leaf) => {
  expect(leavesOf(await add(await aGuildScene("CREATE_GUILD_EXPRESSIONS"), body))).toEqual([leaf]);
});

test("sounds of the maximum duration are accepted", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  expect((await add(scene, { ...horn, sound: aSound(anMp3(216)) })).status).toBe(201);
  expect((await add(scene, { ...horn, sound: aSound(anOgg(5200), "ogg") })).status).toBe(201);
});

test.each([
  ["an Ogg", anOgg(200), "application/ogg"],
  ["an MP3", anMp3(), "audio/x-mp3"],
])("%s is recognised by its bytes, whatever its content type", async (_kind, bytes, called) => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const sound = `data:${called};base64,${bytes.toString("base64")}`;
  expect((await add(scene, { ...horn, sound })).status).toBe(201);
});

test("a sound's custom emoji must be of the guild, and replaces a Unicode emoji", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  expect(codeOf(await add(scene, { ...horn, emoji_id: "5" }))).toBe(10014);
  const emojis = [{ id: "5", name: "horn", animated: false }];
  await scene.seed((tx) => tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, emojis })));
  const { body } = await add(scene, { ...horn, emoji_id: "5" });
  expect(body).toMatchObject({ emoji_id: "5", emoji_name: null });
});

test("editing others' sounds requires MANAGE_GUILD_EXPRESSIONS", async () => {
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const { sound_id } = (await add(scene, horn, asUser(ids.bob))).body;
  const edit = (as: typeof asBot) =>
    scene.call(editGuildSound, { as, ...one(sound_id), body: { name: "mine" } });
  expect(codeOf(await edit(asBot))).toBe(50013);
  expect((await edit(asUser(ids.bob))).status).toBe(200);
  expect((await edit(asUser(ids.alice))).status).toBe(200);
  const without = await aGuildScene();
  expect(codeOf(await add(without))).toBe(50013);
  const own = (await add(without, horn, asUser(ids.alice))).body;
  const answer = await without.call(getGuildSound, { as: asBot, ...one(own.sound_id) });
  expect(answer.body).not.toHaveProperty("user");
});

test.each([
  [0, [], 8],
  [1, [], 24],
  [2, [], 36],
  [3, [], 48],
  [0, ["MORE_SOUNDBOARD"], 96],
] as const)("a guild of tier %i with %j has a limit of %i sounds", async (...row) => {
  const [premium_tier, features, count] = row;
  const scene = await aGuildScene("CREATE_GUILD_EXPRESSIONS");
  const guild = { owner_id: ids.alice, premium_tier, features: [...features] };
  await scene.seed((tx) => {
    tx.put(guilds, aGuild(ids.guild, guild));
    for (let i = 1; i < count; i += 1) tx.put(guildSounds, aGuildSound(`${i}`));
  });
  expect((await add(scene)).status).toBe(201);
  expect(codeOf(await add(scene))).toBe(30045);
});

const aGuildSound = (sound_id: string, guild_id: string = ids.guild) => ({
  sound_id,
  guild_id,
  user_id: ids.bob,
  name: "horn",
  volume: 0.5,
  emoji_id: null,
  emoji_name: "📯",
  available: true,
});

describe("playing a sound", () => {
  const otherGuild = "300000000000000099";
  const [own, far] = ["500000000000000001", "500000000000000002"];
  const allowed = ["SPEAK", "USE_SOUNDBOARD", "USE_EXTERNAL_SOUNDS"] as const;

  async function aCall(
    granted: readonly PermissionName[] = allowed,
    state: Partial<VoiceStateRecord> = {},
  ) {
    const scene = await aGuildScene("CONNECT", ...granted);
    await scene.seed((tx) => {
      for (const id of [ids.bot, ids.alice]) tx.put(voiceStates, inVoice(id, ids.voice));
      tx.put(voiceStates, { ...inVoice(ids.bob, ids.voice), ...state });
      tx.put(guilds, aGuild(otherGuild, { owner_id: ids.bob }));
      tx.put(roles, aRole({ guild_id: otherGuild, id: otherGuild }));
      tx.put(members, aMember({ guild_id: otherGuild, user_id: ids.bob }));
      tx.put(guildSounds, aGuildSound(own));
      tx.put(guildSounds, aGuildSound(far, otherGuild));
    });
    const play = (
      body: object,
      { as = asUser(ids.bob), channel_id }: { as?: typeof asBot; channel_id?: string } = {},
    ) => scene.call(sendSound, { as, params: { channel_id: channel_id ?? ids.voice }, body });
    return { ...scene, play };
  }

  test("sends an event to everyone in the channel", async () => {
    const { play, news } = await aCall();
    expect((await play({ sound_id: own })).status).toBe(204);
    const to = (user_id: string) => ({
      name: "VOICE_CHANNEL_EFFECT_SEND",
      scope: { kind: "channel", guild_id: ids.guild, channel_id: ids.voice, user_id },
      payload: {
        channel_id: ids.voice,
        guild_id: ids.guild,
        user_id: ids.bob,
        emoji: { id: null, name: "📯", animated: false },
        sound_id: own,
        sound_volume: 0.5,
      },
    });
    const events = await news();
    expect(events).toHaveLength(3);
    for (const id of [ids.alice, ids.bob, ids.bot]) {
      expect(events).toContainEqual(expect.objectContaining(to(id)));
    }
  });

  test("is possible for bots, and with default sounds", async () => {
    const { play, call, news } = await aCall();
    const [first] = (await call(listDefaultSounds, { as: asBot })).body;
    const sent = await play({ sound_id: first?.sound_id }, { as: asBot });
    expect(sent.status).toBe(204);
    expect(await news()).toMatchObject([
      { payload: { sound_id: Number(first?.sound_id), user_id: ids.bot } },
      {},
      {},
    ]);
  });

  test("from another of the user's guilds requires USE_EXTERNAL_SOUNDS", async () => {
    const { play } = await aCall();
    const body = { sound_id: far, source_guild_id: otherGuild };
    expect((await play(body)).status).toBe(204);
    expect(codeOf(await play({ sound_id: far }))).toBe(10097);
    expect(codeOf(await play(body, { as: asBot }))).toBe(10097);
    const without = await aCall(["SPEAK", "USE_SOUNDBOARD"]);
    expect(codeOf(await without.play(body))).toBe(50013);
  });

  test.each([
    ["without SPEAK", ["USE_SOUNDBOARD"], {}, 50013],
    ["without USE_SOUNDBOARD", ["SPEAK"], {}, 50013],
    ["who is deaf", allowed, { self_deaf: true }, 50167],
    ["who listens to a stage", allowed, { suppress: true }, 50167],
    ["in another channel", allowed, { channel_id: ids.stage }, 40032],
  ] as const)("is refused for a user %s", async (_who, granted, state, code) => {
    const { play } = await aCall(granted, state);
    expect(codeOf(await play({ sound_id: own }))).toBe(code);
  });

  test("is refused for muted users, outside of voice channels and for unknown sounds", async () => {
    const { play, seed } = await aCall();
    expect(codeOf(await play({ sound_id: "5" }))).toBe(10097);
    expect(codeOf(await play({ sound_id: own }, { channel_id: ids.general }))).toBe(50024);
    expect(codeOf(await play({ sound_id: own }, { as: asUser(ids.carol) }))).toBe(50001);
    const bob = { guild_id: ids.guild, user_id: ids.bob };
    await seed((tx) => tx.put(members, aMember(bob, { mute: true })));
    expect(await play({ sound_id: own })).toMatchObject({ status: 403, body: { code: 50167 } });
  });
});
