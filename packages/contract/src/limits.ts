// Every number of the specification, named, with its unit and its source. Code takes a number from
// here (`limits.lobbyMembers.value`), and docs/reference/limits.md is generated from here.

/** One number that the service holds callers to. */
export interface NamedLimit {
  readonly value: number;
  /** What is counted. `characters` are Unicode code points. */
  readonly unit: string;
  /** For a number of calls or frames: the length of the window they are counted in. */
  readonly windowMs?: number;
  /** A row of the requirements, a place in the protocol notes, or `assumed: why`. */
  readonly source: string;
}

const seconds = (count: number) => count * 1000;
const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;

const sheet = "requirements 8";
const lobbyQuotas = "protocol: lobbies-and-sdk 5.2";
const lobbyMetadata = "protocol: lobbies-and-sdk 1.3";
const commandCounts = "protocol: commands-and-interactions 2.5";
const commandFields = "protocol: commands-and-interactions 2.3";
const options = "protocol: commands-and-interactions 3.2";
const answers = "protocol: commands-and-interactions 6.1";
const sending = "protocol: gateway-oauth-limits 4.10";

const rates = {
  allCalls: {
    value: 50,
    unit: "calls per application",
    windowMs: seconds(1),
    source: sheet,
  },
  lobbyCreates: {
    value: 500,
    unit: "calls per application",
    windowMs: seconds(10),
    source: sheet,
  },
  lobbyEdits: {
    value: 500,
    unit: "calls per application",
    windowMs: seconds(10),
    source: "assumed: as create and delete, which the requirements name",
  },
  lobbyDeletes: {
    value: 500,
    unit: "calls per application",
    windowMs: seconds(10),
    source: sheet,
  },
  lobbyGets: {
    value: 500,
    unit: "calls per application",
    windowMs: seconds(10),
    source: sheet,
  },
  lobbyMemberAdds: {
    value: 5000,
    unit: "calls per application",
    windowMs: seconds(10),
    source: sheet,
  },
  lobbyMemberRemoves: {
    value: 5000,
    unit: "calls per application",
    windowMs: seconds(10),
    source: sheet,
  },
  unapprovedLobbyCalls: {
    value: 100,
    unit: "calls per route and application, profile unapproved",
    windowMs: hours(2),
    source: "protocol: lobbies-and-sdk 5.1",
  },
  invalidCalls: {
    value: 10_000,
    unit: "answers 401, 403 and 429 per address, then ten minutes without any other",
    windowMs: minutes(10),
    source: "requirements 7; protocol: gateway-oauth-limits 6.2",
  },
  followUps: {
    value: 5,
    unit: "calls per interaction",
    windowMs: seconds(2),
    source: "protocol: gateway-oauth-limits 6.2",
  },
  otherCalls: {
    value: 50,
    unit: "calls per route and top-level resource",
    windowMs: seconds(1),
    source: "assumed: not public; protocol: gateway-oauth-limits 9, choice 24",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;

const lobbies = {
  lobbyMembersPerRequest: { value: 25, unit: "members", source: sheet },
  lobbyMembers: { value: 1000, unit: "members per lobby", source: lobbyQuotas },
  lobbiesPerUser: { value: 100, unit: "lobbies per user and application", source: lobbyQuotas },
  lobbyMetadataTotal: { value: 1000, unit: "characters, keys and values", source: sheet },
  lobbyMetadataKeys: { value: 25, unit: "keys", source: lobbyMetadata },
  lobbyMetadataKey: { value: 1024, unit: "characters", source: lobbyMetadata },
  lobbyMetadataValue: { value: 1024, unit: "characters", source: lobbyMetadata },
  lobbyIdleTimeoutMin: { value: 5, unit: "seconds", source: sheet },
  lobbyIdleTimeoutMax: { value: 604_800, unit: "seconds", source: sheet },
  lobbyIdleTimeoutDefault: { value: 300, unit: "seconds", source: lobbyQuotas },
  lobbyMemberName: {
    value: 80,
    unit: "characters",
    source: "protocol: lobbies-and-sdk 2.2",
  },
  lobbyWebhooksUrl: {
    value: 512,
    unit: "characters",
    source: "protocol: lobbies-and-sdk 3",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;

const commands = {
  chatInputCommands: {
    value: 100,
    unit: "commands per application, global and per guild",
    source: sheet,
  },
  userCommands: {
    value: 15,
    unit: "commands per application, global and per guild",
    source: sheet,
  },
  messageCommands: {
    value: 15,
    unit: "commands per application, global and per guild",
    source: sheet,
  },
  entryPointCommands: { value: 1, unit: "commands per application", source: sheet },
  commandCreates: {
    value: 200,
    unit: "new commands per application and guild; the global ones have a count of their own",
    windowMs: hours(24),
    source: commandCounts,
  },
  commandsPerOverwrite: { value: 130, unit: "commands", source: commandFields },
  commandName: { value: 32, unit: "characters", source: sheet },
  commandDescription: { value: 100, unit: "characters", source: sheet },
  commandLocalizations: { value: 34, unit: "languages", source: commandFields },
  commandSize: { value: 8000, unit: "characters", source: sheet },
  optionsPerLevel: { value: 25, unit: "options", source: sheet },
  choicesPerOption: { value: 25, unit: "choices", source: sheet },
  choiceName: { value: 100, unit: "characters", source: options },
  choiceValue: { value: 100, unit: "characters", source: options },
  permissionsPerCommand: {
    value: 100,
    unit: "entries per command and guild",
    source: commandCounts,
  },
  optionTextLength: { value: 6000, unit: "characters", source: options },
} as const satisfies Readonly<Record<string, NamedLimit>>;

const interactions = {
  firstAnswer: { value: seconds(3), unit: "milliseconds", source: answers },
  interactionTokenLife: { value: minutes(15), unit: "milliseconds", source: answers },
  followUpsOfUserInstall: {
    value: 5,
    unit: "messages per interaction",
    source: "protocol: commands-and-interactions 6.4",
  },
  endpointPatience: {
    value: seconds(10),
    unit: "real milliseconds for a reply by HTTP, whatever the clock does",
    source: "assumed: a cap beside the clock's three seconds; product.md, Control plane",
  },
  messageContent: { value: 2000, unit: "characters", source: answers },
  messageEmbeds: { value: 10, unit: "embeds", source: answers },
  messageAttachments: { value: 10, unit: "files", source: answers },
  attachmentSize: {
    value: 10_485_760,
    unit: "bytes",
    source: "protocol: gateway-oauth-limits 1.7",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;

const gateway = {
  heartbeatInterval: {
    value: 41_250,
    unit: "milliseconds",
    source: "protocol: gateway-oauth-limits 4.3",
  },
  framesPerConnection: {
    value: 120,
    unit: "frames per connection, heartbeats included",
    windowMs: minutes(1),
    source: sending,
  },
  botFrameSize: { value: 4096, unit: "bytes", source: sending },
  userFrameSize: { value: 15_360, unit: "bytes", source: sending },
  presenceUpdates: {
    value: 5,
    unit: "updates per connection",
    windowMs: seconds(20),
    source: sending,
  },
  identifies: {
    value: 1000,
    unit: "identifies per application",
    windowMs: hours(24),
    source: "protocol: gateway-oauth-limits 4.4",
  },
  concurrentIdentifies: {
    value: 1,
    unit: "identifies per application and shard group",
    windowMs: seconds(5),
    source: "protocol: gateway-oauth-limits 4.4",
  },
  identifyWait: {
    value: seconds(30),
    unit: "milliseconds",
    source: "assumed: not public; protocol: gateway-oauth-limits 9, choice 3",
  },
  helloDelay: {
    value: 150,
    unit: "milliseconds",
    source: "assumed: not public; protocol: gateway-oauth-limits 9, choice 2",
  },
  sessionRetention: {
    value: minutes(5),
    unit: "milliseconds after the connection is lost",
    source: "assumed: not public; protocol: gateway-oauth-limits 9, choice 4",
  },
  replayedEvents: {
    value: 2048,
    unit: "events per session",
    source: "assumed: not public; protocol: gateway-oauth-limits 9, choice 4",
  },
  membersPerChunk: {
    value: 1000,
    unit: "members",
    source: "protocol: gateway-oauth-limits 4.13",
  },
  membersByPrefix: {
    value: 100,
    unit: "members with a prefix, or by id",
    source: "protocol: gateway-oauth-limits 4.13",
  },
  memberNonce: { value: 32, unit: "bytes", source: "protocol: gateway-oauth-limits 4.13" },
  allMembersRequests: {
    value: 1,
    unit: "requests for all members per guild and bot",
    windowMs: seconds(30),
    source: sheet,
  },
  zstdConnections: {
    value: 1000,
    unit: "connections with compress=zstd-stream, each of which keeps a window of its own",
    source: "assumed: bounds the memory that compression takes",
  },
  largeThresholdMin: { value: 50, unit: "members", source: "protocol: gateway-oauth-limits 4.4" },
  largeThresholdMax: { value: 250, unit: "members", source: "protocol: gateway-oauth-limits 4.4" },
} as const satisfies Readonly<Record<string, NamedLimit>>;

const scripting = "assumed: bounds what a planned fault can take";

const faults = {
  plannedFaults: { value: 1000, unit: "planned faults", source: scripting },
  faultCount: { value: 1_000_000, unit: "strikes of a planned fault", source: scripting },
  faultDelay: { value: seconds(30), unit: "real milliseconds", source: scripting },
  faultRetryAfter: { value: 86_400, unit: "seconds", source: scripting },
  faultBody: { value: 65_536, unit: "bytes", source: scripting },
} as const satisfies Readonly<Record<string, NamedLimit>>;

/** Every number of the specification that the service holds callers to, by name. */
export const limits = {
  ...rates,
  ...lobbies,
  ...commands,
  ...interactions,
  ...gateway,
  ...faults,
} as const satisfies Readonly<Record<string, NamedLimit>>;
