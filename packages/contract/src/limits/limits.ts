// Every limit of the specification, with its name, unit and source. Code takes limits from here
// (`limits.lobbyMembers.value`), and docs/reference/limits.md is generated from here.
import { channelLimits } from "./channels-limits.ts";
import { commandLimits } from "./commands-limits.ts";
import { controlLimits } from "./control-limits.ts";
import { expressionLimits } from "./expressions-limits.ts";
import { gatewayLimits } from "./gateway-limits.ts";
import { guildLimits } from "./guilds-limits.ts";
import { httpLimits } from "./http-limits.ts";
import { interactionLimits } from "./interactions-limits.ts";
import { journalLimits } from "./journal-limits.ts";
import { pollLimits } from "./polls-limits.ts";
import {
  oauthLimits,
  partnersLimits,
  salesLimits,
  searchLimits,
  webhooksLimits,
  worldLimits,
} from "./services-limits.ts";
import type { NamedLimit } from "./named-limit.ts";

export type { NamedLimit };

const seconds = (count: number) => count * 1000;
const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;

const sheet = "requirements 8";
const lobbyQuotas = "protocol: lobbies-and-sdk 5.2";
const lobbyMetadata = "protocol: lobbies-and-sdk 1.3";
const answers = "protocol: commands-and-interactions 6.1";
const reading = "assumed: bounds what guessing and slow reading of files can take";

const rates = {
  allCalls: {
    value: 50,
    unit: "calls per application, its bot and all its tokens together; per signed-in user; per address without a token",
    windowMs: seconds(1),
    source: "requirements 8; protocol: gateway-oauth-limits 6.3; signed-in users are assumed",
  },
  allCallsRaised: {
    value: 1200,
    unit: "calls per application whose limit was raised, at most",
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
  gameMessageSends: {
    value: 3000,
    unit: "messages to lobbies per user; as many to other users",
    windowMs: hours(2),
    source: sheet,
  },
  lobbyBulkEdits: {
    value: 500,
    unit: "calls per application",
    windowMs: seconds(10),
    source: "assumed: as edits, which change as many members",
  },
  lobbyJoins: {
    value: 10,
    unit: "calls per user",
    windowMs: seconds(60),
    source: sheet,
  },
  unapprovedLobbyCalls: {
    value: 100,
    unit: "calls per route and application, profile unapproved",
    windowMs: hours(2),
    source: "protocol: lobbies-and-sdk 5.1",
  },
  unapprovedLobbyLinkings: {
    value: 20,
    unit: "links and unlinks per application, profile unapproved",
    windowMs: hours(2),
    source: "protocol: lobbies-and-sdk 5.1",
  },
  invalidCalls: {
    value: 10_000,
    unit: "responses 401, 403 and 429 per address, separately for unauthenticated calls and for each caller; then every call is refused for ten minutes",
    windowMs: minutes(10),
    source: "requirements 7; protocol: gateway-oauth-limits 6.2",
  },
  followUps: {
    value: 5,
    unit: "calls per interaction",
    windowMs: seconds(2),
    source: "protocol: gateway-oauth-limits 6.2",
  },
  oauthTokenCalls: {
    value: 500,
    unit: "calls of the token endpoint per address without a client secret, separately for each known sign-in; with a secret otherCalls applies",
    windowMs: minutes(1),
    source:
      "assumed: nobody guesses secrets and codes so slowly, and a back end of many users fits",
  },
  deviceAuthorizations: {
    value: 60,
    unit: "device sign-ins started per address without a client secret",
    windowMs: minutes(1),
    source: "assumed: a device begins again every five minutes",
  },
  deviceVerifications: {
    value: 20,
    unit: "user codes tried per user; on the page only wrong ones count",
    windowMs: minutes(5),
    source: "assumed: a code is short enough to be guessed, and lives five minutes",
  },
  wrongControlKeys: {
    value: 20,
    unit: "wrong control keys per address",
    windowMs: minutes(1),
    source: "assumed: a key is mistyped now and then, and guessed no faster than this",
  },
  guessableCredential: {
    value: 32,
    unit: "characters below which a credential is not checked while its address is blocked",
    source: "assumed: those that the service makes are longer, and nobody guesses them",
  },
  signIns: {
    value: 20,
    unit: "failed sign-ins in a browser per address; a valid token is always accepted",
    windowMs: minutes(5),
    source: "assumed: guesses are turned away, and nobody is kept out by those of others",
  },
  otherCalls: {
    value: 50,
    unit: "calls per route and top-level resource, or all calls per application where that limit was raised",
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
  lobbySecret: { value: 250, unit: "characters", source: lobbyQuotas },
  lobbySecretLife: {
    value: hours(24 * 30),
    unit: "milliseconds in which a lobby can be joined by its secret",
    source: lobbyQuotas,
  },
  lobbyMemberName: {
    value: 80,
    unit: "characters",
    source: "protocol: lobbies-and-sdk 2.2",
  },
  gameMessagesPerPage: {
    value: 200,
    unit: "messages of a lobby or between players",
    source: sheet,
  },
  lobbyHistory: { value: 200, unit: "newest messages per lobby", source: lobbyQuotas },
  gameHistoryAge: {
    value: hours(72),
    unit: "milliseconds that messages of lobbies and between players can be listed",
    source: lobbyQuotas,
  },
  moderationKeys: { value: 5, unit: "keys", source: lobbyQuotas },
  moderationKey: { value: 1024, unit: "characters", source: lobbyQuotas },
  moderationValue: { value: 2000, unit: "characters", source: lobbyQuotas },
  lobbyInviteLife: { value: hours(1), unit: "milliseconds", source: sheet },
  lobbyWebhooksUrl: {
    value: 512,
    unit: "characters",
    source: "protocol: lobbies-and-sdk 3",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;

const messages = {
  auditLogReason: {
    value: 512,
    unit: "characters",
    source: "protocol: gateway-oauth-limits 1.1",
  },
  nonce: { value: 25, unit: "characters", source: "protocol: commands-and-interactions 7" },
  messageContent: { value: 2000, unit: "characters", source: answers },
  messageEmbeds: { value: 10, unit: "embeds", source: answers },
  messageAttachments: { value: 10, unit: "files", source: answers },
  attachmentSize: {
    value: 10_485_760,
    unit: "bytes",
    source: "protocol: gateway-oauth-limits 1.7",
  },
  attachmentSizeRaised: {
    value: 52_428_800,
    unit: "bytes in a guild of premium tier 2, or of a user with premium type 1 or 3",
    source: "protocol: gateway-oauth-limits 1.7; the figure is assumed",
  },
  attachmentSizeMax: {
    value: 104_857_600,
    unit: "bytes in a guild of premium tier 3, or of a user with premium type 2",
    source: "protocol: gateway-oauth-limits 1.7; the figure is assumed",
  },
  fileAddressLife: {
    value: hours(24),
    unit: "milliseconds for which the signed URL of a file is valid",
    source: "assumed: a day; protocol: gateway-oauth-limits 1.7 says only that addresses end",
  },
  fileMisses: {
    value: 100,
    unit: "requests for unknown files and images, per address",
    windowMs: minutes(1),
    source: reading,
  },
  fileReaders: { value: 1000, unit: "files that are downloaded at the same time", source: reading },
  fileReadersPerAddress: {
    value: 200,
    unit: "files that are downloaded at the same time per address",
    source: reading,
  },
  picturesUnderWay: {
    value: 134_217_728,
    unit: "bytes of images that are downloaded at the same time, each image once, without small ones",
    source: reading,
  },
  fileReaderPatience: {
    value: seconds(30),
    unit: "real milliseconds in which a client must read the next part of a file",
    source: reading,
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;

const scripting = "assumed: bounds what an injected fault can take";

const issues = {
  activeFaults: { value: 1000, unit: "active faults", source: scripting },
  faultCount: { value: 1_000_000, unit: "times that a fault is injected", source: scripting },
  faultDelay: { value: seconds(30), unit: "real milliseconds", source: scripting },
  faultRetryAfter: { value: 86_400, unit: "seconds", source: scripting },
  faultBody: { value: 65_536, unit: "bytes", source: scripting },
} as const satisfies Readonly<Record<string, NamedLimit>>;

/** Every limit of the specification that the service enforces, by name. */
export const limits = {
  ...rates,
  ...lobbies,
  ...commandLimits,
  ...interactionLimits,
  ...messages,
  ...pollLimits,
  ...gatewayLimits,
  ...searchLimits,
  ...salesLimits,
  ...worldLimits,
  ...controlLimits,
  ...guildLimits,
  ...expressionLimits,
  ...channelLimits,
  ...partnersLimits,
  ...oauthLimits,
  ...webhooksLimits,
  ...httpLimits,
  ...journalLimits,
  ...issues,
} as const satisfies Readonly<Record<string, NamedLimit>>;
