import type { PermissionName } from "@antechamber/contract";
import { editMessage } from "@antechamber/contract/messages";
import { crosspostMessage } from "@antechamber/contract/webhooks";
import { expect, test } from "vitest";
import type { Caller } from "../../../platform/context.ts";
import { asBob, asBot, aMessageScene, codeOf, ids } from "../../../testing/calls/message-calls.ts";
import { aChannel } from "../../../testing/records.ts";
import { channels } from "../../guilds/guild.ts";

const usual: readonly PermissionName[] = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "SEND_POLLS",
  "READ_MESSAGE_HISTORY",
];
const announcements = "300000000000000031";

/** The scene with an announcement channel, and functions to send and publish messages there. */
async function aScene(granted: readonly PermissionName[] = usual) {
  const scene = await aMessageScene({ granted });
  await scene.seed((tx) =>
    tx.put(channels, aChannel(announcements, { guild_id: ids.guild, type: 5 })),
  );
  const write = async (body: object = { content: "news" }, as: Caller = asBot) =>
    (await scene.send(body, { as, channel: announcements })).body.id;
  const publish = (message_id: string, as: Caller = asBot, channel_id: string = announcements) =>
    scene.call(crosspostMessage, { as, params: { channel_id, message_id } });
  return { ...scene, write, publish };
}

test("a message is published once, with an event", async () => {
  const { write, publish, news } = await aScene();
  const id = await write();
  await news();
  const { status, body } = await publish(id);
  expect([status, body.flags]).toEqual([200, 1]);
  expect(await news()).toMatchObject([{ name: "MESSAGE_UPDATE", payload: { id, flags: 1 } }]);
  expect(codeOf(await publish(id))).toBe(40033);
});

test("a channel can publish ten messages an hour", async () => {
  const { write, publish, advance } = await aScene();
  for (let i = 0; i < 10; i += 1) {
    expect((await publish(await write())).status).toBe(200);
    await advance(60_000);
  }
  const id = await write();
  const refused = await publish(id);
  expect([codeOf(refused), refused.status, refused.body]).toMatchObject([
    20_028,
    429,
    { retry_after: 3000 },
  ]);
  await advance(3_000_000);
  expect((await publish(id)).status).toBe(200);
  expect(codeOf(await publish(await write()))).toBe(20_028);
});

test("a published message keeps its flag when it is edited", async () => {
  const { write, publish, call } = await aScene();
  const id = await write();
  await publish(id);
  const params = { channel_id: announcements, message_id: id };
  const { body } = await call(editMessage, { as: asBot, params, body: { content: "x", flags: 4 } });
  expect(body.flags).toBe(5);
});

test("publishing another user's message requires MANAGE_MESSAGES", async () => {
  const plain = await aScene();
  expect(codeOf(await plain.publish(await plain.write(), asBob))).toBe(50013);
  const { write, publish } = await aScene([...usual, "MANAGE_MESSAGES"]);
  expect((await publish(await write(), asBob)).status).toBe(200);
});

test("publishing requires the permission to send", async () => {
  const { publish } = await aScene(["VIEW_CHANNEL", "MANAGE_MESSAGES"]);
  expect(codeOf(await publish("1"))).toBe(50013);
});

test("polls and replies cannot be published", async () => {
  const { write, publish } = await aScene();
  const poll = { question: { text: "?" }, answers: [{ poll_media: { text: "a" } }] };
  expect(codeOf(await publish(await write({ poll })))).toBe(50068);
  const answer = { content: "x", message_reference: { message_id: await write() } };
  expect(codeOf(await publish(await write(answer)))).toBe(50068);
});

test("only existing messages in announcement channels can be published", async () => {
  const { send, publish } = await aScene();
  const { body } = await send({ content: "hello" });
  expect(codeOf(await publish(body.id, asBot, ids.general))).toBe(50024);
  expect(codeOf(await publish("1"))).toBe(10008);
});
