import type { PermissionName } from "@antechamber/contract";
import {
  createMessageThread,
  getMessage,
  listMessages,
  pinMessage,
} from "@antechamber/contract/messages";
import { expect, test } from "vitest";
import type { Caller } from "../../../platform/context.ts";
import {
  asAlice,
  asBob,
  asBot,
  aMessageScene,
  codeOf,
  ids,
  leavesOf,
} from "../../../testing/calls/message-calls.ts";
import { aChannel } from "../../../testing/records.ts";
import { auditLogEntries } from "../../guilds/audit-log/entry.ts";
import { channels } from "../../guilds/guild.ts";

const usual: readonly PermissionName[] = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "SEND_MESSAGES_IN_THREADS",
  "READ_MESSAGE_HISTORY",
  "CREATE_PUBLIC_THREADS",
];

/** The scene with a message, and a function that begins a thread from it. */
async function aScene(granted: readonly PermissionName[] = usual, channel: string = ids.general) {
  const scene = await aMessageScene({ granted });
  await scene.seed((tx) =>
    tx.put(channels, aChannel("300000000000000031", { guild_id: ids.guild, type: 5 })),
  );
  const { body } = await scene.send({ content: "the start" }, { channel });
  const at = { channel_id: channel, message_id: body.id };
  const begin = (form: object = { name: "More" }, more: { as?: Caller; message?: string } = {}) =>
    scene.call(createMessageThread, {
      as: more.as ?? asBob,
      params: { ...at, message_id: more.message ?? at.message_id },
      body: form,
    });
  await scene.news();
  return { ...scene, at, begin, id: at.message_id };
}

test("a thread has the ID of its message, which contains the thread", async () => {
  const { begin, call, at, id } = await aScene();
  const form = { name: "More", auto_archive_duration: 60, rate_limit_per_user: 5 };
  const { status, body } = await begin(form);
  const thread = {
    id,
    type: 11,
    name: "More",
    parent_id: ids.general,
    owner_id: ids.bob,
    rate_limit_per_user: 5,
    message_count: 0,
    thread_metadata: expect.objectContaining({ auto_archive_duration: 60 }) as unknown,
  };
  expect([status, body]).toEqual([201, expect.objectContaining(thread)]);
  const message = (await call(getMessage, { as: asBot, params: at })).body;
  expect(message).toMatchObject({ flags: 1 << 5, thread });
});

test("a thread starts with a reference to its message, and counts the messages after it", async () => {
  const { begin, call, send, at, id } = await aScene();
  await begin();
  await send({ content: "first" }, { channel: id });
  const { body } = await call(listMessages, { as: asBot, params: { channel_id: id } });
  expect(body).toMatchObject([
    { content: "first" },
    {
      type: 21,
      content: "",
      author: { id: ids.bob },
      message_reference: { ...at, guild_id: ids.guild },
      referenced_message: { content: "the start" },
    },
  ]);
  const message = (await call(getMessage, { as: asBot, params: at })).body;
  expect(message.thread?.message_count).toBe(1);
});

test("a new thread sends events for itself and its message, and is logged", async () => {
  const { begin, news, id, store } = await aScene();
  await begin();
  const logged = await store.read((tx) => tx.find(auditLogEntries));
  expect(logged).toMatchObject([{ action_type: 110, target_id: id, user_id: ids.bob }]);
  expect(await news()).toMatchObject([
    { name: "THREAD_CREATE", payload: { id, newly_created: true } },
    { name: "THREAD_MEMBERS_UPDATE", payload: { id, added_members: [{ user_id: ids.bob }] } },
    { name: "THREAD_MEMBER_UPDATE", payload: { id, user_id: ids.bob } },
    { name: "MESSAGE_UPDATE", payload: { id, flags: 1 << 5, thread: { id } } },
    { name: "MESSAGE_CREATE", payload: { type: 21, channel_id: id } },
  ]);
});

test("a message in an announcement channel starts an announcement thread", async () => {
  const { begin } = await aScene(usual, "300000000000000031");
  expect((await begin()).body.type).toBe(10);
});

test("a message can start only one thread", async () => {
  const { begin } = await aScene();
  await begin();
  expect(codeOf(await begin())).toBe(160_004);
});

test("starting a thread requires CREATE_PUBLIC_THREADS", async () => {
  const { begin } = await aScene(usual.filter((each) => each !== "CREATE_PUBLIC_THREADS"));
  expect(codeOf(await begin())).toBe(50_013);
});

test("unknown messages and system messages cannot start a thread", async () => {
  const { begin, call, at } = await aScene();
  expect(codeOf(await begin({ name: "x" }, { message: "1" }))).toBe(10_008);
  await call(pinMessage, { as: asAlice, params: at });
  const params = { channel_id: ids.general };
  const [message] = (await call(listMessages, { as: asBot, params })).body;
  expect(codeOf(await begin({ name: "x" }, { message: message?.id ?? "" }))).toBe(50_021);
});

test("a message in a thread cannot start a thread", async () => {
  const { begin } = await aScene(usual, ids.thread);
  expect(codeOf(await begin())).toBe(50_024);
});

test.each<[string, object, string]>([
  ["without a name", {}, "name: BASE_TYPE_REQUIRED"],
  ["named at length", { name: "x".repeat(101) }, "name: BASE_TYPE_BAD_LENGTH"],
  [
    "of another time",
    { name: "x", auto_archive_duration: 61 },
    "auto_archive_duration: BASE_TYPE_CHOICES",
  ],
  [
    "slower than may be",
    { name: "x", rate_limit_per_user: 21_601 },
    "rate_limit_per_user: NUMBER_TYPE_MAX",
  ],
])("a thread %s is refused", async (_, form, fault) => {
  const { begin } = await aScene();
  expect(leavesOf(await begin(form))).toEqual([fault]);
});
