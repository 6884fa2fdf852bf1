// Ids, names and secrets that are taken already are refused at their paths, through the control
// plane as in a world file.
import type { EndpointDeclaration } from "@antechamber/contract";
import {
  applicationEntity,
  channelEntity,
  guildEntity,
  installEntity,
  memberEntity,
  roleEntity,
  tokenEntity,
  userEntity,
} from "@antechamber/contract/control";
import { placeName, type IssueTree } from "@antechamber/contract/schema";
import { afterEach, describe, expect, test } from "vitest";
import { anEntityWorld } from "../../testing/worlds/entity-world.ts";
import { issuesOf } from "../../testing/worlds/loaded-worlds.ts";
import { demo, demoWorld } from "../world-file/demo-world.ts";

const open: EntityWorld[] = [];
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close();
});

type EntityWorld = Awaited<ReturnType<typeof anEntityWorld>>;

async function aWorld(state?: unknown): Promise<EntityWorld> {
  const world = await anEntityWorld(state);
  open.push(world);
  return world;
}

/** The issues of a refusal as lines, in the form of a file's issues. */
function linesOf(tree: object, place: readonly (string | number)[] = []): string[] {
  return Object.entries(tree as IssueTree).flatMap(([key, branch]) => {
    if (Array.isArray(branch))
      return branch.map(({ message }) => `${placeName(place)}: ${message}`);
    return linesOf(branch, [...place, /^\d+$/.test(key) ? Number(key) : key]);
  });
}

const id = "700000000000000001";
const start = "2027-01-01T00:00:00Z";
const image = "data:image/png;base64,iVBORw0KGgo=";

/** Lists of a guild: for each, an entry with a value that must be unique, and another entry. */
const inGuilds: Readonly<Record<string, readonly [object, object]>> = {
  roles: [{ id, name: "a" }, { name: "b" }],
  channels: [{ id, name: "a" }, { name: "b" }],
  emojis: [{ id, name: "aa" }, { name: "bb" }],
  stickers: [
    { id, name: "aa" },
    { name: "bb", image },
  ],
  soundboard_sounds: [{ id, name: "aa" }, { name: "bb" }],
  webhooks: [
    { id, name: "a", channel: "general" },
    { name: "b", channel: "general" },
  ],
  invites: [{ code: "harbor", channel: "general" }, { channel: "general" }],
  scheduled_events: [
    { id, name: "a", location: "here", scheduled_start_time: start },
    { name: "b", location: "here", scheduled_start_time: start },
  ],
  join_requests: [{ id, user: "bob" }, { user: "alice" }],
  auto_moderation_rules: [
    {
      id,
      name: "a",
      trigger_type: 5,
      trigger_metadata: { mention_total_limit: 5 },
      actions: [{ type: 1 }],
    },
    { name: "b", trigger_type: 3, actions: [{ type: 1 }] },
  ],
};

const guildWith = (list: string, name: string, entries: readonly object[]) => ({
  name,
  owner: "alice",
  ...(list === "channels" ? {} : { channels: [{ name: "general" }] }),
  [list]: entries,
});

test.each(Object.entries(inGuilds))(
  "of a new guild's %s, the one with a taken id is reported, as in a file",
  async (list, [own, other]) => {
    const first = guildWith(list, "First", [own]);
    const second = guildWith(list, "Second", [other, own]);
    const guilds = [...(demoWorld.guilds ?? []), first];
    const inFile = issuesOf({ ...demoWorld, guilds: [...guilds, second] });
    const { ask } = await aWorld({ ...demoWorld, guilds });
    const refused = await ask(guildEntity.create, {}, second);
    expect([refused.status, inFile.length]).toEqual([400, 1]);
    expect(linesOf(refused.body["errors"] as object)).toEqual(
      inFile.map((line) => line.replace("guilds[2].", "")),
    );
    expect((await ask(guildEntity.create, {}, guildWith(list, "Third", [other]))).status).toBe(201);
  },
);

describe("in voice", () => {
  const guildOf = (name: string, ...userIds: readonly string[]) => ({
    name,
    owner: "alice",
    channels: [{ name: "voice", type: 2 }],
    members: [{ user: "bob" }],
    applications: [{ application: "Concierge", scopes: ["bot"] }],
    voice_states: userIds.map((user_id) => ({ user_id, channel_id: "voice" })),
  });
  const first = guildOf("First", "bob", demo.applicationId);

  test("a user is in one guild only, whether the other is in the file or in the running world", async () => {
    const guilds = [...(demoWorld.guilds ?? []), first];
    const second = guildOf("Second", "alice", "bob");
    const line = "voice_states[1].user_id: this user is in voice already";
    expect(issuesOf({ ...demoWorld, guilds: [...guilds, second] })).toEqual([`guilds[2].${line}`]);
    const { ask } = await aWorld({ ...demoWorld, guilds });
    const refused = await ask(guildEntity.create, {}, second);
    expect([refused.status, linesOf(refused.body["errors"] as object)]).toEqual([400, [line]]);
    expect((await ask(guildEntity.create, {}, guildOf("Third", "alice"))).status).toBe(201);
  });

  test("a bot may be in several guilds, once in each", async () => {
    const guilds = [...(demoWorld.guilds ?? []), first];
    const second = guildOf("Second", demo.applicationId);
    expect(issuesOf({ ...demoWorld, guilds: [...guilds, second] })).toEqual([]);
    const { ask } = await aWorld({ ...demoWorld, guilds });
    expect((await ask(guildEntity.create, {}, second)).status).toBe(201);
    const twice = guildOf("Third", demo.applicationId, demo.applicationId);
    expect(issuesOf({ ...demoWorld, guilds: [...guilds, twice] })).toEqual([
      "guilds[2].voice_states[1].user_id: this user is in voice already",
    ]);
  });
});

/** The lists of an application, in the same form. */
const inApplications: typeof inGuilds = {
  commands: [
    { id, name: "a", description: "a" },
    { name: "b", description: "b" },
  ],
  emojis: [
    { id, name: "aa", image },
    { name: "bb", image },
  ],
  skus: [{ id, name: "a" }, { name: "b" }],
};

test.each(Object.entries(inApplications))(
  "of a new application's %s, the one with a taken id is reported, as in a file",
  async (list, [own, other]) => {
    const applicationWith = (name: string, entries: readonly object[]) => ({
      name,
      owner: "alice",
      [list]: entries,
    });
    const applications = [...(demoWorld.applications ?? []), applicationWith("First", [own])];
    const second = applicationWith("Second", [other, own]);
    const inFile = issuesOf({ ...demoWorld, applications: [...applications, second] });
    const { ask } = await aWorld({ ...demoWorld, applications });
    const refused = await ask(applicationEntity.create, {}, second);
    expect([refused.status, inFile.length]).toEqual([400, 1]);
    expect(linesOf(refused.body["errors"] as object)).toEqual(
      inFile.map((line) => line.replace("applications[2].", "")),
    );
  },
);

const inGuild = { guild: demo.guildId };
const roleId = "300000000000000011";

const alone: readonly (readonly [string, EndpointDeclaration, object, readonly string[]])[] = [
  ["a user's id", userEntity.create, { id: demo.aliceId }, ["id: another user has this id"]],
  ["a username", userEntity.create, { username: "bob" }, ["username: another user has this name"]],
  [
    "a user's token",
    userEntity.create,
    { token: demo.bobToken },
    ["token: another user has this token"],
  ],
  [
    "an application's id",
    applicationEntity.create,
    { id: demo.applicationId },
    ["id: another application has this id"],
  ],
  [
    "an application's name",
    applicationEntity.create,
    { name: "Concierge" },
    ["name: another application has this name"],
  ],
  ["a guild's id", guildEntity.create, { id: demo.guildId }, ["id: another guild has this id"]],
  [
    "a guild's id, with what that has",
    guildEntity.create,
    {
      id: demo.guildId,
      owner: "alice",
      members: [{ user: "bob" }],
      applications: [{ application: "Concierge" }],
      roles: [{ name: "@everyone" }],
    },
    ["id: another guild has this id"],
  ],
  [
    "a role's id for a guild",
    guildEntity.create,
    { id: roleId },
    ["id: a role has this id, which the role @everyone would have"],
  ],
  ["a role's id", roleEntity.create, { ...inGuild, id: roleId }, ["id: another role has this id"]],
  [
    "the role of everyone",
    roleEntity.create,
    { ...inGuild, name: "@everyone", id: demo.guildId },
    ["id: another role has this id"],
  ],
  [
    "a channel's id",
    channelEntity.create,
    { ...inGuild, id: demo.generalId },
    ["id: another channel has this id"],
  ],
  [
    "a member",
    memberEntity.create,
    { ...inGuild, user: "bob" },
    ["user: this user is a member already"],
  ],
  [
    "an installation in a guild",
    installEntity.create,
    { ...inGuild, application: "Concierge" },
    ["application: this application is installed here already"],
  ],
  [
    "an installation of a user",
    installEntity.create,
    { user: "alice", application: "Concierge" },
    ["application: the user has installed this application already"],
  ],
  [
    "an access token",
    tokenEntity.create,
    { user: "bob", application: "Concierge", token: demo.accessToken },
    ["token: another access token is the same"],
  ],
  [
    "several of these",
    guildEntity.create,
    {
      id: demo.guildId,
      channels: [{ name: "a" }, { id: demo.generalId, name: "b" }],
      roles: [{ id: roleId, name: "c" }],
    },
    [
      "channels[1].id: another channel has this id",
      "id: another guild has this id",
      "roles[0].id: another role has this id",
    ],
  ],
];

test.each(alone)(
  "%s that exists already is refused at its place only",
  async (...[, endpoint, form, lines]) => {
    const { ask } = await aWorld();
    const refused = await ask(endpoint, {}, form);
    expect(refused.status).toBe(400);
    expect(linesOf(refused.body["errors"] as object).toSorted()).toEqual(lines);
  },
);

describe("a change", () => {
  test("may repeat ids of its own guild, but not those of another", async () => {
    const emoji = { id, name: "aa", image };
    const plain = { id: "700000000000000002", name: "bb" };
    const sticker = { id: "700000000000000003", name: "cc", image };
    const mine = { emojis: [emoji, plain], stickers: [sticker], vanity_url_code: "mine" };
    const guilds = [...(demoWorld.guilds ?? []), { name: "Mine", owner: "alice", ...mine }];
    const { ask } = await aWorld({ ...demoWorld, guilds });
    expect((await ask(guildEntity.edit, { guild: "Mine" }, { ...mine, name: "New" })).status).toBe(
      200,
    );
    const refused = await ask(guildEntity.edit, { guild: demo.guildId }, mine);
    expect(linesOf(refused.body["errors"] as object).toSorted()).toEqual([
      "emojis[0].id: another emoji has this id",
      "emojis[1].id: another emoji has this id",
      "stickers[0].id: another sticker has this id",
      "vanity_url_code: another guild has this vanity URL",
    ]);
  });
});
