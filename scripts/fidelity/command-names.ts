// Section 2.2 of the requirement sheet, its tables and rules: types, handlers, names.
import { testsOf, type Row } from "./row.ts";

const content = testsOf("packages/server/src/domains/commands/normalize.test.ts");
const entryPoint = testsOf("packages/server/src/domains/commands/entry-point.test.ts");
const forms = testsOf("packages/contract/src/resources/commands/command-forms.test.ts");
const handlers = testsOf("packages/server/src/domains/commands/handlers.test.ts");
const keys = testsOf("packages/server/src/domains/commands/command.test.ts");
const launch = testsOf("packages/server/src/domains/interactions/launch.test.ts");
const naming = testsOf("packages/contract/src/resources/commands/command-naming.test.ts");
const operations = testsOf("packages/server/src/domains/commands/operations.test.ts");
const placeRules = testsOf("packages/server/src/domains/commands/place-rules.test.ts");
const rules = testsOf("packages/contract/src/resources/commands/command-rules.test.ts");
const breaking = (rule: string) => rules("%s gives its own fault at its own place", rule);

export const typesAndNames: readonly Row[] = [
  {
    at: "type 1",
    says: "A slash command.",
    by: ["packages/contract/src/resources/commands/command-types.ts"],
    proofs: [content("has the defaults of a global one")],
    grade: "sheet",
  },
  {
    at: "type 2",
    says: "A command on a user.",
    by: ["packages/contract/src/resources/commands/command-types.ts"],
    proofs: [
      testsOf("packages/server/src/domains/interactions/payload.test.ts")(
        "a user command's target, with their membership",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "type 3",
    says: "A command on a message.",
    by: ["packages/contract/src/resources/commands/command-types.ts"],
    proofs: [
      testsOf("packages/server/src/domains/interactions/payload.test.ts")(
        "a message command's target, whole",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "type 4",
    says: "The command that launches an Activity.",
    by: ["packages/contract/src/resources/commands/command-types.ts"],
    proofs: [entryPoint("an Activity gets its launch command, answered by the service, once")],
    grade: "sheet",
  },
  {
    at: "handler 1",
    says: "The application answers with the token of the interaction, by a launch or a message.",
    by: ["packages/server/src/domains/interactions/activity.ts", "interactions.callback"],
    proofs: [
      launch("an entry point that the application handles is sent like any command"),
      testsOf("packages/server/src/domains/interactions/callback-table.test.ts")(
        "%s, 12: the activity's instance",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "handler 2",
    says: "The service launches the Activity and says so in the channel.",
    by: ["packages/server/src/domains/interactions/activity.ts"],
    proofs: [
      launch("one that the service handles is launched, said in the channel, and sent to nobody"),
    ],
    grade: "sheet",
  },
  {
    at: "naming 1: pattern",
    says: "Names of slash commands and options are letters and digits of any script, Devanagari and Thai signs, hyphen, underscore, apostrophe.",
    by: [
      "command rule namePattern",
      "option rule namePattern",
      "packages/contract/src/resources/commands/command-naming.ts",
    ],
    proofs: [
      naming("may have %s", "Devanagari with its vowel signs"),
      naming("does not match the pattern with %s"),
      breaking("namePattern"),
    ],
    grade: "sheet",
  },
  {
    at: "naming 1: lower case",
    says: "A letter with a lower case stands in it; letters without case are welcome.",
    by: ["command rule nameInvalid", "option rule nameInvalid"],
    proofs: [
      naming("matches the pattern but is not valid in upper case: %s"),
      naming("may have %s", "a script without case"),
      naming("is lower case once each of its characters was lowered"),
    ],
    grade: "sheet",
  },
  {
    at: "naming 2: context menus",
    says: "Their names may have capitals and spaces.",
    by: ["packages/contract/src/resources/commands/command-naming.ts"],
    proofs: [forms("may have %s", "a user command with spaces and capitals")],
    grade: "sheet",
  },
  {
    at: "naming 3: unique names",
    says: "A name stands once for each application, type and place.",
    by: ["CommandNameTaken", "command rule nameRepeated"],
    proofs: [
      operations("cannot be renamed to another's name, but to one of another type"),
      keys("tell names of one place apart by type"),
      breaking("nameRepeated"),
    ],
    grade: "sheet",
  },
  {
    at: "naming 3: two global slash commands",
    says: "Never share a name.",
    by: ["CommandNameTaken"],
    proofs: [operations("cannot be renamed to another's name, but to one of another type")],
    grade: "sheet",
  },
  {
    at: "naming 3: two slash commands in a guild",
    says: "Never share a name.",
    by: ["CommandNameTaken"],
    proofs: [operations("cannot be renamed to another's name, but to one of another type")],
    grade: "sheet",
  },
  {
    at: "naming 3: two global user commands",
    says: "Never share a name.",
    by: ["commands.bulkOverwriteGlobal", "command rule nameRepeated"],
    proofs: [
      breaking("nameRepeated"),
      testsOf("packages/server/src/domains/commands/overwrite-model.test.ts")(
        "whatever is done in whatever order, commands are those that a plain list would hold",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "naming 3: a global and a guild's slash command",
    says: "May share a name.",
    by: ["commands.createGuild"],
    proofs: [handlers("lives apart from those elsewhere")],
    grade: "sheet",
  },
  {
    at: "naming 3: a slash and a user command",
    says: "May share a name.",
    by: ["commands.createGlobal"],
    proofs: [
      forms("may share a name when their types differ"),
      operations("cannot be renamed to another's name, but to one of another type"),
    ],
    grade: "sheet",
  },
  {
    at: "naming 3: an entry point in a guild",
    says: "Is refused.",
    by: ["command rule entryPointNotHere"],
    proofs: [handlers("are no entry points"), placeRules("refuses entry points %s", "in a guild")],
    grade: "sheet",
  },
  {
    at: "naming 3: two applications",
    says: "May share names.",
    by: ["packages/server/src/domains/commands/command.ts"],
    proofs: [handlers("has a name that another application may use too")],
    grade: "sheet",
  },
  {
    at: "naming 4: upsert",
    says: "Creating a command under a taken name changes the one that is there.",
    by: ["commands.createGlobal", "commands.createGuild"],
    proofs: [operations("is created with 201 and overwritten with 200 under the same id")],
    grade: "sheet",
  },
];
