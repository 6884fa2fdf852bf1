import { describe, expect, test } from "vitest";
import { openInteractionCalls } from "../../testing/calls/interaction-calls.ts";
import { aCommand, asCarol, ids } from "../../testing/worlds/interaction-world.ts";
import { aChannel, aMessage } from "../../testing/records.ts";
import { userInstalls } from "../applications/installs.ts";
import { channels } from "../guilds/guild.ts";
import { messages } from "../messages/message.ts";

const pingOf = { id: ids.ping };
const installOf = (user_id: string) => ({
  user_id,
  application_id: ids.application,
  scopes: ["applications.commands"],
});

describe("the payload in a guild", () => {
  // Proves requirement 6 "Interaction, type 2"
  // Proves requirement 6 "payload: type, id, application_id, version"
  // Proves requirement 6 "payload: guild_id and channel_id"
  // Proves requirement 6 "payload: locale and guild_locale"
  // Proves requirement 6 "payload: data"
  test("contains every field that clients require", async () => {
    const { aPing } = await openInteractionCalls();
    const payload = await aPing();
    expect(payload).toMatchObject({
      type: 2,
      version: 1,
      application_id: ids.application,
      entitlements: [],
      entitlement_sku_ids: [],
      authorizing_integration_owners: { "0": ids.guild },
      attachment_size_limit: 10_485_760,
      context: 0,
      locale: "de",
      guild_locale: "fr",
      guild_id: ids.guild,
      guild: { id: ids.guild, locale: "fr", features: [] },
      channel_id: ids.general,
      data: { id: ids.ping, name: "ping", type: 1, version: "400000000000000099" },
    });
    expect(payload.token).toMatch(/^[\w-]{190,210}$/);
    expect(payload.id).toMatch(/^\d{17,19}$/);
    expect(payload).not.toHaveProperty("user");
    expect(payload.data).not.toHaveProperty("options");
    expect(payload.data).not.toHaveProperty("resolved");
  });

  // Proves requirement 6 "payload: member"
  test("contains the member with every field, and their permissions in the channel", async () => {
    const { aPing } = await openInteractionCalls();
    const { member } = await aPing();
    expect(Object.keys(member ?? {}).toSorted()).toEqual([
      "avatar",
      "banner",
      "communication_disabled_until",
      "deaf",
      "flags",
      "joined_at",
      "mute",
      "nick",
      "pending",
      "permissions",
      "premium_since",
      "roles",
      "unusual_dm_activity_until",
      "user",
    ]);
    expect(member?.user).toMatchObject({
      id: ids.bob,
      username: "bob",
      discriminator: "0",
      avatar: null,
    });
    // VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY and USE_APPLICATION_COMMANDS.
    expect(member?.permissions).toBe((1024n + 2048n + 65_536n + (1n << 31n)).toString());
  });

  test("contains the channel with the user's permissions and without overwrites", async () => {
    const { aPing } = await openInteractionCalls();
    const { channel, member } = await aPing();
    expect(channel).toMatchObject({
      id: ids.general,
      type: 0,
      name: "general",
      guild_id: ids.guild,
    });
    expect(channel.permissions).toBe(member?.permissions);
    expect(channel).not.toHaveProperty("permission_overwrites");
  });

  // Proves requirement 6 "payload: app_permissions"
  test("contains the permissions of the bot's member", async () => {
    const { aPing } = await openInteractionCalls({ granted: ["ADMINISTRATOR"] });
    expect((await aPing()).app_permissions).toBe((await aPing()).member?.permissions);
  });

  // Proves requirement 6 "payload: app_permissions"
  test.each([
    ["in which it is no member, it may do nothing", [], false],
    ["in which it is a member, it may do what it may in the channel", [ids.application], true],
  ])("in a private thread %s, as in the channel of an option", async (_, others, isIn) => {
    const thread = aChannel("300000000000000027", {
      guild_id: ids.guild,
      type: 12,
      parent_id: ids.general,
      memberIds: [ids.bob, ...others],
    });
    const texts = { name_localizations: null, description: "x", description_localizations: null };
    const where = { ...texts, type: 7, name: "where" } as const;
    const { send, received, aPing } = await openInteractionCalls({
      granted: [
        "VIEW_CHANNEL",
        "SEND_MESSAGES",
        "SEND_MESSAGES_IN_THREADS",
        "USE_APPLICATION_COMMANDS",
      ],
      commands: [aCommand(ids.ping, { name: "ping", options: [where] })],
      more: (tx) => tx.put(channels, thread),
    });
    const { app_permissions: inChannel } = await aPing();
    const options = [{ name: "where", value: thread.id }];
    await send({ ...pingOf, options }, { body: { channel_id: thread.id } });
    const { app_permissions, data } = await received();
    expect(app_permissions).toBe(isIn ? inChannel : "0");
    expect(data.resolved?.channels?.[thread.id]?.app_permissions).toBe(app_permissions);
  });

  // Proves requirement 2.3 "integration types"
  // Proves requirement 6 "payload: app_permissions"
  test("contains limited permissions for an application without a member", async () => {
    const granted = ["VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS", "MENTION_EVERYONE"] as const;
    const { aPing } = await openInteractionCalls({
      isInGuild: false,
      granted,
      commands: [aCommand(ids.ping, { name: "ping", integration_types: [1] })],
      more: (tx) => tx.put(userInstalls, installOf(ids.bob)),
    });
    const payload = await aPing();
    expect(payload.app_permissions).toBe(((1n << 14n) + (1n << 17n)).toString());
    expect(payload.authorizing_integration_owners).toEqual({ "1": ids.bob });
  });

  test("has its keys in alphabetical order", async () => {
    const { aPing } = await openInteractionCalls();
    const keys = Object.keys(await aPing());
    expect(keys).toEqual(keys.toSorted());
  });

  // Proves requirement 6 "payload: token"
  test("has a different token each time", async () => {
    const { aPing } = await openInteractionCalls();
    expect((await aPing()).token).not.toBe((await aPing()).token);
  });
});

describe("the payload in a direct message", () => {
  const here = { body: { guild_id: undefined, channel_id: ids.direct } };

  // Proves requirement 2.3 "integration types"
  test("contains the user instead of member and guild", async () => {
    const { aPing } = await openInteractionCalls();
    const payload = await aPing(here);
    expect(payload).toMatchObject({
      context: 1,
      user: { id: ids.bob },
      channel_id: ids.direct,
      channel: { id: ids.direct, type: 1, recipients: [{ id: ids.bob }] },
      authorizing_integration_owners: { "0": "0" },
      app_permissions: (442_368n + (1n << 49n)).toString(),
    });
    for (const key of ["member", "guild", "guild_id", "guild_locale"]) {
      expect(payload).not.toHaveProperty(key);
    }
  });

  // Proves requirement 2.3 "context 2"
  test("between users has fewer permissions, and requires a user install", async () => {
    const between = {
      id: "300000000000000039",
      type: 1,
      flags: 0,
      recipientIds: [ids.bob, ids.carol],
    };
    const { send, received } = await openInteractionCalls({
      commands: [
        aCommand(ids.ping, { name: "ping", integration_types: [0, 1], contexts: [0, 1, 2] }),
      ],
      more(tx) {
        tx.put(channels, between);
        tx.put(userInstalls, installOf(ids.carol));
      },
    });
    const body = { guild_id: undefined, channel_id: between.id };
    expect((await send({}, { body })).status).toBe(400);
    expect((await send({}, { body, as: asCarol })).status).toBe(204);
    expect(await received()).toMatchObject({
      context: 2,
      app_permissions: "562949953601536",
      authorizing_integration_owners: { "1": ids.carol },
    });
  });
});

describe("resolved data", () => {
  // Proves requirement 2.3 "type 6: user"
  test("contains a user with their member, without user, deaf and mute", async () => {
    const { send, received } = await openInteractionCalls();
    await send({ ...pingOf, options: [{ name: "who", type: 9, value: ids.alice }] });
    const { data } = await received();
    expect(data.options).toEqual([{ type: 9, name: "who", value: ids.alice }]);
    expect(data.resolved?.users?.[ids.alice]).toMatchObject({ username: "alice" });
    const member = data.resolved?.members?.[ids.alice];
    expect(member).toMatchObject({ roles: [], flags: 0 });
    // The owner has all permissions.
    expect(member?.permissions).toBe("8866461766385663");
    for (const key of ["user", "deaf", "mute"]) expect(member).not.toHaveProperty(key);
  });

  test("contains only the user if they are not in the guild", async () => {
    const { send, received } = await openInteractionCalls();
    await send({ ...pingOf, options: [{ name: "who", value: ids.carol }] });
    const { resolved } = (await received()).data;
    expect(Object.keys(resolved?.users ?? {})).toEqual([ids.carol]);
    expect(resolved).not.toHaveProperty("members");
  });

  // Proves requirement 2.3 "type 8: role"
  // Proves requirement 2.3 "type 9: mentionable"
  test("contains a role for a mentionable", async () => {
    const { send, received } = await openInteractionCalls();
    await send({ ...pingOf, options: [{ name: "who", value: ids.mods }] });
    expect((await received()).data.resolved?.roles?.[ids.mods]).toMatchObject({ name: "mods" });
  });

  // Proves requirement 2.3 "type 7: channel"
  test("contains a channel with the permissions of user and bot", async () => {
    const { send, received } = await openInteractionCalls();
    await send({ ...pingOf, options: [{ name: "where", value: ids.hidden }] });
    const channel = (await received()).data.resolved?.channels?.[ids.hidden];
    expect(channel).toMatchObject({ name: "hidden", type: 0, guild_id: ids.guild });
    expect(BigInt(channel?.permissions ?? "0") & 1024n).toBe(0n);
    expect(BigInt(channel?.app_permissions ?? "0") & 1024n).toBe(0n);
  });

  test.each([
    // Proves requirement 2.3 "type 9: mentionable"
    ["who", "999999999999999999", "Unknown Mentionable"],
    ["where", "999999999999999999", "Unknown Channel"],
    ["where", ids.direct, "Unknown Channel"],
    // Proves requirement 2.3 "channel_types"
    ["where", "300000000000000028", "Channel type must be one of {0}."],
  ])("rejects %s %s as an unknown choice", async (name, value, message) => {
    const { send } = await openInteractionCalls({
      more: (tx) =>
        tx.put(channels, aChannel("300000000000000028", { guild_id: ids.guild, type: 2 })),
    });
    const { body } = await send({ ...pingOf, options: [{ name, value }] });
    expect(body).toMatchObject({
      code: 50035,
      errors: { data: { options: { 0: { value: { _errors: [{ message }] } } } } },
    });
  });

  test("contains a private thread only for the users who can see it", async () => {
    const thread = { guild_id: ids.guild, type: 12, parent_id: ids.general };
    const [own, other] = ["300000000000000028", "300000000000000029"] as const;
    const where = { type: 7, name: "where", description: "a place" } as const;
    const texts = { name_localizations: null, description_localizations: null };
    const { send, received } = await openInteractionCalls({
      commands: [aCommand(ids.ping, { name: "ping", options: [{ ...texts, ...where }] })],
      more(tx) {
        tx.put(channels, aChannel(own, { ...thread, owner_id: ids.bob }));
        tx.put(channels, aChannel(other, { ...thread, owner_id: ids.alice }));
      },
    });
    await send({ ...pingOf, options: [{ name: "where", value: own }] });
    expect((await received()).data.resolved?.channels).toMatchObject({ [own]: { type: 12 } });
    const { body } = await send({ ...pingOf, options: [{ name: "where", value: other }] });
    expect(JSON.stringify(body)).toContain("Unknown Channel");
  });

  // Proves requirement 2.2 "type 2"
  // Proves requirement 6 "payload: target_id and resolved"
  test("contains the target of a user command with their member", async () => {
    const { send, received } = await openInteractionCalls();
    await send({ id: ids.highFive, type: 2, target_id: ids.alice });
    expect((await received()).data).toMatchObject({
      type: 2,
      name: "High Five",
      target_id: ids.alice,
      resolved: { users: { [ids.alice]: {} }, members: { [ids.alice]: {} } },
    });
  });

  // Proves requirement 2.2 "type 3"
  // Proves requirement 6 "payload: target_id and resolved"
  test("contains the full target of a message command", async () => {
    const message = aMessage("500000000000000001", { channel_id: ids.general, content: "look" });
    const { send, received } = await openInteractionCalls({
      more: (tx) => tx.put(messages, message),
    });
    await send({ id: ids.report, type: 3, target_id: message.id });
    expect((await received()).data).toMatchObject({
      type: 3,
      target_id: message.id,
      resolved: { messages: { [message.id]: { content: "look" } } },
    });
  });

  // Proves requirement 6 "payload: data"
  test("does not change the nesting of options", async () => {
    const { send, received } = await openInteractionCalls();
    const user = { type: 6, name: "user", value: ids.alice };
    const options = [
      { type: 2, name: "user", options: [{ type: 1, name: "add", options: [user] }] },
    ];
    await send({ id: ids.permissions, options });
    expect((await received()).data.options).toEqual(options);
  });
});
