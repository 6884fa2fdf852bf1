import {
  addThreadMember,
  getThreadMember,
  joinThread,
  leaveThread,
  listActiveThreads,
  listJoinedArchivedThreads,
  listPrivateArchivedThreads,
  listPublicArchivedThreads,
  listThreadMembers,
  removeThreadMember,
  searchThreads,
} from "@antechamber/contract/threads";
import { snowflakeKey } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { asBot, asUser, ids, inGuild } from "../../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { anApplication } from "../../../testing/records.ts";
import { applications } from "../../applications/application.ts";
import { channels } from "../../guilds/guild.ts";
import { dropMember, joinGuild } from "../../guilds/members/joining.ts";
import { aThreadScene, forum, threading } from "../../../testing/calls/thread-calls.ts";

const asBob = asUser(ids.bob);
const asAlice = asUser(ids.alice);
type Calls = Awaited<ReturnType<typeof aThreadScene>>;

const idsOf = (body: { readonly threads: readonly { readonly id: string }[] }) =>
  body.threads.map(({ id }) => id);

describe("lists of threads", () => {
  const archivedBy = async (scene: Calls, type: number, count: number) => {
    const made: string[] = [];
    for (let i = 0; i < count; i++) {
      const { id } = (await scene.begin({ name: `t${i}`, type })).body;
      await scene.advance(1000);
      await scene.edit(id, { archived: true });
      made.unshift(id);
    }
    return made;
  };

  test("contain the active threads of a guild that the caller can see", async () => {
    const scene = await aThreadScene(...threading);
    const open = (await scene.begin({ name: "open", type: 11 })).body.id;
    const own = (await scene.begin({ name: "own" })).body.id;
    await archivedBy(scene, 11, 1);
    const ofBot = await scene.call(listActiveThreads, { as: asBot, params: inGuild });
    expect(idsOf(ofBot.body)).toEqual([own, open]);
    expect(ofBot.body.members.map(({ id }) => id)).toEqual([own, open]);
    const ofBob = await scene.call(listActiveThreads, { as: asBob, params: inGuild });
    expect([idsOf(ofBob.body), ofBob.body.members]).toEqual([[open], []]);
  });

  test("page through public archived threads by the time of archiving", async () => {
    const scene = await aThreadScene(...threading);
    const made = await archivedBy(scene, 11, 3);
    const params = { channel_id: ids.general };
    const page = (query: object) =>
      scene.call(listPublicArchivedThreads, { as: asBob, params, query });
    const first = await page({ limit: 2 });
    expect([idsOf(first.body), first.body.has_more]).toEqual([made.slice(0, 2), true]);
    const before = first.body.threads[1]?.thread_metadata?.archive_timestamp;
    const rest = await page({ before });
    expect([idsOf(rest.body), rest.body.has_more]).toEqual([made.slice(2), false]);
    expect(leavesOf(await page({ before: "yesterday" }))).toEqual(["before: DATE_TIME_TYPE_PARSE"]);
    const nowhere = { as: asBob, params: { channel_id: ids.voice } };
    expect(codeOf(await scene.call(listPublicArchivedThreads, nowhere))).toBe(50_024);
  });

  test.each(["by the bot", "by the clock"])(
    "contain each thread once if several were archived at the same instant %s",
    async (by) => {
      const scene = await aThreadScene(...threading);
      const made: string[] = [];
      const minutes = 60;
      for (const name of ["a", "b", "c"]) {
        const begun = { name, type: 11, auto_archive_duration: minutes };
        made.push((await scene.begin(begun)).body.id);
      }
      if (by === "by the clock") await scene.advance(minutes * 60_000);
      else for (const id of made) await scene.edit(id, { archived: true });
      const found: string[] = [];
      let before: string | undefined;
      for (let isMore = true; isMore;) {
        const query = { limit: 2, ...(before === undefined ? {} : { before }) };
        const page = { as: asBob, params: { channel_id: ids.general }, query };
        const { threads, has_more } = (await scene.call(listPublicArchivedThreads, page)).body;
        found.push(...threads.map(({ id }) => id));
        // Dates of client libraries have only milliseconds.
        const last = threads.at(-1)?.thread_metadata?.archive_timestamp ?? "";
        before = new Date(last).toISOString();
        isMore = has_more;
      }
      expect(found).toEqual(made.toReversed());
    },
  );

  test("contain private archived threads only for their members and for MANAGE_THREADS", async () => {
    const scene = await aThreadScene(...threading);
    const made = await archivedBy(scene, 12, 3);
    const params = { channel_id: ids.general };
    expect(codeOf(await scene.call(listPrivateArchivedThreads, { as: asBot, params }))).toBe(
      50_013,
    );
    const all = await scene.call(listPrivateArchivedThreads, { as: asAlice, params });
    expect(idsOf(all.body)).toEqual(made);
    const own = { as: asBot, params, query: { before: made[0], limit: 2 } };
    expect(idsOf((await scene.call(listJoinedArchivedThreads, own)).body)).toEqual(made.slice(1));
    const none = await scene.call(listJoinedArchivedThreads, { as: asBob, params });
    expect(none.body.threads).toEqual([]);
  });

  test("can be searched by name, tags, age and archived state", async () => {
    const scene = await aThreadScene(...threading);
    const post = async (name: string, applied_tags: string[]) =>
      (await scene.begin({ name, applied_tags, message: { content: name } }, forum, asAlice)).body
        .id;
    const one = await post("Broken lamp", ["71"]);
    await scene.advance(1000);
    const two = await post("Broken door", ["71", "72"]);
    await scene.advance(1000);
    const three = await post("Idea", []);
    await scene.edit(three, { archived: true }, asAlice);
    const found = async (query: object) => {
      const params = { channel_id: forum };
      const { body } = await scene.call(searchThreads, { as: asBot, params, query });
      return [idsOf(body), body.total_results, body.has_more, body.first_messages.length];
    };
    expect(await found({})).toEqual([[three, two, one], 3, false, 3]);
    expect(await found({ name: "BROKEN" })).toEqual([[two, one], 2, false, 2]);
    expect(await found({ tag: "71,72" })).toEqual([[two, one], 2, false, 2]);
    expect(await found({ tag: "71,72", tag_setting: "match_all" })).toEqual([[two], 1, false, 1]);
    expect(await found({ archived: true })).toEqual([[three], 1, false, 1]);
    expect(await found({ max_id: one })).toEqual([[one], 1, false, 1]);
    expect(await found({ min_id: three, sort_by: "archive_time" })).toEqual([[three], 1, false, 1]);
    const oldest = { sort_by: "creation_time", sort_order: "asc", limit: 1, offset: 1 };
    expect(await found(oldest)).toEqual([[two], 3, true, 1]);
  });
});

describe("members of a thread", () => {
  async function aThread(body: object = { type: 11 }) {
    const scene = await aThreadScene(...threading);
    const { id } = (await scene.begin({ name: "Talk", ...body })).body;
    await scene.news();
    const params = { channel_id: id };
    const on = (user_id: string) => ({ channel_id: id, user_id });
    const all = async (query: object = {}) =>
      (await scene.call(listThreadMembers, { as: asAlice, params, query })).body;
    return { ...scene, id, params, on, all };
  }

  test("join and leave, with an event that contains their guild member", async () => {
    const { call, params, all, news, id } = await aThread();
    expect((await call(joinThread, { as: asBob, params })).status).toBe(204);
    expect((await call(joinThread, { as: asBob, params })).status).toBe(204);
    expect((await all()).map(({ user_id }) => user_id)).toEqual([ids.bob, ids.bot]);
    const scope = { kind: "channel", guild_id: ids.guild, channel_id: id };
    const asMember = { user: { id: ids.bob }, roles: [] };
    const bob = { id, user_id: ids.bob, member: asMember, presence: null };
    const forBob = { ...scope, user_id: ids.bob };
    const facts = await news();
    expect(facts).toMatchObject([
      { name: "THREAD_CREATE", scope: forBob, payload: { id, member: { user_id: ids.bob } } },
      {
        name: "THREAD_MEMBERS_UPDATE",
        scope,
        payload: { member_count: 2, added_members: [bob], removed_member_ids: [] },
      },
      { name: "THREAD_MEMBER_UPDATE", scope: forBob },
    ]);
    expect(facts[0]?.payload).not.toHaveProperty("newly_created");
    await call(leaveThread, { as: asBot, params });
    expect((await all()).map(({ user_id }) => user_id)).toEqual([ids.bob]);
    expect(await news()).toMatchObject([{ payload: { removed_member_ids: [ids.bot] } }]);
    await call(joinThread, { as: asBot, params });
    expect((await all()).map(({ user_id }) => user_id)).toEqual([ids.bob, ids.bot]);
  });

  test("no longer include the owner after leaving, even if the world file listed them", async () => {
    const { call, params, all, work, id } = await aThread();
    await work.transaction(async ({ tx }) => {
      const thread = await tx.get(channels, snowflakeKey(id));
      if (thread !== undefined) tx.put(channels, { ...thread, memberIds: [ids.bot] });
    });
    await call(leaveThread, { as: asBot, params });
    expect(await all()).toEqual([]);
  });

  test.each([
    ["public", { type: 11 }],
    ["private", { type: 12 }],
  ])("of a %s thread leave it when they leave the guild", async (_kind, begun) => {
    const { call, params, on, all, news, id, work } = await aThread(begun);
    await call(addThreadMember, { as: asBot, params: on(ids.bob) });
    await news();
    await work.transaction((ctx) => dropMember(ctx, { ...inGuild, user_id: ids.bob }));
    expect(await news()).toContainEqual(
      expect.objectContaining({
        name: "THREAD_MEMBERS_UPDATE",
        payload: expect.objectContaining({
          id,
          member_count: 1,
          removed_member_ids: [ids.bob],
        }) as object,
      }),
    );
    await work.transaction((ctx) => {
      return joinGuild(ctx, { ...inGuild, user_id: ids.bob, roles: [] });
    });
    expect((await all()).map(({ user_id }) => user_id)).toEqual([ids.bot]);
    expect((await call(listThreadMembers, { as: asBob, params })).status).toBe(
      begun.type === 11 ? 200 : 403,
    );
  });

  test("are listed only for bots with the members intent", async () => {
    const { call, params, seed } = await aThread();
    const listed = async (flags: number) => {
      const bot = anApplication(ids.bot, { owner_id: ids.alice, flags_new: flags.toString() });
      await seed((tx) => tx.put(applications, bot));
      return call(listThreadMembers, { as: asBot, params });
    };
    expect(codeOf(await listed(0))).toBe(50_001);
    expect((await listed(1 << 15)).status).toBe(200);
  });

  test("are listed in pages, with their guild member on request", async () => {
    const { call, params, on, all } = await aThread();
    await call(joinThread, { as: asBob, params });
    expect(await all({ with_member: true, limit: 1 })).toMatchObject([
      { user_id: ids.bob, member: { user: { id: ids.bob } } },
    ]);
    const rest = await all({ with_member: true, after: ids.bob });
    expect(rest.map(({ user_id }) => user_id)).toEqual([ids.bot]);
    const one = await call(getThreadMember, { as: asBot, params: on(ids.bob) });
    expect(one.body).not.toHaveProperty("member");
    const whole = { as: asBot, params: on(ids.bob), query: { with_member: true } };
    expect((await call(getThreadMember, whole)).body.member?.user.id).toBe(ids.bob);
    expect(codeOf(await call(getThreadMember, { as: asBot, params: on(ids.alice) }))).toBe(10_007);
  });

  test("are added by users who can write there, and a message announces it", async () => {
    const { call, on, news, id } = await aThread({ type: 12 });
    const add = (user: string, as = asBot) => call(addThreadMember, { as, params: on(user) });
    expect(codeOf(await add(ids.bob, asBob))).toBe(50_001);
    expect((await add(ids.bob)).status).toBe(204);
    expect(await news()).toMatchObject([
      { name: "THREAD_CREATE", scope: { user_id: ids.bob }, payload: { id, member: {} } },
      { name: "THREAD_MEMBERS_UPDATE", scope: { thread_member_ids: [ids.bot, ids.bob] } },
      { name: "THREAD_MEMBER_UPDATE" },
      { name: "MESSAGE_CREATE", payload: { type: 1, mentions: [{ id: ids.bob }] } },
    ]);
    expect(codeOf(await add(ids.carol))).toBe(10_007);
    expect(codeOf(await add("1"))).toBe(10_013);
  });

  test("of a private thread that is not invitable are added and removed by its owner", async () => {
    const { call, on, news } = await aThread({ type: 12, invitable: false });
    const add = (user: string, as = asBot) => call(addThreadMember, { as, params: on(user) });
    const remove = (user: string, as = asBot) => call(removeThreadMember, { as, params: on(user) });
    await add(ids.bob);
    expect(codeOf(await add(ids.alice, asBob))).toBe(50_013);
    expect(codeOf(await remove(ids.bot, asBob))).toBe(50_013);
    await news();
    expect((await remove(ids.bob)).status).toBe(204);
    expect(await news()).toMatchObject([
      { name: "THREAD_MEMBERS_UPDATE", scope: { channel_id: ids.general } },
      { name: "MESSAGE_CREATE", payload: { type: 2 } },
    ]);
    expect(codeOf(await remove(ids.bob))).toBe(10_007);
  });

  test("of an archived thread cannot join, leave, be added or be removed", async () => {
    const { call, params, on, edit, id } = await aThread();
    await edit(id, { archived: true });
    expect(codeOf(await call(joinThread, { as: asBob, params }))).toBe(50_083);
    expect(codeOf(await call(leaveThread, { as: asBot, params }))).toBe(50_083);
    expect(codeOf(await call(addThreadMember, { as: asBot, params: on(ids.bob) }))).toBe(50_083);
    const remove = { as: asAlice, params: on(ids.bot) };
    expect(codeOf(await call(removeThreadMember, remove))).toBe(50_083);
    const general = { as: asBot, params: { channel_id: ids.general } };
    expect(codeOf(await call(joinThread, general))).toBe(50_024);
  });
});
