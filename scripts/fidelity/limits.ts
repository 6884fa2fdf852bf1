// Section 8 of the requirement sheet: limits.
import { testsOf, type Row, type Section } from "./row.ts";

const bulk = testsOf("packages/server/src/domains/lobbies/bulk.test.ts");
const commands = testsOf("packages/server/src/domains/commands/operations.test.ts");
const creates = testsOf("packages/server/src/domains/commands/daily-create-quota.test.ts");
const declared = testsOf("packages/contract/src/resources/lobbies/lobbies.test.ts");
const intents = testsOf("packages/server/src/domains/guilds/privileged-intents.test.ts");
const messages = testsOf("packages/server/src/domains/lobbies/message-handlers.test.ts");
const modal = testsOf("packages/contract/src/resources/interactions/modal-form.test.ts");
const permissions = testsOf("packages/server/src/domains/commands/permission-handlers.test.ts");
const players = testsOf("packages/server/src/domains/lobbies/player-handlers.test.ts");
const rates = testsOf("packages/server/src/transports/http/rate-limit.test.ts");
const rules = testsOf("packages/contract/src/resources/commands/command-rules.test.ts");
const tree = testsOf("tests/architecture.test.ts");

const breaking = (rule: string) => rules("%s gives its own fault at its own place", rule);
const buckets = declared("each kind of call is counted in a bucket of its own, per application");
const numbers = commands(
  "is new at most so many times for each type, with that number in the refusal",
);
const refuses = rates("refuses the next call, in body and headers alike");

const ofCalls: readonly Row[] = [
  {
    at: "create lobby",
    says: "500 in 10 seconds for an application.",
    by: ["lobbyCreates", "lobbies.create"],
    proofs: [buckets, refuses],
    grade: "sheet",
  },
  {
    at: "delete lobby",
    says: "500 in 10 seconds for an application.",
    by: ["lobbyDeletes", "lobbies.delete"],
    proofs: [buckets, refuses],
    grade: "sheet",
  },
  {
    at: "get lobby",
    says: "500 in 10 seconds for an application.",
    by: ["lobbyGets", "lobbies.get"],
    proofs: [buckets, refuses],
    grade: "sheet",
  },
  {
    at: "add lobby member",
    says: "5000 in 10 seconds for an application.",
    by: ["lobbyMemberAdds", "lobbies.addMember"],
    proofs: [buckets, refuses],
    grade: "sheet",
  },
  {
    at: "remove lobby member",
    says: "5000 in 10 seconds for an application.",
    by: ["lobbyMemberRemoves", "lobbies.removeMember"],
    proofs: [buckets, refuses],
    grade: "sheet",
  },
  {
    at: "all endpoints",
    says: "50 calls in a second for an application, its bot and its tokens together.",
    by: ["allCalls"],
    proofs: [
      rates("raises the calls of an application by its figure for every token alike"),
      rates("is its calls per second, and answers as global"),
      rates("counts %s in all"),
      testsOf("tests/journeys/rate-limits.test.ts")(
        "discord.js waits when its application makes too many calls in all, and all succeed",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "all endpoints: raised",
    says: "Up to 1200 for an application that asked; here its world says so.",
    by: [
      "packages/contract/src/control/world-file/world.ts",
      "packages/server/src/transports/http/rate-limit.ts",
    ],
    proofs: [
      rates("is its calls per second, and answers as global"),
      testsOf("packages/server/src/control/world-file/export.test.ts")(
        "of one with everything in it",
        "requests_per_second: 1200",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "send message",
    says: "3000 in two hours for a user.",
    by: ["gameMessageSends", "lobbies.createMessage", "users.createMessage"],
    proofs: [
      messages("a user may send 3000 messages in two hours, and 100 before the game is approved"),
    ],
    grade: "sheet",
  },
  {
    at: "create or join lobby",
    says: "10 in a minute for a user.",
    by: ["lobbyJoins", "lobbies.join"],
    proofs: [players("%s lets so many joins through: %i")],
    grade: "sheet",
  },
  {
    at: "command creates",
    says: "200 in a day for a guild; the global ones are counted by themselves.",
    by: ["commandCreates", "TooManyCommandCreates"],
    proofs: [
      commands(
        "is new at most 200 times a day; overwriting and editing do not count, deleting gives nothing back",
      ),
      creates("are counted apart for each guild and for global commands"),
    ],
    grade: "sheet",
  },
];

const ofCommands: readonly Row[] = [
  {
    at: "global commands",
    says: "100 slash commands, 15 on users, 15 on messages, one entry point.",
    by: ["chatInputCommands", "userCommands", "messageCommands", "entryPointCommands"],
    proofs: [numbers, commands("a second entry point is one too many")],
    grade: "sheet",
  },
  {
    at: "guild commands",
    says: "100 slash commands, 15 on users, 15 on messages; no entry point.",
    by: ["chatInputCommands", "userCommands", "messageCommands", "TooManyCommands"],
    proofs: [
      numbers,
      commands("holds the resulting commands to the number of each type"),
      testsOf("packages/server/src/domains/commands/handlers.test.ts")("are no entry points"),
    ],
    grade: "sheet",
  },
  {
    at: "command size",
    says: "8000 characters in all.",
    by: ["commandSize"],
    proofs: [
      breaking("tooLarge"),
      commands("cannot grow by an edit beyond the size that commands may have"),
    ],
    grade: "sheet",
  },
  {
    at: "options of a command",
    says: "25 at each level.",
    by: ["optionsPerLevel"],
    proofs: [breaking("tooManyOptions")],
    grade: "sheet",
  },
  {
    at: "choices of an option",
    says: "25.",
    by: ["choicesPerOption"],
    proofs: [breaking("tooManyChoices")],
    grade: "sheet",
  },
  {
    at: "name of a command",
    says: "1 to 32 characters.",
    by: ["commandName"],
    proofs: [breaking("nameLength")],
    grade: "sheet",
  },
  {
    at: "description of a command",
    says: "1 to 100 characters.",
    by: ["commandDescription"],
    proofs: [breaking("descriptionLength")],
    grade: "sheet",
  },
  {
    at: "permission overwrites",
    says: "100 for a command in a guild.",
    by: ["permissionsPerCommand"],
    proofs: [permissions("more than 100 entries")],
    grade: "sheet",
  },
];

const ofOthers: readonly Row[] = [
  {
    at: "lobby: metadata",
    says: "1000 characters in all.",
    by: ["lobbyMetadataTotal"],
    proofs: [declared("may not hold %s", "too much metadata")],
    grade: "sheet",
  },
  {
    at: "lobby: members",
    says: "25 in a request.",
    by: ["lobbyMembersPerRequest"],
    proofs: [declared("may not hold %s", "too many members"), bulk("%s is a fault of form")],
    grade: "sheet",
  },
  {
    at: "lobby: idle timeout",
    says: "5 to 604800 seconds.",
    by: ["lobbyIdleTimeoutMin", "lobbyIdleTimeoutMax"],
    proofs: [
      declared("may not hold %s", "a short wait"),
      declared("may not hold %s", "a long wait"),
    ],
    grade: "sheet",
  },
  {
    at: "Request Guild Members",
    says: "All members of a guild once in 30 seconds for a bot.",
    by: ["allMembersRequests", "RATE_LIMITED"],
    proofs: [
      testsOf("packages/server/src/transports/gateway/opcodes/session-requests.test.ts")(
        "for everyone is answered once in 30 seconds for each guild and bot",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "voice status",
    says: "500 characters.",
    by: ["voiceStatus"],
    proofs: [
      testsOf("packages/server/src/domains/guilds/own-member.test.ts")(
        "the line has at most five hundred characters",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "lobby messages",
    says: "200 in an answer.",
    by: ["gameMessagesPerPage"],
    proofs: [messages("comes newest first, fifty or as many as asked for up to two hundred")],
    grade: "sheet",
  },
  {
    at: "lobby channel invite",
    says: "Used once, within an hour.",
    by: ["lobbyInviteLife"],
    proofs: [
      testsOf("packages/server/src/domains/lobbies/lobby-invites.test.ts")(
        "an invite ends after an hour",
      ),
      testsOf("packages/server/src/domains/lobbies/lobby-invites.test.ts")(
        "an invite that %s asks for lets its user in, once",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "file upload in a modal",
    says: "0 to 10 files.",
    by: ["packages/contract/src/resources/interactions/modal-form.ts"],
    proofs: [modal("%s", '["files", child(19'), modal("%s", "eleven files")],
    grade: "sheet",
  },
  {
    at: "privileged intents",
    says: "Beyond 10,000 people within reach a review is needed, every year again.",
    by: ["accessibleUsers", "intentReview"],
    proofs: [
      intents("the owner's switch is enough up to a number of people, each counted once"),
      intents("beyond it a review counts for a year"),
    ],
    grade: "sheet",
  },
  {
    at: "other endpoints",
    says: "Each route has a count of its own for each top-level resource; every number is published.",
    by: ["otherCalls"],
    proofs: [
      rates("that nobody declared is one for each top-level resource"),
      tree("holds callers to every number that it publishes"),
    ],
    grade: "assumed",
  },
];

export const limits: Section = {
  number: "8",
  title: "Limits",
  rows: [...ofCalls, ...ofCommands, ...ofOthers],
};
