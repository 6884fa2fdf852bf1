import {
  createWebhook,
  deleteWebhook,
  deleteWebhookByToken,
  editWebhook,
  editWebhookByToken,
  getWebhook,
  getWebhookByToken,
  listChannelWebhooks,
  listGuildWebhooks,
} from "@antechamber/contract/webhooks";
import { permissionSet, type PermissionName } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import {
  aGuildScene,
  aPicture,
  asBot,
  asUser,
  ids,
  inGuild,
} from "../../../testing/calls/guild-calls.ts";
import { aChannel, anApplication, aMember, aUser } from "../../../testing/records.ts";
import { applications } from "../../applications/application.ts";
import { users } from "../../users/user.ts";
import { channels, members } from "../guild.ts";
import { channelWebhooks } from "./channel-webhook.ts";
import type { Caller } from "../../../platform/context.ts";

const nobody: Caller = { kind: "nobody" };
const otherBot = "200000000000000002";
const asOtherBot: Caller = { kind: "bot", application_id: otherBot };
const general = { channel_id: ids.general };
const THREAD = "300000000000000041";
const SECOND = "300000000000000042";

interface Created {
  readonly id: string;
  readonly token: string;
}

/** The scene with another bot, a second channel and a thread. */
async function aScene(...granted: readonly PermissionName[]) {
  const calls = await aGuildScene(...granted);
  await calls.seed((tx) => {
    tx.put(users, aUser(otherBot, { bot: true }));
    tx.put(applications, anApplication(otherBot, { owner_id: ids.alice }));
    tx.put(members, aMember({ ...inGuild, user_id: otherBot }));
    tx.put(channels, aChannel(SECOND, inGuild));
    tx.put(channels, aChannel(THREAD, { ...inGuild, type: 11, parent_id: ids.general }));
  });
  const create = (body: object, as: Caller = asBot, params: object = general) =>
    calls.call(createWebhook, { as, params: params as typeof general, body });
  const made = async (as: Caller = asBot): Promise<Created> => {
    const { id, token } = (await create({ name: "Crier" }, as)).body as unknown as Created;
    return { id, token };
  };
  const by = ({ id, token }: Created) => ({ webhook_id: id, webhook_token: token });
  return { ...calls, create, made, by };
}

const managing = () => aScene("MANAGE_WEBHOOKS");
const faultOfName = (code: string) => ({
  status: 400,
  body: { code: 50035, errors: { name: { _errors: [expect.objectContaining({ code })] } } },
});

describe("creating a webhook", () => {
  test("returns its token, its URL and its creator", async () => {
    const { create } = await managing();
    const { status, body } = await create({ name: " Crier ", avatar: aPicture() });
    const { id, token } = body as unknown as Created;
    expect([status, token]).toEqual([200, expect.stringMatching(/^[\w-]{68}$/)]);
    expect(body).toEqual({
      id,
      type: 1,
      name: "Crier",
      avatar: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      channel_id: ids.general,
      guild_id: ids.guild,
      application_id: ids.bot,
      user: expect.objectContaining({ id: ids.bot, bot: true }) as unknown,
      token,
      url: expect.stringMatching(new RegExp(`/api/webhooks/${id}/${token}$`)) as unknown,
    });
  });

  test("by a user sets no application", async () => {
    const { create } = await managing();
    expect((await create({ name: "Crier" }, asUser(ids.bob))).body).toMatchObject({
      application_id: null,
      user: { id: ids.bob },
    });
  });

  test.each([
    ["is empty", "", "BASE_TYPE_BAD_LENGTH"],
    ["is blank", "   ", "BASE_TYPE_REQUIRED"],
    ["is too long", "x".repeat(81), "BASE_TYPE_BAD_LENGTH"],
    ["holds clyde", "my CLYDE", "USERNAME_INVALID_CONTAINS"],
    ["holds discord", "xDiscordx", "USERNAME_INVALID_CONTAINS"],
    ["is here", "Here", "USERNAME_INVALID"],
    ["is everyone", "everyone", "USERNAME_INVALID"],
  ])("is refused if its name %s", async (_, name, code) => {
    const { create } = await managing();
    expect(await create({ name })).toMatchObject(faultOfName(code));
  });

  test("requires MANAGE_WEBHOOKS, and a channel that supports webhooks", async () => {
    const { create } = await managing();
    const { create: createPlain } = await aScene();
    expect((await createPlain({ name: "Crier" })).body).toMatchObject({ code: 50013 });
    expect((await create({ name: "Crier" }, asUser(ids.carol))).body).toMatchObject({
      code: 50001,
    });
    expect((await create({ name: "Crier" }, asBot, { channel_id: "7" })).body).toMatchObject({
      code: 10003,
    });
    const inThread = await create({ name: "Crier" }, asBot, { channel_id: THREAD });
    expect(inThread).toMatchObject({ status: 400, body: { code: 50024 } });
  });

  test("is refused beyond 15 per channel and 1000 per guild", async () => {
    const { create, seed } = await managing();
    for (let i = 0; i < 15; i += 1) expect((await create({ name: `${i}` })).status).toBe(200);
    expect((await create({ name: "x" })).body).toMatchObject({ code: 30007 });
    await seed((tx) => {
      for (let i = 0; i < 985; i += 1) {
        tx.put(channelWebhooks, {
          id: `${600_000_000_000_000_000 + i * 1000}`,
          type: 1,
          ...inGuild,
          channel_id: `${i}`,
          name: "x",
          avatar: null,
          application_id: null,
          user_id: ids.alice,
        });
      }
    });
    const full = await create({ name: "x" }, asBot, { channel_id: SECOND });
    expect(full.body).toMatchObject({ code: 30058 });
  });
});

describe("reading webhooks", () => {
  test("lists all of them, but tokens of an application's webhooks only to itself", async () => {
    const { call, made } = await managing();
    const own = await made();
    const theirs = await made(asOtherBot);
    const persons = await made(asUser(ids.bob));
    const options = { as: asBot, params: general };
    const { body } = await call(listChannelWebhooks, options);
    expect(body.map(({ id, token }) => [id, token])).toEqual([
      [own.id, own.token],
      [theirs.id, undefined],
      [persons.id, persons.token],
    ]);
    expect((await call(listGuildWebhooks, { as: asBot, params: inGuild })).body).toEqual(body);
    expect((await call(listChannelWebhooks, { ...options, as: asUser(ids.carol) })).body).toEqual({
      code: 50001,
      message: "Missing Access",
    });
  });

  test("requires the permission, except for the application that owns one", async () => {
    const { call, made, seed } = await managing();
    const own = await made();
    const deny = (1n << 29n).toString();
    const overwrite = { id: ids.guild, type: 0, allow: "0", deny } as const;
    await seed((tx) =>
      tx.put(channels, aChannel(ids.general, { ...inGuild, permission_overwrites: [overwrite] })),
    );
    const at = { params: { webhook_id: own.id } };
    expect((await call(getWebhook, { as: asBot, ...at })).body).toMatchObject(own);
    expect((await call(getWebhook, { as: asOtherBot, ...at })).body).toMatchObject({
      code: 50013,
    });
    expect((await call(getWebhook, { as: asBot, params: { webhook_id: "7" } })).body).toMatchObject(
      { code: 10015 },
    );
    const edited = await call(editWebhook, { as: asBot, ...at, body: { name: "Bell" } });
    expect(edited.body).toMatchObject({ code: 50013 });
  });

  test.each([
    ["looked at", getWebhook],
    ["changed", editWebhook],
    ["deleted", deleteWebhook],
  ])("of a channel that is hidden from the caller cannot be %s", async (_, endpoint) => {
    const { call, made, seed } = await managing();
    const { id: webhook_id } = await made(asUser(ids.alice));
    const overwrite = { id: ids.bot, type: 1, allow: "0", deny: "1024" } as const;
    await seed((tx) =>
      tx.put(channels, aChannel(ids.general, { ...inGuild, permission_overwrites: [overwrite] })),
    );
    const calling = { as: asBot, params: { webhook_id }, body: { name: "Bell" } };
    expect((await call(endpoint, calling)).body).toMatchObject({ code: 50013 });
  });

  test("by token omits the creator", async () => {
    const { call, made, by } = await managing();
    const own = await made();
    const { body } = await call(getWebhookByToken, { as: nobody, params: by(own) });
    expect(body).toMatchObject(own);
    expect(body).not.toHaveProperty("user");
    const wrong = { as: nobody, params: { ...by(own), webhook_token: "x" } };
    expect(await call(getWebhookByToken, wrong)).toMatchObject({
      status: 401,
      body: { code: 50027 },
    });
    expect(
      (await call(getWebhookByToken, { as: nobody, params: { ...by(own), webhook_id: "7" } })).body,
    ).toMatchObject({ code: 10015 });
  });

  test("shows the source of a follower while its creator can see it, and never a token", async () => {
    const { call, seed } = await managing();
    const follower = {
      type: 2,
      ...inGuild,
      ...general,
      name: "News",
      avatar: null,
      application_id: null,
      user_id: ids.bob,
    } as const;
    await seed((tx) => {
      const followed = { guild_id: ids.guild, channel_id: SECOND };
      tx.put(channelWebhooks, { ...follower, id: "7", followed });
      tx.put(channelWebhooks, {
        ...follower,
        id: "8",
        followed: { guild_id: "1", channel_id: "2" },
      });
      tx.put(channelWebhooks, { ...follower, id: "9", followed, user_id: ids.carol });
    });
    const webhookBody = async (webhook_id: string) =>
      (await call(getWebhook, { as: asBot, params: { webhook_id } })).body;
    expect(await webhookBody("7")).toMatchObject({
      type: 2,
      source_guild: { id: ids.guild },
      source_channel: { id: SECOND },
    });
    expect(await webhookBody("7")).not.toHaveProperty("token");
    await seed((tx) => {
      const deny = String(permissionSet("VIEW_CHANNEL"));
      const hidden = { id: ids.guild, type: 0, allow: "0", deny } as const;
      tx.put(channels, aChannel(SECOND, { ...inGuild, permission_overwrites: [hidden] }));
    });
    for (const hidden of [await webhookBody("7"), await webhookBody("8"), await webhookBody("9")]) {
      expect(hidden).not.toHaveProperty("source_guild");
      expect(hidden).not.toHaveProperty("source_channel");
    }
  });
});

describe("editing a webhook", () => {
  test("sets a picture, which stays until it is removed", async () => {
    const { call, made } = await managing();
    const { id: webhook_id } = await made();
    const change = async (body: object) =>
      (await call(editWebhook, { as: asBot, params: { webhook_id }, body })).body.avatar;
    const picture = await change({ avatar: aPicture() });
    expect(picture).toMatch(/^[0-9a-f]{32}$/);
    expect(await change({ name: "Bell" })).toBe(picture);
    expect(await change({ avatar: null })).toBeNull();
  });

  test("changes its name, picture and channel, and sends an event to both channels", async () => {
    const { call, made, news, logged } = await managing();
    const { id: webhook_id } = await made();
    await news();
    const body = { name: "Bell", avatar: null, channel_id: SECOND };
    const changed = await call(editWebhook, { as: asBot, params: { webhook_id }, body });
    expect(changed.body).toMatchObject(body);
    expect((await news()).map(({ name, payload }) => [name, payload])).toEqual([
      ["WEBHOOKS_UPDATE", { ...inGuild, ...general }],
      ["WEBHOOKS_UPDATE", { ...inGuild, channel_id: SECOND }],
    ]);
    expect((await logged()).at(-1)).toMatchObject({
      action_type: 51,
      user_id: ids.bot,
      target_id: webhook_id,
      changes: [
        { key: "name", old_value: "Crier", new_value: "Bell" },
        { key: "channel_id", old_value: ids.general, new_value: SECOND },
      ],
    });
  });

  test.each([
    ["another guild's", "7", 10003],
    ["a hidden one", ids.hidden, 50001],
    ["a thread", THREAD, 50024],
  ])("cannot move it to %s", async (_, channel_id, code) => {
    const { call, made } = await managing();
    const { id: webhook_id } = await made();
    const moving = { as: asBot, params: { webhook_id }, body: { channel_id } };
    expect((await call(editWebhook, moving)).body).toMatchObject({ code });
  });

  test("by its token can rename it, but not move it", async () => {
    const { call, made, by } = await managing();
    const own = await made();
    const change = { as: nobody, params: by(own), body: { name: "Bell", channel_id: SECOND } };
    expect((await call(editWebhookByToken, change)).body).toMatchObject({
      name: "Bell",
      ...general,
    });
  });
});

describe("deleting a webhook", () => {
  test("sends an event to the channel, and invalidates the token", async () => {
    const { call, made, by, news, logged } = await managing();
    for (const { remove, user_id } of [
      {
        remove: (own: Created) =>
          call(deleteWebhook, { as: asBot, params: { webhook_id: own.id } }),
        user_id: ids.bot,
      },
      {
        remove: (own: Created) => call(deleteWebhookByToken, { as: nobody, params: by(own) }),
        user_id: null,
      },
    ]) {
      const own = await made();
      await news();
      expect((await remove(own)).status).toBe(204);
      expect((await news()).map(({ name }) => name)).toEqual(["WEBHOOKS_UPDATE"]);
      expect((await logged()).at(-1)).toMatchObject({
        action_type: 52,
        user_id,
        target_id: own.id,
      });
      const { body } = await call(getWebhookByToken, { as: nobody, params: by(own) });
      expect(body).toMatchObject({ code: 10015 });
    }
  });
});
