import { describe, expect, test } from "vitest";
import { all, issuesOf, loaded } from "../../../testing/worlds/loaded-worlds.ts";
import { commandPermissions } from "../../../domains/commands/permissions/command-permissions.ts";

const guild = {
  id: "300000000000000001",
  name: "G",
  roles: [{ id: "700000000000000031", name: "mods" }],
  channels: [
    { id: "700000000000000032", name: "general" },
    { id: "700000000000000033", name: "thread", type: 11, parent_id: "general" },
  ],
  applications: [{ application: "A" }],
};
const application = {
  id: "700000000000000005",
  name: "A",
  commands: [
    { id: "700000000000000050", name: "ping", description: "x" },
    { id: "700000000000000051", name: "here", description: "x", guild_id: "G" },
    { id: "700000000000000052", name: "ping", type: 2 },
  ],
};

function withSets(...sets: readonly object[]) {
  return {
    users: [{ id: "100000000000000001", username: "alice" }],
    applications: [{ ...application, command_permissions: sets }],
    guilds: [guild, { id: "700000000000000034", name: "H" }],
  };
}

const set = (more: object = {}) => ({ id: "here", guild_id: "G", permissions: [], ...more });
const entry = (type: number, id: string, permission = true) => ({ type, id, permission });

test("entries reference their targets by id or name", () => {
  const permissions = [
    entry(1, "mods"),
    entry(1, "@everyone", false),
    entry(2, "alice"),
    entry(2, "199999999999999999", false),
    entry(3, "general"),
    entry(3, "300000000000000000", false),
  ];
  const world = loaded(
    withSets(
      set({ permissions }),
      set({ id: "700000000000000005", permissions: [entry(1, "700000000000000031")] }),
    ),
  );
  const ids = { application_id: "700000000000000005", guild_id: guild.id };
  expect(all(commandPermissions, world)).toEqual([
    { id: "700000000000000005", ...ids, permissions: [entry(1, "700000000000000031")] },
    {
      id: "700000000000000051",
      ...ids,
      permissions: [
        entry(1, "700000000000000031"),
        entry(1, guild.id, false),
        entry(2, "100000000000000001"),
        entry(2, "199999999999999999", false),
        entry(3, "700000000000000032"),
        entry(3, "300000000000000000", false),
      ],
    },
  ]);
});

test("the API's own response is accepted, and an empty list stores nothing", () => {
  const pasted = { ...set({ id: "700000000000000050" }), application_id: "700000000000000005" };
  expect(all(commandPermissions, loaded(withSets(pasted)))).toEqual([]);
});

describe("invalid permissions are refused at their place", () => {
  test.each([
    [set({ id: "nothing" }), 'id: no command "nothing"'],
    [set({ id: "ping" }), 'id: "ping" is the name of 2 commands; write the id'],
    [set({ guild_id: "Nowhere" }), 'guild_id: no guild "Nowhere"'],
    [
      set({ id: "700000000000000050", guild_id: "H" }),
      "guild_id: the application is not installed there with the scope applications.commands",
    ],
    [
      set({ application_id: "700000000000000006" }),
      "application_id: this is not the application's own id",
    ],
    [set({ permissions: [entry(1, "nobody")] }), 'permissions[0].id: no role "nobody"'],
    [set({ permissions: [entry(3, "thread")] }), 'permissions[0].id: no channel "thread"'],
    [set({ permissions: [entry(2, "nobody")] }), 'permissions[0].id: no user "nobody"'],
    [
      set({ permissions: [entry(1, "mods"), entry(1, "700000000000000031", false)] }),
      "permissions[1]: another entry is about the same",
    ],
    [
      set({ permissions: [entry(4, "mods")] }),
      "permissions[0].type: Value must be one of {1, 2, 3}.",
    ],
    [
      set({ permissions: [{ ...entry(1, "mods"), note: "x" }] }),
      "permissions[0].note: unknown key",
    ],
  ])("%j", (sets, line) => {
    const place = "applications[0].command_permissions[0]";
    expect(issuesOf(withSets(sets))).toContain(`${place}.${line}`);
  });

  test("when a command is listed twice", () => {
    expect(issuesOf(withSets(set(), set({ id: "700000000000000051" })))).toEqual([
      "applications[0].command_permissions[1]: the permissions of this command in this guild are listed already",
    ]);
  });
});
