// The composition root: the only file that knows every part. It may run many times in one process,
// each time with ports of its own.
import type { Server } from "node:http";
import {
  endpoints,
  events,
  missingOperations,
  type EndpointDeclaration,
} from "@antechamber/contract";
import { endpointCheck } from "./domains/applications/endpoint-check.ts";
import { applicationHandlers } from "./domains/applications/handlers.ts";
import { commandHandlers } from "./domains/commands/handlers.ts";
import { guildHandlers } from "./domains/guilds/handlers.ts";
import { forgetVoice } from "./domains/guilds/voice.ts";
import { interactionHandlers } from "./domains/interactions/handlers.ts";
import { interactionDeadlines } from "./domains/interactions/jobs.ts";
import { inviteHandlers } from "./domains/invites/handlers.ts";
import { inviteDeadlines } from "./domains/invites/operations.ts";
import { forgetConnections } from "./domains/lobbies/connected-players.ts";
import { lobbyHandlers } from "./domains/lobbies/handlers.ts";
import { lobbyDeadlines } from "./domains/lobbies/idle-timeout.ts";
import { lobbyEventHooks } from "./domains/lobbies/event-hooks.ts";
import { messageHandlers } from "./domains/messages/handlers.ts";
import { openFileKey } from "./domains/messages/files/file-addresses.ts";
import { cutWholeFiles } from "./domains/messages/files/whole-files.ts";
import { messageDeadlines, messageJobs } from "./domains/messages/jobs.ts";
import { entitlementHandlers } from "./domains/entitlements/handlers.ts";
import { entitlementDeadlines } from "./domains/entitlements/subscribing.ts";
import { backfill, searchJobs } from "./domains/search/backfill.ts";
import { searchHandlers } from "./domains/search/handlers.ts";
import { oauthHandlers } from "./domains/oauth/handlers.ts";
import { oauthDeadlines, oauthJobs } from "./domains/oauth/jobs.ts";
import { openProviderKeys } from "./domains/oauth/accounts/provider-keys.ts";
import { userHandlers } from "./domains/users/handlers.ts";
import { finishedDeliveryDeadline } from "./domains/webhooks/finished.ts";
import { controlHandlers } from "./control/handlers.ts";
import type { LivingSession } from "./control/lists/session-list.ts";
import type { LoadedLimits } from "./control/world-operations.ts";
import { idsOf, usernamesOf } from "./control/journal-references.ts";
import { journalHandlers } from "./journal/handlers.ts";
import { openJournal } from "./journal/open.ts";
import { shownBody, type RepeatedCall } from "./journal/replay.ts";
import { RepeatedCalls } from "./transports/http/send-again.ts";
import manifest from "../package.json" with { type: "json" };
import { closeWithin, listenOn, within } from "./listening.ts";
import type { RateLimitCounters } from "./platform/rate-limit-counters.ts";
import { callerAddresses } from "./platform/caller-addresses.ts";
import type { SteerableClock } from "./platform/clock.ts";
import type { AnyJob } from "./platform/context.ts";
import type { Deadline } from "./platform/deadlines.ts";
import type { Binding } from "./platform/handler.ts";
import { FaultPlan } from "./platform/fault-injection.ts";
import { openIds } from "./platform/ids.ts";
import type { Logger } from "./platform/log.ts";
import { openMetrics, type Metrics } from "./platform/metrics.ts";
import { TimeSlicer } from "./platform/time-slicer.ts";
import type { Outbound } from "./platform/outbound.ts";
import { httpOutbound } from "./platform/outbound-http.ts";
import { acceptProxyHeaders } from "./platform/proxied-connections.ts";
import type { Random } from "./platform/random.ts";
import { openRetention } from "./platform/retention.ts";
import type { Store } from "./platform/store.ts";
import { readiness } from "./platform/readiness.ts";
import { openTransactions, type Transactions } from "./platform/transactions.ts";
import { gatewayHandlers } from "./transports/gateway/handlers.ts";
import { attachGateway, type Gateway } from "./transports/gateway/gateway.ts";
import { identifyLimiter } from "./transports/gateway/identify-limiter.ts";
import { authenticator } from "./transports/http/authenticate.ts";
import { bodyAuthenticator } from "./transports/http/body-credential.ts";
import { ipBans } from "./transports/http/ip-ban.ts";
import { entranceOf, type Guard } from "./transports/http/entrance.ts";
import { forwardedGuard } from "./transports/http/forwarded-guard.ts";
import { hostGuard } from "./transports/http/host-guard.ts";
import { originGuard } from "./transports/http/origin-guard.ts";
import { faultStepFor } from "./transports/http/fault-injection.ts";
import { limiterFor, type LimitProfile } from "./transports/http/rate-limit.ts";
import { httpServer, type HttpDeps } from "./transports/http/server.ts";
import { callWebhooks } from "./transports/webhooks/callers.ts";
import { mountPages } from "./transports/pages/mount.ts";
import { postInteractions } from "./transports/webhooks/interaction-posts.ts";

/** The limits that hold, until another world is loaded. */
export interface LimitsInForce {
  readonly limits: LimitProfile;
  readonly allowsQuickRestarts: boolean;
}

/** The ports and settings of one service. */
export interface ServiceDeps {
  readonly store: Store;
  readonly clock: SteerableClock;
  readonly random: Random;
  readonly counters: RateLimitCounters;
  readonly log: Logger;
  readonly controlKey: string;
  readonly production: boolean;
  /** The address that clients are given; absent: the address on which the service listens. */
  readonly publicUrl?: string | undefined;
  readonly limits: LimitProfile;
  /** Nobody named a profile of limits, and it is not for production: bots restart at will. */
  readonly allowsQuickRestarts?: boolean;
  /** What holds once another world is loaded; absent: what held before. */
  readonly limitsOf?: ((world: LoadedLimits) => LimitsInForce) | undefined;
  /** How long the log of events keeps what every reader has passed. */
  readonly retainEventsMs: number;
  readonly inspect?: HttpDeps["inspect"];
  /** Nothing is written down in the journal: what that costs is measured so. */
  readonly isJournalOff?: boolean;
  /** Credentials that the world was loaded with, which the journal never shows. */
  readonly knownSecrets?: readonly string[];
  /** Observers of each call. */
  readonly observers?: HttpDeps["observers"];
  /** Others than this machine are known to call, though it is in development mode. */
  readonly isOpen?: boolean | undefined;
  /** Origins whose pages may call in development mode beside those of this machine. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Addresses and networks of proxies that name callers. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** How the outside is called; absent: by HTTP, in development to this machine too. */
  readonly outbound?: Outbound | undefined;
}

export interface RunningService {
  /** The address on which it listens: `http://127.0.0.1:8010`. */
  readonly url: string;
  readonly work: Transactions;
  readonly server: Server;
  /** Takes no more calls, has sessions reconnect later, finishes what is under way. */
  stop(): Promise<void>;
}

const jobKinds: readonly AnyJob[] = [...oauthJobs, ...messageJobs, ...searchJobs];

/** What is done when the deadlines of records come. */
export const deadlines: readonly Deadline[] = [
  ...oauthDeadlines,
  ...messageDeadlines,
  ...inviteDeadlines,
  ...entitlementDeadlines,
  ...interactionDeadlines,
  ...lobbyDeadlines,
  finishedDeliveryDeadline,
];

/** How long calls under way may take to end when the service stops, and then what they began. */
const STOP_PATIENCE_MS = 6_000;
const END_PATIENCE_MS = 2_000;

/** Starts a service on a free or given port. The store is opened and closed by the caller. */
export async function startService(
  means: ServiceDeps,
  listen: { readonly host: string; readonly port: number },
): Promise<RunningService> {
  const address = { url: "" };
  const parts = await assemble(means, address);
  const http = httpServer({
    ...parts,
    bindings: bindingsOf(means, parts),
    entrance: entranceFor(means, parts, listen.host),
  });
  const dropWaiting = acceptProxyHeaders(http.server, parts);
  const { isLimited } = parts;
  mountPages(http, {
    ...parts,
    isLimited,
    crashed: (error) => means.log.error({ err: error }, "page failed"),
  });
  const gateway = attachGateway({ ...parts, server: http.server });
  parts.ends.sessions = () => gateway.invalidateAll();
  parts.ends.sendAgain = (call) => parts.repeated.send(http, call);
  parts.ends.limits = () => gateway.forgetLimits();
  parts.living.sessions = () => gateway.sessions();
  showGateway(parts.metrics, gateway);
  const stopPosting = postInteractions(parts);
  const webhooks = callWebhooks(parts);
  parts.ends.webhooks = () => webhooks.resume();
  await parts.work.transaction(forgetVoice);
  await parts.work.transaction(forgetConnections);
  await parts.work.transaction(backfill);
  await cutWholeFiles(parts.work);
  address.url = await listenOn(http, listen);
  await parts.work.scheduler.start();
  await webhooks.resume();
  return {
    url: address.url,
    work: parts.work,
    server: http.server,
    async stop() {
      parts.faults.clear();
      parts.streams.close();
      dropWaiting();
      // At the same time, since clients of both may take all the time that they are given.
      await Promise.all([gateway.stop(), closeWithin(http, STOP_PATIENCE_MS, means.clock)]);
      const sent = Promise.all([webhooks.stop(), stopPosting()]);
      const ended = sent.then(() => parts.work.scheduler.stop()).then(() => parts.retention.stop());
      await within(ended, END_PATIENCE_MS, means.clock);
      parts.stopCounting();
    },
  };
}

/** What the parts share: everything below the transports, and what transports ask for. */
async function assemble(means: ServiceDeps, address: { readonly url: string }) {
  const { store, clock, random, counters, log } = means;
  const inForce = limitsInForce(means);
  const metrics = openMetrics();
  const settings = {
    production: means.production,
    fileKey: await openFileKey(store, random),
    get publicUrl() {
      return means.publicUrl ?? address.url;
    },
  };
  const ids = await openIds(clock, store, clock.state().frozen);
  const retention = openRetention({
    store,
    clock,
    retainMs: means.retainEventsMs,
    failed: (error) => log.error({ err: error }, "the store could not forget what is over"),
  });
  const written = journalOf(means);
  const work = openTransactions({
    ...means,
    ...written,
    ids,
    settings,
    jobKinds,
    deadlines,
    eventHooks: lobbyEventHooks,
    jobFailed: jobFailures(metrics, log),
    committed: () => retention.written(),
  });
  const faults = new FaultPlan(means);
  const ends = nothingToEnd();
  const stopCounting = store.log.follow(
    (facts) => {
      for (const fact of facts) metrics.announced(fact.name);
    },
    () => ends.sessions(),
  );
  return {
    ...means,
    ...written,
    work,
    ids,
    ...outsideOf(means),
    metrics,
    settings,
    endpoints,
    events,
    missingOperations,
    stopCounting,
    addresses: callerAddresses(means.trustedProxies ?? [], (message) => log.warn(message)),
    starts: identifyLimiter(clock, {
      isLimited: inForce.isLimited,
      allowsQuickRestarts: () => inForce.now().allowsQuickRestarts,
    }),
    ...authenticator({ work, controlKey: means.controlKey }),
    callerInBody: bodyAuthenticator(work),
    limiterFor: (endpoint: EndpointDeclaration) =>
      limiterFor(endpoint, { counters, clock, profile: () => inForce.now().limits }),
    faults,
    faultStepFor: (endpoint: EndpointDeclaration) => faultStepFor(endpoint, { faults, clock }),
    inForce,
    isLimited: inForce.isLimited,
    ipBan: ipBans(counters, clock, inForce.isLimited),
    limitsWrongKeys: () => means.production || inForce.isLimited(),
    isReady: readiness(store, clock),
    ends,
    living: { sessions: (): Iterable<LivingSession> => [] },
    retention,
    slicer: new TimeSlicer(clock),
  };
}

/** The limits in force; another world may bring others. */
function limitsInForce({ limits, allowsQuickRestarts = false, limitsOf }: ServiceDeps) {
  let current: LimitsInForce = { limits, allowsQuickRestarts };
  return {
    now: () => current,
    isLimited: () => current.limits !== "off",
    follow(world: LoadedLimits): void {
      current = limitsOf?.(world) ?? current;
    },
  };
}

/** Who may come in at all. */
function entranceFor(means: ServiceDeps, { settings }: Parts, host: string): Guard {
  const { production, publicUrl, allowedOrigins = [], isOpen = false } = means;
  return entranceOf([
    hostGuard(host, publicUrl),
    forwardedGuard(production || isOpen),
    originGuard({ production, settings, allowedOrigins }),
  ]);
}

/** What comes after the handlers that end it or begin it anew, before it has come. */
function nothingToEnd() {
  return {
    sessions: (): void => undefined,
    limits: (): void => undefined,
    webhooks: async (): Promise<void> => undefined,
    sendAgain: async (_call: RepeatedCall): ReturnType<RepeatedCalls["send"]> => {
      throw new Error("the service takes no calls yet");
    },
  };
}

/** What is written down, and how it is shown. */
function journalOf(means: ServiceDeps) {
  const { version } = manifest;
  const secrets = secretsKnownTo(means);
  const about = { version, world: "main", endpoints, events, knownSecrets: secrets };
  const { journal: shownJournal, streams } = openJournal({ ...means, ...about });
  const journal = means.isJournalOff === true ? undefined : shownJournal;
  return { journal, shownJournal, streams, repeated: new RepeatedCalls() };
}

/** The key of the control plane is a secret, unless everybody has the same one. */
function secretsKnownTo({ controlKey, knownSecrets = [] }: ServiceDeps): readonly string[] {
  return controlKey === DEFAULT_CONTROL_KEY ? knownSecrets : [...knownSecrets, controlKey];
}

/** Source: product.md, Commands. */
const DEFAULT_CONTROL_KEY = "antechamber";

/** The endpoints of the journal, with what they need of the domains. */
function ofJournal({ shownJournal, streams, slicer, settings, ends }: Parts): readonly Binding[] {
  return journalHandlers({
    journal: shownJournal,
    streams,
    slicer,
    settings,
    version: manifest.version,
    idsOf,
    usernamesOf,
    async sendAgain(call) {
      const { status, headers, text, entry } = await ends.sendAgain(call);
      const body = shownBody(headers["content-type"] ?? "", text);
      return { status, headers, entry, ...(body === undefined ? {} : { body }) };
    },
  });
}

/** How the outside is called, and what is asked of it. */
function outsideOf({ outbound: given, clock, production }: ServiceDeps) {
  const outbound = given ?? httpOutbound({ clock, mayCallInside: !production });
  const keys = openProviderKeys({ outbound, production });
  return { outbound, check: endpointCheck(outbound), keys };
}

/** Counts and reports jobs that failed. */
function jobFailures(metrics: Metrics, log: Logger) {
  return (job: string, error: unknown, givenUp: boolean): void => {
    metrics.jobFailed(job);
    log.error({ err: error, job, givenUp }, "job failed");
  };
}

type Parts = Awaited<ReturnType<typeof assemble>>;

/** Every handler of the service, a list for each domain. */
function bindingsOf(means: ServiceDeps, parts: Parts): readonly Binding[] {
  return [
    ...userHandlers,
    ...applicationHandlers(parts),
    ...guildHandlers(parts),
    ...entitlementHandlers(parts),
    ...messageHandlers,
    ...commandHandlers,
    ...inviteHandlers,
    ...lobbyHandlers,
    ...interactionHandlers,
    ...searchHandlers(parts),
    ...oauthHandlers(parts),
    ...controlHandlers({ ...parts, ...steering(means, parts) }),
    ...gatewayHandlers(parts.starts),
    ...ofJournal(parts),
  ];
}

/** What the control plane resets besides the store. */
function steering(means: ServiceDeps, parts: Parts) {
  return {
    limits: {
      ...means,
      profile: () => parts.inForce.now().limits,
      others: ofGateway(parts),
    },
    sessions: () => parts.living.sessions(),
    endSessions: async () => {
      parts.shownJournal.beginAnew();
      parts.retention.written();
      parts.ends.sessions();
      await parts.ends.webhooks();
    },
    resetLimits: (world: LoadedLimits) => {
      parts.inForce.follow(world);
      means.counters.reset();
      parts.faults.clear();
    },
  };
}

/** The limits that the gateway counts by itself. */
function ofGateway({ starts, ends }: Parts) {
  return { windows: () => starts.windows(), reset: () => ends.limits() };
}

function showGateway(metrics: Metrics, gateway: Gateway): void {
  const show = (name: string, help: string, read: () => number) =>
    metrics.gauge(`antechamber_gateway_${name}`, help, read);
  show("connections", "Open gateway connections.", () => gateway.stats().connections);
  show(
    "sessions",
    "Gateway sessions, those that may be resumed included.",
    () => gateway.stats().sessions,
  );
}
