import fc from "fast-check";
import type { WorldFile } from "@antechamber/contract/control";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Dump, Store } from "../../platform/store.ts";
import { aMemoryStore } from "../../testing/memory-store.ts";
import { tables } from "../../tables.ts";
import { issuesOf, loaded, LOADED_AT } from "../../testing/worlds/loaded-worlds.ts";
import { worlds } from "./stored-world.ts";
import { demo, demoWorld } from "./demo-world.ts";
import { exportWorld } from "./export.ts";
import { parseWorldText } from "./read.ts";
import { jsonOf, yamlOf } from "./write.ts";

let store: Store;
beforeAll(async () => {
  store = await aMemoryStore();
});
afterAll(() => store.close());

/** The export of a freshly loaded world. */
async function exported(world: unknown): Promise<WorldFile> {
  const { dump, clock } = loaded(world);
  await store.load(dump);
  const now = clock.frozenAt ?? LOADED_AT + clock.offsetMs;
  const settings = { production: false, publicUrl: "", fileKey: new Uint8Array(32) };
  return store.read((tx) => exportWorld({ tx, now, settings }));
}

/** Every record except the remembered world file, which differs after an export. */
function records(dump: Dump): Readonly<Record<string, readonly object[]>> {
  const ownTables = Object.entries(dump.tables).filter(([name]) => name !== worlds.name);
  return Object.fromEntries(
    ownTables.map(([name, rows]) => {
      const key = tables.find((table) => table.name === name)?.key ?? JSON.stringify;
      return [name, rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))];
    }),
  );
}

/** Expects that loading the export gives the records that were exported. */
async function expectSame(world: unknown): Promise<void> {
  const file = await exported(world);
  expect(issuesOf(file)).toEqual([]);
  expect(records(loaded(file).dump)).toEqual(records(loaded(world).dump));
  await expectSameText(file);
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Expects that an export, loaded and exported again, gives the identical file, as JSON and as YAML. */
async function expectSameText(file: WorldFile): Promise<void> {
  const json = JSON.stringify(file);
  expect(JSON.stringify(await exported(JSON.parse(json)))).toBe(json);
  expect(textOf(await jsonOf(file))).toBe(json);
  const yaml = textOf(await yamlOf(file, "http://127.0.0.1/world.schema.json"));
  const { value } = await parseWorldText(yaml, "world.yaml");
  expect(value).toEqual(JSON.parse(json));
  const again = await yamlOf(await exported(value), "http://127.0.0.1/world.schema.json");
  expect(textOf(again)).toBe(yaml);
}

const rich = {
  clock: { now: "2026-01-02T03:04:05.678Z", frozen: true },
  limits: "off",
  users: [
    {
      id: "700000000000000001",
      username: "alice",
      global_name: "Alice",
      email: "a@example.com",
      connections: [{ type: "steam", name: "alice-plays" }],
    },
    {
      id: "700000000000000002",
      username: "bob",
      token: null,
      banned: true,
      locale: "de",
      premium_type: 2,
      accent_color: 255,
    },
  ],
  applications: [
    {
      id: "700000000000000005",
      name: "Concierge",
      owner: "bob",
      client_secret: null,
      public_client: true,
      flags: ["EMBEDDED", "8589934592"],
      integration_types: [1],
      redirect_uris: ["http://127.0.0.1/"],
      interactions_endpoint_url: "https://example.com/in",
      event_webhooks: { url: "https://example.com/events", types: ["APPLICATION_DEAUTHORIZED"] },
      requests_per_second: 1200,
      bot_public: false,
      tags: ["fun"],
      bot: { username: "Botty", intents: ["MESSAGE_CONTENT"], avatar: "abc", token: null },
      commands: [
        { name: "launch", type: 4, handler: 2 },
        {
          id: "700000000000000070",
          version: "700000000000000077",
          name: "say",
          description: "Says it",
          name_localizations: { de: "sag" },
          default_member_permissions: "8",
          nsfw: true,
          contexts: [0, 2],
          options: [
            {
              type: 1,
              name: "loud",
              description: "Loudly",
              options: [
                {
                  type: 3,
                  name: "text",
                  description: "What",
                  required: true,
                  choices: [{ name: "Hi", value: "hi" }],
                  max_length: 10,
                },
                { type: 10, name: "volume", description: "How loud", min_value: 0.5 },
              ],
            },
          ],
        },
        { name: "Report", type: 3, guild_id: "Hall" },
      ],
      command_permissions: [
        {
          id: "say",
          guild_id: "Hall",
          permissions: [
            { type: 2, id: "alice", permission: true },
            { type: 1, id: "@everyone", permission: false },
          ],
        },
        {
          id: "700000000000000005",
          guild_id: "Hall",
          permissions: [{ type: 3, id: "700000000000000002", permission: false }],
        },
      ],
    },
    { id: "700000000000000006", name: "Silent", bot: null },
  ],
  guilds: [
    {
      id: "700000000000000003",
      name: "Hall",
      owner: "alice",
      icon: "abc",
      features: ["COMMUNITY"],
      verification_level: 2,
      system_channel_id: "general",
      preferred_locale: "de",
      roles: [
        {
          id: "700000000000000031",
          name: "mods",
          permissions: ["BAN_MEMBERS"],
          color: 255,
          hoist: true,
        },
        {
          id: "700000000000000032",
          name: "vips",
          position: 7,
          colors: { primary_color: 1, secondary_color: 2 },
        },
        { name: "@everyone", permissions: "1024" },
      ],
      channels: [
        { id: "700000000000000021", name: "rooms", type: 4 },
        {
          id: "700000000000000022",
          name: "general",
          parent_id: "rooms",
          topic: "all",
          nsfw: true,
          permission_overwrites: [
            { id: "mods", allow: "8192" },
            { id: "bob", type: 1, deny: "2048" },
          ],
        },
        {
          id: "700000000000000026",
          name: "staff",
          type: 4,
          permission_overwrites: [{ id: "mods", allow: "1024" }],
        },
        { id: "700000000000000027", name: "inherits", parent_id: "staff" },
        { id: "700000000000000028", name: "apart", parent_id: "staff", permission_overwrites: [] },
        { id: "700000000000000023", name: "voice", type: 2, bitrate: 96_000, position: 9 },
        { id: "700000000000000025", name: "arena" },
        {
          id: "700000000000000024",
          name: "thread",
          type: 11,
          parent_id: "general",
          owner_id: "bob",
          last_pin_timestamp: "2026-01-01",
        },
      ],
      members: [
        { user: "alice", joined_at: "2020-02-02T02:02:02Z" },
        {
          user: "bob",
          roles: ["mods", "vips"],
          nick: "bobby",
          communication_disabled_until: "2027-01-01",
        },
        { user: "Botty", roles: ["vips"] },
      ],
      applications: [
        { application: "Concierge", permissions: "8", installed_by: "bob" },
        { application: "Silent" },
      ],
    },
    { id: "700000000000000004", name: "Empty" },
  ],
  user_installs: [{ user: "bob", application: "Silent" }],
  access_tokens: [
    { token: "t1", user: "alice", application: "Concierge", scopes: ["sdk.social_layer"] },
    {
      token: "t2",
      application: "Silent",
      scopes: ["applications.commands.update"],
      expires_at: "2026-01-03",
    },
  ],
  lobbies: [
    {
      id: "700000000000000090",
      application: "Concierge",
      metadata: { map: "hall" },
      idle_timeout_seconds: 60,
      flags: 1,
      members: [
        { user: "bob", metadata: { team: "red" }, flags: 1, additional_name: "Vex" },
        { user: "alice" },
      ],
    },
    { application: "Silent", override_event_webhooks_url: "https://example.com/l" },
    {
      application: "Concierge",
      secret: "sesame",
      linked_channel: "700000000000000025",
      linked_by: "bob",
      linked_at: "2026-01-02",
    },
    { application: "Silent", secret: "sesame", secret_expires_at: "2026-01-03" },
    { application: "Silent", secret_expires_at: "2025-01-01" },
  ],
};

describe("loading an export restores the world", () => {
  test("of the demo", () => expectSame({ ...demoWorld, clock: { frozen: true } }));

  // Proves requirement 8 "all endpoints: raised"
  test("of a world with everything in it", () => expectSame(rich));

  test("of an empty world", () => expectSame({}));

  test("of any world", async () => {
    await fc.assert(fc.asyncProperty(anyWorld(), expectSame), { numRuns: 60 });
  });

  /** Arbitrary worlds in which every reference resolves and anything optional may be missing. */
  function anyWorld(): fc.Arbitrary<unknown> {
    const some = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
      fc.record(model, { requiredKeys: [] });
    const upTo = (max: number) => ({ maxLength: max });
    const text = fc.string({ minLength: 1, maxLength: 20 });
    const user = fc.constantFrom("u0", "u1");
    const application = fc.constantFrom("a0", "a1");
    const permissions = fc.bigInt({ min: 0n, max: (1n << 53n) - 1n }).map(String);
    const scopes = fc.subarray(["applications.commands", "identify", "openid"], { minLength: 1 });
    const role = some({
      permissions,
      color: fc.nat(0xff_ff_ff),
      hoist: fc.boolean(),
      position: fc.nat(20),
      mentionable: fc.boolean(),
      name: text,
    });
    const channel = some({
      type: fc.constantFrom(0, 2, 4, 5, 13, 15),
      name: text,
      nsfw: fc.boolean(),
      position: fc.nat(20),
      rate_limit_per_user: fc.nat(100),
    });
    const guild = some({
      name: text,
      owner: user,
      nsfw_level: fc.nat(3),
      afk_timeout: fc.constantFrom(60, 300, 900),
      description: fc.option(text),
      roles: fc.array(
        role.filter((each) => each.name !== "@everyone"),
        upTo(3),
      ),
      channels: fc.array(channel, upTo(4)),
      members: fc.uniqueArray(fc.record({ user, nick: fc.option(text), deaf: fc.boolean() }), {
        selector: (each) => each.user,
      }),
      applications: fc.uniqueArray(fc.record({ application, permissions }), {
        selector: (each) => each.application,
      }),
    });
    const persona = {
      locale: fc.constantFrom("de", "fr"),
      global_name: fc.option(text),
      flags: fc.nat(),
    };
    return fc.record({
      clock: fc.constant({ now: "2026-01-02", frozen: true }),
      users: fc.tuple(
        some({ ...persona, email: fc.option(text), banned: fc.boolean() }).map((each) => ({
          ...each,
          username: "u0",
        })),
        some({ ...persona, token: fc.constant(null) }).map((each) => ({ ...each, username: "u1" })),
      ),
      applications: fc.tuple(
        some({
          owner: user,
          flags: fc.nat(),
          description: text,
          integration_types: fc.constantFrom([0], [1], [1, 0]),
        }).map((each) => ({ ...each, name: "a0" })),
        some({
          bot: some(persona),
          public_client: fc.boolean(),
          requests_per_second: fc.integer({ min: 1, max: 99 }),
        }).map((each) => ({ ...each, name: "a1" })),
      ),
      guilds: fc.array(guild, upTo(3)),
      user_installs: fc.uniqueArray(fc.record({ user, application, scopes }), {
        selector: (each) => each.user + each.application,
      }),
      lobbies: fc.array(
        fc.record({
          application,
          metadata: fc.option(fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true })),
          members: fc.uniqueArray(fc.record({ user }), { selector: (each) => each.user }),
        }),
        upTo(2),
      ),
    });
  }
});

test("secrets are exported hashed, and signing keys not at all", async () => {
  const text = JSON.stringify(await exported(demoWorld));
  for (const secret of [demo.aliceToken, demo.botToken, demo.clientSecret, demo.accessToken]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(/seed/i);
  expect(text.match(/sha256:[0-9a-f]{64}/g)).toHaveLength(5);
});

test("default values are omitted", async () => {
  const file = await exported({
    users: [{ id: "700000000000000001", username: "a" }],
    guilds: [
      { id: "700000000000000003", name: "G", channels: [{ id: "700000000000000004", name: "c" }] },
    ],
  });
  expect(file).toEqual({
    users: [
      {
        id: "700000000000000001",
        username: "a",
        token: expect.stringMatching(/^sha256:/) as string,
      },
    ],
    guilds: [
      {
        id: "700000000000000003",
        name: "G",
        owner: "a",
        channels: [{ id: "700000000000000004", name: "c" }],
        members: [{ user: "a", joined_at: "2026-11-21T00:00:00.000000+00:00" }],
      },
    ],
  });
});

describe("references are written as names", () => {
  const twoOf = {
    users: [
      { id: "700000000000000001", username: "alice" },
      { id: "700000000000000002", username: "700000000000000001" },
    ],
    applications: [
      {
        id: "700000000000000005",
        name: "Pilot",
        owner: "700000000000000002",
        bot: { username: "alice" },
      },
      { id: "700000000000000006", name: "Scout", owner: "700000000000000002", bot: null },
    ],
    guilds: [
      {
        id: "700000000000000003",
        name: "Hall",
        owner: "700000000000000002",
        system_channel_id: "700000000000000023",
        channels: [
          { id: "700000000000000021", name: "rooms", type: 4 },
          { id: "700000000000000022", name: "talk", parent_id: "700000000000000021" },
          { id: "700000000000000023", name: "talk" },
        ],
        members: [{ user: "700000000000000002" }],
        applications: [{ application: "700000000000000006" }],
      },
    ],
    messages: [{ channel_id: "700000000000000022", author: "700000000000000002", content: "hi" }],
  };

  test("when these are unique, else as ids", async () => {
    const file = await exported(twoOf);
    expect(issuesOf(file)).toEqual([]);
    expect(file).toMatchObject({
      // A name that equals another user's id, or is shared with a bot, would be ambiguous as a
      // reference.
      applications: [{ owner: "700000000000000002" }, { owner: "700000000000000002" }],
      guilds: [
        {
          system_channel_id: "700000000000000023",
          channels: [{}, { parent_id: "rooms" }, {}],
          applications: [{ application: "Scout" }],
        },
      ],
      messages: [{ channel_id: "700000000000000022" }],
    });
  });
});

test.each([
  ["no permissions", { permissions: [] }, []],
  ["unknown permissions", {}, ["Scout"]],
])(
  "a bot that was installed with %s has after an export the role that it had before",
  async (_what, given, names) => {
    const world = await exported({
      users: [{ username: "alice" }],
      applications: [{ name: "Scout", owner: "alice" }],
      guilds: [{ owner: "alice", applications: [{ application: "Scout", ...given }] }],
    });
    const again = await exported(world);
    expect(again).toEqual(world);
    const managed = world.guilds?.[0]?.roles?.filter(
      ({ managed: isManaged }) => isManaged === true,
    );
    expect((managed ?? []).map(({ name }) => name)).toEqual(names);
  },
);

test("a moved clock is exported with its instant", async () => {
  expect((await exported({})).clock).toBeUndefined();
  expect((await exported({ clock: { now: "2026-01-02" } })).clock).toEqual({
    now: "2026-01-02T00:00:00.000000+00:00",
    frozen: false,
  });
  expect((await exported({ clock: { frozen: true } })).clock).toEqual({
    now: "2026-11-21T00:00:00.000000+00:00",
    frozen: true,
  });
});

test("the limits profile is exported", async () => {
  expect((await exported({ limits: "unapproved" })).limits).toBe("unapproved");
});
