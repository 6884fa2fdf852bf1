// Sections 1, 2.1 and 3 of the requirement sheet: the service, lobbies, states.
import { testsOf, type Section } from "./row.ts";

const form = testsOf("packages/contract/src/resources/lobbies/lobbies.test.ts");
const anyForm = testsOf("packages/contract/src/schema/form.test.ts");
const commandForms = testsOf("packages/contract/src/resources/commands/command-forms.test.ts");
const lobbies = testsOf("packages/server/src/domains/lobbies/handlers.test.ts");
const bulk = testsOf("packages/server/src/domains/lobbies/bulk.test.ts");
const idling = testsOf("packages/server/src/domains/lobbies/idle-timeout.test.ts");
const joining = testsOf("packages/server/src/domains/lobbies/joining.test.ts");
const lifeModel = testsOf("packages/server/src/domains/lobbies/life-model.test.ts");
const linking = testsOf("packages/server/src/domains/lobbies/linking-handlers.test.ts");
const messages = testsOf("packages/server/src/domains/lobbies/message-handlers.test.ts");
const games = testsOf("packages/server/src/domains/messages/sdk-messages/handlers.test.ts");
const subscribing = testsOf("packages/server/src/domains/entitlements/subscribing.test.ts");
const operations = testsOf("packages/server/src/domains/commands/operations.test.ts");
const discordJs = testsOf("tests/journeys/discord-js.test.ts");
const lobbyJourney = testsOf("tests/journeys/lobby.test.ts");
const match = testsOf("tests/journeys/match.test.ts");
const sdk = testsOf("tests/journeys/sdk.test.ts");

export const service: Section = {
  number: "1",
  title: "What the service does",
  rows: [
    {
      at: "lobbies of a backend",
      says: "A backend manages lobbies with members, metadata and an end by idling, over HTTP.",
      by: ["lobbies.create", "lobbies.edit", "lobbies.addMember", "lobbies.delete"],
      proofs: [
        lobbyJourney("a lobby is created, filled, read, changed and deleted"),
        match("a match is played, linked, moderated and left, and its lobby idles out"),
      ],
      grade: "sheet",
    },
    {
      at: "no backend",
      says: "A game without a backend can use lobbies all the same.",
      by: ["lobbies.join", "lobbies.leave"],
      proofs: [
        match("players find one another by a secret, leave, and may come back for thirty days"),
      ],
      grade: "sheet",
    },
    {
      at: "commands",
      says: "An application registers, reads, edits, deletes and overwrites commands, globally or in a guild, and sets who may use them.",
      by: ["commands.createGlobal", "commands.createGuild", "commands.editPermissions"],
      proofs: [
        operations("is created with 201 and overwritten with 200 under the same id"),
        testsOf("tests/journeys/command-permissions.test.ts")(
          "discord.js sets permissions for a user, hears of it, reads them, and the picker follows",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "invocation",
      says: "A user invokes a command, and the application is sent an interaction.",
      by: ["interactions.create", "control.invoke", "INTERACTION_CREATE"],
      proofs: [
        discordJs("a bot signs in, registers a command, a user invokes it and reads the answer"),
      ],
      grade: "sheet",
    },
    {
      at: "authorization from a game",
      says: "The client SDK's arguments start an OAuth2 authorization.",
      by: ["packages/sdk/src/authorization-args.ts", "oauth2.authorize"],
      proofs: [sdk("a game signs a person in, plays, refreshes and revokes")],
      grade: "sheet",
    },
    {
      at: "lobbies of a backend are not for joining",
      says: "Players can neither join nor leave a lobby that a backend made.",
      by: ["lobbies.join", "lobbies.leave", "packages/server/src/domains/lobbies/joining.ts"],
      proofs: [joining("is refused in a lobby of the back end, members and strangers alike")],
      grade: "sheet",
    },
  ],
};

export const notation: Section = {
  number: "2",
  title: "Resources and their fields",
  rows: [
    {
      at: "optional and nullable fields",
      says: "A field may be left out, or may be null too, as its row says.",
      by: ["packages/contract/src/schema/values.ts", "packages/contract/src/schema/form.ts"],
      proofs: [
        anyForm("ignores what it does not know, and null where a field may be left out"),
        commandForms(
          "may have null in every field but its name and, for slash commands, its description",
        ),
      ],
      grade: "sheet",
    },
  ],
};

export const lobby: Section = {
  number: "2.1",
  title: "Lobby",
  rows: [
    {
      at: "lobby object",
      says: "Create, edit and get answer the lobby: id, application, metadata, members, flags, a linked channel.",
      by: ["lobbies.create", "lobbies.edit", "lobbies.get"],
      proofs: [
        lobbies("answers 201 with an empty lobby when nothing is said"),
        testsOf("packages/server/src/domains/lobbies/lobby.test.ts")(
          "is shown without what is private, and without an address it does not have",
        ),
      ],
      grade: "machine specification",
    },
    {
      at: "metadata of a new lobby",
      says: "A dictionary of text to text, at most 1000 characters in all.",
      by: ["lobbies.create", "lobbyMetadataTotal"],
      proofs: [
        form("may hold %s", "the longest metadata, key included"),
        form("may not hold %s", "too much metadata"),
        form("may not hold %s", "metadata of numbers"),
      ],
      grade: "sheet",
    },
    {
      at: "members of a new lobby",
      says: "Up to 25 members.",
      by: ["lobbies.create", "lobbyMembersPerRequest"],
      proofs: [
        form("may hold %s", "the most members"),
        form("may not hold %s", "too many members"),
        lobbies("keeps what is said, the last entry for each member, and adds nobody else"),
      ],
      grade: "sheet",
    },
    {
      at: "idle_timeout_seconds of a new lobby",
      says: "5 seconds to 7 days without anyone, after which the lobby closes.",
      by: ["lobbies.create", "lobbyIdleTimeoutMin", "lobbyIdleTimeoutMax"],
      proofs: [
        form("may hold %s", "the shortest idle timeout"),
        form("may hold %s", "the longest idle timeout"),
        form("may not hold %s", "a short wait"),
        form("may not hold %s", "a long wait"),
      ],
      grade: "sheet",
    },
    {
      at: "edit: every field optional",
      says: "What an edit leaves out stays.",
      by: ["lobbies.edit"],
      proofs: [lobbies("keeps what is omitted, replaces what is given, and clears by null")],
      grade: "sheet",
    },
    {
      at: "edit: metadata",
      says: "Metadata of an edit takes the place of the old.",
      by: ["lobbies.edit", "packages/server/src/domains/lobbies/lobby.ts"],
      proofs: [
        lobbies("keeps what is omitted, replaces what is given, and clears by null"),
        testsOf("packages/server/src/domains/lobbies/lobby.test.ts")(
          "%s when it is edited",
          "replaces metadata as a whole",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "edit: members",
      says: "A list of members takes the place of the old one; who is not in it is removed.",
      by: ["lobbies.edit", "packages/server/src/domains/lobbies/membership.ts"],
      proofs: [lobbies("replaces the members by a list, and keeps them without one")],
      grade: "sheet",
    },
    {
      at: "edit: idle_timeout_seconds",
      says: "A new timeout takes the place of the old; it counts from when the lobby became idle.",
      by: ["lobbies.edit", "packages/server/src/domains/lobbies/idle-timeout.ts"],
      proofs: [idling("a new timeout counts from when the lobby became idle")],
      grade: "sheet",
    },
    {
      at: "member: id",
      says: "The user to add; each entry of the list of members has it.",
      by: ["lobbies.create"],
      proofs: [
        form("may not hold %s", "a member without an id"),
        form("may not hold %s", "a member of no snowflake"),
      ],
      grade: "sheet",
    },
    {
      at: "member: metadata",
      says: "A dictionary of text to text, at most 1000 characters in all.",
      by: ["lobbies.create", "lobbies.addMember", "lobbyMetadataTotal"],
      proofs: [
        form("may not hold %s", "a member with too much metadata"),
        lobbies("answers the member with defaults, or with what was given"),
      ],
      grade: "sheet",
    },
    {
      at: "member: flags",
      says: "The one flag, bit 0, lets its member link the lobby to a channel.",
      by: ["lobbies.addMember", "lobbies.linkChannel"],
      proofs: [
        form("may not hold %s", "unknown member flags"),
        linking("needs the flag alone, with %s"),
      ],
      grade: "sheet",
    },
    {
      at: "message: additional name",
      says: "A lobby's message carries the name that the game gave its author.",
      by: ["lobbies.messages", "LOBBY_MESSAGE_CREATE", "lobbyMemberName"],
      proofs: [
        messages("gives the whole message, with the name that the game gave its author then"),
      ],
      grade: "documented",
    },
    {
      at: "message: who sets the name",
      says: "Only the backend sets the name, when it adds or changes a member; players cannot.",
      by: ["lobbies.addMember", "lobbies.bulkMembers"],
      proofs: [
        form("may be %j", "additional_name"),
        bulk("a name stays when it is left out, and goes with null"),
        joining("keeps the flags and the name that the back end gave"),
      ],
      grade: "sheet",
    },
    {
      at: "message: moderation metadata",
      says: "The backend sets keys and texts on a message, for its own application.",
      by: ["lobbies.moderateMessage", "partner.moderateMessage"],
      proofs: [
        messages("is shown to members, replaced whole, told to sessions and not to the webhook"),
        games("is told to the game's sessions, shown to it alone, and gone with a new text"),
      ],
      grade: "documented",
    },
  ],
};

export const states: Section = {
  number: "3",
  title: "States and transitions",
  rows: [
    {
      at: "idle lobby",
      says: "A lobby closes when nobody was connected for its timeout.",
      by: ["packages/server/src/domains/lobbies/idle-timeout.ts", "LOBBY_DELETE"],
      proofs: [
        idling(
          "a lobby closes once nobody was connected for its timeout, and says so to each member once",
        ),
      ],
      grade: "sheet",
    },
    {
      at: "states of a lobby",
      says: "It is there from its making to its deletion or end by idling; what counts as idle follows its members' sessions.",
      by: ["packages/server/src/domains/lobbies/connected-players.ts", "LOBBY_MEMBER_CONNECT"],
      proofs: [
        idling("it lives while anyone is connected, and counts anew from when nobody is"),
        lifeModel("lobbies live as the plainest model of them does (%s)"),
      ],
      grade: "inferred",
    },
    {
      at: "states of a command",
      says: "A command has none: creating one under a taken name changes it.",
      by: ["commands.createGlobal", "commands.createGuild"],
      proofs: [operations("is created with 201 and overwritten with 200 under the same id")],
      grade: "sheet",
    },
    {
      at: "states of a subscription",
      says: "Active, then ending once cancelled, then inactive; it may be resumed before its end.",
      by: ["skus.subscriptions", "SUBSCRIPTION_UPDATE"],
      proofs: [
        subscribing("that is cancelled runs to its end, then what it paid for ends"),
        subscribing("that was cancelled can be resumed, and renews again"),
      ],
      grade: "documented",
    },
  ],
};
