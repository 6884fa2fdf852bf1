// Limits of services besides guilds and lobbies: search, sales, players of other services,
// webhooks.
import type { NamedLimit } from "./named-limit.ts";

const seconds = (count: number) => count * 1000;
const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;

const searching = "assumed: bounds what one search can take";

export const searchLimits = {
  searchedDocuments: {
    value: 10_000,
    unit: "messages that one search reads, the newest first unless it sorts otherwise",
    source: searching,
  },
  searchStartTerms: {
    value: 8,
    unit: "values of a filter up to which a search uses the filter's index",
    source: searching,
  },
  guildSearches: {
    value: 5,
    unit: "searches of a guild's messages per application",
    windowMs: seconds(10),
    source: searching,
  },
  searchTime: {
    value: seconds(1),
    unit: "real milliseconds of work that one search may take, after which it answers that the index is not yet available",
    source: searching,
  },
  searchedWords: {
    value: 1000,
    unit: "first words of a message that are searched",
    source: searching,
  },
  searchPhrase: { value: 64, unit: "words of a search's content", source: searching },
  searchIndexing: {
    value: seconds(2),
    unit: "milliseconds that building a guild's index takes where the world file asks for it",
    source: "protocol: lobbies-and-sdk 9",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;

export const salesLimits = {
  subscriptionPeriodMin: {
    value: minutes(1),
    unit: "milliseconds of a subscription's period",
    source: "assumed: bounds how often a subscription renews",
  },
  subscriptionPeriod: {
    value: 30 * hours(24),
    unit: "milliseconds of a subscription's period when none is given",
    source: "assumed: a month; its length is not public",
  },
  entitlementsPerInteraction: {
    value: 100,
    unit: "entitlements in an interaction",
    source: "assumed: as many as a list of them holds",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;

const provisional = "protocol: lobbies-and-sdk 8.7";

export const partnersLimits = {
  partnerSdkCalls: {
    value: 600,
    unit: "calls per address without a valid credential",
    windowMs: minutes(1),
    source: "assumed: slows guessing of secrets, and lets a game's servers work",
  },
  globalName: { value: 32, unit: "characters", source: provisional },
  externalUserId: { value: 1024, unit: "characters", source: provisional },
  externalToken: { value: 10_240, unit: "characters", source: provisional },
  clientSecret: { value: 1024, unit: "characters", source: provisional },
  idTokenAge: { value: 604_800, unit: "seconds", source: provisional },
  identitiesPerAccount: {
    value: 10,
    unit: "identities of one application per provisional account",
    source: "assumed: the reference names the refusal (530023), not the number",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;

export const oauthLimits = {
  refreshTokenIdle: {
    value: 180 * hours(24),
    unit: "milliseconds after which an unused refresh token expires",
    source: "assumed: the reference has no end; one that lies about should not be good for ever",
  },
  spentRefreshTokens: {
    value: 50,
    unit: "used refresh tokens of one sign-in that are remembered; using one again revokes them all",
    source: "assumed: RFC 9700 4.14.2; the reference only refuses them",
  },
  browserSessions: {
    value: 50,
    unit: "browsers in which one user is signed in; one more signs the oldest out",
    source: "assumed: bounds what signing in again and again can take",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;

const eventWebhooks = "protocol: lobbies-and-sdk 10.1";
const deliveries = "protocol: lobbies-and-sdk 13, choice 17";
const deliveryBounds = "assumed: bounds what deliveries of events can take";

export const webhooksLimits = {
  eventAcknowledgement: {
    value: seconds(3),
    unit: "real milliseconds for the acknowledgement of an event",
    source: eventWebhooks,
  },
  eventRetries: {
    value: minutes(10),
    unit: "milliseconds from an event's first attempt to its last",
    source: eventWebhooks,
  },
  eventFirstRetry: {
    value: seconds(1),
    unit: "milliseconds before the second attempt of an event; doubled before each one after it",
    source: deliveries,
  },
  eventFailures: {
    value: 100,
    unit: "events in a row that are not delivered, after which the application's webhook events are disabled",
    source: deliveries,
  },
  eventsWaiting: {
    value: 1000,
    unit: "queued events of one resource; more are dropped",
    source: deliveryBounds,
  },
  eventsRetried: {
    value: 10_000,
    unit: "queued events of one application; with more, none is attempted twice",
    source: deliveryBounds,
  },
  eventDeliveries: { value: 64, unit: "deliveries at once", source: deliveryBounds },
  eventDeliveriesPerApplication: {
    value: 8,
    unit: "deliveries at once to one application",
    source: deliveryBounds,
  },
  eventClaim: {
    value: seconds(30),
    unit: "milliseconds after which another process takes over an event that one process has begun to send",
    source: deliveryBounds,
  },
  eventMoveWait: {
    value: seconds(10),
    unit: "real milliseconds in total that a moved clock waits for webhook endpoints",
    source: "assumed: a cap in real time; product.md, Control plane",
  },
  endpointProbes: {
    value: hours(24),
    unit: "milliseconds between checks that endpoints refuse a wrong signature",
    source: "assumed: the reference says that it checks, not how often",
  },
  imageSize: {
    value: 10_485_760,
    unit: "bytes of a picture in JSON",
    source: "assumed: as files of messages",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;

export const worldLimits = {
  worldYaml: {
    value: 4 * 1024 * 1024,
    unit: "bytes of YAML that the control plane accepts; JSON is limited by worldBody",
    source: "assumed: a megabyte takes the parser about a second, in which nothing else is served",
  },
  worldBody: {
    value: 96 * 1024 * 1024,
    unit: "bytes of JSON of a whole world",
    source: "assumed: room for what worldExport lets out, and for everything beside it",
  },
  worldFaults: {
    value: 100,
    unit: "errors of a world file that are reported at once",
    source: "assumed: more than anybody mends before the next try",
  },
  worldExport: {
    value: 64 * 1024 * 1024,
    unit: "bytes of messages and files in an exported world",
    source: "assumed: bounds the memory that an export takes",
  },
  answerSilence: {
    value: 200,
    unit: "real milliseconds without another answer after which applications count as having answered a message",
    source: "assumed: long enough for an application that says several things in a row",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;
