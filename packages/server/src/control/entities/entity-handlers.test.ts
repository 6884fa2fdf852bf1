import type { EndpointDeclaration } from "@antechamber/contract";
import {
  applicationEntity,
  channelEntity,
  guildEntity,
  installEntity,
  memberEntity,
  roleEntity,
  teamEntity,
  tokenEntity,
  userEntity,
} from "@antechamber/contract/control";
import { afterEach, describe, expect, test } from "vitest";
import { secretDigest } from "../../platform/crypto.ts";
import { anEntityWorld } from "../../testing/worlds/entity-world.ts";
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

const guild = { guild: demo.guildId };
const inGuild = { guild: demo.guildId };

describe("each kind of entity", () => {
  const kinds = [
    {
      name: "users",
      kind: userEntity,
      form: { username: "carol" },
      change: { global_name: "Carol" },
      at: (b: object) => ({ user: idOf(b) }),
    },
    {
      name: "applications",
      kind: applicationEntity,
      form: { name: "Porter" },
      change: { description: "Opens doors" },
      at: (b: object) => ({ application: idOf(b) }),
    },
    {
      name: "guilds",
      kind: guildEntity,
      form: { name: "Hall" },
      change: { description: "A hall" },
      at: (b: object) => ({ guild: idOf(b) }),
    },
    {
      name: "roles",
      kind: roleEntity,
      form: { ...inGuild, name: "staff" },
      change: { hoist: true },
      at: (b: object) => ({ role: idOf(b) }),
    },
    {
      name: "channels",
      kind: channelEntity,
      form: { ...inGuild, name: "lobby" },
      change: { topic: "Wait here" },
      at: (b: object) => ({ channel: idOf(b) }),
    },
    {
      name: "members",
      kind: memberEntity,
      form: { ...inGuild, user: "dora" },
      change: { nick: "d" },
      at: () => ({ ...guild, member: "100000000000000009" }),
    },
    {
      name: "installs",
      kind: installEntity,
      form: { user: "bob", application: "Concierge" },
      change: { scopes: ["applications.commands", "identify"] },
      at: () => ({ owner: demo.bobId, application: demo.applicationId }),
    },
    {
      name: "tokens",
      kind: tokenEntity,
      form: { token: "t1", user: "bob", application: "Concierge", scopes: ["identify"] },
      change: { scopes: ["guilds"] },
      at: () => ({ token: "t1" }),
    },
    {
      name: "teams",
      kind: teamEntity,
      form: { name: "Crew", owner: "alice", members: [{ user: "bob", role: "admin" }] },
      change: { name: "The crew" },
      at: (b: object) => ({ team: idOf(b) }),
    },
  ];

  const world = {
    ...demoWorld,
    users: [...(demoWorld.users ?? []), { id: "100000000000000009", username: "dora" }],
  };

  test.each(kinds)(
    "$name are created, read, changed and deleted",
    async ({ kind, form, change, at }) => {
      const { ask } = await aWorld(world);
      const added = await ask(kind.create, {}, form);
      expect(added.status).toBe(201);
      const params = at(added.body);
      const answer = await ask(kind.get, params);
      expect(Object.keys(answer.body).toSorted()).toEqual(Object.keys(added.body).toSorted());
      const changed = await ask(kind.edit, params, change);
      expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(change)]);
      expect((await ask(kind.get, params)).body).toEqual(changed.body);
      expect((await ask(kind.remove, params)).status).toBe(204);
      expect((await ask(kind.get, params)).status).toBe(404);
      expect((await ask(kind.edit, params, change)).status).toBe(404);
      expect((await ask(kind.remove, params)).status).toBe(404);
    },
  );

  test.each(kinds)("$name refuse unknown keys", async ({ kind, form, at }) => {
    const { ask } = await aWorld(world);
    const refused = await ask(kind.create, {}, { ...form, colour: 1 });
    expect([refused.status, refused.body["errors"]]).toMatchObject([
      400,
      { colour: { _errors: [{ code: "UNKNOWN_KEY" }] } },
    ]);
    const added = await ask(kind.create, {}, form);
    expect((await ask(kind.edit, at(added.body), { colour: 1 })).status).toBe(400);
  });
});

function idOf(body: object): string {
  return (body as { id: string }).id;
}

test("an application is found by its name and by its id", async () => {
  const { ask } = await aWorld();
  const named = await ask(applicationEntity.edit, { application: "Concierge" }, { icon: null });
  const same = await ask(applicationEntity.get, { application: demo.applicationId });
  expect([named.status, named.body["id"]]).toEqual([200, same.body["id"]]);
  expect((await ask(applicationEntity.get, { application: "Nobody" })).status).toBe(404);
});

test("a created thread is dispatched like one that a user starts, with its members", async () => {
  const { ask, news } = await aWorld();
  const thread = { ...inGuild, type: 11, name: "talk", parent_id: "general", owner_id: "bob" };
  const { body } = await ask(channelEntity.create, {}, thread);
  const at = { id: idOf(body), guild_id: demo.guildId };
  const joined = { id: at.id, user_id: demo.bobId };
  expect(await news()).toMatchObject([
    { name: "THREAD_CREATE", payload: { ...at, newly_created: true, member_count: 1 } },
    {
      name: "THREAD_MEMBERS_UPDATE",
      payload: { ...at, member_count: 1, added_members: [{ ...joined, member: {} }] },
    },
    { name: "THREAD_MEMBER_UPDATE", payload: { ...joined, guild_id: demo.guildId } },
  ]);
  await ask(channelEntity.edit, { channel: at.id }, { name: "later" });
  expect((await news()).map(({ name }) => name)).toEqual(["THREAD_UPDATE"]);
});

describe("secrets", () => {
  test("are returned once, given or generated, and stored hashed", async () => {
    const { ask } = await aWorld();
    const form = { id: "200000000000000009", name: "Porter", client_secret: "given" };
    const added = await ask(applicationEntity.create, {}, form);
    const token = "MjAwMDAwMDAwMDAwMDAwMDA5.demo.porter";
    expect(added.body).toMatchObject({ client_secret: "given", bot: { token } });
    const answer = await ask(applicationEntity.get, { application: form.id });
    const hashed = { client_secret: secretDigest("given"), bot: { token: secretDigest(token) } };
    expect(answer.body).toMatchObject(hashed);
    const edited = await ask(
      applicationEntity.edit,
      { application: form.id },
      {
        bot: { token: "other" },
      },
    );
    expect(edited.body).toMatchObject({
      ...hashed,
      bot: { token: "other" },
    });
    const user = await ask(userEntity.create, {}, { username: "eve" });
    expect(user.body["token"]).toBe("user-token-eve");
    const access = await ask(tokenEntity.create, {}, { user: "eve", application: "Porter" });
    expect(access.body["token"]).toBe("access-token-porter-eve");
    const byHash = { token: secretDigest("access-token-porter-eve") };
    expect((await ask(tokenEntity.get, byHash)).status).toBe(200);
  });

  test("that are generated avoid existing ones", async () => {
    const { ask } = await aWorld();
    const carol = async () => (await ask(userEntity.create, {}, { username: "carol" })).body;
    const first = await carol();
    await ask(userEntity.edit, { user: "carol" }, { username: "carol2" });
    const second = await carol();
    expect([first["token"], second["token"]]).toEqual([
      "user-token-carol",
      `user-token-${idOf(second)}`,
    ]);
    const form = { user: "carol", application: "Concierge" };
    const tokens: unknown[] = [];
    for (let i = 0; i < 3; i += 1) tokens.push((await ask(tokenEntity.create, {}, form)).body);
    expect(tokens).toMatchObject([
      { token: "access-token-concierge-carol" },
      { token: "access-token-concierge-carol.2" },
      { token: "access-token-concierge-carol.3" },
    ]);
    const tokenForm = { ...form, token: "access-token-concierge-carol.2" };
    expect((await ask(tokenEntity.create, {}, tokenForm)).status).toBe(400);
  });

  test("that are in use are refused", async () => {
    const { ask } = await aWorld();
    const refusals = [
      await ask(userEntity.create, {}, { token: demo.aliceToken }),
      await ask(applicationEntity.create, {}, { bot: { token: demo.botToken } }),
      await ask(tokenEntity.create, {}, { token: demo.accessToken, application: "Concierge" }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

describe("a form", () => {
  const faulty: readonly (readonly [
    what: string,
    endpoint: EndpointDeclaration,
    form: object,
    field: string,
  ])[] = [
    ["an id that is taken", userEntity.create, { id: demo.aliceId }, "id"],
    ["an id that clients cannot read", userEntity.create, { id: "1234567890123456" }, "id"],
    ["the id of an application's bot", userEntity.create, { id: demo.applicationId }, "id"],
    ["a name that is taken", userEntity.create, { username: "alice" }, "username"],
    [
      "a name that another application has",
      applicationEntity.create,
      { name: "Concierge" },
      "name",
    ],
    ["an owner whom there is not", guildEntity.create, { owner: "nobody" }, "owner"],
    [
      "a role's id in another guild",
      roleEntity.create,
      { ...inGuild, id: "300000000000000011" },
      "id",
    ],
    ["a guild that does not exist", roleEntity.create, { guild: "nowhere" }, "guild"],
    [
      "a parent that holds no channels",
      channelEntity.create,
      { ...inGuild, parent_id: "general" },
      "parent_id",
    ],
    ["a thread without a channel", channelEntity.create, { ...inGuild, type: 11 }, "parent_id"],
    ["a member who is there already", memberEntity.create, { ...inGuild, user: "bob" }, "user"],
    [
      "a role that does not exist",
      memberEntity.create,
      { ...inGuild, user: "bob", roles: ["x"] },
      "roles",
    ],
    [
      "a bot that is not installed",
      memberEntity.create,
      { guild: "Hall", user: "Concierge" },
      "user",
    ],
    ["an install for nobody", installEntity.create, { application: "Concierge" }, "guild"],
    [
      "an install for two",
      installEntity.create,
      { ...inGuild, user: "bob", application: "Concierge" },
      "guild",
    ],
    [
      "an install that is there",
      installEntity.create,
      { ...inGuild, application: "Concierge" },
      "application",
    ],
    [
      "a user's install with permissions",
      installEntity.create,
      { user: "bob", application: "Concierge", permissions: "8" },
      "permissions",
    ],
    [
      "a command of a guild without it",
      applicationEntity.create,
      { commands: [{ name: "x", description: "x", guild_id: demo.guildId }] },
      "commands",
    ],
  ];

  test.each(faulty)("with %s is refused without changes", async (...[, endpoint, form, field]) => {
    const world = await aWorld();
    await world.ask(guildEntity.create, {}, { name: "Hall" });
    const before = await world.store.dump();
    await world.news();
    const refused = await world.ask(endpoint, {}, form);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body["errors"] ?? {})).toContain(field);
    const after = await world.store.dump();
    expect({ ...after.tables, id_floor: [] }).toEqual({ ...before.tables, id_floor: [] });
    expect(await world.news()).toEqual([]);
  });

  test.each([
    { name: "a member", create: memberEntity.create, form: { user: "nobody" } },
    { name: "an install", create: installEntity.create, form: { application: "nothing" } },
    { name: "a token", create: tokenEntity.create, form: { user: "nobody", application: "none" } },
  ])("of $name has every unknown reference reported", async (each) => {
    const world = await aWorld();
    const where = each.create === tokenEntity.create ? { scopes: ["identify"] } : { guild: "none" };
    const refused = await world.ask(each.create, {}, { ...where, ...each.form });
    const named = Object.keys({ ...where, ...each.form }).filter((key) => key !== "scopes");
    expect(Object.keys(refused.body["errors"] ?? {}).toSorted()).toEqual(named.toSorted());
  });
});
