// The world file of a guild that a bot read from another service, whose responses have fields and
// objects that world files do not support.
import { expect, test } from "vitest";
import type { GuildAnswers } from "../cli/commands/pull/guild-answers.ts";
import { pulledWorld } from "./pulled-world.ts";
import { issuesOf } from "../testing/worlds/loaded-worlds.ts";

type Fields = Readonly<Record<string, unknown>>;

const [appId, botId, ownerId, musicId] = [
  "410000000000000001",
  "410000000000000002",
  "420000000000000001",
  "420000000000000002",
];
const guildId = "430000000000000001";
const goneId = "420000000000000099";

const owner = { id: ownerId, username: "olga", discriminator: "0", banner_color: "#123456" };
const music = { id: musicId, username: "music", discriminator: "0001", bot: true };

function harbour(fields: object = {}): GuildAnswers["guild"] {
  return { id: guildId, name: "Harbour", owner_id: ownerId, roles: [], ...fields };
}

function answers(overrides: Partial<GuildAnswers> = {}): GuildAnswers {
  const bot = { id: appId, username: "helper", discriminator: "0", bot: true };
  return {
    application: { id: appId, name: "Helper", flags: 1 << 15, owner, verify_key: "0".repeat(64) },
    bot,
    owner,
    guild: harbour({ hub_type: null }),
    channels: [],
    emojis: [],
    stickers: [],
    members: [owner, bot].map((user) => ({ user, roles: [] })),
    commands: [],
    commandPermissions: [],
    autoModerationRules: [],
    ...overrides,
  };
}

async function pulled(overrides: Partial<GuildAnswers> = {}) {
  const { world, leftOut } = await pulledWorld(answers(overrides));
  expect(issuesOf(world)).toEqual([]);
  const file = world as {
    readonly users: readonly Fields[];
    readonly applications: readonly [Fields, ...Fields[]];
    readonly guilds: readonly [Readonly<Record<string, readonly Fields[] | undefined>>];
  };
  return { ...file, guild: file.guilds[0], leftOut };
}

test("fields that no world file has are left out, in a line for each kind", async () => {
  const channel = { name: "general", type: 0, icon_emoji: null, theme_color: 1 };
  const { leftOut, guild } = await pulled({
    channels: [
      { ...channel, id: "430000000000000011" },
      { ...channel, id: "430000000000000012" },
    ],
  });
  expect(guild["channels"]?.map(({ name }) => name)).toEqual(["general", "general"]);
  const kinds = leftOut.map((line) => line.replace(/: .*?(?= \(|$)/, ""));
  expect(kinds.toSorted()).toEqual([
    "guilds[].channels[].icon_emoji (2 times)",
    "guilds[].channels[].theme_color (2 times)",
    "guilds[].hub_type",
    "users[].banner_color",
  ]);
});

test("an overwrite of somebody who is gone is left out, and what stands beside it stays", async () => {
  const overwrite = (id: string) => ({ id, type: 1, allow: "1024", deny: "0" });
  const entry = (id: string) => ({ id, type: 2, permission: true });
  const { guild, applications, leftOut } = await pulled({
    channels: [
      {
        id: "430000000000000011",
        name: "general",
        type: 0,
        permission_overwrites: [goneId, ownerId, goneId.replace("9", "8")].map(overwrite),
      },
    ],
    commands: [
      {
        id: "440000000000000001",
        name: "ping",
        description: "Pings",
        version: "440000000000000002",
      },
    ],
    commandPermissions: [
      {
        id: "440000000000000001",
        application_id: appId,
        guild_id: guildId,
        permissions: [goneId, ownerId].map(entry),
      },
    ],
  });
  expect(guild["channels"]?.[0]).toMatchObject({ permission_overwrites: [{ id: "olga" }] });
  expect(applications[0]).toMatchObject({
    command_permissions: [{ permissions: [{ id: goneId }, { id: "olga" }] }],
  });
  expect(leftOut.filter((line) => line.includes("no user"))).toHaveLength(2);
});

test("a channel of a kind that no world has takes nothing else with it", async () => {
  const { guild } = await pulled({
    channels: [
      { id: "430000000000000011", name: "one", type: 0 },
      { id: "430000000000000012", name: "odd", type: 99 },
      { id: "430000000000000013", name: "two", type: 2 },
    ],
  });
  expect(guild["channels"]?.map(({ name }) => name)).toEqual(["one", "two"]);
});

test("other bots come with an application of their own, and with their roles", async () => {
  const role = {
    id: "430000000000000021",
    name: "music",
    permissions: "3145728",
    managed: true,
    tags: { bot_id: musicId },
  };
  const { users, applications, guild } = await pulled({
    guild: harbour({ roles: [role] }),
    members: [
      { user: owner, roles: [] },
      { user: music, roles: [role.id] },
    ],
  });
  expect(users.map(({ username }) => username)).toEqual(["olga"]);
  expect(applications.map(({ name }) => name)).toEqual(["Helper", "music"]);
  expect(guild["members"]).toContainEqual(
    expect.objectContaining({ user: "music", roles: ["music"] }),
  );
  expect(guild["applications"]).toContainEqual(
    expect.objectContaining({ application: "music", permissions: "3145728" }),
  );
});

test("privileged intents follow from the application's flags", async () => {
  const { applications } = await pulled();
  expect(applications[0]["bot"]).toMatchObject({ intents: ["GUILD_MEMBERS"] });
});

test("no interaction or event of a test goes to the application's own program", async () => {
  const { application } = answers();
  const { applications } = await pulled({
    application: {
      ...application,
      interactions_endpoint_url: "https://helper.example/interactions",
      event_webhooks_url: "https://helper.example/events",
      event_webhooks_status: 2,
      event_webhooks_types: ["APPLICATION_AUTHORIZED"],
    },
  });
  expect(JSON.stringify(applications)).not.toContain("helper.example");
});

test("an application of a team is the guild owner's", async () => {
  const { application } = answers();
  const team = { id: "450000000000000001", name: "Crew", owner_user_id: goneId, members: [] };
  const teamUser = { id: team.id, username: "team450000000000000001", discriminator: "0000" };
  const { applications, users } = await pulled({
    application: { ...application, owner: teamUser, team },
  });
  expect(applications[0]["owner"]).toBe("olga");
  expect(users).toHaveLength(1);
});

test("a bot from before ids of bots and applications were the same has its application's", async () => {
  const bot = { id: botId, username: "helper", discriminator: "0", bot: true };
  const { applications, guild } = await pulled({
    bot,
    members: [owner, bot].map((user) => ({ user, roles: [] })),
  });
  expect(applications).toHaveLength(1);
  expect(applications[0]["id"]).toBe(appId);
  expect(guild["members"]?.map(({ user }) => user)).toContain("helper");
});
