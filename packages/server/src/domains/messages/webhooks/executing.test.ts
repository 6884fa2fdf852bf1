import { limits } from "@antechamber/contract";
import {
  createFollowUp,
  deleteFollowUp,
  editFollowUp,
  getFollowUp,
} from "@antechamber/contract/interactions";
import { snowflakeKey } from "@antechamber/contract/schema";
import { createWebhook, deleteWebhookByToken } from "@antechamber/contract/webhooks";
import { describe, expect, test } from "vitest";
import { aFile, aMessageScene, asAlice, asBot, ids } from "../../../testing/calls/message-calls.ts";
import type { Caller } from "../../../platform/context.ts";
import { channels, type ChannelRecord } from "../../guilds/guild.ts";
import { aChannel } from "../../../testing/records.ts";
import { archiveDeadline } from "../../guilds/thread-fields.ts";
import { webhookHandlers } from "../../guilds/webhooks/handlers.ts";
import { interactionHandlers } from "../../interactions/handlers.ts";

const nobody: Caller = { kind: "nobody" };

interface Situation {
  /** The creator of the webhook; alice by default. */
  readonly by?: Caller;
  readonly channel_id?: string;
}

/** A webhook, and functions to use it. */
async function aWebhook({ by = asAlice, channel_id = ids.general }: Situation = {}) {
  const handlers = [...webhookHandlers, ...interactionHandlers];
  const granted = ["VIEW_CHANNEL", "MANAGE_WEBHOOKS"] as const;
  const scene = await aMessageScene({ handlers, granted });
  const { call } = scene;
  const made = await call(createWebhook, {
    as: by,
    params: { channel_id },
    body: { name: "Crier" },
  });
  const { id, token = "" } = made.body;
  const path = { webhook_id: id, webhook_token: token };
  await scene.news();
  const execute = (body: object, query: object = {}, files: ReturnType<typeof aFile>[] = []) =>
    call(createFollowUp, {
      as: nobody,
      params: path,
      body,
      query: { wait: true, ...query },
      files,
    });
  const on = (message_id: string, query: object = {}) => {
    const options = { as: nobody, params: { ...path, message_id }, query };
    return {
      get: () => call(getFollowUp, options),
      edit: (body: object) => call(editFollowUp, { ...options, body }),
      remove: () => call(deleteFollowUp, options),
    };
  };
  return { ...scene, id, path, execute, on };
}

const inGuild = { guild_id: ids.guild };
const aTag = { id: "7", name: "x", moderated: false, emoji_id: null, emoji_name: null };

/** A webhook of a forum that has the given fields. */
async function aForum(fields: Partial<ChannelRecord> = {}) {
  const scene = await aWebhook({ channel_id: ids.forum });
  await scene.seed((tx) =>
    tx.put(channels, aChannel(ids.forum, { ...inGuild, type: 15, ...fields })),
  );
  return scene;
}

interface Posting {
  readonly channel_id: string;
  readonly name?: string;
  readonly query?: object;
}

const button = (style: number) =>
  style === 5
    ? { type: 2, style, label: "x", url: "https://example.com" }
    : { type: 2, style, label: "x", custom_id: "x" };
const row = (style: number) => [{ type: 1, components: [button(style)] }];

describe("a message sent by a webhook", () => {
  test("has the webhook as author, and sends an event to the channel", async () => {
    const { execute, id, news } = await aWebhook();
    const { status, body } = await execute({ content: "Hear ye" });
    expect([status, body]).toMatchObject([
      200,
      {
        content: "Hear ye",
        type: 0,
        webhook_id: id,
        author: { id, username: "Crier", bot: true, discriminator: "0000" },
      },
    ]);
    expect(body).not.toHaveProperty("application_id");
    expect(await news()).toMatchObject([{ name: "MESSAGE_CREATE", payload: { webhook_id: id } }]);
  });

  test("is returned only if the caller waits", async () => {
    const { execute, news } = await aWebhook();
    expect(await execute({ content: "x" }, { wait: false })).toEqual({
      status: 204,
      body: undefined,
    });
    expect(await news()).toHaveLength(1);
  });

  test.each([{ wait: false }, { wait: undefined }])(
    "is returned if it has a file, even with %j",
    async (query) => {
      const { execute } = await aWebhook();
      const sent = await execute({ content: "x" }, query, [aFile(0, "a.txt")]);
      expect(sent).toMatchObject({
        status: 200,
        body: { content: "x", attachments: [{ filename: "a.txt" }] },
      });
    },
  );

  test("can have its own name and avatar", async () => {
    const { execute } = await aWebhook();
    const body = { content: "x", username: "Herald", avatar_url: "https://example.com/a.png" };
    expect((await execute(body)).body.author).toMatchObject({ username: "Herald", avatar: null });
    const wrong = await execute({ ...body, username: "Discord" });
    expect(wrong).toMatchObject({ status: 400, body: { code: 50035 } });
  });

  test("mentions users alone, and everyone only if it allows that", async () => {
    const { execute } = await aWebhook();
    const content = `<@${ids.bob}> @everyone`;
    const users = { mentions: [{ id: ids.bob }], mention_everyone: false };
    expect((await execute({ content })).body).toMatchObject(users);
    const loud = { content, allowed_mentions: { parse: ["everyone"] } };
    expect((await execute(loud)).body).toMatchObject({ mentions: [], mention_everyone: true });
  });

  test("can have files, and only the flags that webhooks may set", async () => {
    const { execute } = await aWebhook();
    const sent = await execute({ content: "x", flags: 4 | 64 | 4096 }, {}, [aFile(0, "a.txt")]);
    expect(sent.body).toMatchObject({ flags: 4 | 4096, attachments: [{ filename: "a.txt" }] });
  });

  test("is refused if it is empty, or the token is wrong", async () => {
    const { call, execute, path } = await aWebhook();
    expect((await execute({ content: "" })).body).toMatchObject({ code: 50006 });
    const wrong = { as: nobody, params: { ...path, webhook_token: "x" }, body: { content: "x" } };
    expect(await call(createFollowUp, wrong)).toMatchObject({ status: 401, body: { code: 50027 } });
  });

  test("is refused after the webhook was deleted, as are calls on its messages", async () => {
    const { call, execute, path, on } = await aWebhook();
    const { body } = await execute({ content: "x" });
    await call(deleteWebhookByToken, { as: nobody, params: path });
    const { get, edit, remove } = on(body.id);
    const calls = [() => execute({ content: "y" }), get, () => edit({ content: "y" }), remove];
    for (const each of calls) {
      expect(await each()).toEqual({
        status: 404,
        body: { code: 10015, message: "Unknown Webhook" },
      });
    }
  });
});

describe("components in a webhook's message", () => {
  test("are omitted for a user's webhook, unless requested", async () => {
    const { execute } = await aWebhook();
    const body = { content: "x", components: row(5) };
    expect((await execute(body)).body.components).toEqual([]);
    expect((await execute(body, { with_components: true })).body.components).toHaveLength(1);
  });

  test("can be interactive only for an application's webhook", async () => {
    const body = { content: "x", components: row(1) };
    const persons = await aWebhook();
    expect(await persons.execute(body, { with_components: true })).toMatchObject({
      status: 400,
      body: { errors: { components: { 0: { components: { 0: { _errors: [{}] } } } } } },
    });
    const applications = await aWebhook({ by: asBot });
    expect((await applications.execute(body)).body).toMatchObject({
      application_id: ids.bot,
      components: [{ components: [{ custom_id: "x" }] }],
    });
  });
});

describe("a webhook's message in a thread or forum", () => {
  test("requires the ID of a thread of the channel", async () => {
    const { execute, on } = await aWebhook();
    const { body } = await execute({ content: "x" }, { thread_id: ids.thread });
    expect(body.channel_id).toBe(ids.thread);
    expect((await on(body.id).get()).body).toMatchObject({ code: 10008 });
    expect((await on(body.id, { thread_id: ids.thread }).get()).body).toEqual(body);
    const elsewhere = await execute({ content: "x" }, { thread_id: ids.hidden });
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 10003 } });
  });

  test("creates a forum post if it has a name, with the same ID as its first message", async () => {
    const { execute, id, news, logged, store } = await aWebhook({ channel_id: ids.forum });
    const { body } = await execute({ content: "x", thread_name: "News" });
    const post = { type: 11, parent_id: ids.forum, name: "News", owner_id: id };
    expect(await news()).toMatchObject([
      {
        name: "THREAD_CREATE",
        payload: {
          ...post,
          id: body.channel_id,
          newly_created: true,
          applied_tags: [],
          member_count: 0,
          thread_metadata: { archived: false, create_timestamp: body.timestamp },
        },
      },
      { name: "MESSAGE_CREATE" },
    ]);
    const stored = await store.read((tx) => tx.get(channels, snowflakeKey(body.channel_id)));
    expect([body.id, stored]).toMatchObject([body.channel_id, { ...post, message_count: 0 }]);
    expect((await logged()).at(-1)).toMatchObject({
      action_type: 110,
      user_id: null,
      target_id: body.channel_id,
    });
  });

  test("ignores an empty name", async () => {
    const body = { content: "x", thread_name: "" };
    const elsewhere = await aWebhook();
    expect((await elsewhere.execute(body)).body).toMatchObject({ channel_id: ids.general });
    const { execute } = await aWebhook({ channel_id: ids.forum });
    expect((await execute(body)).body).toMatchObject({ code: 220_001 });
  });

  test("has the defaults of the forum, and is archived by the clock", async () => {
    const { execute, clock, news, store } = await aForum({
      default_auto_archive_duration: 60,
      default_thread_rate_limit_per_user: 5,
    });
    const { channel_id } = (await execute({ content: "x", thread_name: "News" })).body;
    expect((await news())[0]?.payload).toMatchObject({
      rate_limit_per_user: 5,
      thread_metadata: { auto_archive_duration: 60 },
    });
    const stored = await store.read((tx) => tx.get(channels, snowflakeKey(channel_id)));
    expect(stored && archiveDeadline(stored)).toBe(clock.now() + 3_600_000);
  });

  test("can have only tags of the forum", async () => {
    const { execute, news } = await aForum({ available_tags: [aTag] });
    const body = { content: "x", thread_name: "News" };
    await execute({ ...body, applied_tags: [aTag.id] });
    expect((await news())[0]?.payload).toMatchObject({ applied_tags: [aTag.id] });
    const unknown = await execute({ ...body, applied_tags: [aTag.id, "8"] });
    expect(unknown).toMatchObject({ status: 404, body: { code: 10087 } });
    expect(await news()).toEqual([]);
  });

  test("must have a tag if the forum requires one", async () => {
    const { execute } = await aForum({ available_tags: [aTag], flags: 1 << 4 });
    const body = { content: "x", thread_name: "News" };
    expect(await execute(body)).toMatchObject({ status: 400, body: { code: 40067 } });
    expect((await execute({ ...body, applied_tags: [aTag.id] })).status).toBe(200);
  });

  test("is refused beyond the limit of active threads in the forum", async () => {
    const { execute, seed } = await aForum();
    await seed((tx) => {
      for (let i = 0; i < limits.activeThreads.value; i += 1) {
        tx.put(channels, aChannel(`${5000 + i}`, { ...inGuild, type: 11, parent_id: ids.forum }));
      }
    });
    const body = { content: "x", thread_name: "News" };
    expect(await execute(body)).toMatchObject({ status: 400, body: { code: 160_006 } });
  });

  test.each([
    ["a forum needs one", { channel_id: ids.forum, code: 220_001 }],
    [
      "a forum takes one of the two",
      { channel_id: ids.forum, name: "x", query: { thread_id: "7" }, code: 220_002 },
    ],
    ["no other channel takes a name", { channel_id: ids.general, name: "x", code: 220_003 }],
  ])("%s", async (_, { code, ...situation }) => {
    const { channel_id, name: thread_name, query }: Posting = situation;
    const { execute } = await aWebhook({ channel_id });
    expect((await execute({ content: "x", thread_name }, query)).body).toMatchObject({ code });
  });
});

describe("a message that a webhook sent", () => {
  test("can be read, edited and deleted by the webhook", async () => {
    const { execute, on, news } = await aWebhook();
    const { body } = await execute({ content: "x" });
    await news();
    const { get, edit, remove } = on(body.id);
    expect((await edit({ content: `<@${ids.bob}>` })).body).toMatchObject({
      content: `<@${ids.bob}>`,
      mentions: [{ id: ids.bob }],
      edited_timestamp: expect.any(String) as unknown,
    });
    expect((await get()).body).toMatchObject({ content: `<@${ids.bob}>` });
    expect((await remove()).status).toBe(204);
    expect((await news()).map(({ name }) => name)).toEqual(["MESSAGE_UPDATE", "MESSAGE_DELETE"]);
    expect(await get()).toMatchObject({ status: 404, body: { code: 10008 } });
  });

  test("keeps components if an edit omits them, and loses them if null", async () => {
    const { execute, on } = await aWebhook({ by: asBot });
    const { body } = await execute({ content: "x", components: row(1) });
    const { edit } = on(body.id);
    expect((await edit({ content: "y" })).body.components).toHaveLength(1);
    expect((await edit({ components: null })).body.components).toEqual([]);
  });

  test("adds no mentions if an edit changes only its buttons", async () => {
    const { execute, on } = await aWebhook({ by: asBot });
    const content = `@everyone <@${ids.bob}>`;
    const { body } = await execute({ content, allowed_mentions: { parse: [] } });
    const { edit } = on(body.id);
    const quiet = { content, mentions: [], mention_everyone: false };
    expect((await edit({ components: row(1) })).body).toMatchObject(quiet);
    expect((await edit({ content })).body).toMatchObject({ mentions: [{ id: ids.bob }] });
  });

  test("is unknown to a webhook that did not send it", async () => {
    const { on, send } = await aWebhook();
    const { body } = await send({ content: "x" }, { as: asAlice });
    const { get, edit, remove } = on(body.id);
    for (const answer of [await get(), await edit({ content: "y" }), await remove()]) {
      expect(answer.body).toMatchObject({ code: 10008 });
    }
  });
});
