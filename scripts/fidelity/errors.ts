// Section 7 of the requirement sheet: errors.
import { testsOf, type Section } from "./row.ts";

const commands = testsOf("packages/server/src/domains/commands/handlers.test.ts");
const creating = testsOf("packages/server/src/domains/commands/operations.test.ts");
const edge = testsOf("packages/server/src/transports/http/ip-ban.test.ts");
const everyEndpoint = testsOf("packages/server/src/transports/http/every-endpoint.test.ts");
const forms = testsOf("packages/contract/src/schema/form.test.ts");
const lobbies = testsOf("packages/server/src/domains/lobbies/handlers.test.ts");
const modal = testsOf("packages/contract/src/resources/interactions/modal-form.test.ts");
const rates = testsOf("packages/server/src/transports/http/rate-limit.test.ts");
const refusals = testsOf("packages/server/src/domains/oauth/refusals.test.ts");
const search = testsOf("packages/server/src/domains/search/search.test.ts");

const created = creating("is created with 201 and overwritten with 200 under the same id");

export const errors: Section = {
  number: "7",
  title: "Errors",
  rows: [
    {
      at: "429",
      says: "A rate limit is exceeded.",
      by: ["RateLimited", "packages/server/src/transports/http/rate-limit.ts"],
      proofs: [
        rates("refuses the next call, in body and headers alike"),
        rates("is its calls per second, and answers as global"),
      ],
      grade: "sheet",
    },
    {
      at: "429: block at the edge",
      says: "An address that is refused very often gets no answer of the service's any more.",
      by: ["invalidCalls", "packages/server/src/transports/http/ip-ban.ts"],
      proofs: [
        edge("an address that is refused too often is shut out for ten minutes, and no other"),
      ],
      grade: "documented",
    },
    {
      at: "201 and 200",
      says: "A command is new, or was overwritten.",
      by: ["commands.createGlobal", "commands.createGuild"],
      proofs: [created],
      grade: "sheet",
    },
    {
      at: "204",
      says: "A command was deleted.",
      by: ["commands.deleteGlobal", "commands.deleteGuild"],
      proofs: [commands("is deleted with 204, once")],
      grade: "sheet",
    },
    {
      at: "160014",
      says: "The forwarded message is one whose content the application cannot read.",
      by: ["UnreadableForward", "channels.createMessage"],
      proofs: [
        testsOf("packages/server/src/domains/messages/forwards.test.ts")(
          "forwards what it wrote, and what mentions it, but nothing else",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "110000",
      says: "A guild is searched that has no index yet.",
      by: ["guilds.searchMessages", "packages/contract/src/resources/messages/message-search.ts"],
      proofs: [
        search(
          "the first search of a guild finds no index where the world says so, for two seconds",
        ),
        search("a planned fault answers that there is no index"),
      ],
      grade: "sheet",
    },
    {
      at: "530017",
      says: "Accounts are merged while the platform account is banned.",
      by: ["MergeSourceBanned"],
      proofs: [
        testsOf("packages/server/src/domains/oauth/accounts/merge.test.ts")(
          "when the account that would be merged is banned",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "invalid_grant",
      says: "A token is refreshed that was deleted.",
      by: ["InvalidGrant", "oauth2.token"],
      proofs: [
        testsOf("packages/server/src/domains/oauth/consent.test.ts")(
          "of a revocation once, and refreshing afterwards tells nothing more",
        ),
        refusals("of JSON says that no grant was seen"),
      ],
      grade: "sheet",
    },
    {
      at: "bot token on permissions",
      says: "Is refused.",
      by: ["BotsNotAllowed", "commands.editPermissions"],
      proofs: [
        testsOf("packages/server/src/domains/commands/permission-handlers.test.ts")(
          "%s is refused",
          "a bot",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "member of no lobby",
      says: "Removing a user fails when the lobby does not exist.",
      by: ["UnknownLobby", "lobbies.removeMember"],
      proofs: [lobbies("is unknown to every call but the deletion of what never was")],
      grade: "sheet",
    },
    {
      at: "disabled select in a modal",
      says: "Is refused at its place.",
      by: ["packages/contract/src/resources/interactions/modal-form.ts"],
      proofs: [modal("%s", "one that is disabled")],
      grade: "sheet",
    },
    {
      at: "body of an error",
      says: "A code, a message, and a tree of faults for a form; the OAuth2 endpoints speak RFC 6749.",
      by: ["packages/contract/src/schema/validation-issue.ts", "InvalidForm"],
      proofs: [
        forms("faults become the tree that answers carry, several at one place together"),
        testsOf("tests/journeys/lobby.test.ts")("a form with many faults names each at its path"),
        refusals("names the scheme to whoever tried the header"),
      ],
      grade: "documented",
    },
    {
      at: "other codes",
      says: "Each endpoint declares every error that it answers, each with its source.",
      by: ["packages/contract/src/error.ts", "packages/contract/src/implied-errors.ts"],
      proofs: [
        everyEndpoint("answers 401 %s"),
        testsOf("packages/contract/src/openapi/openapi.test.ts")(
          "answers its errors with code and text, grouped by status, once for all operations",
        ),
      ],
      grade: "documented",
    },
  ],
};
