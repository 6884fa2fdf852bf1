// Limits of the gateway.
import type { NamedLimit } from "./named-limit.ts";

const seconds = (count: number) => count * 1000;
const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;

const sending = "protocol: gateway-oauth-limits 4.10";

export const gatewayLimits = {
  heartbeatInterval: {
    value: 41_250,
    unit: "milliseconds",
    source: "protocol: gateway-oauth-limits 4.3",
  },
  voiceHeartbeatInterval: {
    value: 13_750,
    unit: "milliseconds between voice heartbeats",
    source: "protocol: voice 1",
  },
  voiceSilence: {
    value: seconds(45),
    unit: "milliseconds of real time for a voice heartbeat, or to identify",
    source: "assumed: three heartbeats",
  },
  voiceFrames: {
    value: 120,
    unit: "frames per voice connection",
    windowMs: minutes(1),
    source: "assumed: as of the gateway",
  },
  voicePackets: {
    value: 200,
    unit: "voice packets per session that are counted; one stream sends 50",
    windowMs: seconds(1),
    source: "assumed: four streams",
  },
  voiceSessions: {
    value: 1000,
    unit: "voice sessions, and voice connections, of a world",
    source: "assumed: bounds what one process holds",
  },
  voiceReplay: {
    value: 64,
    unit: "frames that a resumed voice connection may be sent again",
    source: "assumed: more than come in a lost connection's time",
  },
  voiceRetention: {
    value: minutes(1),
    unit: "milliseconds of real time in which a lost voice connection may be resumed",
    source: "assumed: not public",
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
  helloDelayMax: {
    value: 60_000,
    unit: "milliseconds of real time by which a world may delay HELLO",
    source: "assumed: longer than any client waits",
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
    unit: "members requested by a prefix, or by id",
    source: "protocol: gateway-oauth-limits 4.13",
  },
  memberNonce: { value: 32, unit: "bytes", source: "protocol: gateway-oauth-limits 4.13" },
  memberSearches: {
    value: 10,
    unit: "searches for a guild's members by name, per application by HTTP, per user by the gateway",
    windowMs: seconds(10),
    source: "assumed: bounds what searches can take",
  },
  memberSearchTime: {
    value: seconds(1),
    unit: "real milliseconds of work for one such search, after which it returns what was found",
    source: "assumed: bounds what a search can take",
  },
  allMembersRequests: {
    value: 1,
    unit: "requests for all members per guild and bot",
    windowMs: seconds(30),
    source: "requirements 8",
  },
  quickRestarts: {
    value: 10,
    unit: "identifies per application and shard group, in development where no limits profile is named",
    windowMs: seconds(5),
    source: "assumed: a bot that restarts at each change of its code is not kept waiting",
  },
  queuedIdentifies: {
    value: 12,
    unit: "identifies per application and shard group that wait for their turn, a minute's worth",
    source: "assumed: clients that identify again at once would do so for ever; beyond it op 9",
  },
  userIdentifies: {
    value: 60,
    unit: "identifies per user, and per user and application",
    windowMs: minutes(1),
    source: "assumed: bounds what one token can begin",
  },
  readyPrivateChannels: {
    value: 1000,
    unit: "direct messages and group DMs that READY contains for a signed-in user, the newest",
    source: "assumed: bounds what is read for one READY",
  },
  sessionsPerUser: {
    value: 50,
    unit: "sessions per user, and per user and application, those that may be resumed included",
    source: "assumed: bounds what one token can hold; the number is not public",
  },
  sessionsPerBot: {
    value: 2000,
    unit: "sessions per bot, those that may be resumed included",
    source: "assumed: bounds what one token can hold; a day's identifies twice over",
  },
  connectionsPerAddress: {
    value: 10_000,
    unit: "connections per address",
    source: "assumed: bounds what one address can hold",
  },
  unidentifiedConnections: {
    value: 1000,
    unit: "connections per address that have not sent a valid token; the oldest is closed",
    source: "assumed: bounds what strangers can hold",
  },
  wrongIdentifies: {
    value: 100,
    unit: "invalid tokens per address; beyond that, tokens that were not valid before are looked up slowly",
    windowMs: minutes(1),
    source: "assumed: a token is guessed no faster than this",
  },
  tokenLookupPause: {
    value: 200,
    unit: "milliseconds between tokens that are looked up for an address with too many invalid ones",
    source: "assumed: a token is guessed no faster than this",
  },
  tokenLookupWait: {
    value: seconds(10),
    unit: "milliseconds that a token waits to be looked up at most",
    source: "assumed: whoever has a good token is kept waiting, not locked out",
  },
  closeWait: {
    value: seconds(3),
    unit: "milliseconds from a close to the end of the connection, whatever the client does",
    source: "assumed: a client that is silent answers no close",
  },
  outboxSize: {
    value: 4_194_304,
    unit: "bytes buffered for a client, beside what READY or a resume began with",
    source: "assumed: bounds what a client that does not read can hold; its session may be resumed",
  },
  outboxesTotal: {
    value: 268_435_456,
    unit: "bytes buffered for all clients together; the connection with the most is closed",
    source: "assumed: bounds what clients that do not read can hold",
  },
  zstdConnections: {
    value: 1000,
    unit: "sessions whose zstd stream has a window; those of others hold their bytes as they are",
    source: "assumed: bounds the memory that compression takes",
  },
  largeThresholdMin: { value: 50, unit: "members", source: "protocol: gateway-oauth-limits 4.4" },
  largeThresholdMax: { value: 250, unit: "members", source: "protocol: gateway-oauth-limits 4.4" },
} as const satisfies Readonly<Record<string, NamedLimit>>;
