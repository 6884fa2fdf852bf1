import { editChannel } from "@antechamber/contract/channels";
import { expect, test } from "vitest";
import { aGuildScene, asBot, asUser, ids, inGuild } from "../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import { aChannel, aGuild } from "../../testing/records.ts";
import { channels, guilds } from "../guilds/guild.ts";

type InteractionContext = Awaited<ReturnType<typeof aGuildScene>>;

const edit = ({ call }: InteractionContext, body: object, channel_id: string = ids.general) =>
  call(editChannel, { as: asBot, params: { channel_id }, body });

/** A scene whose text channel has every field of text channels. */
async function aTextChannel(more: object = {}) {
  const scene = await aGuildScene("MANAGE_CHANNELS", "CONNECT");
  const fields = { ...inGuild, topic: null, nsfw: false, rate_limit_per_user: 0, ...more };
  await scene.seed((tx) => tx.put(channels, aChannel(ids.general, fields)));
  return scene;
}

test("editing a channel changes only the given fields, and sends CHANNEL_UPDATE", async () => {
  const scene = await aTextChannel();
  const { status, body } = await edit(scene, { topic: "Talk", nsfw: true, bitrate: 64_000 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: ids.general,
    topic: "Talk",
    nsfw: true,
    rate_limit_per_user: 0,
  });
  expect(body).not.toHaveProperty("bitrate");
  expect(await scene.news()).toMatchObject([
    { name: "CHANNEL_UPDATE", payload: { id: ids.general, topic: "Talk", nsfw: true } },
  ]);
});

test("a request that changes nothing sends no event", async () => {
  const scene = await aTextChannel();
  expect((await edit(scene, { topic: null })).status).toBe(200);
  expect(await scene.news()).toEqual([]);
});

test.each([
  ["nsfw", ids.general, true, false],
  ["rate_limit_per_user", ids.general, 5, 0],
  ["default_auto_archive_duration", ids.general, 60, undefined],
  ["default_thread_rate_limit_per_user", ids.general, 5, undefined],
  ["bitrate", ids.voice, 8000, 64_000],
  ["user_limit", ids.voice, 5, 0],
  ["video_quality_mode", ids.voice, 2, undefined],
  ["default_forum_layout", "300000000000000041", 1, 0],
  ["default_tag_setting", "300000000000000041", "match_all", undefined],
])("null resets %s of a channel to its default", async (field, id, value, fresh) => {
  const scene = await aTextChannel();
  await scene.seed((tx) =>
    tx.put(channels, aChannel("300000000000000041", { ...inGuild, type: 15 })),
  );
  expect((await edit(scene, { [field]: value }, id)).body).toMatchObject({ [field]: value });
  await scene.news();
  const { status, body } = await edit(scene, { [field]: null }, id);
  expect([status, Reflect.get(body, field)]).toEqual([200, fresh]);
  expect((await scene.news()).map(({ name }) => name)).toEqual(["CHANNEL_UPDATE"]);
  await edit(scene, { [field]: null }, id);
  expect(await scene.news()).toEqual([]);
});

test("a channel that is linked to a lobby cannot become age-restricted", async () => {
  const linked_lobby = {
    application_id: ids.bot,
    lobby_id: "900000000000000001",
    linked_by: ids.alice,
    linked_at: "2026-01-01T00:00:00.000000+00:00",
    require_application_authorization: false,
  };
  const scene = await aTextChannel({ linked_lobby });
  expect(await edit(scene, { nsfw: true })).toMatchObject({ status: 400, body: { code: 570_001 } });
  expect((await edit(scene, { nsfw: false, topic: "Talk" })).body).toMatchObject({ linked_lobby });
});

test("editing a channel requires the permission to manage it", async () => {
  const scene = await aGuildScene();
  expect(codeOf(await edit(scene, { name: "mine" }))).toBe(50013);
  expect(codeOf(await edit(scene, { name: "mine" }, ids.hidden))).toBe(50001);
  expect(codeOf(await edit(scene, { name: "mine" }, "1"))).toBe(10003);
  const by = { as: asUser(ids.alice), params: { channel_id: ids.general }, body: { name: "hers" } };
  expect((await scene.call(editChannel, by)).body.name).toBe("hers");
});

test("values beyond the limits of channels are refused", async () => {
  const scene = await aTextChannel();
  const refused = await edit(scene, { name: "", topic: "x".repeat(4097), rate_limit_per_user: -1 });
  expect(leavesOf(refused).toSorted()).toEqual([
    "name: BASE_TYPE_BAD_LENGTH",
    "rate_limit_per_user: NUMBER_TYPE_MIN",
    "topic: BASE_TYPE_MAX_LENGTH",
  ]);
});

test.each([
  [{ topic: "x".repeat(1025) }, ids.general, ["topic: BASE_TYPE_MAX_LENGTH"]],
  [{ name: "?!" }, ids.general, ["name: BASE_TYPE_REQUIRED"]],
  [
    { bitrate: 128_000, user_limit: 100 },
    ids.voice,
    ["bitrate: NUMBER_TYPE_MAX", "user_limit: NUMBER_TYPE_MAX"],
  ],
  [{ bitrate: 96_000 }, ids.stage, ["bitrate: NUMBER_TYPE_MAX"]],
  [{ type: 2 }, ids.general, ["type: BASE_TYPE_CHOICES"]],
  [{ type: 5 }, ids.general, ["type: BASE_TYPE_CHOICES"]],
  [{ parent_id: "1" }, ids.general, ["parent_id: CHANNEL_PARENT_INVALID"]],
  [{ parent_id: ids.voice }, ids.general, ["parent_id: CHANNEL_PARENT_INVALID_TYPE"]],
])("%j is refused for a channel of this type", async (body, channel, leaves) => {
  const scene = await aTextChannel();
  expect(leavesOf(await edit(scene, body, channel))).toEqual(leaves);
});

test("the maximum bitrate of a voice channel depends on the guild's level and features", async () => {
  const scene = await aTextChannel();
  const set = async (guild: object, bitrate: number, channel: string = ids.voice) => {
    await scene.seed((tx) => tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, ...guild })));
    const answer = await edit(scene, { bitrate }, channel);
    return answer.status === 200 ? answer.body.bitrate : leavesOf(answer);
  };
  const refused = ["bitrate: NUMBER_TYPE_MAX"];
  expect(await set({ premium_tier: 1 }, 128_000)).toBe(128_000);
  expect(await set({ premium_tier: 1 }, 384_000)).toEqual(refused);
  expect(await set({ features: ["VIP_REGIONS"] }, 384_000)).toBe(384_000);
  expect(await set({ features: ["VIP_REGIONS"] }, 96_000, ids.stage)).toEqual(refused);
});

test("a text channel can become an announcement channel if the guild supports those", async () => {
  const scene = await aTextChannel();
  await scene.seed((tx) =>
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, features: ["NEWS"] })),
  );
  expect((await edit(scene, { type: 5 })).body).toMatchObject({ type: 5 });
  expect((await edit(scene, { type: 0 })).body).toMatchObject({ type: 0 });
  const slow = { rate_limit_per_user: 10 };
  expect((await edit(scene, { type: 0, ...slow })).body).toMatchObject(slow);
  const quick = { type: 5, rate_limit_per_user: 0 };
  expect((await edit(scene, { type: 5, ...slow })).body).toMatchObject(quick);
  expect((await edit(scene, slow)).body).toMatchObject(quick);
});

test("a voice channel stores its region, video quality and user limit", async () => {
  const scene = await aTextChannel();
  const changes = {
    rtc_region: "japan",
    video_quality_mode: 2,
    user_limit: 99,
    topic: "none here",
  };
  const { body } = await edit(scene, changes, ids.voice);
  expect(body).toMatchObject({ rtc_region: "japan", video_quality_mode: 2, user_limit: 99 });
  expect(body.topic).toBeNull();
  expect((await edit(scene, { rtc_region: null }, ids.voice)).body.rtc_region).toBeNull();
});

test("an unknown voice region is refused", async () => {
  const scene = await aTextChannel();
  const refused = await edit(scene, { rtc_region: "atlantis" }, ids.voice);
  expect(leavesOf(refused)).toEqual(["rtc_region: BASE_TYPE_CHOICES"]);
  expect((await edit(scene, { rtc_region: "atlantis" })).status).toBe(200);
});

const forum = "300000000000000041";
const post = "300000000000000042";

test("a forum's tags keep their IDs, and posts lose the tags that are removed", async () => {
  const scene = await aTextChannel();
  const tag = (id: string, name: string) => ({
    id,
    name,
    moderated: false,
    emoji_id: null,
    emoji_name: null,
  });
  await scene.seed((tx) => {
    tx.put(
      channels,
      aChannel(forum, {
        ...inGuild,
        type: 15,
        available_tags: [tag("71", "bug"), tag("72", "idea")],
      }),
    );
    tx.put(
      channels,
      aChannel(post, { ...inGuild, type: 11, parent_id: forum, applied_tags: ["71", "72"] }),
    );
  });
  const body = {
    available_tags: [
      { id: "71", name: "fault", moderated: true },
      { name: "art", emoji_name: "🎨" },
    ],
    default_reaction_emoji: { emoji_name: "👍" },
    default_sort_order: 1,
    default_forum_layout: 2,
    default_tag_setting: "match_all",
    default_auto_archive_duration: 60,
    default_thread_rate_limit_per_user: 5,
    flags: 1 << 4,
  };
  await scene.news();
  const changed = await edit(scene, body, forum);
  expect(await scene.news()).toMatchObject([
    { name: "CHANNEL_UPDATE" },
    { name: "THREAD_UPDATE", payload: { id: post, applied_tags: ["71"] } },
  ]);
  expect(changed.body).toMatchObject({
    ...body,
    default_reaction_emoji: { emoji_id: null, emoji_name: "👍" },
    available_tags: [
      { id: "71", name: "fault", moderated: true },
      { name: "art", emoji_id: null, emoji_name: "🎨" },
    ],
  });
  const stored = await scene.store.read((tx) => tx.get(channels, post.padStart(20, "0")));
  expect(stored?.applied_tags).toEqual(["71"]);
  const sameId = { available_tags: ["a", "b"].map((name) => ({ id: "71", name })) };
  const [first, other] = (await edit(scene, sameId, forum)).body.available_tags ?? [];
  expect([first, other?.id === "71"]).toMatchObject([{ id: "71", name: "a" }, false]);
  const twice = { available_tags: [{ name: "a" }, { name: "a" }] };
  expect(codeOf(await edit(scene, twice, forum))).toBe(40_061);
  expect((await edit(scene, { default_reaction_emoji: null, flags: 0 }, forum)).body).toMatchObject(
    {
      default_reaction_emoji: null,
      flags: 0,
    },
  );
});

test("a channel can have the spoiler flag only while it is not age-restricted", async () => {
  const scene = await aGuildScene("MANAGE_CHANNELS");
  const flagsAfter = async (body: object) => (await edit(scene, body)).body.flags;
  expect(await flagsAfter({ flags: 1 << 21 })).toBe(1 << 21);
  expect(await flagsAfter({ flags: 0 })).toBe(0);
  expect(await flagsAfter({ nsfw: true })).toBe(0);
  expect(await flagsAfter({ flags: 1 << 21 })).toBe(0);
  expect(await flagsAfter({ flags: 1 << 21, nsfw: false })).toBe(1 << 21);
});

test("a forum can require tags only if it has a tag that everyone may apply", async () => {
  const scene = await aGuildScene("MANAGE_CHANNELS");
  const untagged = { ...inGuild, type: 15, available_tags: [] };
  await scene.seed((tx) => tx.put(channels, aChannel(ids.general, untagged)));
  const demand = async (...tags: readonly object[]) => {
    const change = tags.length === 0 ? {} : { available_tags: tags };
    return edit(scene, { flags: 1 << 4, ...change });
  };
  expect(codeOf(await demand())).toBe(40_066);
  expect(codeOf(await demand({ name: "bug" }))).toBe(40_066);
  await edit(scene, { available_tags: [{ name: "solved", moderated: true }] });
  expect(codeOf(await demand())).toBe(40_066);
  await edit(scene, { available_tags: [{ name: "bug" }] });
  expect((await demand()).body).toMatchObject({ flags: 1 << 4 });
  expect((await demand({ name: "solved", moderated: true })).status).toBe(200);
});

test("a community's rules and updates channels cannot become announcement channels", async () => {
  const scene = await aTextChannel();
  const become = () => edit(scene, { type: 5 });
  const named = { rules_channel_id: ids.general, public_updates_channel_id: ids.general };
  const guild = aGuild(ids.guild, { owner_id: ids.alice, ...named, features: ["NEWS"] });
  await scene.seed((tx) => tx.put(guilds, { ...guild, features: ["NEWS", "COMMUNITY"] }));
  expect(await become()).toMatchObject({ status: 400, body: { code: 50_086 } });
  await scene.seed((tx) => tx.put(guilds, guild));
  expect((await become()).status).toBe(200);
});
