import { describe, expect, test } from "vitest";
import { issueLines } from "../../schema/validation-issue.ts";
import { readWorld } from "./world.ts";
import { WORLD_LIST_MAX } from "./kinds.ts";

function issues(world: unknown): string[] {
  return issueLines(readWorld(world).issues);
}

const example = {
  clock: { now: "2026-11-21T00:00:00Z", frozen: false },
  limits: "production",
  users: [
    { id: "100000000000000001", username: "alice", token: "user-token-alice", locale: "en-US" },
    {
      id: 100_000_000_000_000_002n,
      username: "bob",
      token: null,
      global_name: "Bob",
      email: "bob@example.com",
      verified: false,
      premium_type: 2,
      connections: [{ type: "github", id: "1", name: "alice-on-github" }],
      banned: true,
    },
  ],
  applications: [
    {
      id: "200000000000000001",
      name: "Concierge",
      owner: "alice",
      client_secret: "concierge-secret",
      public_client: false,
      flags: ["EMBEDDED"],
      integration_types: [0, 1],
      redirect_uris: ["http://127.0.0.1/callback"],
      interactions_endpoint_url: null,
      event_webhooks: { url: "http://127.0.0.1:9000/events", types: ["APPLICATION_DEAUTHORIZED"] },
      requests_per_second: 50,
      bot: { token: "a.b.c", username: "Concierge", intents: ["GUILD_MEMBERS"] },
      commands: [
        {
          name: "permissions",
          description: "Who may do what",
          options: [
            {
              type: 2,
              name: "user",
              description: "Users",
              options: [{ type: 1, name: "add", description: "Add" }],
            },
          ],
        },
        { name: "Report", type: 3, guild_id: "Test Guild" },
      ],
    },
  ],
  guilds: [
    {
      id: "300000000000000001",
      name: "Test Guild",
      owner: "alice",
      preferred_locale: "en-US",
      verification_level: 2,
      system_channel_id: "general",
      roles: [
        { id: "300000000000000011", name: "mods", permissions: "8192", color: 255, hoist: true },
      ],
      channels: [
        {
          id: "300000000000000021",
          name: "general",
          type: 0,
          topic: "all",
          permission_overwrites: [{ id: "mods", type: 0, allow: ["MANAGE_MESSAGES"], deny: 2048 }],
        },
      ],
      members: [{ user: "alice" }, { user: "bob", roles: ["mods"], nick: "bobby" }],
      applications: [
        { application: "Concierge", scopes: ["bot", "applications.commands"], permissions: "8" },
      ],
    },
  ],
  user_installs: [{ user: "alice", application: "Concierge", scopes: ["applications.commands"] }],
  access_tokens: [
    { token: "bearer-alice", user: "alice", application: "Concierge", scopes: ["openid"] },
  ],
  lobbies: [
    {
      application: "Concierge",
      metadata: { map: "hall" },
      members: [{ user: "bob", additional_name: "Vex" }],
    },
  ],
};

test("the documented example is a valid world file", () => {
  expect(issues(example)).toEqual([]);
});

test.each([[{}], [undefined]])("%j is read as an empty world", (value) => {
  expect(readWorld(value)).toEqual({ world: {}, issues: [] });
});

test.each([
  [{ users: {} }, "users"],
  [{ users: { a: 1 } }, "users"],
  [{ guilds: [{ roles: { a: { name: "b" } } }] }, "guilds[0].roles"],
  [{ applications: [{ commands: { a: {} } }] }, "applications[0].commands"],
  [
    { applications: [{ commands: [{ name: "a", description: "b", options: { c: 1 } }] }] },
    "applications[0].commands[0].options",
  ],
])("an object in place of a list is reported at its path: %j", (world, place) => {
  expect(issues(world)).toEqual([`${place}: Only iterables may be used in a ListType`]);
});

test.each([[5], ["users"], [[]], [null]])("%j is refused as a world file", (value) => {
  const message = "must be an object with the keys clock, users, applications, guilds and so on";
  expect(readWorld(value).issues).toEqual([{ path: [], code: "MODEL_TYPE_CONVERT", message }]);
});

describe("unknown keys are reported with their path", () => {
  /** Copies of the example, each with an unknown key in one of the objects that have declared keys. */
  function* spoiled(value: unknown, place = ""): Generator<string> {
    if (Array.isArray(value)) {
      for (const [i, each] of value.entries()) yield* spoiled(each, `${place}[${i}]`);
    } else if (typeof value === "object" && value !== null) {
      const fields = value as Record<string, unknown>;
      const names = Object.keys(fields);
      const isFree = /connections|metadata/.test(place);
      fields["tpye"] = 1;
      if (!isFree) yield place === "" ? "tpye" : `${place}.tpye`;
      delete fields["tpye"];
      for (const name of names)
        yield* spoiled(fields[name], place === "" ? name : `${place}.${name}`);
    }
  }

  test("in every object of the example", () => {
    let objects = 0;
    for (const place of spoiled(example)) {
      expect(issues(example)).toEqual([`${place}: unknown key`]);
      objects += 1;
    }
    expect(objects).toBeGreaterThan(20);
  });
});

test("all kinds of errors are reported together, each at its path", () => {
  const world = {
    limtis: "off",
    limits: "none",
    clock: { now: "2014-12-31T23:59:59Z" },
    users: [{ id: "x" }, 5, { locale: "xx" }],
    applications: [
      { flags: ["NOPE"], bot: { intents: "ALL" }, commands: [{ name: "UPPER", description: "x" }] },
    ],
    guilds: [{ channels: [{}, {}, { type: 99, tpye: 0 }], members: [{ nick: "x" }] }],
  };
  expect(issues(world)).toEqual([
    "limtis: unknown key",
    "guilds[0].channels[2].tpye: unknown key",
    "clock.now: The clock cannot be set before 2015-02-01.",
    "limits: Value must be one of {'production', 'unapproved', 'off'}.",
    'users[0].id: Value "x" is not snowflake.',
    "users[1]: Only dictionaries may be used in a ModelType",
    expect.stringMatching(/^users\[2\]\.locale: Value must be one of/),
    'applications[0].flags[0]: no bit is named "NOPE"',
    'applications[0].bot.intents: no bit is named "ALL"',
    "applications[0].commands[0].name: Command name is invalid",
    "guilds[0].channels[2].type: Value must be one of {0, 2, 4, 5, 10, 11, 12, 13, 14, 15, 16}.",
    "guilds[0].members[0].user: This field is required",
  ]);
});

test("invalid items are undefined, and the other items keep their index", () => {
  const { world } = readWorld({ users: [{ username: "a" }, 5, { username: "c", id: "x" }] });
  expect(world.users).toEqual([{ username: "a" }, undefined, { username: "c" }]);
});

test("lists have a maximum length", () => {
  const users = Array.from({ length: WORLD_LIST_MAX + 1 }, () => ({}));
  expect(issues({ users })).toEqual([`users: Must be ${WORLD_LIST_MAX} or fewer in length.`]);
});
