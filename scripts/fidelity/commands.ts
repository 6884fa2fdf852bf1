// Section 2.2 of the requirement sheet: application commands.
import { typesAndNames } from "./command-names.ts";
import { testsOf, type Section } from "./row.ts";

const access = testsOf("packages/server/src/domains/commands/permissions/access.test.ts");
const content = testsOf("packages/server/src/domains/commands/normalize.test.ts");
const forms = testsOf("packages/contract/src/resources/commands/command-forms.test.ts");
const handlers = testsOf("packages/server/src/domains/commands/handlers.test.ts");
const operations = testsOf("packages/server/src/domains/commands/operations.test.ts");
const placeRules = testsOf("packages/server/src/domains/commands/place-rules.test.ts");
const rules = testsOf("packages/contract/src/resources/commands/command-rules.test.ts");
const breaking = (rule: string) => rules("%s gives its own fault at its own place", rule);

export const command: Section = {
  number: "2.2",
  title: "Application command",
  rows: [
    {
      at: "id",
      says: "A snowflake, which an overwrite keeps.",
      by: ["commands.createGlobal"],
      proofs: [operations("is created with 201 and overwritten with 200 under the same id")],
      grade: "sheet",
    },
    {
      at: "type",
      says: "A slash command unless another type is named.",
      by: ["commands.createGlobal", "command rule typeUnknown"],
      proofs: [content("has the defaults of a global one"), breaking("typeUnknown")],
      grade: "sheet",
    },
    {
      at: "application_id",
      says: "The application that the command belongs to.",
      by: ["commands.getGlobal"],
      proofs: [handlers("are those of a global command, in the reference's order")],
      grade: "sheet",
    },
    {
      at: "guild_id",
      says: "Stands there for a guild's command alone.",
      by: ["commands.getGuild"],
      proofs: [
        handlers("are those of a guild's command, whatever a bulk overwrite says of other places"),
        handlers("are those of a global command, in the reference's order"),
      ],
      grade: "sheet",
    },
    {
      at: "name",
      says: "1 to 32 characters.",
      by: ["commandName", "command rule nameLength"],
      proofs: [breaking("nameLength"), forms("may have %s", "the longest name and description")],
      grade: "sheet",
    },
    {
      at: "name_localizations",
      says: "Names by language, each held to the rules of a name.",
      by: ["command rule localizedNameInvalid", "command rule localizedNameLength"],
      proofs: [
        breaking("localizedNameInvalid"),
        breaking("localizedNameLength"),
        forms("may have %s", "a language taken back"),
      ],
      grade: "sheet",
    },
    {
      at: "description",
      says: "1 to 100 characters for a slash command.",
      by: ["commandDescription", "command rule descriptionLength"],
      proofs: [breaking("descriptionLength"), breaking("descriptionMissing")],
      grade: "sheet",
    },
    {
      at: "description of a context menu command",
      says: "Empty text when it is read, never null.",
      by: [
        "packages/server/src/domains/commands/normalize.ts",
        "command rule descriptionForbidden",
      ],
      proofs: [
        content("has no description in any language for user and message commands"),
        forms("may have %s", "a message command with an empty description"),
      ],
      grade: "sheet",
    },
    {
      at: "description_localizations",
      says: "Descriptions by language, each held to the rules of a description.",
      by: ["command rule localizedDescriptionLength"],
      proofs: [breaking("localizedDescriptionLength")],
      grade: "sheet",
    },
    {
      at: "options",
      says: "At most 25, of slash commands alone.",
      by: ["optionsPerLevel", "command rule tooManyOptions", "command rule optionsForbidden"],
      proofs: [
        forms("may have %s", "25 options"),
        breaking("tooManyOptions"),
        breaking("optionsForbidden"),
      ],
      grade: "sheet",
    },
    {
      at: "default_member_permissions",
      says: "A set of permission bits, written as text.",
      by: ["commands.createGlobal", "command rule permissionsNotNumber"],
      proofs: [
        forms("may have %s", "all permission bits"),
        access("%s", "a user with one of two permissions that are asked for"),
      ],
      grade: "sheet",
    },
    {
      at: "default_member_permissions 0",
      says: "An empty set leaves the command to administrators.",
      by: ["packages/server/src/domains/commands/permissions/access-rules.ts"],
      proofs: [access("%s", "nobody but administrators")],
      grade: "sheet",
    },
    {
      at: "dm_permission",
      says: "The older way to say whether a global command can be used in direct messages; yes unless told otherwise.",
      by: ["packages/server/src/domains/commands/normalize.ts"],
      proofs: [
        content("with %j may be used in direct messages: %s"),
        access("%s", "no contexts, in the bot's direct message, without dm_permission"),
        access("%s", "contexts win over dm_permission"),
      ],
      grade: "sheet",
    },
    {
      at: "default_permission",
      says: "The oldest way to close a command; true unless told otherwise.",
      by: ["packages/server/src/domains/commands/normalize.ts"],
      proofs: [content("with %j needs the permissions %s", "default_permission: false")],
      grade: "sheet",
    },
    {
      at: "nsfw",
      says: "Whether a command is for age-restricted places; false unless told otherwise.",
      by: ["packages/server/src/domains/commands/permissions/access-rules.ts"],
      proofs: [
        content("has the defaults of a global one"),
        access("%s", "an age-restricted command"),
        access("%s", "the same in an age-restricted channel"),
      ],
      grade: "sheet",
    },
    {
      at: "integration_types",
      says: "Where a global command can be installed; as the application's settings say unless named.",
      by: ["command rule integrationTypeUnknown"],
      proofs: [
        content("has the defaults of a global one"),
        content("says nothing in a guild about where else it could be used"),
      ],
      grade: "sheet",
    },
    {
      at: "contexts",
      says: "Where a global command can be used; a guild's command says nothing of it.",
      by: ["command rule contextUnknown", "command rule contextRepeated"],
      proofs: [
        access("%s", "contexts without the place"),
        content("says nothing in a guild about where else it could be used"),
        breaking("contextUnknown"),
      ],
      grade: "sheet",
    },
    {
      at: "versions",
      says: "A version that grows with each change of substance; interactions carry it as `version`, and so do commands beside the sheet's name.",
      by: [
        "packages/server/src/domains/commands/handlers.ts",
        "packages/server/src/domains/commands/normalize.ts",
      ],
      proofs: [
        operations("begins with the version after its id, and names it twice"),
        operations("keeps its version when it is overwritten or edited with what it says already"),
        testsOf("packages/server/src/domains/commands/views.test.ts")(
          "is the stored one with its version under the requirements' name, too",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "handler",
      says: "Of entry points alone, in applications that have an Activity.",
      by: ["command rule handlerNotHere", "command rule handlerUnknown"],
      proofs: [
        handlers("have a handler for entry points alone"),
        placeRules("refuses entry points %s", "without the flag"),
        content("has a handler when it is an entry point, the application when none is named"),
      ],
      grade: "sheet",
    },
    ...typesAndNames,
  ],
};
