import { limits } from "@antechamber/contract";
import { deleteChannel } from "@antechamber/contract/channels";
import {
  addReaction,
  bulkDeleteMessages,
  createMessageThread,
  deleteMessage,
  editMessage,
  listMessages,
  pinMessage,
  triggerTyping,
  unpinMessage,
} from "@antechamber/contract/messages";
import { snowflakeKey, timestamp } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { asBot, asUser, ids, inGuild } from "../../../testing/calls/guild-calls.ts";
import { codeOf, leavesOf } from "../../../testing/calls/message-calls.ts";
import { aChannel } from "../../../testing/records.ts";
import { channels } from "../../guilds/guild.ts";
import { aThreadScene, forum, news, threading } from "../../../testing/calls/thread-calls.ts";

const HOUR = 3_600_000;
const asAlice = asUser(ids.alice);

describe("creating a thread", () => {
  test("stores it with its owner as a member, and posts a message in the channel", async () => {
    const { begin, news: facts, logged } = await aThreadScene(...threading);
    const body = { name: "Talk", type: 11, auto_archive_duration: 60, rate_limit_per_user: 5 };
    const begun = await begin(body);
    expect(begun.status).toBe(201);
    expect(begun.body).toMatchObject({
      type: 11,
      name: "Talk",
      parent_id: ids.general,
      owner_id: ids.bot,
      rate_limit_per_user: 5,
      thread_metadata: { archived: false, locked: false, auto_archive_duration: 60 },
      member: { id: begun.body.id, user_id: ids.bot },
      member_count: 1,
      message_count: 0,
    });
    expect(await facts()).toMatchObject([
      { name: "THREAD_CREATE", payload: { id: begun.body.id, newly_created: true } },
      { name: "THREAD_MEMBERS_UPDATE", payload: { added_members: [{ user_id: ids.bot }] } },
      { name: "THREAD_MEMBER_UPDATE", scope: { user_id: ids.bot } },
      {
        name: "MESSAGE_CREATE",
        payload: {
          type: 18,
          content: "Talk",
          channel_id: ids.general,
          message_reference: { channel_id: begun.body.id },
        },
      },
    ]);
    expect(await logged()).toMatchObject([{ action_type: 110, target_id: begun.body.id }]);
  });

  test("makes it private by default, without a message in the channel", async () => {
    const { begin, news: facts } = await aThreadScene(...threading);
    const { body } = await begin({ name: "Between us", invitable: false });
    expect(body).toMatchObject({ type: 12, thread_metadata: { invitable: false } });
    expect((await facts()).map(({ name }) => name)).toEqual([
      "THREAD_CREATE",
      "THREAD_MEMBERS_UPDATE",
      "THREAD_MEMBER_UPDATE",
    ]);
  });

  test("requires the permission for its type, in a channel that supports it", async () => {
    const { begin } = await aThreadScene("CREATE_PRIVATE_THREADS");
    expect(codeOf(await begin({ name: "x", type: 11 }))).toBe(50_013);
    expect(codeOf(await begin({ name: "x" }, news))).toBe(50_013);
    expect((await begin({ name: "x" })).status).toBe(201);
    const all = await aThreadScene(...threading);
    expect((await all.begin({ name: "x" }, news)).body).toMatchObject({ type: 10 });
    expect(codeOf(await all.begin({ name: "x", type: 10 }))).toBe(50_024);
    expect(codeOf(await all.begin({ name: "x", type: 11 }, ids.voice))).toBe(50_024);
    expect(leavesOf(await all.begin({ name: "", auto_archive_duration: 5 })).toSorted()).toEqual([
      "auto_archive_duration: BASE_TYPE_CHOICES",
      "name: BASE_TYPE_BAD_LENGTH",
    ]);
  });
});

describe("a forum post", () => {
  const post = { name: "Help", applied_tags: ["71"], message: { content: "How?" } };

  test("starts with a message that has the same ID", async () => {
    const { begin, store } = await aThreadScene("SEND_MESSAGES");
    const { status, body } = await begin(post, forum);
    expect(status).toBe(201);
    const parent = await store.read((tx) => tx.get(channels, snowflakeKey(forum)));
    expect(parent?.last_message_id).toBe(body.id);
    expect(body).toMatchObject({
      type: 11,
      applied_tags: ["71"],
      message: { id: body.id, content: "How?" },
      message_count: 0,
      total_message_sent: 1,
    });
  });

  test("requires a message, and tags that its author may apply", async () => {
    const { begin, edit } = await aThreadScene("SEND_MESSAGES");
    expect(leavesOf(await begin({ name: "x" }, forum))).toEqual(["message: BASE_TYPE_REQUIRED"]);
    expect(codeOf(await begin({ ...post, applied_tags: ["79"] }, forum))).toBe(10_087);
    expect(codeOf(await begin({ ...post, applied_tags: ["72"] }, forum))).toBe(50_013);
    expect((await begin({ ...post, applied_tags: ["72"] }, forum, asAlice)).status).toBe(201);
    await edit(forum, { flags: 16 }, asAlice);
    expect(codeOf(await begin({ ...post, applied_tags: [] }, forum))).toBe(40_067);
    expect(codeOf(await (await aThreadScene()).begin(post, forum))).toBe(50_013);
  });

  test("stores each of its tags once", async () => {
    const { begin, edit } = await aThreadScene(...threading);
    const { body } = await begin({ ...post, applied_tags: ["71", "71"] }, forum, asAlice);
    expect(body.applied_tags).toEqual(["71"]);
    const changed = await edit(body.id, { applied_tags: ["72", "71", "72"] }, asAlice);
    expect(changed.body.applied_tags).toEqual(["72", "71"]);
  });

  test("cannot be pinned while another post is pinned", async () => {
    const { begin, edit } = await aThreadScene(...threading);
    const [one, other] = [await begin(post, forum), await begin(post, forum)];
    expect(codeOf(await edit(one.body.id, { flags: 2 }))).toBe(50_013);
    expect((await edit(one.body.id, { flags: 2 }, asAlice)).body.flags).toBe(2);
    expect(codeOf(await edit(other.body.id, { flags: 2 }, asAlice))).toBe(30_047);
    expect((await edit(one.body.id, { flags: 0 }, asAlice)).body.flags).toBe(0);
    expect((await edit(other.body.id, { flags: 2 }, asAlice)).status).toBe(200);
    expect((await edit(one.body.id, { applied_tags: [] })).body.applied_tags).toEqual([]);
  });
});

describe("editing a thread", () => {
  test("is possible for its owner while it is open, and with MANAGE_THREADS", async () => {
    const { begin, edit, news: facts } = await aThreadScene(...threading);
    const { id } = (await begin({ name: "Talk", type: 11 })).body;
    await facts();
    expect((await edit(id, { name: "Chat", auto_archive_duration: 60 })).body).toMatchObject({
      name: "Chat",
      thread_metadata: { auto_archive_duration: 60 },
    });
    expect(await facts()).toMatchObject([
      { name: "THREAD_UPDATE", payload: { id, name: "Chat" } },
      { name: "MESSAGE_CREATE", payload: { type: 4, content: "Chat", channel_id: id } },
    ]);
    const asBob = asUser(ids.bob);
    expect(codeOf(await edit(id, { name: "Mine" }, asBob))).toBe(50_013);
    expect(codeOf(await edit(id, { locked: true }))).toBe(50_013);
    expect(codeOf(await edit(id, { rate_limit_per_user: 9 }))).toBe(50_013);
    expect((await edit(id, { locked: true, rate_limit_per_user: 9 }, asAlice)).status).toBe(200);
    expect(codeOf(await edit(id, { name: "Mine" }))).toBe(50_013);
  });

  test("treats a slowmode of null as none", async () => {
    const { begin, edit, news: facts } = await aThreadScene(...threading);
    const { id } = (await begin({ name: "Talk", type: 11 })).body;
    await edit(id, { rate_limit_per_user: 9 }, asAlice);
    await facts();
    const none = { rate_limit_per_user: null };
    expect((await edit(id, none, asAlice)).body.rate_limit_per_user).toBe(0);
    expect(await facts()).toMatchObject([{ name: "THREAD_UPDATE" }]);
    expect((await edit(id, none)).status).toBe(200);
    expect(await facts()).toEqual([]);
  });

  test("is possible for its owner even without the permission to write there", async () => {
    const mayBegin = threading.filter((each) => each !== "SEND_MESSAGES_IN_THREADS");
    const { begin, edit } = await aThreadScene(...mayBegin);
    const { id } = (await begin({ name: "Talk", type: 11 })).body;
    expect((await edit(id, { name: "Chat", auto_archive_duration: 60 })).status).toBe(200);
    expect((await edit(id, { archived: true })).status).toBe(200);
    expect(codeOf(await edit(id, { archived: false }, asUser(ids.bob)))).toBe(50_013);
    expect((await edit(id, { archived: false })).status).toBe(200);
  });

  test("requires an archived thread to be reopened first", async () => {
    const { begin, edit } = await aThreadScene(...threading);
    const { id } = (await begin({ name: "Talk", type: 11 })).body;
    expect((await edit(id, { archived: true })).body.thread_metadata?.archived).toBe(true);
    expect(codeOf(await edit(id, { name: "Chat" }))).toBe(50_083);
    const opened = await edit(id, { archived: false }, asUser(ids.bob));
    expect(opened.body.thread_metadata?.archived).toBe(false);
    await edit(id, { archived: true, locked: true }, asAlice);
    expect(codeOf(await edit(id, { archived: false }, asUser(ids.bob)))).toBe(50_013);
  });
});

describe("a message of an archived thread", () => {
  test("cannot be edited, reacted to, pinned or unpinned until the thread is reopened", async () => {
    const { begin, edit, write, call } = await aThreadScene(...threading);
    const { id } = (await begin({ name: "Talk", type: 11 })).body;
    const { body } = await write(id, "hello", asAlice);
    const params = { channel_id: id, message_id: body.id };
    const on = { as: asAlice, params };
    const changes = async () => [
      await call(editMessage, { ...on, body: { content: "hi" } }),
      await call(addReaction, { ...on, params: { ...params, emoji_name: "👍" } }),
      await call(pinMessage, on),
      await call(unpinMessage, on),
    ];
    await edit(id, { archived: true });
    expect((await changes()).map(codeOf)).toEqual([50_083, 50_083, 50_083, 50_083]);
    await edit(id, { archived: false });
    expect((await changes()).map(({ status }) => status)).toEqual([200, 204, 204, 204]);
  });

  test("can be deleted, and the thread stays archived", async () => {
    const { begin, edit, write, stored, call } = await aThreadScene(...threading);
    const { id } = (await begin({ name: "Talk", type: 11 })).body;
    const { body } = await write(id, "hello", asAlice);
    await edit(id, { archived: true });
    const params = { channel_id: id, message_id: body.id };
    expect((await call(deleteMessage, { as: asAlice, params })).status).toBe(204);
    expect((await stored(id))?.thread_metadata?.archived).toBe(true);
  });
});

describe("the active threads of a channel", () => {
  const full = async () => {
    const scene = await aThreadScene(...threading);
    const { id } = (await scene.begin({ name: "Talk", type: 11 })).body;
    await scene.edit(id, { archived: true });
    const other = (await scene.begin({ name: "Other", type: 11 })).body.id;
    await scene.seed((tx) => {
      for (let i = 1; i < limits.activeThreads.value; i += 1) {
        tx.put(channels, aChannel(`${5000 + i}`, { ...inGuild, type: 11, parent_id: ids.general }));
      }
    });
    return { ...scene, id, other };
  };

  test("are limited in number, whether threads are created or reopened", async () => {
    const { begin, edit, write, id, other } = await full();
    expect(codeOf(await begin({ name: "More", type: 11 }))).toBe(160_006);
    expect(codeOf(await edit(id, { archived: false }))).toBe(160_006);
    expect(codeOf(await write(id, "again"))).toBe(160_006);
    await edit(other, { archived: true });
    expect((await write(id, "again")).status).toBe(200);
  });

  test("do not count towards the limit of another channel", async () => {
    const { begin } = await full();
    expect((await begin({ name: "More" }, news)).status).toBe(201);
  });
});

describe("inactivity", () => {
  test("archives a thread, which a message reopens", async () => {
    const { begin, write, stored, advance, news: facts } = await aThreadScene(...threading);
    const { id } = (await begin({ name: "Talk", type: 11, auto_archive_duration: 60 })).body;
    await advance(HOUR / 2);
    await write(id, "still here");
    await advance(HOUR - 1000);
    expect((await stored(id))?.thread_metadata?.archived).toBe(false);
    await facts();
    await advance(2000);
    expect((await stored(id))?.thread_metadata?.archived).toBe(true);
    expect(await facts()).toMatchObject([
      { name: "THREAD_UPDATE", payload: { id, thread_metadata: { archived: true } } },
    ]);
    expect((await write(id, "again")).status).toBe(200);
    expect((await stored(id))?.thread_metadata?.archived).toBe(false);
    // Clients may have dropped the thread and their membership in it.
    expect(await facts()).toMatchObject([
      { name: "THREAD_UPDATE" },
      { name: "THREAD_MEMBER_UPDATE", scope: { user_id: ids.bot } },
      { name: "THREAD_MEMBER_UPDATE", scope: { user_id: ids.bob } },
      { name: "MESSAGE_CREATE" },
    ]);
  });

  test("does not archive a pinned post, and archiving a post unpins it", async () => {
    const { begin, edit, stored, advance } = await aThreadScene(...threading);
    const post = { name: "Help", message: { content: "How?" } };
    const [one, other] = [(await begin(post, forum)).body, (await begin(post, forum)).body];
    await edit(one.id, { flags: 2 }, asAlice);
    await advance(30 * 24 * HOUR);
    expect((await stored(one.id))?.thread_metadata?.archived).toBe(false);
    expect((await stored(other.id))?.thread_metadata?.archived).toBe(true);
    expect((await edit(one.id, { archived: true })).body.flags).toBe(0);
    expect((await edit(other.id, { archived: false, flags: 2 }, asAlice)).body.flags).toBe(2);
  });
});

test("a new auto-archive duration counts from the time of the change", async () => {
  const { begin, edit, stored, advance, clock } = await aThreadScene(...threading);
  const { id } = (await begin({ name: "Talk", type: 11 })).body;
  await advance(2 * HOUR);
  const { body } = await edit(id, { auto_archive_duration: 60 });
  const metadata = { archived: false, archive_timestamp: timestamp(clock.now()) };
  expect(body.thread_metadata).toMatchObject(metadata);
  await advance(HOUR / 2);
  // A value that stays the same does not restart the period.
  await edit(id, { auto_archive_duration: 60, name: "Chat" });
  await advance(HOUR / 2 - 1000);
  expect((await stored(id))?.thread_metadata).toMatchObject(metadata);
  await advance(HOUR);
  expect((await stored(id))?.thread_metadata?.archived).toBe(true);
});

describe("inactivity after the clock was set back", () => {
  const aDay = 24 * HOUR;

  test.each(["is new", "was written in"])("archives on time a thread that %s", async (state) => {
    const { begin, write, stored, advance } = await aThreadScene(...threading);
    await advance(aDay);
    await begin({ name: "Before", type: 11 });
    await advance(-aDay);
    const { id } = (await begin({ name: "Talk", type: 11, auto_archive_duration: 60 })).body;
    if (state === "was written in") await write(id, "hello");
    await advance(HOUR - 1000);
    expect((await stored(id))?.thread_metadata?.archived).toBe(false);
    await advance(2000);
    expect((await stored(id))?.thread_metadata?.archived).toBe(true);
  });
});

describe("writing in a thread", () => {
  test("makes the author a member, and counts the message until it is deleted", async () => {
    const { begin, write, stored, call, news: facts } = await aThreadScene(...threading);
    const { id } = (await begin({ name: "Talk", type: 11 })).body;
    await facts();
    const { body } = await write(id, "hello");
    expect((await facts()).map(({ name }) => name)).toEqual([
      "THREAD_CREATE",
      "THREAD_MEMBERS_UPDATE",
      "THREAD_MEMBER_UPDATE",
      "MESSAGE_CREATE",
    ]);
    expect(await stored(id)).toMatchObject({
      memberIds: [ids.bob],
      message_count: 1,
      total_message_sent: 1,
    });
    const params = { channel_id: id, message_id: body.id };
    await call(deleteMessage, { as: asUser(ids.bob), params });
    expect(await stored(id)).toMatchObject({ message_count: 0, total_message_sent: 1 });
    const listing = await call(listMessages, { as: asBot, params: { channel_id: id } });
    expect(listing.body).toEqual([]);
  });

  test("no longer counts messages after their bulk deletion", async () => {
    const { begin, write, stored, call } = await aThreadScene(...threading, "MANAGE_MESSAGES");
    const { id } = (await begin({ name: "Talk", type: 11 })).body;
    const written = [await write(id, "a"), await write(id, "b"), await write(id, "c")];
    const messages = written.slice(1).map(({ body }) => body.id);
    const params = { channel_id: id };
    await call(bulkDeleteMessages, { as: asBot, params, body: { messages } });
    expect(await stored(id)).toMatchObject({ message_count: 1, total_message_sent: 3 });
  });

  test("still counts messages after the thread's first message is deleted", async () => {
    const { begin, write, stored, call } = await aThreadScene(...threading, "MANAGE_MESSAGES");
    const aPost = { name: "Help", message: { content: "How?" } };
    const { id: postId } = (await begin(aPost, forum)).body;
    const { body: first } = await write(ids.general, "Shall we?", asBot);
    const at = { channel_id: ids.general, message_id: first.id };
    await call(createMessageThread, { as: asBot, params: at, body: { name: "Talk" } });
    const started = await call(listMessages, { as: asBot, params: { channel_id: first.id } });
    for (const [id, start] of [
      [postId, postId],
      [first.id, started.body[0]?.id ?? ""],
    ] as const) {
      const messages = [start, (await write(id, "a")).body.id];
      await write(id, "b");
      await call(bulkDeleteMessages, { as: asBot, params: { channel_id: id }, body: { messages } });
      expect(await stored(id)).toMatchObject({ message_count: 1, total_message_sent: 3 });
    }
  });

  test("gives each message a position among all that were ever sent there", async () => {
    const { begin, write, call, news: facts } = await aThreadScene(...threading);
    const { id } = (await begin({ name: "Talk", type: 11 })).body;
    const [first, second] = [(await write(id, "a")).body, (await write(id, "b")).body];
    const params = { channel_id: id, message_id: first.id };
    await call(deleteMessage, { as: asUser(ids.bob), params });
    await facts();
    const third = (await write(id, "c")).body;
    expect([first, second, third].map(({ position }) => position)).toEqual([0, 1, 2]);
    const created = (await facts()).find(({ name }) => name === "MESSAGE_CREATE");
    expect(created?.payload).toMatchObject({ id: third.id, position: 2 });
    const listed = await call(listMessages, { as: asBot, params: { channel_id: id } });
    expect(listed.body.map(({ position }) => position)).toEqual([2, 1]);
    const elsewhere = await write(ids.general, "d");
    expect([elsewhere.status, elsewhere.body.position]).toEqual([200, undefined]);
  });

  test("requires MANAGE_THREADS once it is locked, as do edits and typing", async () => {
    const { begin, edit, write, call } = await aThreadScene(...threading);
    const { id } = (await begin({ name: "Talk", type: 11 })).body;
    const type = (as = asUser(ids.bob)) => call(triggerTyping, { as, params: { channel_id: id } });
    const message_id = (await write(id, "hello")).body.id;
    const change = (body: object, as = asUser(ids.bob)) =>
      call(editMessage, { as, params: { channel_id: id, message_id }, body });
    await edit(id, { locked: true }, asAlice);
    const refused = [await write(id, "hello"), await change({ content: "hi" }), await type()];
    expect(refused.map(codeOf)).toEqual([160_005, 160_005, 160_005]);
    expect((await change({ flags: 4 }, asAlice)).status).toBe(200);
    await edit(id, { archived: true }, asAlice);
    expect([await write(id, "hello"), await type()].map(codeOf)).toEqual([50_083, 50_083]);
    expect((await type(asAlice)).status).toBe(204);
    expect((await write(id, "hello", asAlice)).status).toBe(200);
  });

  test("is limited by the channel's slowmode for new threads and forum posts", async () => {
    const { begin, write, call, advance, edit } = await aThreadScene(...threading);
    const as = asUser(ids.bob);
    for (const id of [ids.general, forum]) await edit(id, { rate_limit_per_user: 10 }, asAlice);
    const { body } = await write(ids.general, "one");
    const talk = { name: "Talk", type: 11 };
    const aPost = { name: "Help", message: { content: "How?" } };
    const params = { channel_id: ids.general, message_id: body.id };
    const onMessage = () => call(createMessageThread, { as, params, body: { name: "Talk" } });
    expect((await begin(talk, ids.general, as)).status).toBe(201);
    expect((await begin(aPost, forum, as)).status).toBe(201);
    const soon = [
      await begin(talk, ids.general, as),
      await begin({ ...talk, type: 12 }, ids.general, as),
      await begin(aPost, forum, as),
      await onMessage(),
    ];
    expect(soon.map(codeOf)).toEqual([20_016, 20_016, 20_016, 20_016]);
    expect((await begin(talk, ids.general, asAlice)).status).toBe(201);
    for (const _ of [1, 2]) expect((await begin(talk)).status).toBe(201);
    await advance(10_000);
    expect([(await onMessage()).status, (await begin(aPost, forum, as)).status]).toEqual([
      201, 201,
    ]);
  });

  test("is limited by the thread's slowmode", async () => {
    const { begin, write, advance } = await aThreadScene(...threading);
    const { id } = (await begin({ name: "Talk", type: 11, rate_limit_per_user: 10 })).body;
    await write(id, "one");
    expect(codeOf(await write(id, "two"))).toBe(20_016);
    await advance(10_000);
    expect((await write(id, "two")).status).toBe(200);
  });
});

test("deleting a thread removes it and is logged", async () => {
  const { begin, call, stored, logged } = await aThreadScene(...threading, "MANAGE_THREADS");
  const { id } = (await begin({ name: "Talk", type: 11 })).body;
  await logged();
  await call(deleteChannel, { as: asBot, params: { channel_id: id }, reason: "done" });
  expect(await stored(id)).toBeUndefined();
  expect(await logged()).toMatchObject([{ action_type: 112, target_id: id, reason: "done" }]);
});
