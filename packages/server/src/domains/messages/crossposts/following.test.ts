import type { PermissionName } from "@antechamber/contract";
import {
  deleteMessage,
  editMessage,
  getMessage,
  listMessages,
  pinMessage,
} from "@antechamber/contract/messages";
import {
  crosspostMessage,
  followChannel,
  listChannelWebhooks,
} from "@antechamber/contract/webhooks";
import { describe, expect, test } from "vitest";
import type { Caller } from "../../../platform/context.ts";
import {
  aFile,
  asAlice,
  asBob,
  asBot,
  aMessageScene,
  codeOf,
  ids,
} from "../../../testing/calls/message-calls.ts";
import { aChannel, aGuild, aMember, aRole } from "../../../testing/records.ts";
import { channels, guilds, members, roles } from "../../guilds/guild.ts";
import { webhookHandlers } from "../../guilds/webhooks/handlers.ts";
import { messages } from "../message.ts";

const usual: readonly PermissionName[] = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "READ_MESSAGE_HISTORY",
  "ATTACH_FILES",
  "EMBED_LINKS",
  "PIN_MESSAGES",
];
const announcements = "300000000000000031";

/** An announcement channel that the general channel follows. */
async function aScene(granted: readonly PermissionName[] = usual) {
  const scene = await aMessageScene({ granted, handlers: webhookHandlers });
  await scene.seed((tx) => {
    const named = { guild_id: ids.guild, type: 5, name: "news" };
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, name: "Hall" }));
    tx.put(channels, aChannel(announcements, named));
  });
  const follow = (as: Caller = asAlice, from: string = announcements, to: string = ids.general) =>
    scene.call(followChannel, {
      as,
      params: { channel_id: from },
      body: { webhook_channel_id: to },
    });
  const publish = async (body: object, files: Parameters<typeof scene.send>[1] = {}) => {
    const { body: sent } = await scene.send(body, { ...files, channel: announcements });
    const params = { channel_id: announcements, message_id: sent.id };
    await scene.call(crosspostMessage, { as: asBot, params });
    await scene.advance(1);
    return params;
  };
  const arrived = async () => {
    const params = { channel_id: ids.general };
    const { body } = await scene.call(listMessages, { as: asAlice, params });
    return body.filter(({ type }) => type === 0);
  };
  return { ...scene, follow, publish, arrived };
}

test("following creates a webhook, and posts a message in the channel", async () => {
  const { follow, call } = await aScene();
  const { status, body } = await follow();
  expect([status, body.channel_id]).toEqual([200, announcements]);
  const params = { channel_id: ids.general };
  const hooks = await call(listChannelWebhooks, { as: asAlice, params });
  const source_channel = { id: announcements, name: "news" };
  const expected = { id: body.webhook_id, type: 2, name: "Hall #news", source_channel };
  expect(hooks.body).toMatchObject([expected]);
  const [message] = (await call(listMessages, { as: asAlice, params })).body;
  expect(message).toMatchObject({
    type: 12,
    content: "Hall #news",
    author: { id: ids.alice },
    message_reference: { channel_id: announcements, guild_id: ids.guild },
  });
});

test("a published message is copied by the webhook, with its own files", async () => {
  const { follow, publish, arrived, news } = await aScene();
  const { body: hook } = await follow();
  await news();
  const embeds = [{ title: "P", image: { url: "attachment://p.png" } }];
  const params = await publish({ content: "hi", embeds }, { files: [aFile(0, "p.png")] });
  const [copy] = await arrived();
  expect(copy).toMatchObject({
    content: "hi",
    flags: 2,
    webhook_id: hook.webhook_id,
    author: { id: hook.webhook_id, username: "Hall #news", bot: true, discriminator: "0000" },
    message_reference: { ...params, guild_id: ids.guild, type: 0 },
    embeds: [{ title: "P", image: { url: expect.stringContaining(`/${ids.general}/`) as string } }],
  });
  const created = (await news()).filter(({ name }) => name === "MESSAGE_CREATE");
  expect(created.map(({ scope }) => "channel_id" in scope && scope.channel_id)).toEqual([
    announcements,
    ids.general,
  ]);
});

test("an edit updates every copy, a pin does not", async () => {
  const { follow, publish, arrived, call, advance, news } = await aScene();
  await follow();
  const params = await publish({ content: "hi" });
  await news();
  await call(pinMessage, { as: asAlice, params });
  await advance(1);
  const inGeneral = async () =>
    (await news()).filter((each) => JSON.stringify(each.scope).includes(ids.general));
  expect(await inGeneral()).toEqual([]);
  await call(editMessage, { as: asBot, params, body: { content: "hello" } });
  await advance(1);
  expect(await inGeneral()).toMatchObject([
    { name: "MESSAGE_UPDATE", payload: { content: "hello", flags: 2 } },
  ]);
  const [copy] = await arrived();
  expect(copy?.edited_timestamp).not.toBeNull();
});

test("a message edited before it was published has a copy without updates", async () => {
  const { follow, send, call, arrived, advance, news } = await aScene();
  await follow();
  const { body: sent } = await send({ content: "hi" }, { channel: announcements });
  const params = { channel_id: announcements, message_id: sent.id };
  await call(editMessage, { as: asBot, params, body: { content: "hello" } });
  await news();
  await call(crosspostMessage, { as: asBot, params });
  await advance(1);
  const inGeneral = (await news()).filter(({ scope }) =>
    JSON.stringify(scope).includes(ids.general),
  );
  expect(inGeneral.map(({ name }) => name)).toEqual(["MESSAGE_CREATE"]);
  expect(await arrived()).toMatchObject([{ content: "hello", edited_timestamp: null }]);
});

test("two edits at the same instant both update every copy", async () => {
  const { follow, publish, arrived, call, advance } = await aScene();
  await follow();
  const params = await publish({ content: "hi" });
  for (const content of ["hello", "good day"]) {
    await call(editMessage, { as: asBot, params, body: { content } });
    await advance(0);
    expect(await arrived()).toMatchObject([{ content }]);
  }
});

test("a copy is marked when the original is deleted", async () => {
  const { follow, publish, arrived, call, advance } = await aScene();
  await follow();
  const params = await publish({ content: "hi" });
  await call(deleteMessage, { as: asBot, params });
  await advance(1);
  const [copy] = await arrived();
  expect(copy).toMatchObject({ content: "[Original Message Deleted]", flags: 2 | 8 });
});

describe("the channels mentioned in a published message", () => {
  const elsewhere = "300000000000000002";
  const open = "300000000000000041";
  const closed = "300000000000000042";
  const voice = "300000000000000043";

  async function aPublicScene(features = ["DISCOVERABLE"]) {
    const scene = await aScene();
    const denied = { id: elsewhere, type: 0, allow: "0", deny: "1024" } as const;
    const there = { guild_id: elsewhere };
    await scene.seed((tx) => {
      tx.put(guilds, aGuild(elsewhere, { owner_id: ids.bob, features }));
      tx.put(roles, aRole({ ...there, id: elsewhere }, "VIEW_CHANNEL"));
      tx.put(channels, aChannel(open, { ...there, name: "open" }));
      tx.put(channels, aChannel(closed, { ...there, permission_overwrites: [denied] }));
      tx.put(channels, aChannel(voice, { ...there, type: 2 }));
    });
    await scene.follow();
    return scene;
  }

  test("are in its copies if they are visible to everyone in a public guild", async () => {
    const { publish, arrived, call, advance } = await aPublicScene();
    const content = [open, closed, voice, open, ids.general].map((id) => `<#${id}>`).join(" ");
    const params = await publish({ content });
    const [copy] = await arrived();
    const mentioned = { id: open, guild_id: elsewhere, type: 0, name: "open" };
    expect(copy?.mention_channels).toEqual([mentioned]);
    const original = await call(getMessage, { as: asAlice, params });
    expect(original.body).not.toHaveProperty("mention_channels");
    const edited = { as: asBot, params, body: { content: `none, or \`<#${open}>\`` } };
    await call(editMessage, edited);
    await advance(1);
    expect((await arrived())[0]).not.toHaveProperty("mention_channels");
    await call(editMessage, { ...edited, body: { content } });
    await advance(1);
    expect((await arrived())[0]?.mention_channels).toEqual([mentioned]);
    await call(deleteMessage, { as: asBot, params });
    await advance(1);
    expect((await arrived())[0]).not.toHaveProperty("mention_channels");
  });

  test("are not in its copies if their guild is not public", async () => {
    const { publish, arrived } = await aPublicScene([]);
    await publish({ content: `<#${open}>` });
    expect((await arrived())[0]).not.toHaveProperty("mention_channels");
  });
});

test("channels that do not follow, and unpublished messages, cause no copy", async () => {
  const { follow, publish, arrived, send } = await aScene();
  await publish({ content: "early" });
  await follow();
  await send({ content: "unpublished" }, { channel: announcements });
  expect(await arrived()).toEqual([]);
});

test("a message is copied to all of many followers", async () => {
  const { seed, follow, publish, store } = await aScene();
  const others = Array.from({ length: 60 }, (_, i) => String(300_000_000_000_001_000n + BigInt(i)));
  const elsewhere = "300000000000000002";
  await seed((tx) => {
    tx.put(guilds, aGuild(elsewhere, { owner_id: ids.alice }));
    tx.put(members, aMember({ guild_id: elsewhere, user_id: ids.alice }));
    for (const id of others) tx.put(channels, aChannel(id, { guild_id: elsewhere }));
  });
  for (const id of others) expect((await follow(asAlice, announcements, id)).status).toBe(200);
  const { message_id } = await publish({ content: "hi" });
  const search = { index: "crosspost", value: message_id } as const;
  expect(await store.read((tx) => tx.count(messages, search))).toBe(60);
});

test.each<[string, Caller, string, string, number]>([
  ["who does not manage webhooks", asBob, announcements, ids.general, 50013],
  ["a channel that announces nothing", asAlice, ids.general, ids.general, 50024],
  ["a forum", asAlice, announcements, ids.forum, 50024],
  ["a channel that does not exist", asAlice, announcements, "1", 10003],
  ["nothing", asAlice, "1", ids.general, 10003],
])("following is refused for %s", async (_, ...[as, from, to, code]) => {
  const { follow } = await aScene();
  expect(codeOf(await follow(as, from, to))).toBe(code);
});
