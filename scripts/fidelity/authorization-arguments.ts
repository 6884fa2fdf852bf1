// Section 2.5 of the requirement sheet: the client SDK's authorization arguments.
import { testsOf, type Section } from "./row.ts";

const args = testsOf("packages/sdk/src/authorization-args.test.ts");
const address = testsOf("packages/sdk/src/authorization-url.test.ts");
const pkce = testsOf("packages/sdk/src/pkce.test.ts");
const signIn = testsOf("packages/sdk/src/client.test.ts");
const journey = testsOf("tests/journeys/sdk.test.ts");
const redirects = testsOf("packages/server/src/domains/oauth/redirects.test.ts");
const requests = testsOf("packages/server/src/domains/oauth/authorize-request.test.ts");

const file = "packages/sdk/src/authorization-args.ts";
const urls = "packages/sdk/src/authorization-url.ts";

export const authorizationArguments: Section = {
  number: "2.5",
  title: "Authorization arguments of the client SDK",
  rows: [
    {
      at: "ClientId",
      says: "The application's id, a 64-bit number; the client's own when unset.",
      by: [file, "packages/sdk/src/client.ts"],
      proofs: [
        args("keep each property that is set, and lose those that are unset"),
        journey("a game signs a person in, plays, refreshes and revokes"),
      ],
      grade: "sheet",
    },
    {
      at: "Scopes",
      says: "Scopes with spaces between them; a person grants what is asked.",
      by: [file, urls],
      proofs: [
        args("begin valid, with empty scopes and nothing optional"),
        address("says what is needed, and nothing of what is unset"),
      ],
      grade: "sheet",
    },
    {
      at: "Scopes: communication",
      says: "The default is `openid sdk.social_layer`.",
      by: ["packages/sdk/src/client.ts"],
      proofs: [signIn("the default scopes are the social layer's, with openid")],
      grade: "sheet",
    },
    {
      at: "Scopes: presence",
      says: "The default is `openid sdk.social_layer_presence`.",
      by: ["packages/sdk/src/client.ts"],
      proofs: [signIn("the default scopes are the social layer's, with openid")],
      grade: "sheet",
    },
    {
      at: "Scopes: what they stand for",
      says: "The two scopes of the social layer open all that they need.",
      by: ["packages/server/src/domains/applications/tokens.ts"],
      proofs: [
        testsOf("packages/server/src/domains/applications/tokens.test.ts")(
          "%s stands for everything that it needs",
        ),
        journey("a game signs a person in, plays, refreshes and revokes"),
      ],
      grade: "sheet",
    },
    {
      at: "Scopes: more",
      says: "Other scopes are granted by the person, if the application may have them.",
      by: ["oauth2.authorize", "packages/server/src/domains/applications/scopes.ts"],
      proofs: [
        testsOf("packages/server/src/domains/applications/scopes.test.ts")("%j become %j"),
        testsOf("tests/journeys/consent.test.ts")(
          "a person signs in, sees what is asked, and accepts: the code reaches the game",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "State",
      says: "A random value of the SDK's own when unset.",
      by: ["packages/sdk/src/sign-in.ts"],
      proofs: [
        address("is a code or a refusal of this request"),
        address("is not believed as %s"),
        journey("a mobile game comes back by its scheme"),
      ],
      grade: "sheet",
    },
    {
      at: "Nonce",
      says: "Stands in the ID token.",
      by: [file, urls, "packages/server/src/domains/oauth/issue-tokens.ts"],
      proofs: [
        address("says everything that is set"),
        testsOf("packages/server/src/domains/oauth/identity.test.ts")(
          "is signed by the published key, for this client, this sign-in and this access token",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "CodeChallenge",
      says: "The challenge of a verifier that the client made; the verifier gets the tokens.",
      by: ["packages/sdk/src/code-challenge.ts", "packages/sdk/src/pkce.ts"],
      proofs: [
        pkce("a verifier is long and unreserved, new each time, and its challenge follows from it"),
        args("a challenge and its verifier keep copies of each other"),
      ],
      grade: "sheet",
    },
    {
      at: "IntegrationType",
      says: "How the application is to be installed.",
      by: ["packages/sdk/src/enums.ts", urls],
      proofs: [
        address("says everything that is set"),
        requests("is of a kind that the application supports"),
      ],
      grade: "sheet",
    },
    {
      at: "CustomSchemeParam",
      says: "The scheme of the redirect, before `:/authorize/callback`.",
      by: [urls],
      proofs: [
        address("is the application's own unless another is named, with one slash"),
        address("cannot be %o"),
        journey("a mobile game comes back by its scheme"),
      ],
      grade: "sheet",
    },
    {
      at: "CustomSchemeParam unset",
      says: "The scheme is a prefix with the application's id.",
      by: [urls, "packages/server/src/domains/oauth/authorize-request.ts"],
      proofs: [
        address("is the application's own unless another is named, with one slash"),
        redirects("by the client's own scheme needs no registration, with one slash"),
      ],
      grade: "sheet",
    },
    {
      at: "getters and setters",
      says: "Each property has both.",
      by: [file],
      proofs: [args("keep each property that is set, and lose those that are unset")],
      grade: "sheet",
    },
    {
      at: "copies",
      says: "A copy is whole and its own, by construction and by assignment.",
      by: [file, "packages/sdk/src/value-object.ts"],
      proofs: [
        args("are copied whole: a copy and its original do not change each other"),
        args("are assigned by copying"),
      ],
      grade: "sheet",
    },
    {
      at: "moves",
      says: "A move takes everything along and leaves its source empty.",
      by: ["packages/sdk/src/value-object.ts"],
      proofs: [
        args("are moved: the target has everything, the source is empty until it is filled again"),
      ],
      grade: "sheet",
    },
    {
      at: "boolean",
      says: "Tells a valid object from an empty one.",
      by: ["packages/sdk/src/value-object.ts"],
      proofs: [
        args("begin valid, with empty scopes and nothing optional"),
        args("have a null object that holds nothing and cannot be made to"),
      ],
      grade: "sheet",
    },
    {
      at: "nullobj",
      says: "An instance that holds nothing, ever.",
      by: [file],
      proofs: [args("have a null object that holds nothing and cannot be made to")],
      grade: "sheet",
    },
  ],
};
