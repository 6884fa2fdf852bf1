import type { PermissionName } from "@antechamber/contract";
import { deleteChannel, moveGuildChannels } from "@antechamber/contract/channels";
import { expect, test } from "vitest";
import { aGuildScene, asBot, asUser, ids, inGuild } from "../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import { aChannel, aGuild, aMessage } from "../../testing/records.ts";
import { messages } from "../messages/message.ts";
import { channels, guilds, type ChannelRecord } from "../guilds/guild.ts";

const category = "300000000000000051";
const thread = "300000000000000053";
const direct = "300000000000000054";
const everyone = { id: ids.role, type: 0, allow: "1024", deny: "0" } as const;

/** A thread has an owner, and lacks fields such as a position that other channels have. */
const threadRecord: ChannelRecord = {
  ...inGuild,
  id: thread,
  type: 11,
  name: "talk",
  parent_id: ids.general,
  owner_id: ids.alice,
  flags: 0,
};

async function aScene(...granted: readonly PermissionName[]) {
  const scene = await aGuildScene(...granted);
  await scene.seed((tx) => {
    tx.put(
      channels,
      aChannel(category, { ...inGuild, type: 4, permission_overwrites: [everyone] }),
    );
    tx.put(channels, threadRecord);
    tx.put(messages, aMessage("300000000000000061", { channel_id: thread }));
    const recipientIds = [ids.alice, ids.bot];
    tx.put(channels, { id: direct, type: 1, flags: 0, last_message_id: null, recipientIds });
  });
  return {
    ...scene,
    move: (body: unknown) =>
      scene.call(moveGuildChannels, { as: asBot, params: { guild_id: ids.guild }, body }),
    remove: (channel_id: string, as = asBot) =>
      scene.call(deleteChannel, { as, params: { channel_id } }),
    stored: (id: string): Promise<ChannelRecord | undefined> =>
      scene.store.read((tx) => tx.get(channels, id.padStart(20, "0"))),
  };
}

test("moving channels copies a category's overwrites, and announces each changed channel", async () => {
  const { move, stored, news } = await aScene("MANAGE_CHANNELS", "MANAGE_ROLES", "CONNECT");
  const places = [
    { id: ids.general, position: 3, parent_id: category, lock_permissions: true, flags: 1 << 21 },
    { id: ids.voice, position: 0 },
    { id: ids.stage, position: 7, flags: 1 << 21 },
    {},
  ];
  expect((await move(places)).status).toBe(204);
  expect(await stored(ids.general)).toMatchObject({
    position: 3,
    parent_id: category,
    permission_overwrites: [everyone],
    flags: 1 << 21,
  });
  expect(await stored(ids.stage)).toMatchObject({ position: 7, flags: 0 });
  const events = (await news()).map(({ name, payload }) => [name, (payload as { id: string }).id]);
  expect(events).toEqual([
    ["CHANNEL_UPDATE", ids.general],
    ["CHANNEL_UPDATE", ids.stage],
  ]);
  await move([{ id: ids.general, parent_id: null }]);
  expect(await stored(ids.general)).toMatchObject({ parent_id: null, position: 3 });
});

test("only channels of the guild can be moved, and only with MANAGE_CHANNELS", async () => {
  const { move } = await aScene("MANAGE_CHANNELS");
  expect(codeOf(await move([{ id: "1", position: 1 }]))).toBe(10_003);
  expect(codeOf(await move([{ id: thread, position: 1 }]))).toBe(10_003);
  expect(leavesOf(await move([{ id: ids.general, parent_id: ids.voice }]))).toEqual([
    "parent_id: CHANNEL_PARENT_INVALID_TYPE",
  ]);
  const locked = [{ id: ids.general, parent_id: category, lock_permissions: true }];
  expect(codeOf(await move(locked))).toBe(50_013);
  expect(codeOf(await (await aScene()).move([]))).toBe(50_013);
});

test("only one channel per request can change its category, else none is moved", async () => {
  const { move, stored } = await aScene("MANAGE_CHANNELS", "CONNECT");
  const two = [ids.general, ids.voice].map((id) => ({ id, position: 4, parent_id: category }));
  expect(codeOf(await move(two))).toBe(40_009);
  expect(await stored(ids.general)).not.toMatchObject({ position: 4 });
  await move(two.slice(0, 1));
  expect((await move(two)).status).toBe(204);
  expect(await stored(ids.voice)).toMatchObject({ position: 4, parent_id: category });
});

test("MANAGE_CHANNELS allows sorting hidden channels, but not moving them to a category", async () => {
  const { move, stored } = await aScene("MANAGE_CHANNELS");
  expect((await move([{ id: ids.hidden, position: 9 }])).status).toBe(204);
  expect(await stored(ids.hidden)).toMatchObject({ position: 9 });
  expect(codeOf(await move([{ id: ids.hidden, parent_id: category }]))).toBe(50_001);
});

test("the manager of a category can sort its channels, but not move any in or out", async () => {
  const { move, seed } = await aScene();
  const manager = { id: ids.bot, type: 1, allow: "16", deny: "0" } as const;
  const managed = { ...inGuild, permission_overwrites: [manager] };
  await seed((tx) => {
    tx.put(channels, aChannel(category, { ...managed, type: 4 }));
    tx.put(channels, aChannel(ids.general, { ...managed, parent_id: category }));
  });
  expect((await move([{ id: ids.general, position: 5 }])).status).toBe(204);
  expect(codeOf(await move([{ id: ids.general, parent_id: null }]))).toBe(50_001);
  expect(codeOf(await move([{ id: ids.stage, parent_id: category }]))).toBe(50_001);
  expect(codeOf(await move([{ id: ids.stage, position: 5 }]))).toBe(50_013);
});

test("deleting a channel deletes its threads and messages, and the guild's references to it", async () => {
  const { remove, stored, store, news, seed } = await aScene("MANAGE_CHANNELS");
  await seed((tx) =>
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, system_channel_id: ids.general })),
  );
  const { status, body } = await remove(ids.general);
  expect([status, body.id]).toEqual([200, ids.general]);
  expect([await stored(ids.general), await stored(thread)]).toEqual([undefined, undefined]);
  expect(await store.read((tx) => tx.count(messages, {}))).toBe(0);
  expect(await news()).toMatchObject([
    { name: "CHANNEL_DELETE", payload: { id: ids.general } },
    { name: "GUILD_UPDATE", payload: { system_channel_id: null } },
  ]);
});

test("deleting a category leaves its channels without one", async () => {
  const { remove, move, stored, news } = await aScene("MANAGE_CHANNELS");
  await move([{ id: ids.general, parent_id: category }]);
  await news();
  expect((await remove(category)).status).toBe(200);
  expect(await stored(ids.general)).toMatchObject({ parent_id: null });
  expect((await news()).map(({ name }) => name)).toEqual(["CHANNEL_UPDATE", "CHANNEL_DELETE"]);
});

test("deleting a thread requires MANAGE_THREADS", async () => {
  const { remove, stored, news } = await aScene("MANAGE_THREADS");
  expect(codeOf(await remove(ids.general))).toBe(50_013);
  expect((await remove(thread)).body).toMatchObject({ id: thread, type: 11 });
  expect(await stored(thread)).toBeUndefined();
  expect((await news()).map(({ name }) => name)).toEqual(["THREAD_DELETE"]);
  expect(codeOf(await (await aScene("MANAGE_CHANNELS")).remove(thread))).toBe(50_013);
});

test("a community's rules and updates channels cannot be deleted", async () => {
  const { remove, seed } = await aScene("MANAGE_CHANNELS", "CONNECT");
  const features = ["COMMUNITY"];
  const named = { rules_channel_id: ids.general, public_updates_channel_id: ids.voice };
  await seed((tx) =>
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, features, ...named })),
  );
  expect(codeOf(await remove(ids.general))).toBe(50_074);
  expect(codeOf(await remove(ids.voice))).toBe(50_074);
  expect((await remove(ids.stage)).status).toBe(200);
});

test("closing a direct message does not delete it", async () => {
  const { remove, stored } = await aScene();
  expect((await remove(direct)).body).toMatchObject({
    id: direct,
    recipients: [{ id: ids.alice }],
  });
  expect(await stored(direct)).toBeDefined();
  expect(codeOf(await remove(direct, asUser(ids.bob)))).toBe(50_001);
});

test("a group gets a new owner when its owner leaves, and is deleted with its last member", async () => {
  const { remove, seed, stored } = await aScene();
  const recipientIds = [ids.alice, ids.bob];
  const group = { id: "9", type: 3, flags: 0, name: null, icon: null, owner_id: ids.alice };
  await seed((tx) => tx.put(channels, { ...group, recipientIds }));
  expect((await remove("9", asUser(ids.alice))).status).toBe(200);
  expect(await stored("9")).toMatchObject({ owner_id: ids.bob, recipientIds: [ids.bob] });
  expect((await remove("9", asUser(ids.bob))).status).toBe(200);
  expect(await stored("9")).toBeUndefined();
});
