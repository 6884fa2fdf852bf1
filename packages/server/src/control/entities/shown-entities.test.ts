// An entity as the API shows it can be loaded again: each object from one world is posted to
// another, and derived fields must have the values that follow from the rest.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { demoWorld } from "../world-file/demo-world.ts";

const [guild] = demoWorld.guilds ?? [];
const [application] = demoWorld.applications ?? [];
const shop = {
  ...application,
  id: "200000000000000009",
  name: "Shop",
  flags: ["EMBEDDED"],
  rpc_origins: ["https://example.com"],
  terms_of_service_url: "https://example.com/terms",
  privacy_policy_url: "https://example.com/privacy",
  explicit_content_filter: 1,
  event_webhooks: { url: "https://example.com/events", types: ["APPLICATION_AUTHORIZED"] },
  install_params: { scopes: ["applications.commands"], permissions: "8" },
  bot: {
    token: "MjAwMDAwMDAwMDAwMDAwMDA5.demo.shop",
    avatar_decoration_data: { asset: "a", sku_id: null },
  },
};
const decorated = {
  avatar_decoration_data: { asset: "a_1", sku_id: "1" },
  collectibles: {
    nameplate: { sku_id: "1", asset: "n", label: "A plate", palette: "crimson" },
  },
  primary_guild: {
    identity_guild_id: demo.guildId,
    identity_enabled: true,
    tag: "HOME",
    badge: null,
  },
};
const { avatar_decoration_data, collectibles } = decorated;
const world = {
  ...demoWorld,
  users: [
    ...(demoWorld.users ?? []),
    { id: "100000000000000003", username: "carol", token: "user-token-carol", ...decorated },
  ],
  applications: [application, shop],
  guilds: [
    {
      ...guild,
      members: guild?.members?.map((member) =>
        member.user === "bob" ? { ...member, avatar_decoration_data, collectibles } : member,
      ),
      channels: [
        ...(guild?.channels ?? []),
        {
          id: "300000000000000029",
          name: "staff",
          permission_overwrites: [{ id: "mods", allow: "1024", deny: "2048" }],
        },
        { id: "300000000000000030", name: "talk", type: 11, parent_id: "staff" },
      ],
    },
  ],
};

let from: TestService;
let into: TestService;

beforeEach(async () => {
  from = await aService({ world });
  into = await aService({
    world: { ...demoWorld, applications: [], guilds: [], user_installs: [], access_tokens: [] },
  });
});

afterEach(async () => {
  await from.stop();
  await into.stop();
});

type Entity = Record<string, unknown>;

async function entityAt(route: string, auth: string): Promise<Entity> {
  const { status, body } = await from.call(`GET ${route}`, { auth });
  expect(status).toBe(200);
  return body as Entity;
}

const bot = `Bot ${demo.botToken}`;
const shopBot = `Bot ${shop.bot.token}`;

/** Posts an object as it was shown, and expects the API to show the same of the new one. */
async function posted(kind: string, object: Entity): Promise<Entity> {
  const answer = await into.control(`POST /${kind}`, object);
  expect([answer.status, answer.at("errors")]).toEqual([201, undefined]);
  return answer.body as Entity;
}

describe("an object as the API returns it is accepted", () => {
  test("a user", async () => {
    const user = await entityAt("/users/@me", "user-token-carol");
    expect(user).toMatchObject(decorated);
    const { token } = await posted("users", user);
    const again = await into.asUser(String(token), "GET /users/@me");
    expect(again.body).toEqual(user);
  });

  test("an application", async () => {
    const object = await entityAt("/applications/@me", shopBot);
    const { rpc_origins, terms_of_service_url, privacy_policy_url } = shop;
    const fields = { rpc_origins, terms_of_service_url, privacy_policy_url };
    expect(object).toMatchObject({ ...fields, explicit_content_filter: 1 });
    const entity = await from.control(`GET /applications/${shop.id}`);
    expect(entity.body).toMatchObject(fields);
    const { bot: made } = await posted("applications", object);
    const auth = `Bot ${(made as { token: string }).token}`;
    expect((await into.call("GET /applications/@me", { auth })).body).toEqual(object);
  });

  test("a guild, its roles, channels, threads and members", async () => {
    await posted("applications", await entityAt("/applications/@me", shopBot));
    const {
      approximate_guild_count: _guilds,
      approximate_user_install_count: _users,
      ...rest
    } = await entityAt("/applications/@me", bot);
    const { approximate_user_authorization_count: _authorized, ...concierge } = rest;
    await posted("applications", concierge);
    const object = await entityAt(`/guilds/${demo.guildId}`, bot);
    const { roles: _roles, ...bare } = object;
    await posted("guilds", bare);
    const roles = (await entityAt(`/guilds/${demo.guildId}/roles`, bot)) as unknown as Entity[];
    for (const role of roles.filter(({ id, managed }) => id !== demo.guildId && managed !== true)) {
      await posted("roles", { ...role, guild_id: demo.guildId });
    }
    for (const id of ["300000000000000029", "300000000000000030"]) {
      const channel = await entityAt(`/channels/${id}`, bot);
      await posted("channels", channel);
      expect((await into.control(`GET /channels/${id}`)).status).toBe(200);
    }
    const member = await entityAt(`/guilds/${demo.guildId}/members/${demo.bobId}`, bot);
    expect(member).toMatchObject({ avatar_decoration_data, collectibles });
    await posted("members", { ...member, guild_id: demo.guildId });
    const again = await into.asUser(demo.bobToken, `GET /users/@me/guilds/${demo.guildId}/member`);
    expect(again.body).toMatchObject({ avatar_decoration_data, collectibles });
    const listed = await into.asUser(demo.bobToken, `GET /guilds/${demo.guildId}/channels`);
    const before = await from.asUser(demo.bobToken, "GET /channels/300000000000000029");
    expect(listed.body).toEqual(expect.arrayContaining([before.body]));
  });

  test("a guild with its roles", async () => {
    const object = await entityAt(`/guilds/${demo.guildId}`, bot);
    const roles = (object["roles"] as Entity[]).filter(({ managed }) => managed !== true);
    await posted("guilds", { ...object, roles });
    const again = await into.asUser(demo.aliceToken, `GET /guilds/${demo.guildId}`);
    expect(again.body).toEqual({ ...object, roles });
  });
});

describe("a derived field", () => {
  test.each<[string, object, string]>([
    ["users", { username: "x", bot: true }, "bot"],
    ["applications", { verify_key: "0".repeat(64) }, "verify_key"],
    ["applications", { flags: ["EMBEDDED"], flags_new: "0" }, "flags"],
    ["applications", { team: "Nobody" }, "team"],
    ["applications", { type: 1 }, "type"],
    ["applications", { approximate_guild_count: 1 }, "approximate_guild_count"],
    ["applications", { eligible_oauth2_scopes: ["bot"] }, "eligible_oauth2_scopes"],
    [
      "applications",
      { event_webhooks: { url: "https://a.example" }, event_webhooks_url: "https://b.example" },
      "event_webhooks_url",
    ],
    ["applications", { id: "200000000000000008", bot: { id: "200000000000000007" } }, "bot.id"],
    ["guilds", { owner: "alice", owner_id: demo.bobId }, "owner_id"],
    ["roles", { guild: "Test Guild", permissions: "8", permissions_new: "9" }, "permissions_new"],
    ["roles", { guild: "Test Guild", guild_id: "Other" }, "guild_id"],
    ["roles", {}, "guild"],
    ["channels", { guild: "Test Guild", thread_metadata: metadata() }, "thread_metadata"],
    [
      "channels",
      { guild: "Test Guild", type: 11, parent_id: "general", member_count: 7 },
      "member_count",
    ],
    [
      "channels",
      {
        guild: "Test Guild",
        permission_overwrites: [{ id: "mods", allow: "1", allow_new: "2" }],
      },
      "permission_overwrites.0.allow_new",
    ],
  ])("that contradicts is refused: %s: %j", async (kind, body, path) => {
    await from.control("POST /guilds", { name: "Other" });
    const answer = await from.control(`POST /${kind}`, body);
    expect(answer.status).toBe(400);
    expect(answer.at("errors", ...path.split("."), "_errors", 0)).toBeDefined();
  });

  function metadata() {
    const moment = "2026-01-01T00:00:00.000000+00:00";
    const open = { archived: false, locked: false, auto_archive_duration: 60 };
    return { ...open, archive_timestamp: moment, create_timestamp: moment };
  }

  test("may be part of a change and takes effect", async () => {
    const one = `/applications/${shop.id}`;
    const object = await entityAt("/applications/@me", shopBot);
    const { id: _id, ...rest } = object;
    expect((await from.control(`PATCH ${one}`, rest)).status).toBe(200);
    expect(await entityAt("/applications/@me", shopBot)).toEqual(object);
    const wrong = await from.control(`PATCH ${one}`, { verify_key: "0".repeat(64) });
    expect(wrong.at("errors", "verify_key")).toBeDefined();
    const owner = await from.control(`PATCH /guilds/${demo.guildId}`, { owner_id: demo.bobId });
    expect(owner.body).toMatchObject({ owner: demo.bobId });
  });
});
