import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { permissionSet } from "@antechamber/contract";
import { signIn, type GatewayClient } from "../../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { demoWorld } from "../../../control/world-file/demo-world.ts";
import { ApiError } from "../../../platform/api-error.ts";
import { guildInstalls, userInstalls } from "../../applications/installs.ts";
import { applicationOf } from "../../applications/operations.ts";
import { userOf } from "../../users/operations.ts";
import { install } from "./install.ts";

const helperId = "200000000000000002";
const helperToken = "MjAwMDAwMDAwMDAwMDAwMDAy.demo.helper";
const carolId = "100000000000000003";

/** The demo world with another application, and a manager without the permission to ban. */
const world = {
  ...demoWorld,
  users: [
    ...(demoWorld.users ?? []),
    { id: carolId, username: "carol", token: "user-token-carol" },
  ],
  applications: [
    ...(demoWorld.applications ?? []),
    { id: helperId, name: "Helper", owner: "bob", bot: { token: helperToken } },
  ],
  guilds: [
    {
      ...demoWorld.guilds?.[0],
      roles: [
        { id: "300000000000000011", name: "mods", permissions: "8192" },
        { id: "300000000000000012", name: "managers", permissions: ["MANAGE_GUILD", "SPEAK"] },
      ],
      members: [
        { user: "alice" },
        { user: "bob", roles: ["mods"] },
        { user: "carol", roles: ["managers"] },
      ],
    },
  ],
};

let service: TestService;
beforeEach(async () => {
  service = await aService({ world });
});
afterEach(() => service.stop());

interface Wish {
  readonly by?: string;
  readonly scopes?: readonly string[];
  readonly permissions?: bigint;
  readonly guild_id?: string | undefined;
  readonly application?: string;
}

/** Installs the application as a person; returns the error code of a refusal, or undefined. */
async function wished({ by = demo.aliceId, application = helperId, ...wish }: Wish = {}) {
  try {
    await service.work.transaction(async (ctx) =>
      install(ctx, {
        application: await applicationOf(ctx, application),
        person: await userOf(ctx, by),
        scopes: ["bot"],
        permissions: 0n,
        guild_id: demo.guildId,
        ...wish,
      }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.declaration.status, error.declaration.code];
  }
}

async function listening(token: string, intents: number): Promise<GatewayClient> {
  const gateway = `${service.url.replace("http", "ws")}/gateway/`;
  return (await signIn(gateway, { token, intents })).client;
}

async function memberAndRole() {
  const guild = `/guilds/${demo.guildId}`;
  const member = await service.asBot(`GET ${guild}/members/${helperId}`);
  const roles = (await service.asBot(`GET ${guild}/roles`)).body as {
    name: string;
    permissions: string;
    managed: boolean;
    position: number;
    tags?: { bot_id?: string };
    id: string;
  }[];
  return { member, role: roles.find((role) => role.tags?.bot_id === helperId) };
}

describe("installing in a guild", () => {
  test("adds the bot with its role, and sends each session its events", async () => {
    const [bot, other] = [await listening(helperToken, 1), await listening(demo.botToken, 19)];
    expect(await wished({ permissions: 8n })).toBeUndefined();
    const { d } = await bot.nextEvent("GUILD_CREATE");
    expect(d).toMatchObject({ id: demo.guildId, members: [{ user: { id: helperId } }] });
    const names: (string | null)[] = [];
    while (!names.includes("GUILD_INTEGRATIONS_UPDATE")) names.push((await other.next()).t);
    expect(names.filter((name) => name !== "GUILD_CREATE")).toEqual([
      "GUILD_ROLE_CREATE",
      "GUILD_ROLE_UPDATE",
      "GUILD_ROLE_UPDATE",
      "GUILD_ROLE_UPDATE",
      "GUILD_MEMBER_ADD",
      "INTEGRATION_CREATE",
      "GUILD_INTEGRATIONS_UPDATE",
    ]);
    const { member, role } = await memberAndRole();
    expect(role).toMatchObject({ name: "Helper", permissions: "8", managed: true, position: 1 });
    expect(member.at("roles")).toEqual([role?.id]);
    await Promise.all([bot.leave(1000), other.leave(1000)]);
  });

  test("adds scopes to an existing installation, and replaces the bot's permissions", async () => {
    await wished({ scopes: ["applications.commands"] });
    expect((await memberAndRole()).member.status).toBe(404);
    await wished({ scopes: ["bot"], permissions: 8n });
    await wished({ scopes: ["bot"], permissions: 16n });
    expect((await memberAndRole()).role).toMatchObject({ permissions: "16" });
    await wished({ scopes: ["applications.commands"] });
    expect((await memberAndRole()).role).toMatchObject({ permissions: "16" });
    const [, installed] = await service.store.read((tx) => tx.find(guildInstalls));
    expect(installed).toMatchObject({
      scopes: ["applications.commands", "bot"],
      permissions: "16",
    });
  });

  test("places the bot's role below all others, so that nobody acts through it on higher ones", async () => {
    await wished({ permissions: permissionSet("MANAGE_ROLES") });
    const route = `/guilds/${demo.guildId}/members/${carolId}/roles/300000000000000011`;
    const given = await service.asUser(`Bot ${helperToken}`, `PUT ${route}`);
    expect([given.status, given.at("code")]).toEqual([403, 50013]);
  });

  test("gives the bot a role only once permissions are requested", async () => {
    await wished({ scopes: ["bot"], permissions: 0n });
    const { member, role } = await memberAndRole();
    expect([member.at("roles"), role]).toEqual([[], undefined]);
    await wished({ scopes: ["bot"], permissions: 8n });
    const later = await memberAndRole();
    expect(later.role).toMatchObject({ permissions: "8" });
    expect(later.member.at("roles")).toEqual([later.role?.id]);
    await wished({ scopes: ["bot"], permissions: 0n });
    expect((await memberAndRole()).role).toMatchObject({ permissions: "0" });
  });

  test("is logged once for the application and once for its bot", async () => {
    await wished({ scopes: ["applications.commands"] });
    await wished({ scopes: ["bot"], permissions: 8n });
    await wished({ scopes: ["bot"], permissions: 16n });
    const log = await service.asUser(demo.aliceToken, `GET /guilds/${demo.guildId}/audit-logs`);
    const about = { user_id: demo.aliceId, target_id: helperId };
    expect(log.at("audit_log_entries")).toMatchObject([
      { ...about, action_type: 28 },
      { ...about, action_type: 80, changes: [{ key: "name", new_value: "Helper" }, {}] },
    ]);
    expect(log.at("integrations")).toMatchObject([{ id: helperId, name: "Helper" }]);
  });

  test("grants at most the permissions of the user", async () => {
    const wanted = permissionSet("MANAGE_GUILD", "BAN_MEMBERS", "SPEAK", "ADMINISTRATOR");
    await wished({ by: carolId, permissions: wanted });
    const granted = permissionSet("MANAGE_GUILD", "SPEAK").toString();
    expect((await memberAndRole()).role?.permissions).toBe(granted);
  });

  test("is refused for a guild that is unknown, or that the user cannot manage", async () => {
    expect(await wished({ guild_id: "999999999999999999" })).toEqual([404, 10_004]);
    await service.control("POST /users", { id: "100000000000000009", username: "stranger" });
    expect(await wished({ by: "100000000000000009" })).toEqual([403, 50_001]);
    expect(await wished({ by: demo.bobId })).toEqual([403, 50_013]);
    expect((await memberAndRole()).role).toBeUndefined();
  });

  test("is refused without a second factor if the guild requires one", async () => {
    await service.control(`PATCH /guilds/${demo.guildId}`, { mfa_level: 1 });
    expect(await wished({ permissions: 8n })).toEqual([401, 60_003]);
    expect(await wished({ permissions: 2048n })).toBeUndefined();
    await service.control("PATCH /users/alice", { mfa_enabled: true });
    expect(await wished({ permissions: 8n })).toBeUndefined();
  });

  test("is refused for an application without a bot, or with a private bot of another user", async () => {
    const application = `/applications/${helperId}`;
    await service.control(`PATCH ${application}`, { bot_public: false });
    expect(await wished()).toEqual([403, 20_018]);
    expect(await wished({ scopes: ["applications.commands"] })).toBeUndefined();
    await service.control(`PATCH ${application}`, { bot: null });
    expect(await wished({ by: carolId })).toEqual([400, 50_010]);
  });

  test("is refused for a banned bot until the ban is lifted", async () => {
    const ban = `/guilds/${demo.guildId}/bans/${helperId}`;
    expect((await service.asUser(demo.aliceToken, `PUT ${ban}`, {})).status).toBe(204);
    expect(await wished()).toEqual([403, 40_007]);
    expect(await wished({ scopes: ["applications.commands"] })).toBeUndefined();
    await service.asUser(demo.aliceToken, `DELETE ${ban}`);
    expect(await wished()).toBeUndefined();
    expect((await memberAndRole()).member.status).toBe(200);
  });
});

test("only accepted members of a team can install its private bot", async () => {
  const member = (membership_state: number) => ({ user: "carol", membership_state });
  const team = { name: "Crew", owner: "bob", members: [member(1)] };
  const { id } = await service.control("POST /teams", team);
  const change = { bot_public: false, team: "Crew" };
  expect((await service.control("PATCH /applications/Helper", change)).status).toBe(200);
  expect(await wished({ by: carolId })).toEqual([403, 20_018]);
  await service.control(`PATCH /teams/${id}`, { members: [member(2)] });
  expect(await wished({ by: carolId })).toBeUndefined();
});

describe("installing for a user", () => {
  const own = (wish: Wish = {}) => wished({ guild_id: undefined, ...wish });

  // Proves requirement 5 "4: no bot user"
  test("adds the commands but no bot", async () => {
    expect(await own({ by: demo.bobId, scopes: ["bot", "identify"] })).toBeUndefined();
    const all = await service.store.read((tx) => tx.find(userInstalls));
    expect(all).toContainEqual({
      user_id: demo.bobId,
      application_id: helperId,
      scopes: ["applications.commands"],
    });
  });

  test("is refused if the application does not support it, as for a guild", async () => {
    const application = `/applications/${helperId}`;
    await service.control(`PATCH ${application}`, { integration_types: [0] });
    expect(await own()).toEqual([400, 50_035]);
    await service.control(`PATCH ${application}`, { integration_types: [1] });
    expect(await wished()).toEqual([400, 50_035]);
  });
});
