import { boostAsUser, stopBoosting } from "@antechamber/contract/control";
import { deleteGuildSticker } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { aMessageScene, asAlice, codeOf, ids } from "../../testing/calls/message-calls.ts";
import { aGuild, aRole } from "../../testing/records.ts";
import type { Caller } from "../../platform/context.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { guildFeatureHandlers } from "../../domains/guilds/feature-handlers.ts";
import { guilds, members, roles, type GuildRecord } from "../../domains/guilds/guild.ts";
import { dropMember } from "../../domains/guilds/members/joining.ts";
import { guildSounds } from "../../domains/guilds/soundboard/sound.ts";
import { simulatedBoostHandlers } from "./boost.ts";

const operator: Caller = { kind: "control" };
const at = (i: number) => String(700_000_000_000_000_000n + BigInt(i));

const sticker = (_: unknown, i: number) => ({
  id: at(i),
  name: `s${i}`,
  tags: "x",
  description: null,
  type: 2 as const,
  format_type: 1 as const,
  available: true,
  guild_id: ids.guild,
});
const emoji = (_: unknown, i: number) => ({
  id: at(1000 + i),
  name: `e${i}`,
  roles: [],
  require_colons: true,
  managed: false,
  animated: i % 2 === 1,
  available: true,
});

/** A scene whose guild has six stickers, a hundred and two emojis, and ten sounds. */
async function aScene(guild: Partial<GuildRecord> = {}) {
  const handlers = [...simulatedBoostHandlers, ...guildFeatureHandlers];
  const scene = await aMessageScene({ handlers });
  await scene.seed((tx) => {
    const owned = { owner_id: ids.alice, system_channel_id: ids.general, ...guild };
    const stickers = Array.from({ length: 6 }, sticker);
    const emojis = Array.from({ length: 102 }, emoji);
    tx.put(guilds, aGuild(ids.guild, { ...owned, stickers, emojis }));
    for (let i = 0; i < 10; i += 1) {
      const plain = { volume: 1, emoji_id: null, emoji_name: null, available: true };
      const of = { guild_id: ids.guild, user_id: ids.alice };
      tx.put(guildSounds, { ...plain, ...of, name: `n${i}`, sound_id: at(2000 + i) });
    }
  });
  await scene.news();
  const boost = (user: string, count?: number) =>
    scene.call(boostAsUser, {
      as: operator,
      params: { user },
      body: { guild: ids.guild, ...(count === undefined ? {} : { count }) },
    });
  const stop = (user: string) =>
    scene.call(stopBoosting, { as: operator, params: { user, guild: ids.guild } });
  const eventNames = async () => (await scene.news()).map(({ name }) => name);
  const stored = async () => {
    const record = await scene.store.read((tx) => tx.get(guilds, ids.guild.padStart(20, "0")));
    const sounds = await scene.store.read((tx) => tx.find(guildSounds));
    const unusable = (all: readonly object[]) =>
      all.flatMap((each, i) => ((each as { available: boolean }).available ? [] : [i]));
    return {
      emojis: unusable(record?.emojis ?? []),
      stickers: unusable(record?.stickers ?? []),
      sounds: unusable(sounds),
    };
  };
  return { ...scene, boost, stop, eventNames, stored };
}

test("a boost posts a message and gives the booster role", async () => {
  const { boost, news, clock } = await aScene();
  const { status, body } = await boost(ids.bob);
  expect([status, body]).toMatchObject([
    200,
    { boosts: 1, premium_subscription_count: 1, premium_tier: 0 },
  ]);
  expect(Date.parse(body.premium_since ?? "")).toBe(clock.now());
  const [changed, made, member, message, ...more] = await news();
  expect(more).toEqual([]);
  expect(changed).toMatchObject({ name: "GUILD_UPDATE" });
  const { role } = (made ?? { payload: {} }).payload as { role: { id: string } };
  expect(role).toMatchObject({ managed: true, tags: { premium_subscriber: null } });
  expect(member).toMatchObject({
    name: "GUILD_MEMBER_UPDATE",
    payload: { roles: [role.id], premium_since: body.premium_since },
  });
  expect(JSON.stringify(member)).not.toContain("boosts");
  expect(message).toMatchObject({
    name: "MESSAGE_CREATE",
    payload: { type: 8, content: "", author: { id: ids.bob }, channel_id: ids.general },
  });
});

test("the booster role is created below all others", async () => {
  const { boost, news, seed } = await aScene();
  const [low, high] = ["300000000000000018", "300000000000000019"].map((id, i) => ({
    ...aRole({ guild_id: ids.guild, id }),
    position: i + 1,
  }));
  await seed((tx) => [low, high].forEach((role) => role && tx.put(roles, role)));
  await news();
  await boost(ids.bob);
  const events = (await news()).filter(({ name }) => name?.startsWith("GUILD_ROLE_"));
  const placed = events.map(({ name, payload }) => {
    const { role } = payload as {
      role: { id: string; name: string; position: number; managed: boolean };
    };
    return [name, role.managed ? role.name : role.id, role.position];
  });
  expect(placed).toEqual([
    ["GUILD_ROLE_CREATE", "Server Booster", 1],
    ["GUILD_ROLE_UPDATE", low?.id, 2],
    ["GUILD_ROLE_UPDATE", high?.id, 3],
  ]);
});

test.each([
  [2, 9, 1],
  [7, 10, 2],
  [14, 11, 3],
])("%d boosts at once are announced with the level that they reach", async (count, type, tier) => {
  const { boost, news } = await aScene();
  expect((await boost(ids.bob, count)).body).toMatchObject({ boosts: count, premium_tier: tier });
  const message = (await news()).find(({ name }) => name === "MESSAGE_CREATE");
  expect(message?.payload).toMatchObject({ type, content: String(count) });
});

const ofLevels = [
  ["ANIMATED_ICON", "INVITE_SPLASH"],
  ["BANNER", "ROLE_ICONS"],
  ["ANIMATED_BANNER", "VANITY_URL"],
];

test.each([
  [2, 1],
  [7, 2],
  [14, 3],
])("%d boosts bring the features of level %d until it is lost", async (count, tier) => {
  const { boost, stop, news } = await aScene({ features: ["COMMUNITY"] });
  const featuresTold = async () => {
    const updates = (await news()).filter(({ name }) => name === "GUILD_UPDATE");
    return updates.map(({ payload }) => (payload as { readonly features: string[] }).features);
  };
  await boost(ids.bob, count);
  const brought = ofLevels.slice(0, tier).flat();
  expect(await featuresTold()).toEqual([["COMMUNITY", ...brought]]);
  await stop(ids.bob);
  expect(await featuresTold()).toEqual([["COMMUNITY"]]);
});

test("partners have their features at any level", async () => {
  const features = ["PARTNERED", "BANNER", "VANITY_URL"];
  const { boost, stop, news } = await aScene({ features });
  await boost(ids.bob, 14);
  await stop(ids.bob);
  const last = (await news()).findLast(({ name }) => name === "GUILD_UPDATE");
  expect(last?.payload).toMatchObject({ features: expect.arrayContaining(features) as string[] });
});

test("a guild that suppresses boost messages posts none", async () => {
  const { boost, eventNames } = await aScene({ system_channel_flags: 2 });
  await boost(ids.bob);
  expect(await eventNames()).not.toContain("MESSAGE_CREATE");
});

test("with a lost level, emojis and stickers beyond its slots are unavailable until it returns", async () => {
  const { boost, stop, eventNames, stored, clock, store } = await aScene();
  const none = { emojis: [], stickers: [], sounds: [] };
  await boost(ids.alice);
  await boost(ids.bob);
  expect(await stored()).toEqual(none);
  await eventNames();
  const gone = await stop(ids.bob);
  expect(gone.body).toEqual({
    boosts: 0,
    premium_since: null,
    premium_subscription_count: 1,
    premium_tier: 0,
  });
  expect(await eventNames()).toEqual([
    "GUILD_UPDATE",
    "GUILD_EMOJIS_UPDATE",
    "GUILD_STICKERS_UPDATE",
    "GUILD_SOUNDBOARD_SOUNDS_UPDATE",
    "GUILD_MEMBER_UPDATE",
  ]);
  expect(await stored()).toEqual({ emojis: [100, 101], stickers: [5], sounds: [8, 9] });
  const bob = await store.read((tx) => tx.get(members, compoundKey(ids.guild, ids.bob)));
  expect(bob).toMatchObject({ roles: [], premium_since: null });
  await clock.moveTo(clock.now() + 1000);
  await boost(ids.alice);
  expect(await stored()).toEqual(none);
});

test("a member who leaves takes their boosts along, and a deleted sticker frees a slot", async () => {
  const { boost, work, stored, call } = await aScene();
  await boost(ids.bob, 2);
  await work.transaction((ctx) => dropMember(ctx, { guild_id: ids.guild, user_id: ids.bob }));
  expect((await stored()).stickers).toEqual([5]);
  const params = { guild_id: ids.guild, sticker_id: at(0) };
  await call(deleteGuildSticker, { as: asAlice, params });
  expect((await stored()).stickers).toEqual([]);
});

test("bots, non-members and unknown guilds are refused", async () => {
  const { boost, call } = await aScene();
  expect(codeOf(await boost(ids.bot))).toBe(20001);
  expect(codeOf(await boost(ids.carol))).toBe(10007);
  const body = { guild: "nowhere" };
  const params = { user: ids.bob };
  expect(codeOf(await call(boostAsUser, { as: operator, params, body }))).toBe(10004);
});
