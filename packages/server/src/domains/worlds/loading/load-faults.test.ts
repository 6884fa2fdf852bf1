import { describe, expect, test } from "vitest";
import { faultsOf } from "../../../testing/loaded-worlds.ts";

describe("faults", () => {
  const base = {
    users: [
      { id: "1", username: "a", token: "t" },
      { id: "2", username: "b" },
    ],
    applications: [{ id: "5", name: "A" }],
  };

  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    [
      "a user's id twice",
      { users: [{ id: "1" }, { id: "1" }] },
      ["users[1].id: another user has this id"],
    ],
    [
      "a username twice",
      { users: [{ username: "x" }, { username: "x" }] },
      ["users[1].username: another user has this name"],
    ],
    [
      "a token twice",
      { users: [{ token: "x" }, { token: "x" }] },
      ["users[1].token: another user has this token"],
    ],
    [
      "a token that another user gets",
      { users: [{ token: "user-token-x" }, { username: "x" }] },
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
      "a bot with a user's id",
      { users: [{ id: "5" }], applications: [{ id: "5" }] },
      ["applications[0].id: a user has this id, which the application's bot would have"],
    ],
    [
      "an owner who is not there",
      { ...base, applications: [{ owner: "zed" }] },
      ['applications[0].owner: no user "zed"'],
    ],
    [
      "a guild's id twice",
      { ...base, guilds: [{ id: "3" }, { id: "3" }] },
      ["guilds[1].id: another guild has this id"],
    ],
    [
      "a channel's id twice, in any guild",
      { ...base, guilds: [{ channels: [{ id: "4" }] }, { channels: [{ id: "4" }] }] },
      ["guilds[1].channels[0].id: another channel has this id"],
    ],
    [
      "a role's id twice",
      { ...base, guilds: [{ roles: [{ id: "4" }, { id: "4" }] }] },
      ["guilds[0].roles[1].id: another role has this id"],
    ],
    [
      "the role of everyone twice",
      { ...base, guilds: [{ id: "3", roles: [{ id: "3" }, { name: "@everyone" }] }] },
      ["guilds[0].roles[1].id: another role has this id"],
    ],
    [
      "the role of everyone under another id",
      { ...base, guilds: [{ id: "3", roles: [{ id: "4", name: "@everyone" }] }] },
      ["guilds[0].roles[0].id: the role @everyone has the guild's id, 3"],
    ],
    [
      "a member who is not there",
      { ...base, guilds: [{ members: [{ user: "a" }, { user: "carl" }] }] },
      ['guilds[0].members[1].user: no user "carl"'],
    ],
    [
      "a member twice",
      { ...base, guilds: [{ members: [{ user: "a" }, { user: "1" }] }] },
      ["guilds[0].members[1].user: this user is a member already"],
    ],
    [
      "a bot that is no member",
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
      "a parent that is no category",
      { ...base, guilds: [{ channels: [{ name: "x" }, { parent_id: "x" }] }] },
      ['guilds[0].channels[1].parent_id: no category "x"'],
    ],
    [
      "a thread in no channel",
      { ...base, guilds: [{ channels: [{ type: 11 }] }] },
      ["guilds[0].channels[0].parent_id: a thread stands in a channel"],
    ],
    [
      "an overwrite of nobody",
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
      { ...base, guilds: [{ applications: [{ application: "A" }, { application: "5" }] }] },
      ["guilds[0].applications[1]: this application is installed here already"],
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
      ["user_installs[1]: the user has installed this application already"],
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
      "an access token of nobody",
      { ...base, access_tokens: [{ token: "x", user: "zed", application: "B" }] },
      ['access_tokens[0].user: no user "zed"', 'access_tokens[0].application: no application "B"'],
    ],
    [
      "a lobby of nobody",
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
        guilds: [{ owner: "a", channels: [{ id: "21", type: 2 }] }],
        lobbies: ["21", "22"].map((linked_channel) => ({ application: "A", linked_channel })),
      },
      ["21", "22"].map(
        (id, i) => `lobbies[${i}].linked_channel: no text channel without age limit is "${id}"`,
      ),
    ],
    [
      "two lobbies' link to one channel",
      {
        ...base,
        guilds: [{ owner: "a", channels: [{ id: "21" }] }],
        lobbies: [1, 2].map(() => ({ application: "A", linked_channel: "21" })),
      },
      ["lobbies[1].linked_channel: another lobby is linked to this channel"],
    ],
  ];

  test.each(cases)("%s", (...row) => {
    const [, world, lines] = row;
    expect(faultsOf(world)).toEqual(lines);
  });

  test("of form and of meaning are reported together", () => {
    const world = { users: [{ usrname: "a" }], applications: [{ owner: "zed", name: 5 }] };
    expect(faultsOf(world)).toEqual([
      "users[0].usrname: unknown key",
      'applications[0].name: Could not interpret "5" as string.',
      'applications[0].owner: no user "zed"',
    ]);
  });

  test("a reference to something with a bad id is no second fault", () => {
    const world = { users: [{ id: "1x", username: "a" }], applications: [{ owner: "1x" }] };
    expect(faultsOf(world)).toEqual(['users[0].id: Value "1x" is not snowflake.']);
  });
});
