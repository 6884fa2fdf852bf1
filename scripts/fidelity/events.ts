// Section 6 of the requirement sheet: events and what interactions carry.
import { testsOf, type Row, type Section } from "./row.ts";

const deauthorizing = testsOf("packages/server/src/domains/oauth/installs/deauthorize.test.ts");
const deliveries = testsOf("packages/server/src/transports/webhooks/event-deliveries.test.ts");
const guildFeatures = testsOf("packages/server/src/transports/gateway/guild-features.test.ts");
const handlers = testsOf("packages/server/src/domains/interactions/handlers.test.ts");
const messages = testsOf("packages/server/src/domains/lobbies/message-handlers.test.ts");
const payload = testsOf("packages/server/src/domains/interactions/payload.test.ts");
const permissionEvents = testsOf("packages/server/src/domains/commands/permission-events.test.ts");
const requests = testsOf("packages/server/src/transports/gateway/opcodes/session-requests.test.ts");
const suggestions = testsOf("packages/server/src/domains/interactions/autocomplete.test.ts");

const whole = payload("everything that clients throw without stands there");
const typing = suggestions(
  "what is typed as text and as focused, and other options as far as they fit",
);
const file = "packages/server/src/domains/interactions/dispatch.ts";

const ofEvents: readonly Row[] = [
  {
    at: "Application Command Permissions Update",
    says: "Follows an edit of permissions.",
    by: ["APPLICATION_COMMAND_PERMISSIONS_UPDATE"],
    proofs: [
      permissionEvents(
        "an edit is told to the application whatever its intents, and to the guild's people",
      ),
    ],
    grade: "documented",
  },
  {
    at: "Interaction, type 2",
    says: "A user invokes a command.",
    by: ["INTERACTION_CREATE", "interactions.create"],
    proofs: [whole, handlers("is answered without a body once application and user were told")],
    grade: "sheet",
  },
  {
    at: "Interaction, type 4",
    says: "A user types in an option with autocomplete.",
    by: ["INTERACTION_CREATE", "control.autocomplete"],
    proofs: [typing],
    grade: "sheet",
  },
  {
    at: "Voice Channel Status Update",
    says: "The line above a voice channel changes.",
    by: ["VOICE_CHANNEL_STATUS_UPDATE"],
    proofs: [guildFeatures("the line above a voice channel is heard and asked for")],
    grade: "documented",
  },
  {
    at: "Voice Channel Start Time Update",
    says: "Since when somebody is in a voice channel changes.",
    by: ["VOICE_CHANNEL_START_TIME_UPDATE"],
    proofs: [
      testsOf("packages/server/src/domains/guilds/voice.test.ts")(
        "a channel has a start exactly while someone is in it, told as it comes and goes",
      ),
    ],
    grade: "documented",
  },
  {
    at: "Channel Info",
    says: "Answers operation 43 with the lines and the starts.",
    by: ["CHANNEL_INFO", "packages/server/src/transports/gateway/opcodes/requests.ts"],
    proofs: [
      requests(
        "has a start, asked for with the status, of the channels that have what is asked for",
      ),
      testsOf("packages/server/src/transports/gateway/opcodes/requests.test.ts")(
        "channel info is asked for by its fields",
      ),
    ],
    grade: "documented",
  },
  {
    at: "RATE_LIMITED",
    says: "A second request for all members of a guild within 30 seconds.",
    by: ["RATE_LIMITED", "allMembersRequests"],
    proofs: [requests("for everyone is answered once in 30 seconds for each guild and bot")],
    grade: "documented",
  },
  {
    at: "APPLICATION_DEAUTHORIZED: removal",
    says: "A webhook, when a user removes the application.",
    by: ["WEBHOOK_EVENT_RECORDED", "control.deauthorize"],
    proofs: [
      deauthorizing("takes tokens, consent and installation, and tells the application once"),
      deliveries("is delivered at once, signed, in the envelope"),
    ],
    grade: "documented",
  },
  {
    at: "APPLICATION_DEAUTHORIZED: ban",
    says: "A webhook, when a user is banned.",
    by: ["WEBHOOK_EVENT_RECORDED"],
    proofs: [deauthorizing("a ban ends what every application may do, and a second ban nothing")],
    grade: "documented",
  },
  {
    at: "webhook events of lobbies and direct messages",
    says: "Created, changed and deleted messages, to the application or to a lobby's own address.",
    by: [
      "lobbies.createMessage",
      "users.createMessage",
      "packages/contract/src/resources/webhooks/webhook-events.ts",
    ],
    proofs: [
      messages("is heard by every member's session of the game, and by its webhook"),
      messages("goes to the lobby's own webhook where it has one"),
      testsOf("packages/server/src/domains/messages/sdk-messages/handlers.test.ts")(
        "hears of what its players write, change and delete, wherever they do",
      ),
    ],
    grade: "documented",
  },
];

const ofPayloads: readonly Row[] = [
  {
    at: "payload: type, id, application_id, version",
    says: "Stand in each interaction.",
    by: [file],
    proofs: [whole],
    grade: "sheet",
  },
  {
    at: "payload: token",
    says: "A secret of its own for each interaction.",
    by: [file],
    proofs: [payload("each token is another one"), handlers("the token is kept as a digest")],
    grade: "sheet",
  },
  {
    at: "payload: guild_id and channel_id",
    says: "Where it happened.",
    by: [file],
    proofs: [whole],
    grade: "sheet",
  },
  {
    at: "payload: member",
    says: "Who did it, with roles, nick, times, permissions and the rest.",
    by: [file],
    proofs: [
      payload("the member stands there with every field, and with what they may do in the channel"),
    ],
    grade: "sheet",
  },
  {
    at: "payload: app_permissions",
    says: "What the application may do there.",
    by: [file],
    proofs: [
      payload("the bot's own permissions are those of its member"),
      payload("an application without a member has of everyone's permissions only some"),
    ],
    grade: "sheet",
  },
  {
    at: "payload: locale and guild_locale",
    says: "The languages of the user and of the guild.",
    by: [file],
    proofs: [whole],
    grade: "sheet",
  },
  {
    at: "payload: data",
    says: "The command's id, default name and type, and its options.",
    by: [file],
    proofs: [whole, payload("options nest as they were invoked")],
    grade: "sheet",
  },
  {
    at: "payload: target_id and resolved",
    says: "Of user and message commands: the target, and what it stands for.",
    by: ["packages/server/src/domains/interactions/resolved.ts"],
    proofs: [
      payload("a user command's target, with their membership"),
      payload("a message command's target, whole"),
    ],
    grade: "sheet",
  },
  {
    at: "no arguments on targets",
    says: "User and message commands take no options.",
    by: ["command rule optionsForbidden"],
    proofs: [
      testsOf("packages/contract/src/resources/commands/command-rules.test.ts")(
        "%s gives its own fault at its own place",
        "optionsForbidden",
      ),
    ],
    grade: "sheet",
  },
  {
    at: "autocomplete: options",
    says: "What was typed so far; the one under the cursor is focused, its value partial.",
    by: ["packages/server/src/domains/interactions/autocomplete.ts"],
    proofs: [typing],
    grade: "sheet",
  },
  {
    at: "autocomplete: required options",
    says: "May be missing still.",
    by: ["packages/server/src/domains/interactions/autocomplete.ts"],
    proofs: [typing],
    grade: "sheet",
  },
  {
    at: "autocomplete: validation",
    says: "Values are not held to their bounds while they are typed; what does not fit its type is left out.",
    by: ["packages/server/src/domains/interactions/autocomplete.ts"],
    proofs: [typing],
    grade: "sheet",
  },
  {
    at: "user command without the right to send",
    says: "Is answered with Permission Denied.",
    by: ["packages/server/src/domains/interactions/create-interaction.ts"],
    proofs: [
      handlers("for a user command where the user may not send says so"),
      testsOf("packages/server/src/domains/interactions/refusals.test.ts")(
        "%s for a command of type %i with %o",
        "Permission Denied",
      ),
    ],
    grade: "sheet",
  },
];

export const events: Section = { number: "6", title: "Events", rows: [...ofEvents, ...ofPayloads] };
