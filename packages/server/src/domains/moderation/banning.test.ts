import {
  banUser,
  bulkBan,
  createChannelInvite,
  getBan,
  listBans,
  unbanUser,
  useInvite,
} from "@antechamber/contract/guilds";
import { snowflakeAt, snowflakeKey } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { codeOf } from "../../testing/calls/message-calls.ts";
import {
  aModerationScene,
  asBot,
  asUser,
  ids,
  inGuild,
} from "../../testing/calls/moderation-calls.ts";
import { timeOf } from "../../testing/processes/processor-time.ts";
import { aChannel, aMember, aMessage, aUser } from "../../testing/records.ts";
import { bans } from "../guilds/members/bans.ts";
import { channels, members } from "../guilds/guild.ts";
import { messages } from "../messages/message.ts";
import { storeMessage } from "../messages/message-store.ts";
import { userView, users } from "../users/user.ts";

type BanScene = Awaited<ReturnType<typeof aModerationScene>>;

const at = (user_id: string) => ({ ...inGuild, user_id });
const ban = ({ call }: BanScene, user: string, body: object = {}, as = asBot) =>
  call(banUser, { as, params: at(user), body, reason: "spam" });
const unban = ({ call }: BanScene, user: string) =>
  call(unbanUser, { as: asBot, params: at(user) });
const bulk = ({ call }: BanScene, user_ids: readonly string[]) =>
  call(bulkBan, { as: asBot, params: inGuild, body: { user_ids } });

describe("a ban", () => {
  test("removes the member, sends events, is logged and is returned with its reason", async () => {
    const scene = await aModerationScene(["BAN_MEMBERS"]);
    expect((await ban(scene, ids.erin)).status).toBe(204);
    expect(await scene.news()).toMatchObject([
      { name: "GUILD_BAN_ADD", payload: { guild_id: ids.guild, user: { id: ids.erin } } },
      { name: "GUILD_MEMBER_REMOVE", payload: { user: { id: ids.erin } } },
    ]);
    expect(await scene.logged()).toMatchObject([
      { action_type: 22, user_id: ids.bot, target_id: ids.erin, reason: "spam" },
    ]);
    const answer = await scene.call(getBan, { as: asBot, params: at(ids.erin) });
    expect(answer.body).toMatchObject({ user: { id: ids.erin }, reason: "spam" });
    expect((await ban(scene, ids.erin)).status).toBe(204);
    expect([await scene.news(), await scene.logged()]).toEqual([[], []]);
  });

  test("is possible for a user who is not a member", async () => {
    const scene = await aModerationScene(["BAN_MEMBERS"]);
    expect((await ban(scene, ids.carol)).status).toBe(204);
    expect((await scene.news()).map(({ name }) => name)).toEqual(["GUILD_BAN_ADD"]);
    expect(codeOf(await ban(scene, "1"))).toBe(10013);
  });

  test.each([
    ["the owner", ids.alice],
    ["who stands higher", ids.dave],
    ["oneself", ids.bot],
  ])("is refused for %s", async (_, user) => {
    const scene = await aModerationScene(["BAN_MEMBERS"]);
    expect(codeOf(await ban(scene, user))).toBe(50013);
    expect(await scene.store.read((tx) => tx.find(bans))).toEqual([]);
  });

  test("can be removed once", async () => {
    const scene = await aModerationScene(["BAN_MEMBERS"]);
    await ban(scene, ids.carol);
    await scene.news();
    await scene.logged();
    expect((await unban(scene, ids.carol)).status).toBe(204);
    expect(await scene.news()).toMatchObject([
      { name: "GUILD_BAN_REMOVE", payload: { user: { id: ids.carol } } },
    ]);
    expect(await scene.logged()).toMatchObject([{ action_type: 23, target_id: ids.carol }]);
    expect(codeOf(await unban(scene, ids.carol))).toBe(10026);
    const gone = await scene.call(getBan, { as: asBot, params: at(ids.carol) });
    expect(codeOf(gone)).toBe(10026);
  });

  test("prevents its user from using invites until it is removed", async () => {
    const scene = await aModerationScene(["BAN_MEMBERS"]);
    const params = { channel_id: ids.general };
    const made = await scene.call(createChannelInvite, { as: asUser(ids.alice), params, body: {} });
    const use = () => {
      const options = { as: asUser(ids.carol), params: { code: made.body.code }, body: {} };
      return scene.call(useInvite, options);
    };
    await ban(scene, ids.carol);
    expect(codeOf(await use())).toBe(40007);
    await unban(scene, ids.carol);
    expect((await use()).status).toBe(200);
  });

  test("requires the permission, also for reading and removing", async () => {
    const scene = await aModerationScene();
    const options = { as: asBot, params: at(ids.erin) };
    expect(codeOf(await ban(scene, ids.erin))).toBe(50013);
    expect(codeOf(await unban(scene, ids.erin))).toBe(50013);
    expect(codeOf(await scene.call(getBan, options))).toBe(50013);
    expect(codeOf(await scene.call(listBans, options))).toBe(50013);
    const half = await aModerationScene(["BAN_MEMBERS"]);
    expect(codeOf(await bulk(half, [ids.erin]))).toBe(50013);
  });
});

describe("messages of a banned user", () => {
  const HOUR = 3_600_000;

  async function aWritten() {
    const scene = await aModerationScene(["BAN_MEMBERS"]);
    const idOf = (hoursAgo: number) => snowflakeAt(scene.clock.now() - hoursAgo * HOUR);
    await scene.seed((tx) => {
      for (const [hours, author] of [
        [1, ids.erin],
        [2, ids.bob],
        [30, ids.erin],
      ] as const) {
        const message = aMessage(idOf(hours), { channel_id: ids.general });
        storeMessage(tx, { ...message, guild_id: ids.guild, author: userView(aUser(author)) });
      }
    });
    const messageIds = async () =>
      (await scene.store.read((tx) => tx.find(messages))).map(({ id }) => id);
    return { ...scene, idOf, messageIds };
  }

  test("are kept by default", async () => {
    const scene = await aWritten();
    await ban(scene, ids.erin);
    expect(await scene.messageIds()).toHaveLength(3);
  });

  test("are no longer counted in their thread after their deletion", async () => {
    const scene = await aWritten();
    const thread = { id: "300000000000000077", type: 11, parent_id: ids.general, message_count: 4 };
    const id = scene.idOf(1);
    const written = { ...aMessage(id, { channel_id: thread.id }), guild_id: ids.guild };
    await scene.seed((tx) => {
      tx.put(channels, { ...thread, guild_id: ids.guild, name: "talk", flags: 0 });
      storeMessage(tx, { ...written, author: userView(aUser(ids.erin)) });
    });
    await ban(scene, ids.erin, { delete_message_seconds: 3 * 3600 });
    const stored = await scene.store.read((tx) => tx.get(channels, snowflakeKey(thread.id)));
    expect(stored?.message_count).toBe(3);
  });

  test.each<readonly [string, object, readonly number[], readonly number[]]>([
    ["seconds", { delete_message_seconds: 3 * 3600 }, [30, 2], [1]],
    ["days", { delete_message_days: 2 }, [2], [30, 1]],
  ])("are deleted for the given period in %s", async (_, ...[body, kept, deleted]) => {
    const scene = await aWritten();
    await ban(scene, ids.erin, body);
    expect(await scene.messageIds()).toEqual(kept.map(scene.idOf));
    expect((await scene.news()).at(-1)).toMatchObject({
      name: "MESSAGE_DELETE_BULK",
      payload: {
        ids: deleted.map(scene.idOf),
        channel_id: ids.general,
        guild_id: ids.guild,
      },
    });
  });
});

test("bans are paginated by ID in both directions", async () => {
  const scene = await aModerationScene(["BAN_MEMBERS"]);
  const banned = ["400000000000000001", "400000000000000002", "400000000000000003"];
  await scene.seed((tx) => {
    for (const user_id of banned) {
      tx.put(users, aUser(user_id));
      tx.put(bans, { ...inGuild, user_id, reason: null });
    }
  });
  const list = async (query: object) => {
    const { body } = await scene.call(listBans, { as: asBot, params: inGuild, query });
    return body.map(({ user }) => banned.indexOf(user.id));
  };
  expect(await list({})).toEqual([0, 1, 2]);
  expect(await list({ limit: 2 })).toEqual([0, 1]);
  expect(await list({ after: banned[0], limit: 1 })).toEqual([1]);
  expect(await list({ before: banned[2], limit: 1 })).toEqual([1]);
  expect(await list({ before: banned[1], after: banned[1] })).toEqual([0]);
});

describe("a bulk ban", () => {
  test("returns the users who were banned and those who failed", async () => {
    const scene = await aModerationScene(["BAN_MEMBERS", "MANAGE_GUILD"]);
    await ban(scene, ids.carol);
    const wish = [ids.erin, ids.erin, ids.bob, ids.dave, ids.carol, "1"];
    expect((await bulk(scene, wish)).body).toEqual({
      banned_users: [ids.erin, ids.bob],
      failed_users: [ids.dave, ids.carol, "1"],
    });
    expect((await scene.logged()).slice(1)).toMatchObject([
      { action_type: 22, target_id: ids.erin },
      { action_type: 22, target_id: ids.bob },
    ]);
  });

  test("reads no channels that do not concern the members, however many there are", async () => {
    const scene = await aModerationScene(["BAN_MEMBERS", "MANAGE_GUILD"]);
    const several = Array.from({ length: 100 }, (_, i) =>
      String(100_000_000_000_001_000n + BigInt(i)),
    );
    const permission_overwrites = several.map((_, i) => {
      const id = String(300_000_000_000_002_000n + BigInt(i));
      return { id, type: 0, allow: "0", deny: "1024" } as const;
    });
    await scene.seed((tx) => {
      for (const user_id of several) {
        tx.put(users, aUser(user_id));
        tx.put(members, aMember({ ...inGuild, user_id }));
      }
      for (let i = 0; i < 400; i += 1) {
        const id = String(300_000_000_000_003_000n + BigInt(i));
        tx.put(channels, aChannel(id, { ...inGuild, permission_overwrites }));
      }
    });
    const ms = await timeOf(async () => {
      expect((await bulk(scene, several)).body.banned_users).toEqual(several);
    });
    expect(ms).toBeLessThan(1000);
  });

  test("is refused if no user can be banned", async () => {
    const scene = await aModerationScene(["BAN_MEMBERS", "MANAGE_GUILD"]);
    expect(codeOf(await bulk(scene, [ids.dave, "1"]))).toBe(500_000);
    expect(codeOf(await bulk(scene, []))).toBe(50035);
  });
});
