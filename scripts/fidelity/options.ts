// Section 2.3 of the requirement sheet: options, choices, nesting, size, places.
import { choicesAndPlaces } from "./option-trees.ts";
import { testsOf, type Section } from "./row.ts";

const content = testsOf("packages/server/src/domains/commands/normalize.test.ts");
const forms = testsOf("packages/contract/src/resources/commands/command-forms.test.ts");
const options = testsOf("packages/server/src/domains/interactions/options.test.ts");
const payload = testsOf("packages/server/src/domains/interactions/payload.test.ts");
const rules = testsOf("packages/contract/src/resources/commands/command-rules.test.ts");
const breaking = (rule: string) => rules("%s gives its own fault at its own place", rule);
const value = (ofCase: string) => options("%s, case %#", ofCase);
const types = "packages/contract/src/resources/commands/command-types.ts";
const optionForms = "packages/contract/src/resources/commands/command-options.ts";

export const option: Section = {
  number: "2.3",
  title: "Command option",
  rows: [
    {
      at: "type",
      says: "Each option has one of eleven types.",
      by: ["option rule typeMissing", "option rule typeNotHere"],
      proofs: [breaking("typeMissing"), breaking("typeNotHere")],
      grade: "sheet",
    },
    {
      at: "name",
      says: "1 to 32 characters, once at each level.",
      by: ["option rule nameLength", "option rule nameRepeated"],
      proofs: [
        breaking("nameLength"),
        breaking("nameRepeated"),
        forms("may have %s", "equal names at different levels"),
      ],
      grade: "sheet",
    },
    {
      at: "name_localizations",
      says: "Differ from the other options' default names, and from their names in the language.",
      by: ["option rule localizedNameRepeated", "option rule localizedNameInvalid"],
      proofs: [
        breaking("localizedNameRepeated"),
        forms("cannot give two options the same name in one language"),
      ],
      grade: "sheet",
    },
    {
      at: "description",
      says: "1 to 100 characters.",
      by: ["option rule descriptionLength"],
      proofs: [breaking("descriptionLength")],
      grade: "sheet",
    },
    {
      at: "description_localizations",
      says: "Descriptions by language, of every option.",
      by: [optionForms],
      proofs: [
        testsOf("packages/server/src/domains/commands/localization.test.ts")(
          "options and choices lose their dictionaries at every level and keep everything else",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "required",
      says: "False unless told otherwise; subcommands and groups have it not.",
      by: ["option rule requiredNotHere"],
      proofs: [
        breaking("requiredNotHere"),
        content("%s", "that is not required says nothing of it"),
        options("every required option that is missing, beside the other faults"),
      ],
      grade: "sheet",
    },
    {
      at: "choices",
      says: "Up to 25, for text, integers and numbers.",
      by: ["choicesPerOption", "option rule tooManyChoices"],
      proofs: [
        breaking("tooManyChoices"),
        forms("loses what it does not know, and what an option's type does not have"),
      ],
      grade: "sheet",
    },
    {
      at: "options",
      says: "Up to 25 below a subcommand or a group.",
      by: ["optionsPerLevel", "command rule tooManyOptions"],
      proofs: [breaking("tooManyOptions"), content("%s", "keeps the options below it")],
      grade: "sheet",
    },
    {
      at: "channel_types",
      says: "Restricts which channels can be chosen.",
      by: [
        "option rule channelTypeUnknown",
        "packages/server/src/domains/interactions/resolved.ts",
      ],
      proofs: [
        payload("%s %s names nothing that can be chosen", "Channel type must be one of {0}."),
        content("%s", "keeps its channel types"),
      ],
      grade: "sheet",
    },
    {
      at: "min_value and max_value",
      says: "Whole numbers for integers, doubles for numbers.",
      by: [
        "option rule valueBoundsCrossed",
        "packages/server/src/domains/interactions/option-values.ts",
      ],
      proofs: [value("NUMBER_TYPE_MIN"), value("NUMBER_TYPE_MAX"), breaking("valueBoundsCrossed")],
      grade: "sheet",
    },
    {
      at: "min_length",
      says: "0 to 6000 for text.",
      by: ["optionTextLength", "option rule lengthTooSmall", "option rule lengthTooLarge"],
      proofs: [
        value("BASE_TYPE_BAD_LENGTH"),
        breaking("lengthBoundsCrossed"),
        content("%s", "keeps bounds of nought"),
      ],
      grade: "sheet",
    },
    {
      at: "max_length",
      says: "1 to 6000 for text.",
      by: ["optionTextLength", "option rule lengthTooSmall", "option rule lengthTooLarge"],
      proofs: [
        breaking("lengthTooSmall"),
        breaking("lengthTooLarge"),
        value("BASE_TYPE_MAX_LENGTH"),
      ],
      grade: "sheet",
    },
    {
      at: "autocomplete",
      says: "For text, integers and numbers, and not beside choices.",
      by: ["option rule autocompleteWithChoices"],
      proofs: [
        breaking("autocompleteWithChoices"),
        forms("may have %s", "autocomplete beside an empty list of choices"),
      ],
      grade: "sheet",
    },
    {
      at: "order",
      says: "Required options come before the others.",
      by: ["option rule requiredTooLate"],
      proofs: [
        breaking("requiredTooLate"),
        forms("reports each late required option, at every level"),
      ],
      grade: "sheet",
    },
    {
      at: "values of channel types",
      says: "Those of the reference's channels, each once.",
      by: ["option rule channelTypeUnknown"],
      proofs: [breaking("channelTypeUnknown"), forms("may have %s", "every type of channel")],
      grade: "machine specification",
    },
    {
      at: "types 1 and 2: subcommands and groups",
      says: "They carry options instead of a value.",
      by: [types],
      proofs: [
        options("is invoked through one of them, and its options nest as they were invoked"),
      ],
      grade: "sheet",
    },
    {
      at: "type 3: text",
      says: "Text.",
      by: [types],
      proofs: [value("STRING_TYPE_CONVERT"), value('["long", "x".repeat(6000)')],
      grade: "sheet",
    },
    {
      at: "type 4: integer",
      says: "A whole number whose size is below 2^53.",
      by: [types, "option rule valueTooLarge", "option rule valueTooSmall"],
      proofs: [
        value('["any", Number.MAX_SAFE_INTEGER'),
        value('["any", 9007199254740992n, "NUMBER_TYPE_MAX"]'),
        breaking("valueTooLarge"),
      ],
      grade: "sheet",
    },
    {
      at: "type 5: boolean",
      says: "True or false.",
      by: [types],
      proofs: [value('["loud", false, false]'), value("BOOLEAN_TYPE_CONVERT")],
      grade: "sheet",
    },
    {
      at: "type 6: user",
      says: "A user, resolved with their membership.",
      by: [types],
      proofs: [payload("a user with their membership, without user, deaf and mute")],
      grade: "sheet",
    },
    {
      at: "type 7: channel",
      says: "A channel of any type, categories too.",
      by: [types],
      proofs: [
        payload("a channel with the permissions of user and bot"),
        forms("may have %s", "every type of channel"),
      ],
      grade: "sheet",
    },
    {
      at: "type 8: role",
      says: "A role.",
      by: [types],
      proofs: [value('["role", "9223372036854775807"'), payload("a role for a mentionable")],
      grade: "sheet",
    },
    {
      at: "type 9: mentionable",
      says: "A user or a role.",
      by: [types],
      proofs: [
        payload("a role for a mentionable"),
        payload("%s %s names nothing that can be chosen", "Unknown Mentionable"),
      ],
      grade: "sheet",
    },
    {
      at: "type 10: number",
      says: "A double between -2^53 and 2^53.",
      by: [types],
      proofs: [value('["double", 9007199254740992n, 2 ** 53]'), value('["double", 2 ** 53 + 2')],
      grade: "sheet",
    },
    {
      at: "type 11: attachment",
      says: "A file that the user sends along.",
      by: [types, "packages/server/src/domains/interactions/uploads.ts"],
      proofs: [
        testsOf("packages/server/src/domains/interactions/uploads.test.ts")(
          "is kept under an id of its own, for the application alone",
        ),
        testsOf("tests/journeys/discord-js-places.test.ts")(
          "files come with options and modals, and go with answers",
        ),
      ],
      grade: "sheet",
    },
    ...choicesAndPlaces,
  ],
};
