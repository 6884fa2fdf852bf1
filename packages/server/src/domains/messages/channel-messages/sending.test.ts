import type { PermissionName } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import {
  aFile,
  aMessageScene,
  asAlice,
  asBob,
  asBot,
  codeOf,
  ids,
  leavesOf,
} from "../../../testing/calls/message-calls.ts";
import { channels } from "../../guilds/guild.ts";

const writing: readonly PermissionName[] = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "READ_MESSAGE_HISTORY",
];
const embeds = [{ title: "x" }];
const poll = { question: { text: "?" }, answers: [{ poll_media: { text: "a" } }] };

describe("sending a message", () => {
  test("stores the message, and sends an event to the channel", async () => {
    const { send, news, store } = await aMessageScene();
    const { status, body } = await send({ content: "hello <@100000000000000002>", nonce: "n1" });
    expect([status, body]).toMatchObject([
      200,
      {
        type: 0,
        content: "hello <@100000000000000002>",
        author: { id: ids.bot, bot: true },
        mentions: [{ id: ids.bob }],
        nonce: "n1",
        edited_timestamp: null,
      },
    ]);
    expect(await news()).toMatchObject([
      {
        name: "MESSAGE_CREATE",
        scope: { kind: "channel", channel_id: ids.general, guild_id: ids.guild },
        payload: {
          id: body.id,
          guild_id: ids.guild,
          member: { roles: [] },
          mentions: [{ id: ids.bob, member: { roles: [] } }],
          nonce: "n1",
        },
      },
    ]);
    const channel = await store.read((tx) => tx.get(channels, `00${ids.general}`));
    expect(channel?.last_message_id).toBe(body.id);
  });

  test.each([
    ["nothing", {}],
    ["white space", { content: " \n" }],
    ["a person's embeds alone", { embeds }],
  ])("refuses %s with 50006", async (_, body) => {
    const { send } = await aMessageScene();
    expect(codeOf(await send(body, { as: asBob }))).toBe(50006);
  });

  test("ignores embeds and components of users", async () => {
    const { send } = await aMessageScene();
    const components = [
      { type: 1, components: [{ type: 2, style: 1, label: "x", custom_id: "a" }] },
    ];
    const { body } = await send({ content: "hi", embeds, components }, { as: asBob });
    expect(body).toMatchObject({ content: "hi", embeds: [], components: [] });
  });

  test("ignores the ephemeral flag", async () => {
    const { send } = await aMessageScene();
    expect((await send({ content: "hi", flags: 64 | 4096 })).body.flags).toBe(4096);
  });

  test("refuses an unknown sticker", async () => {
    const { send } = await aMessageScene();
    expect(codeOf(await send({ content: "hi", sticker_ids: ["5"] }))).toBe(50081);
  });

  test("creates a poll with an expiry and without votes", async () => {
    const { send, clock } = await aMessageScene();
    const { body } = await send({ poll: { ...poll, duration: 2 } });
    const end = clock.now() + 2 * 3_600_000;
    expect(body.poll).toMatchObject({
      question: { text: "?" },
      answers: [{ answer_id: 1, poll_media: { text: "a" } }],
      allow_multiselect: false,
      layout_type: 1,
      results: { answer_counts: [], is_finalized: false },
    });
    expect(Date.parse(body.poll?.expiry ?? "")).toBe(end);
  });
});

describe("a sender needs", () => {
  const mayWrite = { granted: writing };
  test.each<[string, readonly PermissionName[], object, object, number | undefined]>([
    ["to write", writing, { content: "x" }, {}, undefined],
    ["to see the channel", ["SEND_MESSAGES"], { content: "x" }, {}, 50001],
    ["to see a hidden one", writing, { content: "x" }, { channel: ids.hidden }, 50001],
    ["the channel to be there", writing, { content: "x" }, { channel: "5" }, 10003],
    ["to write in it", ["VIEW_CHANNEL"], { content: "x" }, {}, 50013],
    ["to write in a thread", writing, { content: "x" }, { channel: ids.thread }, 50013],
    [
      "to write in threads alone",
      ["VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS"],
      { content: "x" },
      { channel: ids.thread },
      undefined,
    ],
    ["a channel of text", writing, { content: "x" }, { channel: ids.forum }, 50008],
    ["to embed", writing, { embeds }, {}, 50013],
    ["to embed, and may", [...writing, "EMBED_LINKS"], { embeds }, {}, undefined],
    ["to attach", writing, { content: "x" }, { files: [aFile(0, "a.txt")] }, 50013],
    [
      "to attach, and may",
      [...writing, "ATTACH_FILES"],
      {},
      { files: [aFile(0, "a.txt")] },
      undefined,
    ],
    ["to poll", writing, { poll }, {}, 50013],
    ["to be spoken", writing, { content: "x", tts: true }, {}, 50013],
    ["to write, before the form is looked at", ["VIEW_CHANNEL"], { content: 5 }, {}, 50013],
  ])("%s", async (_, ...[granted, body, sent, code]) => {
    const { send } = await aMessageScene({ ...mayWrite, granted });
    expect(codeOf(await send(body, sent))).toBe(code);
    expect(codeOf(await send(body, { ...sent, as: asBob }))).toBe("embeds" in body ? 50006 : code);
  });

  test("the permission to mention everyone", async () => {
    const text = { content: "@everyone" };
    const { send } = await aMessageScene({ granted: writing });
    expect((await send(text)).body.mention_everyone).toBe(false);
    expect((await send(text, { as: asAlice })).body.mention_everyone).toBe(true);
  });
});

describe("a reply", () => {
  const to = (message_id: string, more: object = {}) => ({
    content: "re",
    message_reference: { message_id, ...more },
  });

  test("refers to its message and mentions the author", async () => {
    const { send } = await aMessageScene();
    const { body: first } = await send({ content: "first" }, { as: asBob });
    const { body } = await send(to(first.id));
    expect(body).toMatchObject({
      type: 19,
      message_reference: { message_id: first.id, channel_id: ids.general, guild_id: ids.guild },
      referenced_message: { id: first.id, content: "first" },
      mentions: [{ id: ids.bob }],
    });
    const quiet = await send({ ...to(first.id), allowed_mentions: { parse: [] } });
    expect(quiet.body.mentions).toEqual([]);
    const loud = await send({ ...to(first.id), allowed_mentions: { replied_user: true } });
    expect(loud.body.mentions).toMatchObject([{ id: ids.bob }]);
  });

  test("omits the message that its own message replied to", async () => {
    const { send } = await aMessageScene();
    const { body: first } = await send({ content: "first" });
    const { body: second } = await send(to(first.id));
    const { body: third } = await send(to(second.id));
    expect(third.referenced_message).not.toHaveProperty("referenced_message");
  });

  test("to an unknown message is refused, or sent without a reference on request", async () => {
    const { send } = await aMessageScene();
    expect(leavesOf(await send(to("5")))).toEqual([
      "message_reference: MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
    ]);
    const { body } = await send(to("5", { fail_if_not_exists: false }));
    expect([body.type, body.message_reference]).toEqual([0, undefined]);
  });

  test("must be in the same channel", async () => {
    const { send } = await aMessageScene();
    const { body: first } = await send({ content: "first" });
    expect(leavesOf(await send(to(first.id), { channel: ids.slow }))).toEqual([
      "message_reference: MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
    ]);
    expect(leavesOf(await send(to(first.id, { channel_id: ids.slow })))).toEqual([
      "message_reference: REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL",
    ]);
  });

  test("requires the permission to read the history", async () => {
    const { send } = await aMessageScene({ granted: ["VIEW_CHANNEL", "SEND_MESSAGES"] });
    const { body: first } = await send({ content: "first" });
    expect(codeOf(await send(to(first.id)))).toBe(160002);
  });
});

describe("a nonce", () => {
  const once = { content: "x", nonce: "n", enforce_nonce: true };

  test("that is enforced returns the first message for five minutes", async () => {
    const { send, advance, news } = await aMessageScene();
    const { body: first } = await send(once);
    await news();
    expect((await send({ ...once, content: "y" })).body).toEqual(first);
    expect(await news()).toEqual([]);
    await advance(5 * 60_000);
    expect((await send(once)).body.id).not.toBe(first.id);
  });

  test("is separate for each sender and channel", async () => {
    const { send } = await aMessageScene();
    const { body: first } = await send(once);
    const others = [
      await send(once, { as: asBob }),
      await send(once, { channel: ids.slow }),
      await send({ ...once, nonce: "m" }),
      await send({ ...once, enforce_nonce: false }),
    ];
    expect(others.map(({ body }) => body.id)).not.toContain(first.id);
  });
});

describe("slowmode", () => {
  const text = { content: "x" };
  const slowly = { channel: ids.slow, as: asBob };

  test("delays the next message of a user", async () => {
    const { send, advance } = await aMessageScene();
    expect(codeOf(await send(text, slowly))).toBeUndefined();
    await advance(4000);
    expect(await send(text, slowly)).toEqual({
      status: 429,
      body: {
        code: 20016,
        message: "This action cannot be performed due to slowmode rate limit.",
        retry_after: 6,
        global: false,
      },
    });
    await advance(6000);
    expect(codeOf(await send(text, slowly))).toBeUndefined();
  });

  test("does not count refused messages", async () => {
    const { send } = await aMessageScene();
    expect(codeOf(await send({}, slowly))).toBe(50006);
    expect(codeOf(await send(text, slowly))).toBeUndefined();
  });

  test.each([
    ["bots", asBot, writing],
    ["owners", asAlice, writing],
    ["who may pass it", asBob, [...writing, "BYPASS_SLOWMODE" as const]],
  ])("does not apply to %s", async (_, as, granted) => {
    const { send } = await aMessageScene({ granted });
    await send(text, { channel: ids.slow, as });
    expect(codeOf(await send(text, { channel: ids.slow, as }))).toBeUndefined();
  });

  test("is not bypassed by MANAGE_MESSAGES and MANAGE_CHANNELS", async () => {
    const granted: PermissionName[] = [...writing, "MANAGE_MESSAGES", "MANAGE_CHANNELS"];
    const { send } = await aMessageScene({ granted });
    await send(text, slowly);
    expect(codeOf(await send(text, slowly))).toBe(20016);
  });
});
