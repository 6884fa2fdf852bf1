import type { PermissionName } from "@antechamber/contract";
import {
  bulkDeleteMessages,
  getMessage,
  listMessages,
  openChannel,
} from "@antechamber/contract/messages";
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
import { inGuild } from "../../../testing/calls/guild-calls.ts";
import { aMessage, aUser } from "../../../testing/records.ts";
import { userInstalls } from "../../applications/installs.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { members } from "../../guilds/guild.ts";
import { users, userView } from "../../users/user.ts";
import { attachments, fileChunks } from "../files/attachment.ts";
import { messages } from "../message.ts";

const LOADING = 128;

const writing: readonly PermissionName[] = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "READ_MESSAGE_HISTORY",
];

describe("an edit", () => {
  test("of one's own message sends an event to the channel", async () => {
    const { send, edit, news } = await aMessageScene();
    const { body: sent } = await send({ content: "a", embeds: [{ title: "T" }], tts: false });
    await news();
    const { body } = await edit(sent.id, { content: "b <@100000000000000002>" });
    expect(body).toMatchObject({
      content: "b <@100000000000000002>",
      embeds: [{ title: "T" }],
      mentions: [{ id: ids.bob }],
      edited_timestamp: expect.any(String) as string,
    });
    expect(await news()).toMatchObject([
      { name: "MESSAGE_UPDATE", payload: { id: sent.id, guild_id: ids.guild } },
    ]);
  });

  test("contains the current data of its author, as does reading the message", async () => {
    const { send, edit, news, call, seed } = await aMessageScene();
    const { body: sent } = await send({ content: "a" }, { as: asBob });
    await send({ content: "re", message_reference: { message_id: sent.id } });
    const bob = { ...aUser(ids.bob), global_name: "Robert" };
    await seed((tx) => tx.put(users, bob));
    await news();
    await edit(sent.id, { content: "b" }, { as: asBob });
    expect(await news()).toMatchObject([{ payload: { author: { global_name: "Robert" } } }]);
    const params = { channel_id: ids.general };
    const { body } = await call(listMessages, { as: asBot, params });
    const author = { global_name: "Robert" };
    expect(body).toMatchObject([
      { referenced_message: { author }, mentions: [author] },
      { author },
    ]);
  });

  test("contains the current data of those whose interaction it answers", async () => {
    const { seed, call } = await aMessageScene();
    const user = userView(aUser(ids.bob));
    const by = { user, authorizing_integration_owners: {} };
    const opened = { ...by, id: "71", type: 2, target_user: user };
    await seed((tx) => {
      const metadata = { ...by, id: "72", type: 5, triggering_interaction_metadata: opened };
      tx.put(messages, {
        ...aMessage("901", { channel_id: ids.general }),
        interaction: { id: "72", type: 5, name: "n", user },
        interaction_metadata: metadata,
      });
      tx.put(users, { ...aUser(ids.bob), global_name: "Robert" });
    });
    const { body } = await call(listMessages, { as: asBot, params: { channel_id: ids.general } });
    const now = { user: { id: ids.bob, global_name: "Robert" } };
    const opening = { ...now, target_user: now.user, type: 2 };
    expect(body).toMatchObject([
      {
        interaction: { ...now, name: "n" },
        interaction_metadata: { ...now, triggering_interaction_metadata: opening },
      },
    ]);
  });

  test("of a reply still mentions the author of the original", async () => {
    const { send, edit } = await aMessageScene();
    const { body: first } = await send({ content: "first" }, { as: asBob });
    const { body: reply } = await send({
      content: "re",
      message_reference: { message_id: first.id },
    });
    const { body } = await edit(reply.id, { content: "RE" });
    expect(body).toMatchObject({ mentions: [{ id: ids.bob }], type: 19 });
  });

  test("of a reply applies its own allowed mentions to the author of the original", async () => {
    const { send, edit } = await aMessageScene();
    const { body: first } = await send({ content: "first" }, { as: asBob });
    const reply = { content: "re", message_reference: { message_id: first.id } };
    const { body: quiet } = await send({ ...reply, allowed_mentions: { replied_user: false } });
    const edited = async (form: object) => (await edit(quiet.id, form)).body.mentions;
    const bob = [{ id: ids.bob }];
    expect(quiet.mentions).toEqual([]);
    expect(await edited({ embeds: [{ title: "x" }] })).toEqual([]);
    expect(await edited({ content: "a" })).toMatchObject(bob);
    expect(await edited({ content: "b", allowed_mentions: { parse: [] } })).toEqual([]);
    expect(await edited({ content: "c", allowed_mentions: { replied_user: true } })).toMatchObject(
      bob,
    );
  });

  test("of only the buttons adds no mentions of the text", async () => {
    const { send, edit } = await aMessageScene();
    const content = `@everyone <@${ids.bob}>`;
    const { body: sent } = await send({ content, allowed_mentions: { parse: [] } });
    const button = { type: 2, style: 1, label: "x", custom_id: "x" };
    const buttons = { components: [{ type: 1, components: [button] }] };
    const quiet = { content, mentions: [], mention_everyone: false };
    expect((await edit(sent.id, buttons)).body).toMatchObject(quiet);
    expect((await edit(sent.id, { content })).body.mentions).toMatchObject([{ id: ids.bob }]);
    const text = { components: [{ type: 10, content }], flags: 1 << 15 };
    const { body: laid } = await send({ ...text, allowed_mentions: { parse: [] } });
    expect((await edit(laid.id, { flags: 1 << 15 })).body.mentions).toEqual([]);
    expect((await edit(laid.id, text)).body.mentions).toMatchObject([{ id: ids.bob }]);
  });

  test("is shown at once in replies to the message, as is its deletion", async () => {
    const { send, edit, remove, store } = await aMessageScene();
    const { body: first } = await send({ content: "first" });
    const { body: reply } = await send({
      content: "re",
      message_reference: { message_id: first.id },
    });
    const key = compoundKey(ids.general, reply.id);
    const referencedMessage = async () =>
      (await store.read((tx) => tx.get(messages, key)))?.referenced_message;
    await edit(first.id, { content: "second" });
    expect(await referencedMessage()).toMatchObject({ content: "second" });
    await remove(first.id);
    expect(await referencedMessage()).toBeNull();
  });

  test.each<[string, object, number | undefined]>([
    ["to nothing", { content: "" }, 50006],
    ["to an embed", { content: null, embeds: [{ title: "x" }] }, undefined],
    ["to white space", { content: " " }, 50006],
    ["of nothing", {}, undefined],
  ])("%s", async (_, form, code) => {
    const { send, edit } = await aMessageScene();
    const { body } = await send({ content: "a" });
    expect(codeOf(await edit(body.id, form))).toBe(code);
  });

  test("of another user's message is refused, except hiding its embeds as a moderator", async () => {
    const { send, edit } = await aMessageScene();
    const { body } = await send({ content: "a", embeds: [{ title: "x" }] });
    expect(codeOf(await edit(body.id, { content: "b" }, { as: asAlice }))).toBe(50005);
    expect(codeOf(await edit(body.id, { content: "b", flags: 4 }, { as: asAlice }))).toBe(50005);
    expect(codeOf(await edit(body.id, { flags: 4 }, { as: asBob }))).toBe(50013);
    const hidden = await edit(body.id, { flags: 4 }, { as: asAlice });
    const unchanged = { content: "a", edited_timestamp: null };
    expect(hidden.body).toMatchObject({ ...unchanged, flags: 4, embeds: [] });
    const again = await edit(body.id, { flags: 0 }, { as: asAlice });
    expect(again.body).toMatchObject({ ...unchanged, flags: 0, embeds: [{ title: "x" }] });
    const more = await edit(body.id, { flags: 4 | (1 << 15) }, { as: asAlice });
    expect(more.body).toMatchObject({ ...unchanged, flags: 4 });
  });

  test("of a deferred message by its author fills it, without an edited timestamp", async () => {
    const { edit, seed } = await aMessageScene();
    const id = "500000000000000001";
    const author = userView(aUser(ids.bot, { bot: true }));
    const place = { channel_id: ids.general, guild_id: ids.guild };
    const promised = aMessage(id, { ...place, author, type: 20, content: "", flags: LOADING });
    await seed((tx) => tx.put(messages, promised));
    expect((await edit(id, { content: "" })).body).toMatchObject({ code: 50006 });
    const answer = await edit(id, { content: "done", flags: 0 });
    expect(answer.body).toMatchObject({ content: "done", flags: 0, edited_timestamp: null });
    const edited = await edit(id, { content: "done again" });
    expect(edited.body).toHaveProperty("edited_timestamp", expect.any(String));
  });

  test("of an unknown message, or of a poll, is refused", async () => {
    const { send, edit } = await aMessageScene();
    expect(codeOf(await edit("5", { content: "b" }))).toBe(10008);
    const poll = { question: { text: "?" }, answers: [{ poll_media: { text: "a" } }] };
    const { body } = await send({ poll });
    expect(codeOf(await edit(body.id, { content: "b" }))).toBe(520003);
  });
});

describe("deleting a message", () => {
  test("sends an event to the channel if it is one's own", async () => {
    const { send, remove, news, call } = await aMessageScene();
    const { body } = await send({ content: "a" }, { as: asBob });
    await news();
    expect((await remove(body.id, { as: asBob })).status).toBe(204);
    expect(await news()).toMatchObject([
      {
        name: "MESSAGE_DELETE",
        payload: { id: body.id, channel_id: ids.general, guild_id: ids.guild },
      },
    ]);
    const params = { channel_id: ids.general, message_id: body.id };
    expect(codeOf(await call(getMessage, { as: asBob, params }))).toBe(10008);
    expect(codeOf(await remove(body.id, { as: asBob }))).toBe(10008);
  });

  test.each<[string, readonly PermissionName[], number | undefined]>([
    ["is refused", writing, 50013],
    ["is a moderator's", [...writing, "MANAGE_MESSAGES"], undefined],
    ["is not for who pins", [...writing, "PIN_MESSAGES"], 50013],
  ])("of another user %s", async (_, granted, code) => {
    const { send, remove } = await aMessageScene({ granted });
    const { body } = await send({ content: "a" }, { as: asAlice });
    expect(codeOf(await remove(body.id))).toBe(code);
  });

  test.each([
    ["somebody was added", 1, 50021],
    ["somebody was removed", 2, 50021],
    ["a name changed", 4, 50021],
    ["a picture changed", 5, 50021],
    ["something was pinned", 6, undefined],
    ["somebody came", 7, undefined],
    ["a thread began", 18, undefined],
    ["the thread began with another message", 21, 50021],
  ])("of the system depends on its type: %s", async (_, type, code) => {
    const { remove, seed } = await aMessageScene();
    const channel_id = ids.general;
    await seed((tx) => tx.put(messages, aMessage("71", { ...inGuild, channel_id, type })));
    expect(codeOf(await remove("71", { as: asAlice }))).toBe(code);
  });
});

describe("bulk deletion", () => {
  const moderating: readonly PermissionName[] = [...writing, "MANAGE_MESSAGES"];
  const params = { channel_id: ids.general };

  test("deletes the existing messages, and sends one event", async () => {
    const { send, call, news } = await aMessageScene({ granted: moderating });
    const first = (await send({ content: "1" })).body.id;
    const second = (await send({ content: "2" }, { as: asBob })).body.id;
    await news();
    const gone = (BigInt(second) + 1n).toString();
    const body = { messages: [first, second, gone, first] };
    expect((await call(bulkDeleteMessages, { as: asBot, params, body })).status).toBe(204);
    const payload = { ids: [first, second], channel_id: ids.general, guild_id: ids.guild };
    expect(await news()).toMatchObject([{ name: "MESSAGE_DELETE_BULK", payload }]);
    expect((await call(bulkDeleteMessages, { as: asBot, params, body })).status).toBe(204);
    expect(await news()).toEqual([]);
  });

  test("requires the permission, two IDs, and messages of at most two weeks", async () => {
    const plain = await aMessageScene({ granted: writing });
    const body = { messages: ["5", "6"] };
    expect(codeOf(await plain.call(bulkDeleteMessages, { as: asBot, params, body }))).toBe(50013);
    const { call } = await aMessageScene({ granted: moderating });
    expect((await call(bulkDeleteMessages, { as: asBot, params, body })).body).toEqual({
      code: 50034,
      message: "You can only bulk delete messages that are under 14 days old.",
    });
    const one = await call(bulkDeleteMessages, { as: asBot, params, body: { messages: ["5"] } });
    expect(leavesOf(one)).toEqual(["messages: BASE_TYPE_BAD_LENGTH"]);
  });
});

describe("the files of a message", () => {
  const png = Uint8Array.from(
    Buffer.from("89504e470d0a1a0a0000000d4948445200000280000001e0", "hex"),
  );

  test("are listed with their URL, type and size", async () => {
    const { send } = await aMessageScene();
    const { body } = await send(
      { attachments: [{ id: 0, description: "a view" }] },
      { files: [aFile(0, "view.png", png), aFile(1, "my notes.txt", "hello")] },
    );
    expect(body.attachments).toMatchObject([
      {
        filename: "view.png",
        description: "a view",
        content_type: "image/png",
        size: png.length,
        width: 640,
        height: 480,
      },
      {
        filename: "my_notes.txt",
        title: "my notes",
        content_type: "text/plain; charset=utf-8",
        size: 5,
      },
    ]);
    const [picture] = body.attachments;
    const path = `http://127.0.0.1:8010/cdn/attachments/${ids.general}/${picture?.id}/view.png`;
    expect(picture?.url).toMatch(
      new RegExp(`^${path}\\?ex=[0-9a-f]+&is=[0-9a-f]+&hm=[0-9a-f]{64}$`),
    );
    expect(picture?.proxy_url).toBe(picture?.url);
  });

  test("are not listed if an embed shows them", async () => {
    const { send, edit } = await aMessageScene();
    const { body } = await send(
      { embeds: [{ title: "T", image: { url: "attachment://view.png" } }] },
      { files: [aFile(0, "view.png", png), aFile(1, "a.txt")] },
    );
    expect(body.attachments.map(({ filename }) => filename)).toEqual(["a.txt"]);
    const [embed] = body.embeds as [{ image: { url: string } }];
    expect(embed.image).toMatchObject({ width: 640, height: 480, content_type: "image/png" });
    expect(embed.image.url).toContain("/view.png?ex=");
    // A client sends back what it was given.
    const same = await edit(body.id, { embeds: [{ title: "U", image: { url: embed.image.url } }] });
    expect(same.body).toMatchObject({ embeds: [{ title: "U", image: embed.image }] });
    expect(same.body.attachments).toEqual(body.attachments);
    const bare = await edit(body.id, { embeds: [], content: "x" });
    expect(bare.body.attachments.map(({ filename }) => filename).toSorted()).toEqual([
      "a.txt",
      "view.png",
    ]);
  });

  test("that are uploaded with an edit replace those with the same name in embeds", async () => {
    const { send, edit } = await aMessageScene();
    const form = { embeds: [{ title: "T", image: { url: "attachment://view.png" } }] };
    const { body: before } = await send(form, { files: [aFile(0, "view.png", png)] });
    const { body: after } = await edit(before.id, form, { files: [aFile(0, "view.png", png)] });
    const [old, now] = [before, after].map(
      ({ embeds }) => (embeds as [{ image: { url: string } }])[0].image.url,
    );
    expect(now).not.toBe(old);
    expect(after.attachments).toMatchObject([{ url: old }]);
  });

  test("that components show are referred to by name", async () => {
    const { send, edit } = await aMessageScene();
    const components = [
      { type: 13, file: { url: "attachment://a.txt" } },
      { type: 12, items: [{ media: { url: "attachment://view.png" } }] },
      {
        type: 9,
        components: [{ type: 10, content: "x" }],
        accessory: { type: 11, media: { url: "https://x.example/a.png" } },
      },
    ];
    const files = [aFile(0, "view.png", png), aFile(1, "a.txt", "hello")];
    const { body } = await send({ flags: 1 << 15, components }, { files });
    expect(body.attachments).toEqual([]);
    expect(body.components).toMatchObject([
      { name: "a.txt", size: 5, file: { attachment_id: expect.any(String) as string } },
      { items: [{ media: { width: 640, height: 480, content_type: "image/png" } }] },
      { accessory: { media: { url: "https://x.example/a.png" } } },
    ]);
    const again = await edit(body.id, { flags: 1 << 15 });
    expect(again.body.components).toEqual(body.components);
  });

  test("are limited to ten, including those that an edit keeps", async () => {
    const { send, edit } = await aMessageScene();
    const files = Array.from({ length: 9 }, (_, i) => aFile(i, `${i}.txt`));
    const { body } = await send({}, { files });
    const two = { files: [aFile(0, "a.txt"), aFile(1, "b.txt")] };
    expect(codeOf(await edit(body.id, {}, two))).toBe(30_015);
    const keptAttachments = (body.attachments ?? []).slice(1).map(({ id }) => ({ id }));
    const changed = await edit(body.id, { attachments: keptAttachments }, two);
    expect(changed.body.attachments).toHaveLength(10);
  });

  test("must be uploaded if components refer to them", async () => {
    const { send } = await aMessageScene();
    const components = [
      { type: 17, components: [{ type: 13, file: { url: "attachment://a.txt" } }] },
      { type: 12, items: [{ media: { url: "attachment://b.png" } }] },
    ];
    const refused = await send({ flags: 1 << 15, components }, { files: [aFile(0, "c.txt")] });
    const code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
    expect(leavesOf(refused)).toEqual([
      `components.0.components.0.file.url: ${code}`,
      `components.1.items.0.media.url: ${code}`,
    ]);
  });

  test("are those that an edit lists, old and new", async () => {
    const { send, edit } = await aMessageScene();
    const { body } = await send({}, { files: [aFile(0, "a.txt"), aFile(1, "b.txt")] });
    const [first, second] = body.attachments;
    const answer = await edit(body.id, { content: "x" });
    expect(answer.body.attachments).toEqual(body.attachments);
    const listed = { attachments: [{ id: second?.id, description: "B" }, { id: 0 }] };
    const changed = await edit(body.id, listed, { files: [aFile(0, "c.txt")] });
    expect(changed.body.attachments).toMatchObject([
      { id: second?.id, filename: "b.txt", description: "B" },
      { filename: "c.txt" },
    ]);
    const gone = await edit(body.id, { attachments: [{ id: first?.id }] });
    expect(leavesOf(gone)).toEqual(["attachments.0: ATTACHMENT_NOT_FOUND"]);
    const none = await edit(body.id, { attachments: [] });
    expect(none.body.attachments).toEqual([]);
  });

  test("are deleted with the last message that contains them", async () => {
    const { send, edit, remove, store, advance } = await aMessageScene();
    const counts = async () => {
      await advance(1);
      return store.read(async (tx) => [await tx.count(attachments), await tx.count(fileChunks)]);
    };
    const files = [aFile(0, "a.txt", "same"), aFile(1, "b.txt", "other")];
    const { body: one } = await send({ content: "x" }, { files });
    const { body: two } = await send({ content: "x" }, { files: files.slice(0, 1) });
    expect(await counts()).toEqual([3, 2]);
    await edit(one.id, { attachments: [] });
    expect(await counts()).toEqual([1, 1]);
    await remove(two.id);
    expect(await counts()).toEqual([0, 0]);
  });
});

describe("a direct message channel", () => {
  const open = async (as: typeof asBot, body: object) => {
    const scene = await aMessageScene();
    const answer = await scene.call(openChannel, { as, body });
    return { ...scene, answer };
  };

  test("is created once, and its messages are sent to both users", async () => {
    const { answer, call, send, news } = await open(asBot, { recipient_id: ids.bob });
    expect(answer.body).toMatchObject({ type: 1, recipients: [{ id: ids.bob }] });
    const again = await call(openChannel, { as: asBob, body: { recipient_id: ids.bot } });
    expect(again.body).toMatchObject({ id: answer.body.id, recipients: [{ id: ids.bot }] });
    const { body } = await send({ content: "hi" }, { channel: answer.body.id });
    expect(body).toMatchObject({ content: "hi", channel_id: answer.body.id });
    // A bot receives CHANNEL_CREATE before its first message.
    expect(await news()).toMatchObject([
      {
        name: "CHANNEL_CREATE",
        scope: { kind: "user", user_id: ids.bob },
        payload: { id: answer.body.id, recipients: [{ id: ids.bot }] },
      },
      { name: "MESSAGE_CREATE", scope: { kind: "channel", channel_id: answer.body.id } },
    ]);
    expect(codeOf(await send({ content: "hi" }, { channel: answer.body.id, as: asAlice }))).toBe(
      50001,
    );
  });

  test("with several users is a group owned by its creator", async () => {
    const recipients = [ids.bob, ids.carol];
    const { answer, call, news } = await open(asAlice, { recipients });
    expect(answer.body).toMatchObject({
      type: 3,
      owner_id: ids.alice,
      name: null,
      recipients: [{ id: ids.bob }, { id: ids.carol }],
    });
    expect((await news()).map(({ name, scope }) => [name, scope])).toEqual(
      [ids.alice, ids.bob, ids.carol].map((user_id) => [
        "CHANNEL_CREATE",
        { kind: "user", user_id },
      ]),
    );
    const another = await call(openChannel, { as: asAlice, body: { recipients } });
    expect(another.body.id).not.toBe(answer.body.id);
  });

  test.each<[string, typeof asBot, object, number]>([
    ["with nobody", asBob, {}, 50035],
    ["with oneself", asBob, { recipient_id: ids.bob }, 50033],
    ["with an id that nobody has", asBob, { recipient_id: "5" }, 50033],
    ["of a group with a bot", asBob, { recipients: [ids.alice, ids.bot] }, 50033],
    ["of a group by a bot", asBot, { recipients: [ids.alice, ids.bob] }, 50033],
  ])("%s is refused", async (_, ...[as, body, code]) => {
    expect(codeOf((await open(as, body)).answer)).toBe(code);
  });

  test("accepts a bot's messages only to users who share a guild or installed it", async () => {
    const { answer, send, seed } = await open(asBot, { recipient_id: ids.carol });
    const to = { channel: answer.body.id };
    expect(codeOf(await send({ content: "x" }, to))).toBe(50278);
    await seed((tx) =>
      tx.put(userInstalls, { user_id: ids.carol, application_id: ids.bot, scopes: [] }),
    );
    expect(codeOf(await send({ content: "x" }, to))).toBeUndefined();
    await seed((tx) => {
      tx.delete(
        userInstalls,
        userInstalls.key({ user_id: ids.carol, application_id: ids.bot, scopes: [] }),
      );
      tx.delete(members, members.key({ guild_id: ids.guild, user_id: ids.bot } as never));
    });
    expect(codeOf(await send({ content: "x" }, to))).toBe(50278);
  });

  test("accepts no messages between bots", async () => {
    const { answer, send } = await open(asBot, { recipient_id: ids.otherBot });
    expect(codeOf(await send({ content: "x" }, { channel: answer.body.id }))).toBe(50007);
  });

  test("lets nobody delete another user's messages", async () => {
    const { answer, send, remove, call } = await open(asBot, { recipient_id: ids.bob });
    const channel = answer.body.id;
    const { body } = await send({ content: "x" }, { channel });
    expect(codeOf(await remove(body.id, { channel, as: asBob }))).toBe(50003);
    const bulk = { as: asBot, params: { channel_id: channel }, body: { messages: [body.id, "5"] } };
    expect(codeOf(await call(bulkDeleteMessages, bulk))).toBe(50003);
  });
});
