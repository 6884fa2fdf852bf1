import { describe, expect, test } from "vitest";
import { snowflakeKey } from "@antechamber/contract/schema";
import { openInteractionCalls } from "../../testing/calls/interaction-calls.ts";
import { ids } from "../../testing/worlds/interaction-world.ts";
import { aChannel, aMessage } from "../../testing/records.ts";
import { messages } from "../messages/message.ts";
import { channels } from "../guilds/guild.ts";
import { threadMemberIds } from "../guilds/thread-fields.ts";

const hello = { type: 4, data: { content: "hello" } };
const unknown = { status: 404, body: { code: 10062, message: "Unknown interaction" } };
const acknowledged = {
  status: 400,
  body: { code: 40060, message: "Interaction has already been acknowledged." },
};

describe("a message as an answer", () => {
  test("is stored in the channel and announced, and the user is notified of the success", async () => {
    const { aPing, callback, news } = await openInteractionCalls();
    const ping = await aPing({ body: { nonce: "n" } });
    await news();
    expect(await callback(ping, hello)).toEqual({ status: 204, body: undefined });
    const [created, success, ...rest] = await news();
    expect(rest).toEqual([]);
    expect(created).toMatchObject({
      name: "MESSAGE_CREATE",
      scope: { kind: "channel", channel_id: ids.general, guild_id: ids.guild },
      payload: {
        type: 20,
        content: "hello",
        guild_id: ids.guild,
        channel_type: 0,
        author: { id: ids.application, bot: true, username: "Concierge" },
        member: { roles: [] },
        webhook_id: ids.application,
        application_id: ids.application,
        interaction: { id: ping.id, type: 2, name: "ping", user: { id: ids.bob } },
        interaction_metadata: {
          id: ping.id,
          type: 2,
          user: { id: ids.bob },
          authorizing_integration_owners: { "0": ids.guild },
        },
        flags: 0,
        edited_timestamp: null,
      },
    });
    expect(success).toMatchObject({
      name: "INTERACTION_SUCCESS",
      scope: { kind: "user", user_id: ids.bob },
      payload: { id: ping.id, nonce: "n" },
    });
  });

  test.each([
    ["at once", hello],
    ["as a loading message", { type: 5 }],
  ])(
    "the first message, sent %s, has the nonce of the user's client, and later ones do not",
    async (_, body) => {
      const { aPing, callback, news, editOriginal, followUp } = await openInteractionCalls();
      const ping = await aPing({ body: { nonce: "n" } });
      await news();
      await callback(ping, body);
      expect((await news())[0]).toMatchObject({ name: "MESSAGE_CREATE", payload: { nonce: "n" } });
      await editOriginal(ping, { content: "changed" });
      await followUp(ping, { content: "more" });
      const later = await news();
      expect(later.map(({ name }) => name)).toEqual(["MESSAGE_UPDATE", "MESSAGE_CREATE"]);
      for (const { payload } of later) expect(payload).not.toHaveProperty("nonce");
    },
  );

  test("becomes the last message of the channel", async () => {
    const { aPing, callback, store, original } = await openInteractionCalls();
    const ping = await aPing();
    await callback(ping, hello);
    const { body } = await original(ping);
    const channel = await store.read((tx) => tx.get(channels, snowflakeKey(ids.general)));
    expect(channel?.last_message_id).toBe((body as { id: string }).id);
  });

  test("contains the full name of a subcommand", async () => {
    const { send, received, callback, original } = await openInteractionCalls();
    const user = { name: "user", value: ids.alice };
    await send({
      id: ids.permissions,
      options: [{ name: "user", options: [{ name: "add", options: [user] }] }],
    });
    const sent = await received();
    await callback(sent, hello);
    expect((await original(sent)).body).toMatchObject({
      interaction: { name: "permissions user add" },
    });
  });

  test("to a user command contains the target user", async () => {
    const { send, received, callback, original } = await openInteractionCalls();
    await send({ id: ids.highFive, type: 2, target_id: ids.alice });
    const sent = await received();
    await callback(sent, hello);
    expect((await original(sent)).body).toMatchObject({
      type: 23,
      interaction_metadata: { target_user: { id: ids.alice } },
    });
  });

  test("to a message command refers to the target message", async () => {
    const id = "500000000000000001";
    const target = aMessage(id, { channel_id: ids.general, guild_id: ids.guild });
    const calls = await openInteractionCalls({ more: (tx) => tx.put(messages, target) });
    await calls.send({ id: ids.report, type: 3, target_id: id });
    const sent = await calls.received();
    await calls.callback(sent, hello);
    expect((await calls.original(sent)).body).toMatchObject({
      type: 23,
      interaction_metadata: { target_message_id: id },
      message_reference: { type: 0, message_id: id, channel_id: ids.general, guild_id: ids.guild },
      referenced_message: { id, content: target.content },
    });
  });

  const parse = ["users", "roles", "everyone"];

  test("contains only the mentions that are permitted", async () => {
    const content = `<@${ids.alice}> <@999> <@&${ids.mods}> <@&${ids.guild}> @everyone`;
    const { aPing, callback, original } = await openInteractionCalls();
    const ping = await aPing();
    await callback(ping, { type: 4, data: { content, allowed_mentions: { parse } } });
    expect((await original(ping)).body).toMatchObject({
      mentions: [{ id: ids.alice }],
      mention_roles: [ids.mods],
      mention_everyone: false,
    });
  });

  test("mentions users alone, unless allowed_mentions says otherwise", async () => {
    const granted = ["ADMINISTRATOR"] as const;
    const { aPing, callback, original, editOriginal } = await openInteractionCalls({ granted });
    const content = `<@${ids.alice}> <@&${ids.mods}> @everyone`;
    const users = { mentions: [{ id: ids.alice }], mention_roles: [], mention_everyone: false };
    const all = { ...users, mention_roles: [ids.mods], mention_everyone: true };
    const nobody = { ...users, mentions: [] };
    for (const [allowed, mentions] of [
      [{}, users],
      [{ allowed_mentions: { parse } }, all],
      [{ allowed_mentions: { parse: [] } }, nobody],
    ] as const) {
      const ping = await aPing();
      await callback(ping, { type: 4, data: { content, ...allowed } });
      expect((await original(ping)).body).toMatchObject(mentions);
      expect((await editOriginal(ping, { content })).body).toMatchObject(users);
    }
  });

  test("in a thread adds whom it mentions, unless only one user can see it", async () => {
    const id = "300000000000000099";
    const thread = aChannel(id, { guild_id: ids.guild, type: 11, parent_id: ids.general });
    const { aPing, callback, editOriginal, store } = await openInteractionCalls({
      granted: ["ADMINISTRATOR"],
      more: (tx) => tx.put(channels, thread),
    });
    const inside = async () => {
      const stored = await store.read((tx) => tx.get(channels, snowflakeKey(id)));
      return stored && threadMemberIds(stored);
    };
    const content = `<@${ids.alice}>`;
    const ping = await aPing({ body: { channel_id: id } });
    await callback(ping, { type: 4, data: { content: "psst", flags: 64 } });
    await editOriginal(ping, { content });
    expect(await inside()).not.toContain(ids.alice);
    await callback(await aPing({ body: { channel_id: id } }), { type: 4, data: { content } });
    expect(await inside()).toContain(ids.alice);
  });

  test("in a direct message has no guild", async () => {
    const { aPing, callback, news } = await openInteractionCalls();
    const ping = await aPing({ body: { guild_id: undefined, channel_id: ids.direct } });
    await news();
    await callback(ping, hello);
    const [created] = await news();
    expect(created?.scope).toEqual({ kind: "channel", channel_id: ids.direct });
    expect(created?.payload).toMatchObject({ channel_type: 1 });
    expect(created?.payload).not.toHaveProperty("guild_id");
    expect(created?.payload).not.toHaveProperty("member");
  });
});

describe("an ephemeral answer", () => {
  const secret = { type: 4, data: { content: "psst", flags: 64 } };

  test("is sent only to the invoking user, without guild and member", async () => {
    const { aPing, callback, news } = await openInteractionCalls();
    const ping = await aPing();
    await news();
    await callback(ping, secret);
    const [created] = await news();
    expect(created).toMatchObject({
      name: "MESSAGE_CREATE",
      scope: { kind: "user", user_id: ids.bob },
      payload: { content: "psst", flags: 64 },
    });
    expect(created?.payload).not.toHaveProperty("guild_id");
    expect(created?.payload).not.toHaveProperty("member");
  });

  test("is not the channel's last message, and its changes go only to invoker and application", async () => {
    const { aPing, callback, editOriginal, deleteOriginal, news, store } =
      await openInteractionCalls();
    const ping = await aPing();
    await callback(ping, secret);
    await news();
    await editOriginal(ping, { content: "changed" });
    expect((await deleteOriginal(ping)).status).toBe(204);
    expect((await news()).map(({ name, scope }) => [name, scope.kind])).toEqual([
      ["MESSAGE_UPDATE", "user"],
      ["MESSAGE_UPDATE", "application"],
      ["MESSAGE_DELETE", "user"],
      ["MESSAGE_DELETE", "application"],
    ]);
    const channel = await store.read((tx) => tx.get(channels, snowflakeKey(ids.general)));
    expect(channel?.last_message_id).toBeNull();
  });
});

describe("a deferred answer", () => {
  test.each([
    ["for everyone", {}, 128],
    ["for the invoker", { data: { flags: 64 } }, 128 | 64],
    ["with flags that it does not honour", { data: { flags: 4 } }, 128],
    ["with a text that it does not honour", { data: { content: "x" } }, 128],
  ])("%s is a loading message", async (_, more, flags) => {
    const { aPing, callback, original } = await openInteractionCalls();
    const ping = await aPing();
    expect((await callback(ping, { type: 5, ...more })).status).toBe(204);
    expect((await original(ping)).body).toMatchObject({ type: 20, content: "", flags });
  });
});

describe("a callback with with_response", () => {
  test("returns the message", async () => {
    const { aPing, callback } = await openInteractionCalls();
    const ping = await aPing();
    const { status, body } = await callback(ping, hello, { with_response: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      interaction: {
        id: ping.id,
        type: 2,
        response_message_loading: false,
        response_message_ephemeral: false,
        channel_id: ids.general,
        guild_id: ids.guild,
      },
      resource: { type: 4, message: { content: "hello" } },
    });
  });

  test("returns the loading message of a deferred answer", async () => {
    const { aPing, callback } = await openInteractionCalls();
    const { body } = await callback(
      await aPing(),
      { type: 5, data: { flags: 64 } },
      { with_response: true },
    );
    expect(body).toMatchObject({
      interaction: { response_message_loading: true, response_message_ephemeral: true },
      resource: { type: 4, message: { content: "", flags: 64 | 128 } },
    });
    const { interaction, resource } = body as {
      interaction: { response_message_id: string };
      resource: { message: { id: string } };
    };
    expect(resource.message.id).toBe(interaction.response_message_id);
  });
});

describe("an interaction stays open after a refused answer", () => {
  const choices = (message: string) => ({
    type: { _errors: [{ code: "BASE_TYPE_CHOICES", message }] },
  });
  const supported = choices("Value must be one of {4, 5, 9, 10, 12}.");

  test.each<[string, unknown, object]>([
    [
      "an unknown type",
      { type: 99 },
      { code: 50035, errors: { type: { _errors: [{ code: "BASE_TYPE_CHOICES" }] } } },
    ],
    [
      "no type",
      {},
      { code: 50035, errors: { type: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] } } },
    ],
    ["a pong", { type: 1 }, { code: 50035, errors: supported }],
    ["an update of no message", { type: 7, data: {} }, { code: 50035, errors: supported }],
    [
      "a modal without components",
      { type: 9, data: { custom_id: "m", title: "t", components: [] } },
      {
        code: 50035,
        errors: { data: { components: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH" }] } } },
      },
    ],
    [
      "an object in place of a list of components",
      { type: 4, data: { components: { a: {} } } },
      {
        code: 50035,
        errors: { data: { components: { 0: { _errors: [{ code: "MODEL_TYPE_CONVERT" }] } } } },
      },
    ],
    ["no message", { type: 4 }, { code: 50006 }],
    ["an empty message", { type: 4, data: { content: "" } }, { code: 50006 }],
    [
      "a message that is too long",
      { type: 4, data: { content: "x".repeat(2001) } },
      {
        code: 50035,
        errors: { data: { content: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] } } },
      },
    ],
    [
      "faulty components",
      { type: 4, data: { content: "x", components: [{ type: 2 }] } },
      {
        code: 50035,
        errors: { data: { components: { 0: { _errors: [{ code: "UNION_TYPE_CHOICES" }] } } } },
      },
    ],
    [
      "data that is not an object",
      { type: 4, data: "x" },
      { code: 50035, errors: { data: { _errors: [{ code: "MODEL_TYPE_CONVERT" }] } } },
    ],
  ])("%s", async (_, body, expected) => {
    const { aPing, callback } = await openInteractionCalls();
    const ping = await aPing();
    expect(await callback(ping, body)).toMatchObject({ status: 400, body: expected });
    expect((await callback(ping, hello)).status).toBe(204);
  });
});

describe("an interaction", () => {
  test("refuses a second answer", async () => {
    const { aPing, callback } = await openInteractionCalls();
    const ping = await aPing();
    await callback(ping, { type: 5 });
    expect(await callback(ping, hello)).toEqual(acknowledged);
  });

  test("accepts one of two simultaneous answers", async () => {
    const { aPing, callback } = await openInteractionCalls();
    const ping = await aPing();
    const both = await Promise.all([callback(ping, hello), callback(ping, hello)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
  });

  test("accepts an answer just before three seconds have passed", async () => {
    const { aPing, callback, clock } = await openInteractionCalls();
    const ping = await aPing();
    await clock.moveTo(clock.now() + 2999);
    expect((await callback(ping, hello)).status).toBe(204);
  });

  test("fails after three seconds, and notifies the user of the reason", async () => {
    const { aPing, callback, clock, news } = await openInteractionCalls();
    const ping = await aPing({ body: { nonce: 7 } });
    await news();
    await clock.moveTo(clock.now() + 3000);
    expect(await news()).toMatchObject([
      {
        name: "INTERACTION_FAILURE",
        scope: { kind: "user", user_id: ids.bob },
        payload: { id: ping.id, nonce: 7, reason_code: 2 },
      },
    ]);
    expect(await callback(ping, hello)).toEqual(unknown);
  });

  test("does not fail after three seconds if it was acknowledged", async () => {
    const { aPing, callback, clock, news } = await openInteractionCalls();
    const ping = await aPing();
    await callback(ping, { type: 5 });
    await news();
    await clock.moveTo(clock.now() + 3000);
    expect(await news()).toEqual([]);
    expect(await callback(ping, hello)).toEqual(acknowledged);
  });

  test("refuses an unknown token, and the token of another interaction", async () => {
    const { aPing, callback } = await openInteractionCalls();
    const [one, other] = [await aPing(), await aPing()];
    expect(await callback({ ...one, token: "x" }, hello)).toEqual(unknown);
    expect(await callback({ ...one, id: other.id }, hello)).toEqual(unknown);
    // An unknown interaction is reported before faults of the answer.
    expect(await callback({ ...one, token: "x" }, { type: "x" })).toEqual(unknown);
  });

  test("is unknown after fifteen minutes, even if it was answered", async () => {
    const { aPing, callback, clock } = await openInteractionCalls();
    const ping = await aPing();
    await callback(ping, hello);
    await clock.moveTo(clock.now() + 900_000);
    expect(await callback(ping, hello)).toEqual(unknown);
  });
});
