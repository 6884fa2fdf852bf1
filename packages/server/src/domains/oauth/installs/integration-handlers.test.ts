import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../../../testing/answer.ts";
import { signIn } from "../../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { commands } from "../../commands/command.ts";

let service: TestService;
beforeEach(async () => {
  service = await aService();
});
afterEach(() => service.stop());

const { aliceToken, bobToken, guildId, applicationId } = demo;
const integrations = `/guilds/${guildId}/integrations`;
const outcome = (answer: Answer) => [answer.status, answer.at("code")];

describe("the integrations of a guild", () => {
  test("are listed with the user who installed them", async () => {
    const { body } = await service.asUser(aliceToken, `GET ${integrations}`);
    expect(body).toMatchObject([
      {
        id: applicationId,
        name: "Concierge",
        type: "discord",
        enabled: true,
        application: { summary: "", bot: { id: applicationId } },
        scopes: ["bot", "applications.commands"],
        user: { id: demo.aliceId },
      },
    ]);
    expect((await service.asBot(`GET ${integrations}`)).body).toEqual(body);
  });

  test("require MANAGE_GUILD", async () => {
    expect(outcome(await service.asUser(bobToken, `GET ${integrations}`))).toEqual([403, 50_013]);
    await service.control("POST /users", { username: "eve", token: "as-eve" });
    expect(outcome(await service.asUser("as-eve", `GET ${integrations}`))).toEqual([403, 50_001]);
  });
});

describe("removing an integration from a guild", () => {
  test("removes its bot, the bot's role and its commands", async () => {
    const place = `/applications/${applicationId}/guilds/${guildId}/commands`;
    await service.asBot(`POST ${place}`, { name: "here", description: "x" });
    const gateway = `${service.url.replace("http", "ws")}/gateway/`;
    const intents = 1 | (1 << 1) | (1 << 4);
    const { client } = await signIn(gateway, { token: demo.botToken, intents });
    const removed = await service.asUser(aliceToken, `DELETE ${integrations}/${applicationId}`);
    expect(removed.status).toBe(204);
    await client.nextEvent("INTEGRATION_DELETE");
    expect((await client.nextEvent("GUILD_DELETE")).d).toEqual({ id: guildId });
    await client.leave(1000);
    expect((await service.asUser(aliceToken, `GET ${integrations}`)).body).toEqual([]);
    const { body } = await service.control(`GET /guilds/${guildId}`);
    expect(body).toMatchObject({ roles: [{ name: "mods" }], members: [{}, {}] });
    const remaining = await service.store.read((tx) => tx.find(commands));
    expect(remaining.filter((command) => command.guild_id !== undefined)).toEqual([]);
    expect((await service.asBot(`GET /guilds/${guildId}`)).status).toBe(404);
  });

  test("deletes its webhooks in the guild, and no others", async () => {
    const inGuild = `POST /channels/${demo.generalId}/webhooks`;
    const elsewhere = { name: "Elsewhere", owner: "bob", channels: [{ name: "far", type: 0 }] };
    const second = (await service.control("POST /guilds", elsewhere)).id;
    await service.control("POST /installs", {
      guild: second,
      application: applicationId,
      scopes: ["bot"],
      permissions: "8",
    });
    const { body: far } = await service.asBot(`GET /guilds/${second}/channels`);
    const own = await service.asBot(inGuild, { name: "own" });
    const ofAlice = await service.asUser(aliceToken, inGuild, { name: "of alice" });
    const [{ id: farId } = { id: "" }] = far as { id: string }[];
    const farWebhook = await service.asBot(`POST /channels/${farId}/webhooks`, { name: "far" });
    await service.asUser(aliceToken, `DELETE ${integrations}/${applicationId}`);
    const tokens = [own, ofAlice, farWebhook].map(
      (made) => `${made.id}/${String(made.at("token"))}`,
    );
    const after = await Promise.all(
      tokens.map((path) => service.call(`GET /webhooks/${path}`).then(outcome)),
    );
    expect(after).toEqual([
      [404, 10_015],
      [200, undefined],
      [200, undefined],
    ]);
    const { body } = await service.asUser(aliceToken, `GET /guilds/${guildId}/audit-logs`);
    expect(body).toMatchObject({
      audit_log_entries: expect.arrayContaining([
        expect.objectContaining({ action_type: 52, user_id: demo.aliceId, target_id: own.id }),
      ]) as object,
    });
  });

  test("removes the bot's role from the exemptions of auto moderation rules", async () => {
    const rules = `/guilds/${guildId}/auto-moderation/rules`;
    const roles = (await service.asBot(`GET /guilds/${guildId}/roles`)).body;
    const own = (roles as { id: string; managed: boolean }[]).find((role) => role.managed);
    const rule = { name: "words", event_type: 1, trigger_type: 1, actions: [{ type: 1 }] };
    const about = { trigger_metadata: { keyword_filter: ["x"] }, exempt_roles: [own?.id] };
    const made = await service.asUser(aliceToken, `POST ${rules}`, { ...rule, ...about });
    expect(made.at("exempt_roles")).toEqual([own?.id]);
    await service.asUser(aliceToken, `DELETE ${integrations}/${applicationId}`);
    const { body } = await service.asUser(aliceToken, `GET ${rules}`);
    expect(body).toMatchObject([{ exempt_roles: [] }]);
  });

  test("requires an installed application, and MANAGE_GUILD", async () => {
    const gone = await service.asUser(aliceToken, `DELETE ${integrations}/999999999999999999`);
    expect(outcome(gone)).toEqual([404, 10_005]);
    const foreign = await service.asUser(bobToken, `DELETE ${integrations}/${applicationId}`);
    expect(outcome(foreign)).toEqual([403, 50_013]);
  });
});

describe("leaving a guild", () => {
  const leave = `DELETE /users/@me/guilds/${guildId}`;
  const ofBot = `/guilds/${guildId}/members/${applicationId}`;
  const ban = `/guilds/${guildId}/bans/${applicationId}`;

  test("ends the installation of a bot", async () => {
    expect((await service.asBot(leave)).status).toBe(204);
    expect(outcome(await service.asBot(leave))).toEqual([404, 10_004]);
    expect((await service.asUser(aliceToken, `GET ${integrations}`)).body).toEqual([]);
  });

  test.each([
    ["leaves", demo.applicationId, () => service.asBot(leave)],
    ["is kicked", demo.aliceId, () => service.asUser(aliceToken, `DELETE ${ofBot}`)],
    ["is banned", demo.aliceId, () => service.asUser(aliceToken, `PUT ${ban}`, {})],
  ])("deletes a bot's webhooks when it %s, and no others", async (_how, by, goes) => {
    const make = `POST /channels/${demo.generalId}/webhooks`;
    const own = await service.asBot(make, { name: "own" });
    const ofAlice = await service.asUser(aliceToken, make, { name: "of alice" });
    expect((await goes()).status).toBe(204);
    const { body } = await service.asUser(aliceToken, `GET /guilds/${guildId}/webhooks`);
    expect(body).toMatchObject([{ id: ofAlice.id }]);
    expect(body).toHaveLength(1);
    const log = await service.asUser(
      aliceToken,
      `GET /guilds/${guildId}/audit-logs?action_type=52`,
    );
    expect(log.at("audit_log_entries")).toMatchObject([{ user_id: by, target_id: own.id }]);
  });

  test("is possible for everyone but the owner", async () => {
    expect((await service.asUser(bobToken, leave)).status).toBe(204);
    expect((await service.asBot(`GET /guilds/${guildId}/members/${demo.bobId}`)).status).toBe(404);
    expect(outcome(await service.asUser(aliceToken, leave))).toEqual([400, 50_055]);
  });
});
