// Section 9 of the requirement sheet: versions, twins of fields, and rules that begin on a day.
import { testsOf, type Section } from "./row.ts";

const applications = testsOf("packages/server/src/domains/applications/handlers.test.ts");
const commands = testsOf("packages/server/src/domains/commands/operations.test.ts");
const connections = testsOf("packages/server/src/domains/users/connections.test.ts");
const dated = testsOf("packages/contract/src/permissions/dated-rules.test.ts");
const guilds = testsOf("packages/server/src/domains/guilds/handlers.test.ts");
const pins = testsOf("packages/server/src/domains/messages/pins.test.ts");
const server = testsOf("packages/server/src/transports/http/server.test.ts");
const subscriptions = testsOf("packages/server/src/domains/entitlements/subscribing.test.ts");

const inForce = dated("what stood for %s is enough until its day");

export const versioning: Section = {
  number: "9",
  title: "Versioning",
  rows: [
    {
      at: "version in the path",
      says: "The root path names version 10.",
      by: ["packages/server/src/transports/http/routes.ts", "InvalidApiVersion"],
      proofs: [server("%s is served"), server("%s is refused with 50041")],
      grade: "sheet",
    },
    {
      at: "version of a command",
      says: "Grows with each change.",
      by: ["packages/server/src/domains/commands/normalize.ts"],
      proofs: [commands("begins with the version after its id, and names it twice")],
      grade: "sheet",
    },
    {
      at: "read repair",
      says: "A user's client with an old global command is refused, loads it again, and goes on.",
      by: ["interactions.create", "channels.commandIndex"],
      proofs: [
        testsOf("packages/server/src/domains/commands/command-index.test.ts")(
          "a client with an old command is told so, fetches the index, and goes on",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "flags and flags_new",
      says: "The application shows 32 bits as a number and all of them as text.",
      by: ["applications.me"],
      proofs: [applications("an application sees itself with its owner, its bot and its reach")],
      grade: "sheet",
    },
    {
      at: "flags in requests",
      says: "Requests use the number.",
      by: ["applications.editMe"],
      proofs: [
        testsOf("packages/server/src/domains/applications/endpoint-check.test.ts")(
          "of its flags the limited intents alone",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "permissions_new",
      says: "Roles and guilds show their permissions in both fields.",
      by: ["guilds.roles", "users.guilds"],
      proofs: [
        guilds("lists its roles with both forms of their permissions"),
        testsOf("packages/server/src/transports/http/guilds-on-the-wire.test.ts")(
          "the caller's guilds carry their permissions twice",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "allow_new and deny_new",
      says: "Overwrites of channels show both sets in both fields.",
      by: ["guilds.channels", "channels.get"],
      proofs: [
        guilds("lists all of its channels, hidden ones too, without its threads", "deny_new"),
      ],
      grade: "sheet",
    },
    {
      at: "application_id of channels",
      says: "May be null.",
      by: ["channels.get", "packages/contract/src/resources/guilds/guilds.ts"],
      proofs: [guilds("that an application made names it, and null once that is gone")],
      grade: "sheet",
    },
    {
      at: "subscription status",
      says: "Inactive is 1, ending is 2.",
      by: [
        "skus.subscription",
        "SUBSCRIPTION_UPDATE",
        "packages/contract/src/resources/entitlements/entitlements.ts",
      ],
      proofs: [
        subscriptions("that is cancelled runs to its end, then what it paid for ends"),
        subscriptions("whose money goes back is over at once, and what it paid for is taken away"),
      ],
      grade: "sheet",
    },
    {
      at: "PIN_MESSAGES",
      says: "Bit 51 alone lets pin from 23 February 2026 on.",
      by: ["dated rule PIN_MESSAGES", "channels.pin"],
      proofs: [pins("MANAGE_MESSAGES pinned until PIN_MESSAGES was split off"), inForce],
      grade: "sheet",
    },
    {
      at: "BYPASS_SLOWMODE",
      says: "Bit 52 alone lets hurry in slow channels from then on.",
      by: ["dated rule BYPASS_SLOWMODE", "channels.createMessage"],
      proofs: [
        pins(
          "people wait in slow channels unless they hold what lets them hurry, which was split off",
        ),
        inForce,
      ],
      grade: "sheet",
    },
    {
      at: "CREATE_GUILD_EXPRESSIONS",
      says: "Bit 43 alone lets add emojis from then on.",
      by: ["dated rule CREATE_GUILD_EXPRESSIONS", "guilds.createEmoji"],
      proofs: [
        testsOf("packages/server/src/domains/guilds/emojis.test.ts")(
          "MANAGE_GUILD_EXPRESSIONS added emojis until CREATE_GUILD_EXPRESSIONS was split off",
        ),
        inForce,
      ],
      grade: "sheet",
    },
    {
      at: "CREATE_EVENTS",
      says: "Bit 44 alone lets plan events from then on.",
      by: ["dated rule CREATE_EVENTS", "guilds.createScheduledEvent"],
      proofs: [
        testsOf("packages/server/src/domains/guilds/scheduled-events.test.ts")(
          "MANAGE_EVENTS planned events until CREATE_EVENTS was split off",
        ),
        inForce,
      ],
      grade: "sheet",
    },
    {
      at: "encrypted calls",
      says: "From 1 March 2026 calls are encrypted from end to end, or there are none.",
      instead:
        "No call is carried here at all: who joins a voice channel is told that it has no server, before and after the day. The day stands in the table of dated rules.",
      by: ["dated rule encryptedCalls", "VOICE_SERVER_UPDATE"],
      proofs: [
        dated("$rule"),
        testsOf("packages/server/src/transports/gateway/opcodes/session-requests.test.ts")(
          "is joined, changed and left, told to who asked and to the user",
        ),
      ],
    },
    {
      at: "legacy game platforms",
      says: "Their connections are listed no longer from 10 July 2026 on.",
      by: ["dated rule legacyConnections", "users.connections"],
      proofs: [connections("connections to legacy game platforms are listed until their day")],
      grade: "sheet",
    },
    {
      at: "SDK: three releases a year",
      says: "The vendor releases a minor version each April, July and November.",
      instead:
        "Our SDK is part of this project and released with the service whose contract it is generated from; a calendar of the vendor's would say nothing about it.",
      by: ["packages/sdk/src/index.ts"],
    },
    {
      at: "SDK: window of five minors",
      says: "The vendor supports the five newest minor versions, 1.6 to 1.10 with 1.10.",
      instead:
        "The service turns no SDK away by its age: it looks at no version that a client names, and every SDK of the window speaks version 10 of the API, which is what is served.",
      by: ["packages/server/src/transports/http/routes.ts"],
      proofs: [server("%s is served")],
    },
    {
      at: "refresh for provisional accounts",
      says: "Refreshing with OIDC is on its way out: players sign in again, and the client takes the new token.",
      by: ["partnerSdk.token", "packages/sdk/src/client.ts"],
      proofs: [
        testsOf("packages/server/src/domains/oauth/accounts/partner-handlers.test.ts")(
          "can be refreshed where it is OIDC and the client keeps a secret, and only there",
        ),
        testsOf("packages/server/src/domains/oauth/accounts/partner-handlers.test.ts")(
          "gives a player who comes again the same account",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "context menu commands",
      says: "15 of each type, no longer 5.",
      by: ["userCommands", "messageCommands"],
      proofs: [
        commands("is new at most so many times for each type, with that number in the refusal"),
      ],
      grade: "sheet",
    },
  ],
};
