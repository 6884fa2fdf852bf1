// Section 5 of the requirement sheet: who may call, and with what.
import { testsOf, type Section } from "./row.ts";

const everyEndpoint = testsOf("packages/server/src/transports/http/every-endpoint.test.ts");
const handlers = testsOf("packages/server/src/domains/commands/handlers.test.ts");
const matrix = testsOf("packages/server/src/transports/http/credential-matrix.test.ts");
const permissions = testsOf("packages/server/src/domains/commands/permission-handlers.test.ts");
const tokens = testsOf("packages/server/src/domains/oauth/oauth.test.ts");
const consent = testsOf("packages/server/src/domains/oauth/consent.test.ts");
const pkce = testsOf("packages/server/src/domains/oauth/pkce.test.ts");
const requests = testsOf("packages/server/src/domains/oauth/authorize-request.test.ts");

export const authentication: Section = {
  number: "5",
  title: "Authentication",
  rows: [
    {
      at: "1: bot token",
      says: "Server calls carry `Authorization: Bot` and the token; without the word they fail.",
      by: ["packages/server/src/transports/http/authenticate.ts", "Unauthorized"],
      proofs: [
        matrix("%s lets in and refuses as it is declared"),
        everyEndpoint("answers 401 %s", "with a bot token that lacks its prefix"),
      ],
      grade: "sheet",
    },
    {
      at: "2: client credentials",
      says: "Commands are open to the application's own token with applications.commands.update, too.",
      by: ["commands.createGlobal", "MissingScope"],
      proofs: [
        handlers("is open to %s as it should be", "a client credentials token"),
        tokens("alone may change commands"),
      ],
      grade: "sheet",
    },
    {
      at: "3: permissions of commands",
      says: "Need a user's token with the scope, of somebody who manages the guild and its roles.",
      by: ["commands.editPermissions", "MissingScope", "MissingPermissions"],
      proofs: [
        permissions("%s is refused", "a token without the scope"),
        permissions("%s is refused", "a member who may not manage the guild"),
        permissions("a manager may change the entry of %s, or not"),
      ],
      grade: "sheet",
    },
    {
      at: "3: bots",
      says: "A bot token is refused there.",
      by: ["commands.editPermissions", "BotsNotAllowed"],
      proofs: [permissions("%s is refused", "a bot")],
      grade: "sheet",
    },
    {
      at: "4: guild commands",
      says: "Need an installation with applications.commands, which bot includes.",
      by: ["commands.createGuild", "MissingAccess"],
      proofs: [
        handlers("are open to the application in %s", "a guild with its bot"),
        handlers("are open to the application in %s", "a guild where it may have no commands"),
      ],
      grade: "sheet",
    },
    {
      at: "4: no bot user",
      says: "Is needed for commands.",
      by: ["commands.createGuild"],
      proofs: [
        handlers("are open to the application in %s", "a guild with its commands alone"),
        testsOf("packages/server/src/domains/oauth/installs/install.test.ts")(
          "brings the commands, and no bot",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "5: premium_type",
      says: "Is 0 unless the application is approved for identify.premium.",
      by: ["users.me", "packages/server/src/domains/users/user.ts"],
      proofs: [
        testsOf("packages/server/src/domains/oauth/identity.test.ts")(
          "the real subscription shows to a token with identify.premium alone",
        ),
        testsOf("packages/server/src/domains/applications/scopes.test.ts")(
          "are more for an approved application",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "6: code challenge",
      says: "Clients authorize with a code challenge, and get tokens with its verifier.",
      by: [
        "oauth2.authorize",
        "oauth2.token",
        "packages/server/src/domains/oauth/authorize-request.ts",
      ],
      proofs: [
        pkce("a challenge is met by its verifier alone"),
        requests("is wanted of %s", "a public client"),
        testsOf("tests/journeys/sdk.test.ts")(
          "a game signs a person in, plays, refreshes and revokes",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "7: invalid_grant",
      says: "Refreshing a token that was deleted says so, and nothing more is told after the one webhook.",
      by: ["oauth2.token", "InvalidGrant"],
      proofs: [
        consent("of a revocation once, and refreshing afterwards tells nothing more"),
        testsOf("packages/server/src/domains/oauth/installs/deauthorize.test.ts")(
          "takes tokens, consent and installation, and tells the application once",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "8: lives of tokens",
      says: "An access token lives seven days; a refresh token lives on while it is used, and works once.",
      by: ["packages/server/src/domains/oauth/issue-tokens.ts"],
      proofs: [
        tokens("gives tokens that live seven days"),
        tokens("gives a new pair with the same scopes, and the old pair is dead at once"),
        tokens("outlives its access token"),
        testsOf("packages/server/src/domains/oauth/families.test.ts")(
          "ends after half a year, and each use begins it anew",
        ),
      ],
      grade: "documented",
    },
  ],
};
