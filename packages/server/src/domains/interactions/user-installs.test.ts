// Applications that a user installed for themselves. Source: protocol: commands-and-interactions
// 4.4, 5.2, 6.4.
import { describe, expect, test } from "vitest";
import { openInteractionCalls } from "../../testing/calls/interaction-calls.ts";
import { aCommand, asBob, ids, type Situation } from "../../testing/worlds/interaction-world.ts";
import { aMessageWith, clicked, post } from "../../testing/calls/component-calls.ts";
import { PermissionBit } from "@antechamber/contract";
import { userInstalls } from "../applications/installs.ts";
import { autoModerationRules } from "../guilds/auto-moderation/rule.ts";
import { channels, guilds } from "../guilds/guild.ts";
import { aChannel, aGuild } from "../../testing/records.ts";

const withAlice = "300000000000000041";
const group = "300000000000000042";

const situation = (more: Situation = {}): Situation => ({
  isInGuild: false,
  application: { integration_types: [0, 1] },
  commands: [aCommand(ids.ping, { name: "ping", integration_types: [0, 1], contexts: [0, 1, 2] })],
  more(tx) {
    const scopes = ["applications.commands"];
    tx.put(userInstalls, { user_id: ids.bob, application_id: ids.application, scopes });
    const dm = { flags: 0, last_message_id: null };
    tx.put(channels, { ...dm, id: withAlice, type: 1, recipientIds: [ids.alice, ids.bob] });
    const recipientIds = [ids.alice, ids.bob, ids.carol];
    tx.put(channels, { ...dm, id: group, type: 3, recipientIds });
  },
  ...more,
});
const elsewhere = (channel_id: string) => ({
  as: asBob,
  body: { channel_id, guild_id: undefined },
});

describe("in a channel without the application", () => {
  test.each([
    ["a direct message of two users", withAlice],
    ["a group of users", group],
  ])("%s: the command is sent with the user as installation owner", async (_, channel_id) => {
    const { aPing } = await openInteractionCalls(situation());
    const payload = await aPing(elsewhere(channel_id));
    expect(payload).toMatchObject({
      channel_id,
      context: 2,
      authorizing_integration_owners: { 1: ids.bob },
      app_permissions: "562949953601536",
      user: { id: ids.bob },
    });
    expect(payload).not.toHaveProperty("member");
    expect(payload).not.toHaveProperty("guild");
  });

  test("the answer is a message of the channel, and its components can be used there", async () => {
    const calls = await openInteractionCalls(situation());
    const ping = await calls.aPing(elsewhere(withAlice));
    const components = [
      { type: 1, components: [{ type: 2, style: 1, label: "a", custom_id: "go" }] },
    ];
    await calls.callback(ping, { type: 4, data: { content: "here", components } });
    const { body } = await calls.original(ping);
    const { id } = body as { id: string };
    const use = { type: 3, message_id: id, ...elsewhere(withAlice).body };
    const data = { component_type: 2, custom_id: "go" };
    expect((await calls.send({}, { body: { ...use, data } })).status).toBe(204);
    expect(await calls.received()).toMatchObject({
      type: 3,
      context: 2,
      authorizing_integration_owners: { 1: ids.bob },
    });
  });

  test.each<[string, object]>([
    ["a command for guilds alone", { integration_types: [0] }],
    ["a command that does not name the place", { contexts: [0, 1] }],
    ["a command that says nothing of places", { contexts: null }],
  ])("%s is refused", async (_, change) => {
    const command = aCommand(ids.ping, {
      name: "ping",
      integration_types: [0, 1],
      contexts: [0, 1, 2],
      ...change,
    });
    const { send } = await openInteractionCalls(situation({ commands: [command] }));
    const answer = await send({}, elsewhere(withAlice));
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

describe("in a guild without the application", () => {
  test("answers are ephemeral if the user may not use external applications", async () => {
    const { aPing, callback, original, followUp } = await openInteractionCalls(situation());
    const ping = await aPing();
    expect(ping.authorizing_integration_owners).toEqual({ 1: ids.bob });
    await callback(ping, { type: 4, data: { content: "hi" } });
    expect((await original(ping)).body).toMatchObject({ flags: 64 });
    expect((await followUp(ping, { content: "more" })).body).toMatchObject({ flags: 64 });
  });

  test("answers are public if the user may use external applications", async () => {
    const granted = [
      "VIEW_CHANNEL",
      "SEND_MESSAGES",
      "USE_APPLICATION_COMMANDS",
      "USE_EXTERNAL_APPS",
    ] as const;
    const { aPing, callback, original } = await openInteractionCalls(situation({ granted }));
    const ping = await aPing();
    await callback(ping, { type: 4, data: { content: "hi" } });
    expect((await original(ping)).body).toMatchObject({ flags: 0 });
  });

  test("a sixth follow-up is refused", async () => {
    const { aPing, callback, followUp } = await openInteractionCalls(situation());
    const ping = await aPing();
    await callback(ping, { type: 4, data: { content: "hi" } });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await followUp(ping, { content: "x" })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 400]);
    expect(await followUp(ping, { content: "x" })).toMatchObject({ body: { code: 40094 } });
  });

  test("a click has the installation owner of the message", async () => {
    const calls = await openInteractionCalls(
      situation({
        granted: ["VIEW_CHANNEL", "SEND_MESSAGES", "USE_APPLICATION_COMMANDS", "USE_EXTERNAL_APPS"],
      }),
    );
    const messageId = await aMessageWith(calls);
    const payload = await clicked(calls, messageId);
    expect(payload.authorizing_integration_owners).toEqual({ 1: ids.bob });
  });

  /** Alice, who has not installed the application, clicks on the message of bob's interaction. */
  async function clickedByAlice(granted: Situation["granted"] = []) {
    const { more } = situation();
    const calls = await openInteractionCalls(
      situation({
        granted: ["VIEW_CHANNEL", "SEND_MESSAGES", "USE_APPLICATION_COMMANDS", ...granted],
        more(tx) {
          more?.(tx);
          tx.put(guilds, aGuild(ids.guild, { name: "Home", owner_id: ids.carol }));
          const deny = (1n << BigInt(PermissionBit.USE_EXTERNAL_APPS)).toString();
          const mine = { id: ids.alice, type: 1, allow: "0", deny } as const;
          const permission_overwrites = [mine];
          tx.put(channels, aChannel(ids.general, { guild_id: ids.guild, permission_overwrites }));
        },
      }),
    );
    const messageId = await aMessageWith(calls);
    const asAlice = { kind: "user", user_id: ids.alice } as const;
    const use = { type: 3, message_id: messageId, data: { component_type: 2, custom_id: "go" } };
    expect((await post(calls, use, { as: asAlice })).status).toBe(204);
    const payload = await calls.received();
    expect(payload.authorizing_integration_owners).toEqual({ 1: ids.bob });
    return { ...calls, payload };
  }

  test("the answer to a click has the limits of the message's owner, even for another user", async () => {
    const { payload, callback, original, followUp } = await clickedByAlice(["USE_EXTERNAL_APPS"]);
    await callback(payload, { type: 4, data: { content: "hi" } });
    expect((await original(payload)).body).toMatchObject({ flags: 64 });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await followUp(payload, { content: "x" })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 400]);
  });
});

describe("where a rule of the guild blocks a word", () => {
  /** Bob's interaction with an application that is in the guild or not; carol owns the guild. */
  async function underRule(more: Situation = {}) {
    const calls = await openInteractionCalls(
      situation({
        granted: ["VIEW_CHANNEL", "SEND_MESSAGES", "USE_APPLICATION_COMMANDS", "USE_EXTERNAL_APPS"],
        ...more,
        more(tx) {
          situation().more?.(tx);
          more.more?.(tx);
          tx.put(autoModerationRules, {
            id: "300000000000000061",
            guild_id: ids.guild,
            creator_id: ids.alice,
            name: "No cats",
            event_type: 1,
            trigger_type: 1,
            trigger_metadata: { keyword_filter: ["cat"] },
            actions: [{ type: 1, metadata: {} }],
            enabled: true,
            exempt_roles: [],
            exempt_channels: [],
          });
        },
      }),
    );
    const ping = await calls.aPing();
    const answer = (content: string) => calls.callback(ping, { type: 4, data: { content } });
    const flags = async () => ((await calls.original(ping)).body as { flags: number }).flags;
    return { ...calls, ping, answer, flags };
  }
  const blocked = { status: 400, body: { code: 200_000 } };

  test.each([
    ["a cat", 64],
    ["a dog", 0],
  ])("the answer %j has the flags %i", async (content, flags) => {
    const calls = await underRule();
    await calls.answer(content);
    expect(await calls.flags()).toBe(flags);
    const { body } = await calls.followUp(calls.ping, { content });
    expect(body).toMatchObject({ content, flags });
  });

  test("an answer that everyone sees cannot be changed to it", async () => {
    const { answer, ping, editOriginal } = await underRule();
    await answer("a dog");
    expect(await editOriginal(ping, { content: "a cat" })).toMatchObject(blocked);
    expect(await editOriginal(ping, { embeds: [{ title: "a cat" }] })).toMatchObject({
      status: 200,
      body: { content: "a dog" },
    });
  });

  test("an answer that only the user sees can", async () => {
    const { answer, ping, editOriginal } = await underRule();
    await answer("a cat");
    expect((await editOriginal(ping, { content: "two cat" })).status).toBe(200);
  });

  test("neither an edit nor a follow-up completes a deferred answer with it", async () => {
    const { callback, ping, editOriginal, followUp, flags } = await underRule();
    await callback(ping, { type: 5 });
    expect(await editOriginal(ping, { content: "a cat" })).toMatchObject(blocked);
    expect(await followUp(ping, { content: "a cat" })).toMatchObject(blocked);
    expect(await flags()).toBe(128);
  });

  test.each<[string, Situation]>([
    ["of an application in the guild", { isInGuild: true }],
    ["to someone who manages the guild", { granted: ["ADMINISTRATOR"] }],
  ])("an answer %s is shown", async (_, more) => {
    const { answer, flags } = await underRule(more);
    await answer("a cat");
    expect(await flags()).toBe(0);
  });
});
