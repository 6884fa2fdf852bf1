// Section 2.3 of the requirement sheet, beside the table: choices, nesting, size, places.
import { testsOf, type Row } from "./row.ts";

const access = testsOf("packages/server/src/domains/commands/permissions/access.test.ts");
const content = testsOf("packages/server/src/domains/commands/normalize.test.ts");
const forms = testsOf("packages/contract/src/resources/commands/command-forms.test.ts");
const options = testsOf("packages/server/src/domains/interactions/options.test.ts");
const payload = testsOf("packages/server/src/domains/interactions/payload.test.ts");
const placeRules = testsOf("packages/server/src/domains/commands/place-rules.test.ts");
const rules = testsOf("packages/contract/src/resources/commands/command-rules.test.ts");
const size = testsOf("packages/contract/src/resources/commands/command-size.test.ts");
const suggestions = testsOf("packages/server/src/domains/interactions/autocomplete.test.ts");
const breaking = (rule: string) => rules("%s gives its own fault at its own place", rule);
const value = (ofCase: string) => options("%s, case %#", ofCase);
const types = "packages/contract/src/resources/commands/command-types.ts";
const optionForms = "packages/contract/src/resources/commands/command-options.ts";

export const choicesAndPlaces: readonly Row[] = [
  {
    at: "choice: name",
    says: "1 to 100 characters.",
    by: ["choiceName", "option rule choiceNameLength"],
    proofs: [breaking("choiceNameLength"), breaking("choiceNameMissing")],
    grade: "sheet",
  },
  {
    at: "choice: name_localizations",
    says: "Names by language.",
    by: [optionForms, "commands.listGlobal"],
    proofs: [
      testsOf("packages/server/src/domains/commands/handlers.test.ts")(
        "shows lists the text for the reader, and no dictionaries",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "choice: value",
    says: "Text of up to 100 characters, or a number of the option's kind.",
    by: ["choiceValue", "option rule choiceValueLength", "option rule choiceValueNotNumber"],
    proofs: [
      breaking("choiceValueLength"),
      breaking("choiceValueNotText"),
      breaking("choiceValueNotNumber"),
    ],
    grade: "sheet",
  },
  {
    at: "choices are all there is",
    says: "No other value is taken than one of the choices.",
    by: ["packages/server/src/domains/interactions/option-values.ts"],
    proofs: [value('["colour", "green", "BASE_TYPE_CHOICES"]')],
    grade: "sheet",
  },
  {
    at: "suggestions are not",
    says: "A user may send what nobody suggested.",
    by: ["interactions.create", "packages/server/src/domains/interactions/autocomplete.ts"],
    proofs: [suggestions("a value that was not among the suggestions is sent all the same")],
    grade: "sheet",
  },
  {
    at: "nesting",
    says: "Groups hold subcommands alone, and nothing else nests.",
    by: ["option rule notASubcommand", "option rule kindsMixed", "option rule typeNotHere"],
    proofs: [
      breaking("notASubcommand"),
      breaking("kindsMixed"),
      forms("finds the first option of another kind, whichever kind came first"),
    ],
    grade: "sheet",
  },
  {
    at: "a command with subcommands",
    says: "Cannot be invoked by itself.",
    by: ["interactions.create"],
    proofs: [
      options("is not invoked %s", "by itself"),
      options("is not invoked %s", "by a group alone"),
    ],
    grade: "sheet",
  },
  {
    at: "subcommands in the explorer",
    says: "The vendor's client lists each subcommand at its top level.",
    instead:
      "The command index gives clients the whole tree, and the control plane finds each subcommand by its full name; how a client lists them is the client's.",
    by: ["channels.commandIndex", "control.invoke"],
    proofs: [
      testsOf("packages/server/src/domains/commands/resolve-command.test.ts")(
        "%s is found with its subcommands",
      ),
    ],
  },
  {
    at: "size",
    says: "Names, descriptions and values of a whole command have at most 8000 characters.",
    by: ["commandSize", "command rule tooLarge"],
    proofs: [
      breaking("tooLarge"),
      size("counts %s"),
      size("is that of its parts, whatever their order"),
    ],
    grade: "sheet",
  },
  {
    at: "size with languages",
    says: "Of each text the longest language counts.",
    by: ["commandSize", "packages/contract/src/resources/commands/command-size.ts"],
    proofs: [
      size("never shrinks when a language is added, and never grows by more than its texts"),
    ],
    grade: "sheet",
  },
  {
    at: "integration types",
    says: "A guild is 0, a user is 1.",
    by: [types],
    proofs: [
      payload("the user stands there instead of member and guild"),
      payload(
        "an application without a member has of everyone's permissions only some",
        '"1": ids.bob',
      ),
    ],
    grade: "documented",
  },
  {
    at: "contexts",
    says: "A guild is 0, the bot's direct messages 1, other direct messages 2.",
    by: [types],
    proofs: [
      access("%s", "contexts with the place"),
      testsOf("tests/journeys/discord-js-places.test.ts")(
        "a command is used in a guild, a thread, the bot's DM and another DM",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "context 2",
    says: "Means something only to commands that users can install.",
    by: ["packages/server/src/domains/commands/permissions/access-rules.ts"],
    proofs: [
      payload(
        "in another one the application has fewer permissions, and only who installed it can use it",
      ),
      access("%s", "no contexts, in another direct message"),
    ],
    grade: "sheet",
  },
  {
    at: "contexts of a guild's command",
    says: "Never the bot's direct messages.",
    by: ["packages/server/src/domains/commands/normalize.ts"],
    proofs: [
      content("says nothing in a guild about where else it could be used"),
      forms("has no use for contexts, integration types, direct messages and handlers in a guild"),
    ],
    grade: "sheet",
  },
  {
    at: "integration types of the application",
    says: "A command names none that its application does not support.",
    by: ["command rule integrationTypeUnsupported"],
    proofs: [
      placeRules("refuses each integration type that the application does not have, at its place"),
      placeRules("allows %s", "integration types that the application has"),
    ],
    grade: "sheet",
  },
];
