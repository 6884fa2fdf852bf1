import type { PermissionName } from "@antechamber/contract";
import { createGuildChannel } from "@antechamber/contract/channels";
import { expect, test } from "vitest";
import { aGuildScene, asBot, asUser, ids, inGuild } from "../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import { aChannel } from "../../testing/records.ts";
import { channels } from "../guilds/guild.ts";

const category = "300000000000000051";

async function aScene(...granted: readonly PermissionName[]) {
  const scene = await aGuildScene("MANAGE_CHANNELS", ...granted);
  const overwrite = { id: ids.role, type: 0, allow: "1024", deny: "0" } as const;
  await scene.seed((tx) =>
    tx.put(
      channels,
      aChannel(category, { ...inGuild, type: 4, permission_overwrites: [overwrite] }),
    ),
  );
  const create = (body: object, as = asBot) =>
    scene.call(createGuildChannel, { as, params: { guild_id: ids.guild }, body });
  return { ...scene, create };
}

test("a new channel follows the others of its type and is announced to those who see it", async () => {
  const { create, news } = await aScene();
  const { status, body } = await create({ name: "My Channel!  (new)" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ type: 0, name: "my-channel-new", position: 1, topic: null });
  expect(await news()).toMatchObject([
    { name: "CHANNEL_CREATE", scope: { kind: "channel", channel_id: body.id }, payload: body },
  ]);
  const { body: voice } = await create({ name: " Big Hall ", type: 2, bitrate: 96_000 });
  expect(voice).toMatchObject({ name: "Big Hall", bitrate: 96_000, position: 1, user_limit: 0 });
});

test.each([
  [4, { name: "Big Hall" }, ["topic", "bitrate", "available_tags"]],
  [13, { name: "Big Hall", bitrate: 64_000 }, ["topic", "available_tags"]],
  [
    15,
    {
      name: "big-hall",
      topic: "x",
      available_tags: [],
      default_forum_layout: 0,
      default_reaction_emoji: null,
    },
    ["bitrate"],
  ],
  [
    16,
    { name: "big-hall", topic: "x", available_tags: [], default_sort_order: null },
    ["bitrate", "default_forum_layout"],
  ],
] as const)("a new channel of type %i has only the fields of its type", async (...row) => {
  const [type, fields, absent] = row;
  const { create } = await aScene();
  const { body } = await create({ type, name: "Big Hall", topic: "x" });
  expect(body).toMatchObject({ type, ...fields });
  for (const field of absent) expect(body).not.toHaveProperty(field);
});

test.each([
  { type: 0, expectedFlags: 1 << 21 },
  { type: 2, expectedFlags: 1 << 21 },
  { type: 4, expectedFlags: 0 },
  { type: 13, expectedFlags: 0 },
  { type: 15, expectedFlags: (1 << 21) | (1 << 4) },
  { type: 16, expectedFlags: (1 << 21) | (1 << 15) | (1 << 4) },
  { type: 0, expectedFlags: 0, nsfw: true },
])(
  "a new channel keeps only the flags that are valid for it: %j",
  async ({ expectedFlags, ...form }) => {
    const { create } = await aScene();
    const flags = (1 << 21) | (1 << 15) | (1 << 4) | (1 << 1);
    expect((await create({ name: "secrets", flags, ...form })).body).toMatchObject({
      flags: expectedFlags,
    });
  },
);

test.each([{}, { permission_overwrites: [] }])(
  "a new channel copies the overwrites of its category when given %j",
  async (none) => {
    const { create } = await aScene();
    const inside = { parent_id: category };
    const { body } = await create({ name: "inside", ...inside, ...none });
    expect(body).toMatchObject({ ...inside, permission_overwrites: [{ id: ids.role }] });
    const own = [{ id: ids.bob }];
    const apart = await create({ name: "apart", ...inside, permission_overwrites: own });
    expect(apart.body.permission_overwrites).toMatchObject(own);
  },
);

test("overwrites can only allow or deny permissions that the member has", async () => {
  const { create } = await aScene("SEND_MESSAGES");
  const withBits = (allow: string, deny = "0") =>
    create({ name: "x", permission_overwrites: [{ id: ids.role, allow, deny }] });
  expect((await withBits("2048", "1024")).body.permission_overwrites).toMatchObject([
    { id: ids.role, type: 0, allow: "2048", deny: "1024" },
  ]);
  expect(codeOf(await withBits("8192"))).toBe(50_013);
  expect(codeOf(await withBits("0", "8192"))).toBe(50_013);
  const unknown = { name: "x", permission_overwrites: [{ id: "1", type: 1 }] };
  expect(codeOf(await create(unknown))).toBe(10_009);
  const roles = { name: "x", permission_overwrites: [{ id: ids.bob, allow: "268435456" }] };
  expect(codeOf(await create(roles))).toBe(50_013);
  const byOwner = await create(roles, asUser(ids.alice));
  expect(byOwner.body.permission_overwrites).toMatchObject([{ id: ids.bob, type: 1 }]);
});

test("creating a channel requires MANAGE_CHANNELS", async () => {
  const scene = await aGuildScene();
  const params = { guild_id: ids.guild };
  const body = { name: "x" };
  expect(codeOf(await scene.call(createGuildChannel, { as: asBot, params, body }))).toBe(50_013);
  const as = asUser(ids.carol);
  expect(codeOf(await scene.call(createGuildChannel, { as, params, body }))).toBe(50_001);
});

test("values beyond the limits of the channel's type, category or guild are refused", async () => {
  const { create, seed } = await aScene();
  expect(leavesOf(await create({ name: "x", type: 5 }))).toEqual(["type: BASE_TYPE_CHOICES"]);
  expect(leavesOf(await create({ name: "x", type: 14 }))).toEqual(["type: BASE_TYPE_CHOICES"]);
  expect(leavesOf(await create({ name: "x", type: 4, parent_id: category }))).toEqual([
    "parent_id: CHANNEL_PARENT_INVALID_PARENT",
  ]);
  expect(
    leavesOf(
      await create({
        name: "x",
        available_tags: Array.from({ length: 21 }, () => ({ name: "t" })),
      }),
    ),
  ).toEqual(["available_tags: BASE_TYPE_MAX_LENGTH"]);
  const fill = (from: number, to: number, parent_id: string | null) =>
    seed((tx) => {
      for (let i = from; i < to; i++)
        tx.put(channels, aChannel(String(i), { ...inGuild, parent_id }));
    });
  await fill(1000, 1050, category);
  expect(leavesOf(await create({ name: "x", parent_id: category }))).toEqual([
    "parent_id: CHANNEL_PARENT_MAX_CHANNELS",
  ]);
  await fill(2000, 2445, null);
  expect(codeOf(await create({ name: "x" }))).toBe(30_013);
});
