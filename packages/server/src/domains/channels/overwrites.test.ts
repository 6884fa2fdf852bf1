import { limits, type PermissionName } from "@antechamber/contract";
import { deleteOverwrite, editChannel, setOverwrite } from "@antechamber/contract/channels";
import { expect, test } from "vitest";
import { aGuildScene, asBot, asUser, ids, inGuild } from "../../testing/calls/guild-calls.ts";
import { codeOf } from "../../testing/calls/message-calls.ts";
import { aChannel } from "../../testing/records.ts";
import { channels, type ChannelRecord } from "../guilds/guild.ts";

const category = "300000000000000051";
const child = "300000000000000052";

async function aScene(...granted: readonly PermissionName[]) {
  const scene = await aGuildScene(...granted);
  await scene.seed((tx) => {
    tx.put(channels, aChannel(category, { ...inGuild, type: 4 }));
    tx.put(channels, aChannel(child, { ...inGuild, parent_id: category }));
  });
  const at = (overwrite_id: string, channel_id: string) => ({ channel_id, overwrite_id });
  return {
    ...scene,
    put: (id: string, body: object, channel: string = ids.general, as = asBot) =>
      scene.call(setOverwrite, { as, params: at(id, channel), body }),
    drop: (id: string, channel: string = ids.general) =>
      scene.call(deleteOverwrite, { as: asBot, params: at(id, channel) }),
    overwrites: async (id: string = ids.general) =>
      (await scene.store.read((tx) => tx.get(channels, id.padStart(20, "0"))))
        ?.permission_overwrites,
  };
}

test("an overwrite is set, replaced and deleted, each with an event of the channel", async () => {
  const { put, drop, overwrites, news } = await aScene("MANAGE_ROLES", "SEND_MESSAGES");
  expect((await put(ids.role, { type: 0, allow: "2048" })).status).toBe(204);
  expect((await put(ids.bob, { type: 1, allow: 1024, deny: 2048 })).status).toBe(204);
  expect((await put(ids.role, { deny: "2048" })).status).toBe(204);
  expect(await overwrites()).toEqual([
    { id: ids.bob, type: 1, allow: "1024", deny: "2048" },
    { id: ids.role, type: 0, allow: "0", deny: "2048" },
  ]);
  expect((await drop(ids.bob)).status).toBe(204);
  expect(await overwrites()).toMatchObject([{ id: ids.role }]);
  expect((await news()).map(({ name }) => name)).toEqual(Array(4).fill("CHANNEL_UPDATE"));
  expect(codeOf(await drop(ids.bob))).toBe(10_009);
});

test("a channel with its category's overwrites follows their changes", async () => {
  const { put, overwrites } = await aScene("MANAGE_ROLES");
  await put(ids.role, { allow: "1024" }, category);
  expect(await overwrites(child)).toMatchObject([{ id: ids.role, allow: "1024" }]);
});

test("setting an overwrite requires MANAGE_ROLES and the permissions that it contains", async () => {
  const without = await aScene("MANAGE_CHANNELS");
  expect(codeOf(await without.put(ids.role, { allow: "1024" }))).toBe(50_013);
  expect(codeOf(await without.drop(ids.role))).toBe(50_013);
  const wholly = { permission_overwrites: [{ id: ids.role, allow: "1024" }] };
  const edit = { as: asBot, params: { channel_id: ids.general }, body: wholly };
  expect(codeOf(await without.call(editChannel, edit))).toBe(50_013);

  const { put, seed, call } = await aScene("MANAGE_ROLES", "MANAGE_CHANNELS");
  expect((await call(editChannel, edit)).body.permission_overwrites).toMatchObject([
    { id: ids.role, allow: "1024" },
  ]);
  expect(codeOf(await put(ids.role, { allow: "8192" }))).toBe(50_013);
  expect(codeOf(await put(ids.role, { allow: "268435456" }))).toBe(50_013);
  expect(codeOf(await put("1", { type: 0 }))).toBe(10_009);
  expect(codeOf(await put(ids.role, {}, ids.hidden))).toBe(50_001);
  // A member with MANAGE_ROLES from an overwrite of the channel may set any permission there.
  const own = { id: ids.bot, type: 1, allow: "268435456", deny: "0" } as const;
  const channel: ChannelRecord = aChannel(ids.general, {
    ...inGuild,
    permission_overwrites: [own],
  });
  await seed((tx) => tx.put(channels, channel));
  expect((await put(ids.role, { allow: "8192" })).status).toBe(204);
  expect((await put(ids.role, { allow: "268435456" }, ids.general, asUser(ids.alice))).status).toBe(
    204,
  );
});

test("a new overwrite beyond the limit of a channel is refused", async () => {
  const { put, seed } = await aScene("MANAGE_ROLES");
  const { value } = limits.overwritesPerChannel;
  const strangers = Array.from({ length: value - 1 }, (_, i) => ({
    id: `${i + 1}`,
    type: 1 as const,
    allow: "0",
    deny: "0",
  }));
  await seed((tx) =>
    tx.put(channels, aChannel(ids.general, { ...inGuild, permission_overwrites: strangers })),
  );
  expect((await put(ids.role, { allow: "1024" })).status).toBe(204);
  expect((await put(ids.role, { deny: "1024" })).status).toBe(204);
  expect(codeOf(await put(ids.bob, { type: 1, allow: "1024" }))).toBe(30_060);
});

test("a thread cannot have overwrites of its own", async () => {
  const { put, drop, seed } = await aScene("MANAGE_ROLES");
  const thread = "300000000000000053";
  await seed((tx) =>
    tx.put(channels, aChannel(thread, { ...inGuild, type: 11, parent_id: ids.general })),
  );
  expect(codeOf(await put(ids.role, {}, thread))).toBe(50_024);
  expect(codeOf(await drop(ids.role, thread))).toBe(50_024);
});

test("each change of an overwrite has its own entry in the audit log", async () => {
  const { put, drop, call, logged } = await aScene("MANAGE_ROLES", "MANAGE_CHANNELS");
  await put(ids.role, { allow: "1024" });
  await put(ids.role, { deny: "1024" });
  await drop(ids.role);
  const edit = { as: asBot, params: { channel_id: ids.general }, body: { topic: "Talk" } };
  await call(editChannel, { ...edit, reason: "quiet%20please" });
  const options = { id: ids.role, type: "0", role_name: `role-${ids.role}` };
  const about = { user_id: ids.bot, target_id: ids.general };
  expect(await logged()).toMatchObject([
    { ...about, action_type: 13, options, changes: [{ key: "id" }, { key: "type" }, {}, {}] },
    { ...about, action_type: 14, options, changes: [{ key: "allow" }, { key: "deny" }] },
    { ...about, action_type: 15, options },
    {
      ...about,
      action_type: 11,
      changes: [{ key: "topic", new_value: "Talk" }],
      reason: "quiet please",
    },
  ]);
});
