// Settings of guilds in world files and in a running world.
import { afterEach, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { demoWorld } from "./demo-world.ts";

const started: TestService[] = [];
afterEach(async () => {
  for (const service of started.splice(0)) await service.stop();
});

async function open(world: unknown): Promise<TestService> {
  const service = await aService({ world, frozen: true });
  started.push(service);
  return service;
}

const [demoGuild] = demoWorld.guilds ?? [];
const settings = {
  features: ["COMMUNITY", "GUILD_ONBOARDING", "WELCOME_SCREEN_ENABLED"],
  vanity_url_code: "harbor",
  vanity_url_uses: 7,
  welcome_screen: {
    description: "Ahoy",
    welcome_channels: [{ channel_id: "general", description: "Talk", emoji_name: "👋" }],
  },
  onboarding: {
    mode: 1,
    default_channel_ids: ["general"],
    prompts: [
      {
        id: "300000000000000081",
        title: "Team?",
        required: true,
        in_onboarding: true,
        options: [{ id: "300000000000000082", title: "Mods", role_ids: ["mods"] }],
      },
    ],
  },
  new_member_welcome: {
    welcome_message: { author_ids: [demo.aliceId], message: "Welcome" },
    new_member_actions: [{ channel_id: "general", title: "Talk", action_type: 1 }],
    resource_channels: [{ channel_id: "voice", title: "Listen", emoji: { name: "👂" } }],
  },
  members: [
    { user: "alice" },
    { user: "bob", roles: ["mods"], onboarding_responses: ["300000000000000082"] },
  ],
};
const world = { ...demoWorld, guilds: [{ ...demoGuild, ...settings }] };
const guild = `/guilds/${demo.guildId}`;

async function answers(service: TestService) {
  const paths = ["welcome-screen", "onboarding", "new-member-welcome", "vanity-url", "templates"];
  const all = await Promise.all(paths.map((path) => service.asBot(`GET ${guild}/${path}`)));
  return all.map(({ body }) => body);
}

test("a world file's guild settings are those that the API returns", async () => {
  const service = await open(world);
  const [screen, onboarding, welcome, vanity] = await answers(service);
  expect(screen).toMatchObject({
    description: "Ahoy",
    welcome_channels: [{ channel_id: demo.generalId, emoji_id: null, emoji_name: "👋" }],
  });
  expect(onboarding).toMatchObject({
    enabled: true,
    mode: 1,
    default_channel_ids: [demo.generalId],
    prompts: [
      { id: "300000000000000081", type: 0, options: [{ role_ids: ["300000000000000011"] }] },
    ],
  });
  expect(welcome).toMatchObject({
    enabled: true,
    welcome_message: { author_ids: [demo.aliceId] },
    new_member_actions: [{ channel_id: demo.generalId, action_type: 1 }],
    resource_channels: [{ channel_id: demo.voiceId, emoji: { id: null, name: "👂" } }],
  });
  expect(vanity).toEqual({ code: "harbor", uses: 7 });
});

test("an export loads the same settings", async () => {
  const service = await open(world);
  await service.asBot(`POST ${guild}/templates`, { name: "Harbors" });
  const exported = (await service.control("GET /world")).body;
  const other = await open(exported);
  expect(await answers(other)).toEqual(await answers(service));
  expect((await other.control("GET /world")).body).toEqual(exported);
  await other.control("POST /users/bob/onboarding", { guild: demo.guildId, options: ["Mods"] });
  const bob = await other.asBot(`GET ${guild}/members/${demo.bobId}`);
  expect(bob.at("roles")).toEqual(["300000000000000011"]);
});

test("errors are reported at their places", async () => {
  const service = await open(demoWorld);
  const faulty = {
    ...settings,
    welcome_screen: { welcome_channels: [{ channel_id: "nowhere", description: "x" }] },
    onboarding: {
      default_channel_ids: ["here"],
      prompts: [{ title: "A", options: [{ title: "B", role_ids: ["none"] }] }],
    },
  };
  const answer = await service.control("PUT /world", {
    ...demoWorld,
    guilds: [
      { ...demoGuild, ...faulty },
      { name: "Other", owner: "alice", vanity_url_code: "harbor" },
    ],
  });
  const text = JSON.stringify(answer.body);
  expect(answer.status).toBe(400);
  for (const message of [
    'no channel \\"nowhere\\"',
    'no channel \\"here\\"',
    'no role \\"none\\"',
    "another guild has this vanity URL",
  ]) {
    expect(text).toContain(message);
  }
});

test("a guild's settings can be changed while the world runs, and are deleted with it", async () => {
  const service = await open(demoWorld);
  const { members: _members, ...own } = settings;
  const edited = await service.control(`PATCH ${guild}`, own);
  expect([edited.status, edited.at("welcome_screen", "description")]).toEqual([200, "Ahoy"]);
  expect((await answers(service))[3]).toEqual({ code: "harbor", uses: 7 });
  await service.control(`PATCH ${guild}`, { description: "Ships" });
  expect((await answers(service))[3]).toEqual({ code: "harbor", uses: 7 });
  await service.control(`PATCH ${guild}`, { vanity_url_code: "port" });
  expect((await answers(service))[3]).toEqual({ code: "port", uses: 0 });
  expect((await service.call("GET /invites/port")).status).toBe(200);
  expect((await service.call("GET /invites/harbor")).status).toBe(404);
  await service.control(`DELETE ${guild}`);
  const { tables } = await service.store.dump();
  const records = ["welcome_screen", "onboarding", "new_member_welcome", "vanity_url"].flatMap(
    (table) => tables[table] ?? [],
  );
  expect(records).toEqual([]);
});

test("two guilds cannot share a vanity URL", async () => {
  const service = await open(world);
  await service.control("POST /guilds", { name: "Port", owner: "alice" });
  const answer = await service.control("PATCH /guilds/Port", { vanity_url_code: "harbor" });
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    400,
    expect.stringContaining("ENTITY_TAKEN"),
  ]);
});

test.each(["", "\u0000x", "har bor", "x".repeat(101)])(
  "a vanity URL cannot be %j",
  async (code) => {
    const service = await open(demoWorld);
    const edited = await service.control(`PATCH ${guild}`, { vanity_url_code: code });
    expect([edited.status, edited.at("errors", "vanity_url_code")]).toEqual([
      400,
      { _errors: [expect.anything()] },
    ]);
    const [own] = demoWorld.guilds ?? [];
    const guilds = [{ ...own, vanity_url_code: code }];
    const put = await service.control("PUT /world", { ...demoWorld, guilds });
    expect([put.status, put.at("errors", "guilds", "0")]).toEqual([
      400,
      { vanity_url_code: { _errors: [expect.anything()] } },
    ]);
  },
);
