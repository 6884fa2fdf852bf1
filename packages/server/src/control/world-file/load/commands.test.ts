import { describe, expect, test } from "vitest";
import { all, only, loaded, issuesOf, LOADED_AT } from "../../../testing/worlds/loaded-worlds.ts";
import { commands } from "../../../domains/commands/command.ts";
import { lobbies, lobbyMembers } from "../../../domains/lobbies/lobby.ts";

describe("commands and lobbies", () => {
  const file = {
    users: [{ id: "700000000000000001", username: "a" }],
    applications: [
      { id: "700000000000000005", name: "A", integration_types: [0], commands: [] as object[] },
    ],
    guilds: [{ id: "700000000000000003", name: "G", applications: [{ application: "A" }] }],
  };
  const withCommands = (...commandsOfA: readonly object[]) => ({
    ...file,
    applications: [{ ...file.applications[0], commands: commandsOfA }],
  });

  test("commands are stored as a request would store them", () => {
    const world = loaded(
      withCommands(
        {
          id: "700000000000000070",
          name: "ping",
          description: "Pings",
          options: [{ type: 3, name: "text", description: "Text", required: false }],
        },
        { name: "Report", type: 3, guild_id: "G" },
      ),
    );
    const [global, ofGuild] = all(commands, world);
    expect(global).toEqual({
      id: "700000000000000070",
      application_id: "700000000000000005",
      version: "700000000000000071",
      type: 1,
      name: "ping",
      name_localizations: null,
      description: "Pings",
      description_localizations: null,
      default_member_permissions: null,
      nsfw: false,
      options: [
        {
          type: 3,
          name: "text",
          name_localizations: null,
          description: "Text",
          description_localizations: null,
        },
      ],
      dm_permission: true,
      contexts: null,
      integration_types: [0],
    });
    expect(ofGuild).toMatchObject({
      guild_id: "700000000000000003",
      type: 3,
      name: "Report",
      description: "",
    });
    expect(ofGuild).not.toHaveProperty("contexts");
  });

  test.each([
    [
      { name: "UPPER", description: "x" },
      "applications[0].commands[0].name: Command name is invalid",
    ],
    [{ name: "x" }, "applications[0].commands[0].description: This field is required"],
    [
      { name: "x", description: "x", options: [{ type: 99 }] },
      'applications[0].commands[0].options[0]: Value of field "type" must be one of (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).',
    ],
    [
      { name: "x", description: "x", guild_id: "H" },
      'applications[0].commands[0].guild_id: no guild "H"',
    ],
    [
      { name: "x", description: "x", integration_types: [1] },
      "applications[0].commands[0].integration_types[0]: Application does not support this integration type",
    ],
    [{ name: "x", type: 4 }, "applications[0].commands[0].type: Value must be one of {1, 2, 3}."],
    [
      { name: "x", description: "x", descripton: "y" },
      "applications[0].commands[0].descripton: unknown key",
    ],
  ])("the command %j is refused at its place", (command, line) => {
    expect(issuesOf(withCommands(command))).toEqual([line]);
  });

  test("two commands cannot share a name and type in one scope", () => {
    const ping = { name: "ping", description: "Pings" };
    expect(
      issuesOf(withCommands(ping, { ...ping, guild_id: "G" }, { name: "ping", type: 2 })),
    ).toEqual([]);
    expect(issuesOf(withCommands(ping, ping))).toEqual([
      "applications[0].commands[1].name: another command of this type has this name here",
    ]);
  });

  test("the number of commands of a type in a scope is limited as for requests", () => {
    const many = Array.from({ length: 16 }, (_, i) => ({ name: `Do ${i}`, type: 2 }));
    expect(issuesOf(withCommands(...many))).toEqual([
      "applications[0].commands[15]: there are more than 15 commands of this type here",
    ]);
  });

  test("a guild command requires the application in the guild", () => {
    const world = {
      ...withCommands({ name: "x", description: "x", guild_id: "G" }),
      guilds: [{ name: "G" }],
    };
    expect(issuesOf(world)).toEqual([
      "applications[0].commands[0].guild_id: the application is not installed there with the scope applications.commands",
    ]);
  });

  test("lobbies have members and defaults", () => {
    const world = loaded({
      ...file,
      lobbies: [
        {
          application: "A",
          metadata: { map: "hall" },
          members: [{ user: "a", flags: 1, additional_name: "Vex" }],
        },
      ],
    });
    const lobby = only(lobbies, world);
    expect(lobby).toMatchObject({
      application_id: "700000000000000005",
      metadata: { map: "hall" },
      flags: 0,
      idle_timeout_seconds: 300,
      createdAt: LOADED_AT,
    });
    expect(only(lobbyMembers, world)).toEqual({
      lobby_id: lobby.id,
      application_id: "700000000000000005",
      user_id: "700000000000000001",
      metadata: null,
      flags: 1,
      additional_name: "Vex",
      connected: false,
    });
  });
});
