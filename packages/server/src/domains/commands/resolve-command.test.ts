import { describe, expect, test } from "vitest";
import {
  globalPlace,
  guildPlace,
  ids,
  openCommandCalls,
} from "../../testing/calls/command-calls.ts";
import type { ContentForm } from "./normalize.ts";
import { commandById, findCommand } from "./resolve-command.ts";
import { overwriteCommands } from "./operations.ts";

const value = { type: 3, name: "text", description: "x" } as const;
const permissions: ContentForm = {
  name: "permissions",
  description: "x",
  options: [
    {
      type: 2,
      name: "user",
      description: "x",
      options: [{ type: 1, name: "add", description: "x", options: [value] }],
    },
    { type: 1, name: "list", description: "x" },
    { type: 2, name: "empty", description: "x" },
  ],
};

const globalForms: ContentForm[] = [
  { name: "ping", description: "global", options: [value] },
  { name: "only", description: "global" },
  { name: "High Five", type: 2 },
  { name: "ping", type: 3 },
  { name: "launch", type: 4 },
];
const guildForms: ContentForm[] = [permissions, { name: "ping", description: "guild" }];

async function aPlaceWithCommands() {
  const { work } = await openCommandCalls();
  const everywhere = await work.transaction((ctx) =>
    overwriteCommands(ctx, globalPlace(), globalForms),
  );
  const inGuild = await work.transaction((ctx) => overwriteCommands(ctx, guildPlace(), guildForms));
  const sought = { applicationId: ids.application, guildId: ids.guild as string | undefined };
  return {
    everywhere,
    inGuild,
    named: (path: string, guildId: string | undefined = ids.guild) =>
      work.read((ctx) => findCommand(ctx, { ...sought, guildId, path })),
    anywhereNamed: (path: string) =>
      work.read((ctx) => findCommand(ctx, { ...sought, guildId: undefined, path })),
    byId: (id: string, guildId?: string) =>
      work.read((ctx) => commandById(ctx, { ...sought, guildId }, id)),
  };
}

describe("finding a command by text", () => {
  // Proves requirement 2.3 "subcommands in the explorer"
  test.each([
    ["permissions user add", "permissions", ["user", "add"]],
    ["  permissions   list ", "permissions", ["list"]],
    ["only", "only", []],
    ["High Five", "High Five", []],
    ["launch", "launch", []],
  ])("finds %s with its subcommands", async (path, name, chain) => {
    const { named } = await aPlaceWithCommands();
    const found = await named(path);
    expect(found?.command.name).toBe(name);
    expect(found?.chain.map((option) => option.name)).toEqual(chain);
  });

  test.each([
    ["a command that has subcommands, alone", "permissions"],
    ["a group alone", "permissions user"],
    ["a group without subcommands", "permissions empty"],
    ["a subcommand that such a group lacks", "permissions empty nothing"],
    ["an unknown subcommand", "permissions user remove"],
    ["words after a subcommand", "permissions user add text"],
    ["words after a command without subcommands", "only text"],
    ["another case", "Only"],
    ["part of a name with spaces", "High"],
    ["nothing", ""],
  ])("finds nothing for %s", async (_, path) => {
    const { named } = await aPlaceWithCommands();
    expect(await named(path)).toBeUndefined();
  });

  test("prefers a guild's command in that guild, and finds the global one elsewhere", async () => {
    const { named, anywhereNamed } = await aPlaceWithCommands();
    expect((await named("ping"))?.command.description).toBe("guild");
    expect((await named("ping", ids.botlessGuild))?.command.description).toBe("global");
    expect((await anywhereNamed("ping"))?.command.description).toBe("global");
    expect(await anywhereNamed("permissions list")).toBeUndefined();
  });
});

describe("finding a command by ID", () => {
  test("finds it only where it can be used", async () => {
    const { byId, everywhere, inGuild } = await aPlaceWithCommands();
    for (const command of everywhere) {
      expect(await byId(command.id)).toEqual(command);
      expect(await byId(command.id, ids.guild)).toEqual(command);
    }
    for (const command of inGuild) {
      expect(await byId(command.id, ids.guild)).toEqual(command);
      expect(await byId(command.id, ids.botlessGuild)).toBeUndefined();
      expect(await byId(command.id)).toBeUndefined();
    }
  });
});
