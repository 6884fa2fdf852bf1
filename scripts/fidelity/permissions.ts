// Section 2.4 of the requirement sheet: who may use a command.
import { testsOf, type Section } from "./row.ts";

const access = testsOf("packages/server/src/domains/commands/permissions/access.test.ts");
const model = testsOf("packages/server/src/domains/commands/permissions/access-model.test.ts");
const handlers = testsOf("packages/server/src/domains/commands/permission-handlers.test.ts");
const picker = testsOf("packages/server/src/domains/commands/command-index.test.ts");

const record = "packages/server/src/domains/commands/permissions/command-permissions.ts";

export const permissions: Section = {
  number: "2.4",
  title: "Command permissions",
  rows: [
    {
      at: "set: id",
      says: "A command's id, or the application's for all commands without entries of their own.",
      by: ["commands.getPermissions", record],
      proofs: [
        handlers("stand for global commands, guild commands and, under its id, the application"),
        model("entries about users: every combination, for every demand and standing"),
      ],
      grade: "sheet",
    },
    {
      at: "set: application_id",
      says: "The application.",
      by: ["commands.getPermissions"],
      proofs: [handlers("are replaced as a whole, and shown as they were given")],
      grade: "sheet",
    },
    {
      at: "set: guild_id",
      says: "The guild in which the set holds.",
      by: ["commands.getPermissions"],
      proofs: [handlers("are replaced as a whole, and shown as they were given")],
      grade: "sheet",
    },
    {
      at: "set: permissions",
      says: "At most 100 entries.",
      by: ["permissionsPerCommand", "commands.editPermissions"],
      proofs: [handlers("more than 100 entries")],
      grade: "sheet",
    },
    {
      at: "entry: id",
      says: "A role, a user, a channel, or one of the constants.",
      by: [
        "commands.editPermissions",
        "packages/server/src/domains/commands/permissions/permission-operations.ts",
      ],
      proofs: [handlers("roles and channels that the guild does not have, each at its place")],
      grade: "sheet",
    },
    {
      at: "entry: type",
      says: "1 a role, 2 a user, 3 a channel.",
      by: ["commands.editPermissions"],
      proofs: [
        handlers("entries without their parts, and of no known type"),
        handlers("of the same kind and id count once, the last one"),
      ],
      grade: "sheet",
    },
    {
      at: "entry: permission",
      says: "True allows, false refuses.",
      by: ["packages/server/src/domains/commands/permissions/access-rules.ts"],
      proofs: [model("entries about users: every combination, for every demand and standing")],
      grade: "sheet",
    },
    {
      at: "constant: everyone",
      says: "The guild's id stands for all members.",
      by: [record],
      proofs: [
        handlers("a manager may change the entry of %s, or not", "everyone"),
        model("entries about users: every combination, for every demand and standing"),
      ],
      grade: "sheet",
    },
    {
      at: "constant: all channels",
      says: "The guild's id less one stands for all channels.",
      by: [record],
      proofs: [
        handlers("a manager may change the entry of %s, or not", "all channels"),
        model("entries about channels: every combination, with those about a user"),
      ],
      grade: "sheet",
    },
    {
      at: "threads",
      says: "An entry about a channel holds in its threads too.",
      by: [record],
      proofs: [picker("of a channel heeds the channel, that of the guild tells of it")],
      grade: "sheet",
    },
    {
      at: "administrators",
      says: "May use every command.",
      by: ["packages/server/src/domains/commands/permissions/access-rules.ts"],
      proofs: [access("%s", "an administrator, who lacks what the command asks for")],
      grade: "sheet",
    },
    {
      at: "picker",
      says: "Shows no command that the user may not use.",
      by: ["channels.commandIndex", "guilds.commandIndex"],
      proofs: [
        picker("of %s leaves out what the user may not use"),
        picker("picker, decision and invocation agree, whatever the entries"),
      ],
      grade: "sheet",
    },
    {
      at: "end",
      says: "Deleting or renaming a command ends its permissions for good.",
      by: [record, "APPLICATION_COMMAND_PERMISSIONS_UPDATE"],
      proofs: [
        handlers("when %s", "a global command is deleted"),
        handlers("when %s", "a command is renamed"),
        handlers("a name that comes back does not bring them back"),
      ],
      grade: "sheet",
    },
  ],
};
