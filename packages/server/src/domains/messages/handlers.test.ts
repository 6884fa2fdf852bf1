import type { PermissionName } from "@antechamber/contract";
import { getMessage, listMessages } from "@antechamber/contract/messages";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { aChannel, aGuild, aMember, aMessage, aRole, aUser } from "../../testing/records.ts";
import { channels, guilds, members, roles } from "../guilds/guild.ts";
import { users } from "../users/user.ts";
import { messageHandlers } from "./handlers.ts";
import { messages } from "./message.ts";

const [alice, bob] = ["100000000000000001", "100000000000000002"];
const botId = "200000000000000001";
const home = "300000000000000001";
const channel_id = "300000000000000021";
const direct = "300000000000000029";
const bot: Caller = { kind: "bot", application_id: botId };
const asBob: Caller = { kind: "user", user_id: bob };
const readers = ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"] as const;

/** A message's id; from the fourth on, ids have more digits, so text order is not age order. */
const idOf = (n: number) => (n < 4 ? `9${n}` : `1000${n.toString().padStart(3, "0")}`);

interface InteractionContext {
  readonly granted?: readonly PermissionName[];
  /** How many messages the channel holds. */
  readonly count?: number;
  /** The numbers of the messages that only alice can see. */
  readonly ephemeral?: readonly number[];
}

/** A guild of bob and the bot, a channel with messages 1, 2, 3 …, and a direct message. */
async function aChannelWith({
  granted = readers,
  count = 5,
  ephemeral = [],
}: InteractionContext = {}) {
  const calls = await openHandlerCalls(messageHandlers);
  await calls.seed((tx) => {
    for (const id of [alice, bob, botId]) tx.put(users, aUser(id));
    tx.put(guilds, aGuild(home, { owner_id: alice }));
    tx.put(roles, aRole({ guild_id: home, id: home }, ...granted));
    for (const user_id of [bob, botId]) tx.put(members, aMember({ guild_id: home, user_id }));
    tx.put(channels, aChannel(channel_id, { guild_id: home }));
    tx.put(channels, { id: direct, type: 1, flags: 0, recipientIds: [bob, botId] });
    tx.put(messages, aMessage("77", { channel_id: direct }));
    for (let n = 1; n <= count; n++) {
      const visibility = ephemeral.includes(n) ? { visibleTo: alice, flags: 64 } : {};
      tx.put(
        messages,
        aMessage(idOf(n), { channel_id, guild_id: home, interactionId: "5", ...visibility }),
      );
    }
  });
  const list = async (query: object = {}, as = bot) => {
    const { body } = await calls.call(listMessages, { as, params: { channel_id }, query });
    return body.map((message) => message.id);
  };
  return { ...calls, list };
}

const ids = (...numbers: readonly number[]) => numbers.map(idOf);
const noAccess = { status: 403, body: { code: 50001, message: "Missing Access" } };

test.each([
  ["all", {}, [6, 5, 4, 3, 2, 1]],
  ["the newest", { limit: 2 }, [6, 5]],
  ["those before one", { before: idOf(4), limit: 2 }, [3, 2]],
  ["those before one that is gone", { before: "500" }, [3, 2, 1]],
  ["those right after one", { after: idOf(2), limit: 2 }, [4, 3]],
  ["those around one", { around: idOf(3), limit: 3 }, [4, 3, 2]],
  ["one more of the older ones around one", { around: idOf(3), limit: 4 }, [4, 3, 2, 1]],
  ["one alone", { around: idOf(3), limit: 1 }, [3]],
  ["those around the oldest, to fill the page", { around: idOf(1), limit: 3 }, [3, 2, 1]],
  ["those around the newest, to fill the page", { around: idOf(6), limit: 3 }, [6, 5, 4]],
  ["those around one that is gone", { around: "500", limit: 2 }, [4, 3]],
  ["none before the first", { before: idOf(1) }, []],
  ["none after the last", { after: idOf(6) }, []],
])("a channel's messages are listed newest first: %s", async (_, query, expected) => {
  const { list } = await aChannelWith({ count: 6 });
  expect(await list(query)).toEqual(ids(...expected));
});

test("a page contains fifty messages by default", async () => {
  const { list } = await aChannelWith({ count: 60 });
  const page = await list();
  expect(page).toHaveLength(50);
  expect(page[0]).toBe(idOf(60));
});

test("a message is shown without its private fields", async () => {
  const { call } = await aChannelWith();
  const params = { channel_id, message_id: idOf(2) };
  const { status, body } = await call(getMessage, { as: bot, params });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: idOf(2), channel_id, content: "message 92" });
  for (const name of ["guild_id", "interactionId", "visibleTo"])
    expect(body).not.toHaveProperty(name);
});

test("ephemeral messages are not in the history, even for their user", async () => {
  const { call, list } = await aChannelWith({ ephemeral: [2, 4, 5] });
  expect(await list()).toEqual(ids(3, 1));
  expect(await list({ limit: 2 })).toEqual(ids(3, 1));
  expect(await list({ around: idOf(4), limit: 2 })).toEqual(ids(3, 1));
  const asAlice: Caller = { kind: "user", user_id: alice };
  const params = { channel_id, message_id: idOf(4) };
  const unknown = { status: 404, body: { code: 10008, message: "Unknown Message" } };
  expect(await call(getMessage, { as: asAlice, params })).not.toMatchObject({ status: 200 });
  expect(await call(getMessage, { as: asBob, params })).toEqual(unknown);
});

test("pages are full, in order and complete, with any number of ephemeral messages", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 300 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 300 }),
      async (ephemeral, limit, n) => {
        const { list, store } = await aChannelWith({ count: 300, ephemeral });
        const visible = Array.from({ length: 300 }, (_, i) => 300 - i).filter(
          (each) => !ephemeral.includes(each),
        );
        const older = visible.filter((each) => each < n);
        const newer = visible.filter((each) => each > n);
        expect(await list({ limit })).toEqual(ids(...visible.slice(0, limit)));
        expect(await list({ limit, before: idOf(n) })).toEqual(ids(...older.slice(0, limit)));
        expect(await list({ limit, after: idOf(n) })).toEqual(ids(...newer.slice(-limit)));
        await store.close();
      },
    ),
    { numRuns: 15 },
  );
});

test("without READ_MESSAGE_HISTORY a bot sees no messages, while a user does", async () => {
  const { call, list } = await aChannelWith({ granted: ["VIEW_CHANNEL"] });
  const params = { channel_id, message_id: idOf(1) };
  expect(await list()).toEqual([]);
  expect(await list({}, asBob)).toEqual(ids(5, 4, 3, 2, 1));
  expect(await call(getMessage, { as: bot, params })).toEqual(noAccess);
  expect(await call(getMessage, { as: asBob, params })).toMatchObject({ status: 200 });
});

test("a hidden channel is refused, and an unknown one is not found", async () => {
  const { call } = await aChannelWith({ granted: ["READ_MESSAGE_HISTORY"] });
  const one = { message_id: idOf(1) };
  for (const as of [bot, asBob]) {
    expect(await call(listMessages, { as, params: { channel_id } })).toEqual(noAccess);
    expect(await call(getMessage, { as, params: { channel_id, ...one } })).toEqual(noAccess);
    const params = { channel_id: "300000000000000099", ...one };
    expect(await call(listMessages, { as, params })).toMatchObject({ body: { code: 10003 } });
    expect(await call(getMessage, { as, params })).toMatchObject({ body: { code: 10003 } });
  }
});

test("a message is found only in its own channel", async () => {
  const { call } = await aChannelWith();
  const params = { channel_id, message_id: "77" };
  expect(await call(getMessage, { as: bot, params })).toMatchObject({ body: { code: 10008 } });
  const there = { channel_id: direct, message_id: "77" };
  expect(await call(getMessage, { as: bot, params: there })).toMatchObject({ status: 200 });
});
