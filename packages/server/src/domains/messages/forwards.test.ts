import { ApplicationFlag } from "@antechamber/contract/applications";
import { getMessage, MessageFlag } from "@antechamber/contract/messages";
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
  type MessageScene,
} from "../../testing/calls/message-calls.ts";
import { aChannel, anApplication } from "../../testing/records.ts";
import { applications } from "../applications/application.ts";
import { channels } from "../guilds/guild.ts";
import { attachments, fileChunks } from "./files/attachment.ts";

const READS = (1 << ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED).toString();

/** The scene; its application has the message content intent, unless `flags` lack it. */
async function aScene({ flags = READS, ...options }: MessageScene & { flags?: string } = {}) {
  const scene = await aMessageScene(options);
  await scene.seed((tx) => {
    tx.put(applications, anApplication(ids.bot, { owner_id: ids.alice, flags_new: flags }));
  });
  const forward = (id: string, more: object = {}, from: string = ids.general) => ({
    message_reference: { type: 1, message_id: id, channel_id: from },
    ...more,
  });
  return { ...scene, forward };
}

test("a forward contains a snapshot and a reference to the message, without its author", async () => {
  const { send, forward } = await aScene();
  const original = await send({ content: "hello <@100000000000000002>", embeds: [{ title: "t" }] });
  const { status, body } = await send(forward(original.body.id), { channel: ids.slow });
  expect([status, body.type, body.content, body.flags]).toEqual([
    200,
    0,
    "",
    MessageFlag.HAS_SNAPSHOT,
  ]);
  expect(body.mentions).toEqual([]);
  expect(body.message_reference).toEqual({
    type: 1,
    channel_id: ids.general,
    message_id: original.body.id,
    guild_id: ids.guild,
  });
  const { content, embeds, timestamp, mentions } = original.body;
  expect(body.message_snapshots).toEqual([
    {
      message: expect.objectContaining({ type: 0, content, embeds, timestamp, mentions }) as object,
    },
  ]);
  expect(JSON.stringify(body.message_snapshots)).not.toContain('"author"');
});

test("a snapshot does not change when the message is edited or deleted", async () => {
  const { send, forward, edit, remove, call, work, clock } = await aScene();
  const original = await send({ content: "before" }, { files: [aFile(0, "a.txt", "text")] });
  const sent = await send(forward(original.body.id));
  await edit(original.body.id, { content: "after" });
  await remove(original.body.id);
  await work.scheduler.start();
  await clock.moveTo(clock.now() + 1000);
  const params = { channel_id: ids.general, message_id: sent.body.id };
  const { body } = await call(getMessage, { as: asBot, params });
  // Addresses of files are signed anew whenever they are shown.
  const unsigned = (value: unknown) => JSON.stringify(value).replaceAll(/\?ex=[^"]*/g, "");
  expect(unsigned(body.message_snapshots)).toBe(unsigned(sent.body.message_snapshots));
  expect(body.message_snapshots?.[0]?.message.content).toBe("before");
});

test("a snapshot has its own files, which are deleted with it", async () => {
  const { send, forward, remove, work, clock, store } = await aScene();
  const original = await send({ content: "x" }, { files: [aFile(0, "a.txt", "text")] });
  const sent = await send(forward(original.body.id));
  const [file] = sent.body.message_snapshots?.[0]?.message.attachments ?? [];
  expect(file).toMatchObject({ filename: "a.txt", size: 4 });
  expect(file?.url).not.toBe(original.body.attachments[0]?.url);
  const count = () =>
    store.read(async (tx) => [await tx.count(attachments), await tx.count(fileChunks)]);
  await work.scheduler.start();
  expect(await count()).toEqual([2, 1]);
  await remove(original.body.id);
  await clock.moveTo(clock.now() + 1000);
  expect(await count()).toEqual([1, 1]);
  await remove(sent.body.id);
  await clock.moveTo(clock.now() + 1000);
  expect(await count()).toEqual([0, 0]);
});

test("a forward of a forward contains the first message", async () => {
  const { send, forward } = await aScene();
  const original = await send({ content: "first" });
  const once = await send(forward(original.body.id));
  const twice = await send(forward(once.body.id));
  expect(twice.body.message_snapshots).toEqual(once.body.message_snapshots);
  expect(twice.body.message_reference).toMatchObject({ message_id: once.body.id });
});

describe("without the message content intent", () => {
  // Proves requirement 7 "160014"
  test("an application forwards its own messages and those that mention it, but no others", async () => {
    const { send, forward } = await aScene({ flags: "0" });
    const own = await send({ content: "mine" });
    const foreign = await send({ content: "not for bots" }, { as: asBob });
    const mention = await send({ content: `<@${ids.bot}> hello` }, { as: asBob });
    const codes = [];
    for (const { body } of [own, foreign, mention])
      codes.push(codeOf(await send(forward(body.id))));
    expect(codes).toEqual([undefined, 160014, undefined]);
  });

  test("a user forwards any visible message", async () => {
    const { send, forward } = await aScene({ flags: "0" });
    const { body } = await send({ content: "x" }, { as: asBob });
    expect((await send(forward(body.id), { as: asAlice })).status).toBe(200);
  });
});

describe("a forward is refused", () => {
  test.each([
    ["with text", { content: "and this" }],
    ["with embeds", { embeds: [{ title: "t" }] }],
    ["with components", { components: [{ type: 1, components: [] }] }],
  ])("%s", async (_name, more) => {
    const { send, forward } = await aScene();
    const { body } = await send({ content: "x" });
    expect(codeOf(await send(forward(body.id, more)))).toBe(160011);
  });

  test("with files", async () => {
    const { send, forward } = await aScene();
    const { body } = await send({ content: "x" });
    expect(codeOf(await send(forward(body.id), { files: [aFile(0, "a.txt")] }))).toBe(160011);
  });

  test("from an unknown or hidden channel", async () => {
    const { send, forward } = await aScene();
    const { body } = await send({ content: "x" }, { as: asAlice, channel: ids.hidden });
    expect(codeOf(await send(forward(body.id, {}, "999")))).toBe(10003);
    expect(codeOf(await send(forward(body.id, {}, ids.hidden)))).toBe(50001);
  });

  test("from a channel whose history the sender may not read", async () => {
    const { send, forward } = await aScene({ granted: ["VIEW_CHANNEL", "SEND_MESSAGES"] });
    const { body } = await send({ content: "x" });
    expect(codeOf(await send(forward(body.id)))).toBe(160009);
  });

  test("of an unknown message, or without a channel", async () => {
    const { send, forward } = await aScene();
    const unknown = await send(forward("999"));
    expect(leavesOf(unknown)).toEqual(["message_reference: MESSAGE_REFERENCE_UNKNOWN_MESSAGE"]);
    const nowhere = await send({ message_reference: { type: 1, message_id: "999" } });
    expect(leavesOf(nowhere)).toEqual(["message_reference.channel_id: BASE_TYPE_REQUIRED"]);
  });

  test("of a poll", async () => {
    const { send, forward } = await aScene();
    const answers = [{ poll_media: { text: "yes" } }];
    const { body } = await send({ poll: { question: { text: "well?" }, answers } });
    expect(leavesOf(await send(forward(body.id)))).toEqual([
      "message_reference: MESSAGE_REFERENCE_NOT_FORWARDABLE",
    ]);
  });

  test("from an age-restricted channel to another type of channel", async () => {
    const { send, forward, seed } = await aScene();
    const [adult, other] = ["300000000000000031", "300000000000000032"];
    await seed((tx) => {
      for (const id of [adult, other]) {
        tx.put(channels, aChannel(id, { guild_id: ids.guild, nsfw: true }));
      }
    });
    const { body } = await send({ content: "x" }, { channel: adult });
    expect(codeOf(await send(forward(body.id, {}, adult)))).toBe(160010);
    expect((await send(forward(body.id, {}, adult), { channel: other })).status).toBe(200);
  });
});

test("a moderator can only hide the embeds of a forward", async () => {
  const { send, forward, edit } = await aScene();
  const { body } = await send({ content: "x" }, { as: asBob });
  const sent = await send(forward(body.id), { as: asBob });
  const edited = await edit(sent.body.id, { flags: 4 }, { as: asAlice });
  expect(edited.status).toBe(200);
  expect(edited.body.message_snapshots).toEqual(sent.body.message_snapshots);
});
