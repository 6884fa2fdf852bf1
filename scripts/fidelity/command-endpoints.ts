// Section 4.2 of the requirement sheet: the endpoints of commands.
import { testsOf, type Row, type Section } from "./row.ts";

const events = testsOf("packages/server/src/domains/commands/permission-events.test.ts");
const forms = testsOf("packages/contract/src/resources/commands/command-forms.test.ts");
const handlers = testsOf("packages/server/src/domains/commands/handlers.test.ts");
const operations = testsOf("packages/server/src/domains/commands/operations.test.ts");
const permissions = testsOf("packages/server/src/domains/commands/permission-handlers.test.ts");
const roundTrip = testsOf("packages/server/src/domains/commands/round-trip.test.ts");
const content = testsOf("packages/server/src/domains/commands/normalize.test.ts");
const picker = testsOf("packages/server/src/domains/commands/command-index.test.ts");
const wire = testsOf("packages/server/src/domains/commands/wire.test.ts");

const created = operations("is created with 201 and overwritten with 200 under the same id");

/** The tests of single commands run for global and for guild commands alike. */
const ofCommands: readonly Row[] = [
  {
    at: "List global",
    says: "Commands with the texts for the reader's language, or with all languages when asked.",
    by: ["commands.listGlobal"],
    proofs: [
      handlers("shows lists the text for the reader, and no dictionaries"),
      handlers("shows lists with localizations all of them, and one name for the version"),
    ],
    grade: "sheet",
  },
  {
    at: "Create global",
    says: "201 for a new command, 200 for one that was overwritten.",
    by: ["commands.createGlobal"],
    proofs: [created, handlers("a %s command", "global")],
    grade: "sheet",
  },
  {
    at: "Get global",
    says: "Answers the command.",
    by: ["commands.getGlobal", "UnknownCommand"],
    proofs: [handlers("is read back as it was answered")],
    grade: "sheet",
  },
  {
    at: "Edit global",
    says: "Every field may be left out; what is given replaces the old value whole.",
    by: ["commands.editGlobal"],
    proofs: [
      operations("is edited in what is given, and keeps its type and id"),
      content("replaces options as a whole"),
    ],
    grade: "sheet",
  },
  {
    at: "Delete global",
    says: "204 without a body.",
    by: ["commands.deleteGlobal"],
    proofs: [handlers("is deleted with 204, once")],
    grade: "sheet",
  },
  {
    at: "Bulk overwrite global",
    says: "Replaces commands of every type at once and answers them all; new ones count towards the day's limit.",
    by: ["commands.bulkOverwriteGlobal", "commandCreates"],
    proofs: [
      operations("answers in the order of the request, and lists in order of creation"),
      operations("keeps ids and the versions of what did not change, and deletes the rest"),
      operations(
        "is new at most 200 times a day; overwriting and editing do not count, deleting gives nothing back",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "Bulk overwrite global: method and body",
    says: "PUT, with a list of the bodies of creation and ids.",
    by: ["commands.bulkOverwriteGlobal"],
    proofs: [
      operations("may swap two names by id"),
      forms("may carry ids as numbers"),
      wire("a command goes its way over HTTP"),
    ],
    grade: "documented",
  },
  {
    at: "List guild",
    says: "As the global list, with the same parameter.",
    by: ["commands.listGuild"],
    proofs: [
      handlers("shows lists the text for the reader, and no dictionaries"),
      handlers("shows lists with localizations all of them, and one name for the version"),
    ],
    grade: "sheet",
  },
  {
    at: "Create guild",
    says: "201 or 200 as for global ones; there in the guild at once.",
    by: ["commands.createGuild"],
    proofs: [created, picker("of %s leaves out what the user may not use")],
    grade: "sheet",
  },
  {
    at: "Get guild",
    says: "Answers the command.",
    by: ["commands.getGuild"],
    proofs: [handlers("is read back as it was answered")],
    grade: "sheet",
  },
  {
    at: "Edit guild",
    says: "As for global ones, at once.",
    by: ["commands.editGuild"],
    proofs: [operations("is edited in what is given, and keeps its type and id")],
    grade: "sheet",
  },
  {
    at: "Delete guild",
    says: "204 without a body.",
    by: ["commands.deleteGuild"],
    proofs: [handlers("is deleted with 204, once")],
    grade: "sheet",
  },
  {
    at: "Bulk overwrite guild",
    says: "Replaces the guild's commands of every type and answers them all.",
    by: ["commands.bulkOverwriteGuild"],
    proofs: [
      operations("keeps ids and the versions of what did not change, and deletes the rest"),
      operations("does nothing at all when one item is faulty"),
    ],
    grade: "sheet",
  },
  {
    at: "Bulk overwrite guild: method",
    says: "PUT.",
    by: ["commands.bulkOverwriteGuild"],
    proofs: [
      handlers("are those of a guild's command, whatever a bulk overwrite says of other places"),
    ],
    grade: "documented",
  },
];

const ofPermissions: readonly Row[] = [
  {
    at: "Get command permissions",
    says: "Answers the set of a command in a guild.",
    by: ["commands.getPermissions", "UnknownCommandPermissions"],
    proofs: [
      permissions("are replaced as a whole, and shown as they were given"),
      permissions("are unknown where none were ever set"),
    ],
    grade: "sheet",
  },
  {
    at: "Edit command permissions",
    says: "Up to 100 entries take the place of the old, the set is answered, and the gateway tells of it.",
    by: ["commands.editPermissions", "APPLICATION_COMMAND_PERMISSIONS_UPDATE"],
    proofs: [
      permissions("are replaced as a whole, and shown as they were given"),
      events("an edit is told to the application whatever its intents, and to the guild's people"),
    ],
    grade: "sheet",
  },
  {
    at: "Get all permissions in guild",
    says: "Answers every set of the application in the guild.",
    by: ["commands.listPermissions"],
    proofs: [
      permissions("stand for global commands, guild commands and, under its id, the application"),
    ],
    grade: "documented",
  },
  {
    at: "Batch edit permissions",
    says: "Is switched off.",
    by: ["MethodNotAllowed"],
    proofs: [permissions("the batch edit is gone, and its path is no command's")],
    grade: "sheet",
  },
];

const ofBodies: readonly Row[] = [
  {
    at: "body: create global",
    says: "A name, and every other field of a command that its type has.",
    by: ["commands.createGlobal"],
    proofs: [
      forms("may have null in every field but its name and, for slash commands, its description"),
      roundTrip("any valid command is answered as it was said, and its answer says the same again"),
    ],
    grade: "sheet",
  },
  {
    at: "body: create guild",
    says: "Without the fields that only global commands have.",
    by: ["commands.createGuild"],
    proofs: [
      forms("has no use for contexts, integration types, direct messages and handlers in a guild"),
    ],
    grade: "sheet",
  },
  {
    at: "body: edit global",
    says: "Every field may be left out; the type does not change.",
    by: ["commands.editGlobal"],
    proofs: [forms("may give any part, null for its default"), forms("does not give its type")],
    grade: "sheet",
  },
  {
    at: "body: edit guild",
    says: "Every field of a guild's command may be left out.",
    by: ["commands.editGuild"],
    proofs: [operations("is edited in what is given, and keeps its type and id")],
    grade: "sheet",
  },
  {
    at: "body: bulk overwrite guild",
    says: "A list of bodies, with ids where commands are to be kept; what it says of places has no effect.",
    by: ["commands.bulkOverwriteGuild"],
    proofs: [
      forms("are read with contexts and integration types in a guild, too"),
      handlers("are those of a guild's command, whatever a bulk overwrite says of other places"),
      operations("keeps ids and the versions of what did not change, and deletes the rest"),
    ],
    grade: "sheet",
  },
  {
    at: "limits of creation",
    says: "New commands are held to the limits of section 8.",
    by: ["commandCreates", "TooManyCommandCreates", "TooManyCommands"],
    proofs: [
      operations("is new at most so many times for each type, with that number in the refusal"),
      operations(
        "is new at most 200 times a day; overwriting and editing do not count, deleting gives nothing back",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "writes of permissions",
    says: "Need a user's Bearer token.",
    by: ["commands.editPermissions", "BotsNotAllowed"],
    proofs: [permissions("%s is refused", "a bot")],
    grade: "sheet",
  },
];

export const commandEndpoints: Section = {
  number: "4.2",
  title: "Endpoints of commands",
  rows: [...ofCommands, ...ofPermissions, ...ofBodies],
};
