import { deleteChannel, editChannel } from "@antechamber/contract/channels";
import { getChannel } from "@antechamber/contract/guilds";
import {
  addRecipient,
  listMessages,
  openChannel,
  removeRecipient,
} from "@antechamber/contract/messages";
import { describe, expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { TimeSlicer } from "../../platform/time/time-slicer.ts";
import { secretDigest } from "../../platform/crypto.ts";
import { aPicture } from "../../testing/calls/guild-calls.ts";
import {
  asAlice,
  asBob,
  asBot,
  aMessageScene,
  codeOf,
  ids,
} from "../../testing/calls/message-calls.ts";
import { aUser } from "../../testing/records.ts";
import { accessTokens } from "../applications/tokens.ts";
import { channelHandlers } from "../channels/handlers.ts";
import { channels } from "../guilds/guild.ts";
import { guildHandlers } from "../guilds/handlers.ts";
import { users } from "../users/user.ts";
import { nobodyOnline } from "../../testing/presences.ts";
import { messages } from "./message.ts";

const dan = "100000000000000004";
const asCarol: Caller = { kind: "user", user_id: ids.carol };
const people = { alice: ids.alice, bob: ids.bob, carol: ids.carol } as const;

/** The scene with access tokens of users who allow the bot to add them to groups. */
async function aScene() {
  const guild = guildHandlers({
    slicer: new TimeSlicer(steerableClock()),
    presences: nobodyOnline,
  });
  const scene = await aMessageScene({ handlers: [...channelHandlers, ...guild] });
  await scene.seed((tx) => {
    tx.put(users, aUser(dan));
    for (const [name, user_id] of Object.entries(people)) {
      tx.put(accessTokens, {
        digest: secretDigest(`token-${name}`),
        application_id: ids.bot,
        user_id,
        scopes: ["gdm.join"],
        expiresAt: scene.clock.now() + 60_000,
      });
    }
  });
  const open = (body: object, as: Caller = asAlice) => scene.call(openChannel, { as, body });
  const at = (channel_id: string, user_id: string) => ({ channel_id, user_id });
  const add = (channel: string, user: string, more: { as?: Caller; body?: object } = {}) =>
    scene.call(addRecipient, {
      as: more.as ?? asAlice,
      params: at(channel, user),
      body: more.body ?? {},
    });
  const remove = (channel: string, user: string, as: Caller = asAlice) =>
    scene.call(removeRecipient, { as, params: at(channel, user) });
  const channelFor = async (channel_id: string, as: Caller) =>
    (await scene.call(getChannel, { as, params: { channel_id } })).body;
  const messagesIn = async (channel_id: string, as: Caller = asAlice) =>
    (await scene.call(listMessages, { as, params: { channel_id } })).body;
  return { ...scene, open, add, remove, channelFor, messagesIn };
}

const group = { recipients: [ids.bob, ids.carol] };

describe("a group of people", () => {
  test("accepts another user, with events and a message", async () => {
    const { open, add, channelFor, messagesIn, news } = await aScene();
    const { id } = (await open(group)).body;
    await news();
    expect((await add(id, dan, { as: asBob })).status).toBe(204);
    expect((await news()).map(({ name, scope }) => [name, scope])).toMatchObject([
      ["CHANNEL_CREATE", { kind: "user", user_id: dan }],
      ["CHANNEL_RECIPIENT_ADD", { kind: "channel", channel_id: id }],
      ["MESSAGE_CREATE", { kind: "channel", channel_id: id }],
    ]);
    expect(await messagesIn(id)).toMatchObject([
      { type: 1, author: { id: ids.bob }, mentions: [{ id: dan }] },
    ]);
    expect((await channelFor(id, asAlice)).recipients?.map((user) => user.id)).toContain(dan);
    expect((await add(id, dan)).status).toBe(204);
    expect(await messagesIn(id)).toHaveLength(1);
  });

  test("has at most ten members", async () => {
    const { open, add, seed } = await aScene();
    const others = Array.from({ length: 8 }, (_, i) => `10000000000000005${i}`);
    await seed((tx) => {
      for (const id of others) tx.put(users, aUser(id));
    });
    const { id } = (await open({ recipients: [...others, ids.bob] })).body;
    expect(codeOf(await add(id, dan))).toBe(30_004);
  });

  test("allows only its owner to remove members", async () => {
    const { open, remove, news, messagesIn } = await aScene();
    const { id } = (await open(group)).body;
    await news();
    expect(codeOf(await remove(id, ids.carol, asBob))).toBe(50_013);
    expect((await remove(id, ids.carol)).status).toBe(204);
    expect((await news()).map(({ name, scope }) => [name, scope])).toMatchObject([
      ["CHANNEL_RECIPIENT_REMOVE", { kind: "channel", channel_id: id }],
      ["CHANNEL_DELETE", { kind: "user", user_id: ids.carol }],
      ["MESSAGE_CREATE", { kind: "channel" }],
    ]);
    expect(await messagesIn(id)).toMatchObject([
      { type: 2, author: { id: ids.alice }, mentions: [{ id: ids.carol }] },
    ]);
    expect((await remove(id, ids.carol)).status).toBe(204);
    expect(codeOf(await remove(id, "5"))).toBe(10_013);
  });

  test("is passed on when its owner leaves, and deleted with its last member", async () => {
    const { open, call, channelFor, news } = await aScene();
    const { id } = (await open(group)).body;
    const leave = (as: Caller) => call(deleteChannel, { as, params: { channel_id: id } });
    await news();
    expect((await leave(asAlice)).status).toBe(200);
    expect((await news()).map(({ name }) => name)).toEqual([
      "CHANNEL_RECIPIENT_REMOVE",
      "CHANNEL_DELETE",
      "MESSAGE_CREATE",
      "CHANNEL_UPDATE",
    ]);
    expect((await channelFor(id, asBob)).owner_id).toBe(ids.bob);
    expect(codeOf(await leave(asAlice))).toBe(50_001);
    await leave(asBob);
    await leave(asCarol);
    expect(codeOf(await leave(asCarol))).toBe(10_003);
  });

  test("is deleted with its messages when the last member removes themselves", async () => {
    const { open, remove, store } = await aScene();
    const { id } = (await open(group)).body;
    const leaving = [
      [ids.bob, asBob],
      [ids.carol, asCarol],
      [ids.alice, asAlice],
    ] as const;
    for (const [userId, as] of leaving) expect((await remove(id, userId, as)).status).toBe(204);
    const remaining = await store.read(async (tx) => [
      (await tx.find(channels)).filter((channel) => channel.id === id),
      await tx.find(messages, { index: "history", value: id }),
    ]);
    expect(remaining).toEqual([[], []]);
  });

  test("accepts a new name and icon from any member", async () => {
    const { open, call, messagesIn, news } = await aScene();
    const { id } = (await open(group)).body;
    await news();
    const change = (body: object) =>
      call(editChannel, { as: asBob, params: { channel_id: id }, body });
    const { status, body } = await change({ name: "Crew", icon: aPicture() });
    expect([status, body]).toMatchObject([
      200,
      { name: "Crew", icon: expect.any(String) as unknown },
    ]);
    expect(await messagesIn(id)).toMatchObject([{ type: 5 }, { type: 4, content: "Crew" }]);
    expect((await change({ name: "Crew" })).status).toBe(200);
    expect(await messagesIn(id)).toHaveLength(2);
    expect((await change({ icon: null })).body.icon).toBeNull();
  });

  test("is created when a user is added to a direct message", async () => {
    const { open, add, channelFor } = await aScene();
    const { id } = (await open({ recipient_id: ids.bob })).body;
    const { status, body } = await add(id, ids.carol);
    expect([status, body]).toMatchObject([201, { type: 3, owner_id: ids.alice }]);
    expect(body.id).not.toBe(id);
    expect((await channelFor(id, asAlice)).type).toBe(1);
    const { body: withBot } = await open({ recipient_id: ids.bot });
    expect(codeOf(await add(withBot.id, ids.carol))).toBe(50_033);
  });

  test("accepts no bots, and a guild channel accepts no recipients", async () => {
    const { open, add, remove } = await aScene();
    const { id } = (await open(group)).body;
    expect(codeOf(await add(id, ids.bot))).toBe(50_033);
    expect(codeOf(await add(ids.general, dan))).toBe(50_024);
    expect(codeOf(await remove(ids.general, dan))).toBe(50_024);
  });
});

describe("a group of an application", () => {
  const tokens = { access_tokens: ["token-alice", "token-bob"], nicks: { [ids.alice]: "Al" } };

  test("has users who granted access, and is managed only by the application", async () => {
    const { open, add, remove, channelFor, news } = await aScene();
    const { status, body } = await open(tokens, asBot);
    expect([status, body]).toMatchObject([
      200,
      {
        type: 3,
        owner_id: ids.bot,
        application_id: ids.bot,
        managed: true,
        recipients: [{ id: ids.alice }, { id: ids.bob }],
      },
    ]);
    await news();
    expect(codeOf(await add(body.id, ids.carol))).toBe(50_001);
    const by = (access_token: string, nick?: string) => ({
      as: asBot,
      body: { access_token, ...(nick === undefined ? {} : { nick }) },
    });
    expect((await add(body.id, ids.carol, by("token-carol", "Caz"))).status).toBe(204);
    expect(await news()).toMatchObject([
      { name: "CHANNEL_CREATE" },
      { name: "CHANNEL_RECIPIENT_ADD", payload: { user: { id: ids.carol }, nick: "Caz" } },
      { name: "MESSAGE_CREATE" },
    ]);
    expect((await remove(body.id, ids.bob, asBot)).status).toBe(204);
    expect((await channelFor(body.id, asAlice)).recipients?.map((user) => user.id)).toEqual([
      ids.bot,
      ids.carol,
    ]);
  });

  test("requires a valid access token for each user", async () => {
    const { open, add, advance } = await aScene();
    expect(codeOf(await open({ access_tokens: ["token-alice", "x"] }, asBot))).toBe(50_025);
    const { id } = (await open(tokens, asBot)).body;
    const by = (body: object) => ({ as: asBot, body });
    expect(codeOf(await add(id, ids.carol, by({})))).toBe(50_025);
    expect(codeOf(await add(id, ids.carol, by({ access_token: "token-bob" })))).toBe(50_025);
    await advance(61_000);
    expect(codeOf(await add(id, ids.carol, by({ access_token: "token-carol" })))).toBe(50_025);
    const { id: direct } = (await open({ recipient_id: ids.alice }, asBot)).body;
    expect(codeOf(await add(direct, ids.carol, by({ access_token: "token-carol" })))).toBe(50_024);
  });

  test("is limited to ten per application", async () => {
    const { open } = await aScene();
    for (let i = 0; i < 10; i += 1) expect(codeOf(await open(tokens, asBot))).toBeUndefined();
    expect(codeOf(await open(tokens, asBot))).toBe(30_011);
  });
});
