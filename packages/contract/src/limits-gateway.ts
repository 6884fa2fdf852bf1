// Numbers of the gateway.
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
    source: "requirements 8",
  },
  zstdConnections: {
    value: 1000,
    unit: "connections with compress=zstd-stream, each of which keeps a window of its own",
    source: "assumed: bounds the memory that compression takes",
  },
  largeThresholdMin: { value: 50, unit: "members", source: "protocol: gateway-oauth-limits 4.4" },
  largeThresholdMax: { value: 250, unit: "members", source: "protocol: gateway-oauth-limits 4.4" },
} as const satisfies Readonly<Record<string, NamedLimit>>;
