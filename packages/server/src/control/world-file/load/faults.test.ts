import { describe, expect, test } from "vitest";
import { issuesOf } from "../../../testing/worlds/loaded-worlds.ts";

describe("errors", () => {
  const base = {
    users: [
      { id: "700000000000000001", username: "a", token: "t" },
      { id: "700000000000000002", username: "b" },
    ],
    applications: [{ id: "700000000000000005", name: "A" }],
  };

  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    [
      "a user's id twice",
      { users: [{ id: "700000000000000001" }, { id: "700000000000000001" }] },
      ["users[1].id: another user has this id"],
    ],
    [
      "a username twice",
      { users: [{ username: "x" }, { username: "x" }] },
      ["users[1].username: another user has this name"],
    ],
    [
      "an object in place of a name or of bits, of which no text can be made",
      {
        users: [{ username: { toString: 1 } }],
        applications: [{ name: "X", flags: { toString: 1 } }],
      },
      [
        `users[0].username: Could not interpret "{'toString': 1}" as string.`,
        `applications[0].flags: no bit is named "{'toString': 1}"`,
      ],
    ],
    [
      "whole numbers that cannot be stored, in what is kept as it stands",
      {
        users: [{ username: "x" }],
        guilds: [{ incidents_data: { a: [2n ** 53n] }, roles: [{ tags: { b: -(2n ** 64n) } }] }],
      },
      [
        "guilds[0].incidents_data.a[0]: int53 value should be less than or equal to 9007199254740991.",
        "guilds[0].roles[0].tags.b: int53 value should be greater than or equal to -9007199254740991.",
      ],
    ],
    [
      "what is none in place of an embed, a component or a message that is answered",
      {
        users: [{ username: "x" }],
        private_channels: [{ id: "700000000000000009", recipients: ["x", "x"] }],
        messages: [
          {
            channel_id: "700000000000000009",
            author: "x",
            embeds: [null],
            components: [{ type: 1 }, 5],
            referenced_message: "y",
          },
          {
            channel_id: "700000000000000009",
            author: "x",
            embeds: [
              { fields: 5 },
              { title: null, author: { name: 1 }, fields: [{ value: [] }, 3] },
              { timestamp: "soon" },
              { timestamp: "2026-11-22T12:00:00Z" },
            ],
            components: [
              { type: 1, components: 5 },
              { type: 17, components: [{ type: 9, accessory: "a", components: [{ content: 4 }] }] },
              { type: 2, emoji: { id: "1", name: null } },
              { type: 5, default_values: "all" },
            ],
          },
        ],
      },
      [
        "messages[0].embeds[0]: Only dictionaries may be used in a DictType",
        "messages[0].components[1]: Only dictionaries may be used in a DictType",
        "messages[0].referenced_message: Only dictionaries may be used in a ModelType",
        "messages[1].embeds[0].fields: Only iterables may be used in a ListType",
        'messages[1].embeds[1].title: Could not interpret "None" as string.',
        'messages[1].embeds[1].author.name: Could not interpret "1" as string.',
        'messages[1].embeds[1].fields[0].value: Could not interpret "[]" as string.',
        "messages[1].embeds[1].fields[1]: Only dictionaries may be used in a DictType",
        "messages[1].embeds[2].timestamp: Could not parse soon. Should be ISO8601.",
        "messages[1].components[0].components: Only iterables may be used in a ListType",
        "messages[1].components[1].components[0].accessory: Only dictionaries may be used in a DictType",
        'messages[1].components[1].components[0].components[0].content: Could not interpret "4" as string.',
        "messages[1].components[3].default_values: Only iterables may be used in a ListType",
      ],
    ],
    [
      "a token twice",
      { users: [{ token: "x" }, { token: "x" }] },
      ["users[1].token: another user has this token"],
    ],
    [
      "an application's name twice",
      { applications: [{ name: "X" }, { name: "X" }] },
      ["applications[1].name: another application has this name"],
    ],
    [
      "a bot token twice",
      { applications: [{ bot: { token: "x" } }, { bot: { token: "x" } }] },
      ["applications[1].bot.token: another bot has this token"],
    ],
    [
      "a bot's token of another application",
      {
        applications: [
          { id: "200000000000000001", bot: { token: "MjAwMDAwMDAwMDAwMDAwMDAy.demo.x" } },
          { bot: { token: "any.other" } },
        ],
      },
      [
        "applications[0].bot.token: a bot's token begins with its id, in base64url, and not with 200000000000000002",
      ],
    ],
    [
      "ids that clients cannot read",
      {
        users: ["1", "1".repeat(15), "1".repeat(16), "1".repeat(17), "1".repeat(20)].map((id) => ({
          id,
        })),
      },
      [
        ...[0, 1, 2].map((i) => `users[${i}].id: Ids have 17 to 19 digits.`),
        "users[4].id: snowflake value should be less than or equal to 9223372036854775807.",
      ],
    ],
    [
      "a redirect that is not an address",
      { applications: [{ redirect_uris: ["not a url", "javascript:x", "app:/back"] }] },
      [0, 1].map(
        (i) => `applications[0].redirect_uris[${i}]: this is not a URL that a browser can open`,
      ),
    ],
    [
      "a redirect twice",
      { applications: [{ redirect_uris: ["app:/back", "app:/back"] }] },
      ['applications[0].redirect_uris[1]: Value "app:/back" is repeated.'],
    ],
    [
      "addresses of other kinds",
      {
        applications: [
          {
            interactions_endpoint_url: "ftp://x",
            event_webhooks: { url: "x" },
            custom_install_url: "x",
          },
        ],
      },
      ["custom_install_url", "interactions_endpoint_url", "event_webhooks.url"].map(
        (key) => `applications[0].${key}: Not a well formed URL.`,
      ),
    ],
    [
      "invalid scopes",
      {
        users: [{ username: "u" }],
        applications: [{ name: "A", approved_scopes: ["x"] }],
        user_installs: [{ user: "u", application: "A", scopes: ["nonsense"] }],
        access_tokens: [{ application: "A", scopes: ["y"] }],
      },
      [
        'applications[0].approved_scopes[0]: there is no scope "x"',
        'user_installs[0].scopes[0]: there is no scope "nonsense"',
        'access_tokens[0].scopes[0]: there is no scope "y"',
      ],
    ],
    [
      "no scopes at all",
      { applications: [{ name: "A" }], access_tokens: [{ application: "A", scopes: [] }] },
      ["access_tokens[0].scopes: Must be between 1 and 100 in length."],
    ],
    [
      "a bot that is installed for a user",
      {
        users: [{ username: "u" }],
        applications: [{ name: "A" }],
        user_installs: [{ user: "u", application: "A", scopes: ["bot"] }],
      },
      ["user_installs[0].scopes: a bot is installed in guilds, not for a user"],
    ],
    [
      "a category in a category",
      {
        guilds: [
          {
            channels: [
              { name: "outer", type: 4 },
              { type: 4, parent_id: "outer" },
            ],
          },
        ],
      },
      ["guilds[0].channels[1].parent_id: a category cannot be in another category"],
    ],
    [
      "a bot with a user's id",
      { users: [{ id: "700000000000000005" }], applications: [{ id: "700000000000000005" }] },
      ["applications[0].id: a user has this id, which the application's bot would have"],
    ],
    [
      "an owner who is not there",
      { ...base, applications: [{ owner: "zed" }] },
      ['applications[0].owner: no user "zed"'],
    ],
    [
      "a guild's id twice",
      { ...base, guilds: [{ id: "700000000000000003" }, { id: "700000000000000003" }] },
      ["guilds[1].id: another guild has this id"],
    ],
    [
      "a channel's id twice, in any guild",
      {
        ...base,
        guilds: [
          { channels: [{ id: "700000000000000004" }] },
          { channels: [{ id: "700000000000000004" }] },
        ],
      },
      ["guilds[1].channels[0].id: another channel has this id"],
    ],
    [
      "a role's id twice",
      {
        ...base,
        guilds: [{ roles: [{ id: "700000000000000004" }, { id: "700000000000000004" }] }],
      },
      ["guilds[0].roles[1].id: another role has this id"],
    ],
    [
      "the role of everyone twice",
      {
        ...base,
        guilds: [
          {
            id: "700000000000000003",
            roles: [{ id: "700000000000000003" }, { name: "@everyone" }],
          },
        ],
      },
      ["guilds[0].roles[1].id: another role has this id"],
    ],
    [
      "the role of everyone under another id",
      {
        ...base,
        guilds: [
          { id: "700000000000000003", roles: [{ id: "700000000000000004", name: "@everyone" }] },
        ],
      },
      ["guilds[0].roles[0].id: the role @everyone has the guild's id, 700000000000000003"],
    ],
    [
      "a member who is not there",
      { ...base, guilds: [{ members: [{ user: "a" }, { user: "carl" }] }] },
      ['guilds[0].members[1].user: no user "carl"'],
    ],
    [
      "a member twice",
      { ...base, guilds: [{ members: [{ user: "a" }, { user: "700000000000000001" }] }] },
      ["guilds[0].members[1].user: this user is a member already"],
    ],
    [
      "a bot that is not a member",
      { ...base, guilds: [{ members: [{ user: "A" }] }] },
      ["guilds[0].members[0].user: this bot is not installed here with the scope bot"],
    ],
    [
      "a role that is not there",
      { ...base, guilds: [{ members: [{ user: "a", roles: ["mods"] }] }] },
      ['guilds[0].members[0].roles[0]: no role "mods"'],
    ],
    [
      "a role of two by that name",
      {
        ...base,
        guilds: [{ roles: [{ name: "r" }, { name: "r" }], members: [{ user: "a", roles: ["r"] }] }],
      },
      ['guilds[0].members[0].roles[0]: "r" is the name of 2 roles; write the id'],
    ],
    [
      "a role twice",
      {
        ...base,
        guilds: [{ roles: [{ name: "r" }], members: [{ user: "a", roles: ["r", "r"] }] }],
      },
      ["guilds[0].members[0].roles[1]: the member has this role already"],
    ],
    [
      "the role of everyone, given",
      { ...base, guilds: [{ members: [{ user: "a", roles: ["@everyone"] }] }] },
      ["guilds[0].members[0].roles[0]: every member has this role without being given it"],
    ],
    [
      "a parent that is not a category",
      { ...base, guilds: [{ channels: [{ name: "x" }, { parent_id: "x" }] }] },
      ['guilds[0].channels[1].parent_id: no category "x"'],
    ],
    [
      "a thread in no channel",
      { ...base, guilds: [{ channels: [{ type: 11 }] }] },
      ["guilds[0].channels[0].parent_id: a thread needs a parent channel"],
    ],
    [
      "an overwrite of an unknown user",
      { ...base, guilds: [{ channels: [{ permission_overwrites: [{ id: "zed", type: 1 }] }] }] },
      ['guilds[0].channels[0].permission_overwrites[0].id: no user "zed"'],
    ],
    [
      "an overwrite twice",
      {
        ...base,
        guilds: [
          { channels: [{ permission_overwrites: [{ id: "@everyone" }, { id: "@everyone" }] }] },
        ],
      },
      [
        "guilds[0].channels[0].permission_overwrites[1].id: the channel has an overwrite for this one already",
      ],
    ],
    [
      "a channel that is not there",
      { ...base, guilds: [{ system_channel_id: "x" }] },
      ['guilds[0].system_channel_id: no channel "x"'],
    ],
    [
      "an application that is not there",
      { ...base, guilds: [{ applications: [{ application: "B" }] }] },
      ['guilds[0].applications[0].application: no application "B"'],
    ],
    [
      "an application twice",
      {
        ...base,
        guilds: [{ applications: [{ application: "A" }, { application: "700000000000000005" }] }],
      },
      ["guilds[0].applications[1].application: this application is installed here already"],
    ],
    [
      "a scope bot without a bot",
      {
        applications: [{ name: "A", bot: null }],
        guilds: [{ applications: [{ application: "A", scopes: ["bot"] }] }],
      },
      ["guilds[0].applications[0].scopes: the application has no bot"],
    ],
    [
      "a user's installation twice",
      {
        ...base,
        user_installs: [
          { user: "a", application: "A" },
          { user: "a", application: "A" },
        ],
      },
      ["user_installs[1].application: the user has installed this application already"],
    ],
    [
      "an access token twice",
      {
        ...base,
        access_tokens: [
          { token: "x", application: "A" },
          { token: "x", application: "A" },
        ],
      },
      ["access_tokens[1].token: another access token is the same"],
    ],
    [
      "an access token of an unknown user",
      { ...base, access_tokens: [{ token: "x", user: "zed", application: "B" }] },
      ['access_tokens[0].user: no user "zed"', 'access_tokens[0].application: no application "B"'],
    ],
    [
      "a lobby of an unknown user",
      { ...base, lobbies: [{ application: "B" }] },
      ['lobbies[0].application: no application "B"'],
    ],
    [
      "a lobby's member twice",
      { ...base, lobbies: [{ application: "A", members: [{ user: "a" }, { user: "a" }] }] },
      ["lobbies[0].members[1].user: this user is a member already"],
    ],
    [
      "a lobby's secret twice in an application",
      {
        ...base,
        applications: [...base.applications, { name: "B" }],
        lobbies: ["A", "B", "A"].map((application) => ({ application, secret: "x" })),
      },
      ["lobbies[2].secret: another lobby of the application has this secret"],
    ],
    [
      "a lobby's link to what is no text channel",
      {
        ...base,
        guilds: [{ owner: "a", channels: [{ id: "700000000000000021", type: 2 }] }],
        lobbies: ["700000000000000021", "700000000000000022"].map((linked_channel) => ({
          application: "A",
          linked_channel,
        })),
      },
      ["700000000000000021", "700000000000000022"].map(
        (id, i) => `lobbies[${i}].linked_channel: no text channel without age limit "${id}"`,
      ),
    ],
    [
      "two lobbies' link to one channel",
      {
        ...base,
        guilds: [{ owner: "a", channels: [{ id: "700000000000000021" }] }],
        lobbies: [1, 2].map(() => ({ application: "A", linked_channel: "700000000000000021" })),
      },
      ["lobbies[1].linked_channel: another lobby is linked to this channel"],
    ],
  ];

  test.each(cases)("%s", (...row) => {
    const [, world, lines] = row;
    expect(issuesOf(world)).toEqual(lines);
  });

  test("of form and of meaning are reported together", () => {
    const world = { users: [{ usrname: "a" }], applications: [{ owner: "zed", name: 5 }] };
    expect(issuesOf(world)).toEqual([
      "users[0].usrname: unknown key",
      'applications[0].name: Could not interpret "5" as string.',
      'applications[0].owner: no user "zed"',
    ]);
  });

  test("a reference to an entity with an invalid id is not a second error", () => {
    const world = { users: [{ id: "1x", username: "a" }], applications: [{ owner: "1x" }] };
    expect(issuesOf(world)).toEqual(['users[0].id: Value "1x" is not snowflake.']);
  });
});
