// One world: its store, clock, ids, limits, faults, sessions and gateway, and its outbound calls. A
// process has one or many; what they share belongs to the host.
import { DEFAULT_CONTROL_KEY, events } from "@antechamber/contract";
import type { LimitsProfile } from "@antechamber/contract/control";
import manifest from "../../package.json" with { type: "json" };
import { ClockFollowers } from "../control/steering/clock-followers.ts";
import { deleteSteering, SteeringTurns } from "../control/steering/steering-turns.ts";
import { WorldSnapshots } from "../control/snapshots/world-snapshots.ts";
import type { LoadedLimits } from "../control/steering/loaded-limits.ts";
import { endpointCheck } from "../domains/applications/endpoint-check.ts";
import { dueDeliveries } from "../domains/webhooks/webhook.ts";
import { countOfWorlds } from "../control/steering/world-count.ts";
import { openFileKey } from "../domains/messages/files/file-addresses.ts";
import { cutWholeFiles } from "../domains/messages/files/whole-files.ts";
import { openProviderKeys } from "../domains/oauth/accounts/provider-keys.ts";
import { backfill } from "../domains/search/backfill.ts";
import { openJournal, type OpenJournalDeps } from "../journal/open.ts";
import type { RepeatedCall } from "../journal/replay.ts";
import { AbandonableWork } from "../platform/async/abandonable-work.ts";
import { noBus, type Bus } from "../platform/bus.ts";
import type { Millis, SteerableClock } from "../platform/clock.ts";
import type { Settings } from "../platform/context.ts";
import { FaultPlan } from "../platform/faults/fault-injection.ts";
import type { Binding } from "../platform/handler.ts";
import { keepingCompiler } from "../platform/formats/patterns.ts";
import { openIds, type Ids } from "../platform/ids.ts";
import type { Journal } from "../platform/journal.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { Outbound } from "../platform/outbound.ts";
import { httpOutbound } from "../platform/network/outbound-http.ts";
import { hmacHex } from "../platform/crypto.ts";
import type { Random } from "../platform/random.ts";
import { sharesOf, type LocalCounters } from "../platform/rate-limit-counters.ts";
import { openRetention, type Retention } from "../platform/storage/retention.ts";
import type { DueFailure } from "../platform/schedule/due.ts";
import type { KnownInstants } from "../platform/scheduler.ts";
import type { Store } from "../platform/store.ts";
import { openTransactions } from "../platform/transactions/open-transactions.ts";
import { declarationsOf } from "../transports/gateway/delivery/dispatch.ts";
import { openGateway, type Gateway } from "../transports/gateway/gateway.ts";
import type { AdopterLookup } from "../transports/gateway/socket.ts";
import {
  identifyLimiter,
  type IdentifyLimiter,
} from "../transports/gateway/identify/identify-limiter.ts";
import { leasedIdentifyLimiter } from "../transports/gateway/identify/identify-leases.ts";
import { VoiceServer } from "../transports/voice/voice-server.ts";
import { authenticator } from "../transports/http/authentication/authenticate.ts";
import { bodyAuthenticator } from "../transports/http/authentication/body-credential.ts";
import { ipBans } from "../transports/http/guards/ip-ban.ts";
import { responseCache } from "../transports/http/replies/response-cache.ts";
import type { HttpWorld } from "../transports/http/calls/world.ts";
import { journalledPings } from "../transports/webhooks/delivery-entries.ts";
import { callWebhooks, noCallers, type WebhookCallers } from "../transports/webhooks/callers.ts";
import { deadlines, eventHooks, jobKinds } from "./background-work.ts";
import { Bindings } from "./bindings.ts";
import type { Host } from "./host.ts";
import { clearOldRuns, planClearing } from "./orphaned-records.ts";
import { limitsInForce, type LimitsDeps } from "./limits-in-force.ts";
import type { SessionQuery } from "../control/lists/session-list.ts";
import { clusterSessionList } from "./cluster-session-list.ts";
import { clusterSteering } from "./cluster-steering.ts";
import { openWakeUps, type WakeUps } from "./wake-ups.ts";

/** The ports and settings of one world. */
export interface WorldDeps extends LimitsDeps {
  readonly name: string;
  readonly store: Store;
  readonly clock: SteerableClock;
  readonly random: Random;
  readonly counters: LocalCounters;
  /** The bus between the processes of the store; absent: none. */
  readonly bus?: Bus | undefined;
  /** The URL under which clients reach the world, read on each use. */
  readonly publicUrl: () => string;
  /** The resume URL of sessions that start here; absent: the gateway URL that clients are given. */
  readonly resumeUrl?: string | undefined;
  /** Called at each IDENTIFY or RESUME with a token that no bot and no signed-in user has. */
  readonly foundUnknownToken?: (() => void) | undefined;
  /** Makes outbound calls; absent: over HTTP, in development also to private addresses. */
  readonly outbound?: Outbound | undefined;
  /** Credentials that the world was loaded with, which the journal never shows. */
  readonly knownSecrets?: readonly string[];
  /**
   * The worker bits of its ids, different in each world of the process; absent: the process's
   * number.
   */
  readonly worker?: number;
  /** Whether its store is in memory, and is closed with it. */
  readonly endsWithProcess?: boolean;
  /**
   * Finds the gateway of another world in which a token is valid; absent: no other world is
   * searched.
   */
  readonly elsewhere?: AdopterLookup | undefined;
  /** Finds the world of a credential in a body. */
  readonly worldOfBody?: HttpWorld["worldOfBody"];
}

export interface World extends HttpWorld {
  readonly clock: SteerableClock;
  readonly waitingCalls: AbandonableWork;
  readonly store: Store;
  readonly gateway: Gateway;
  /** The server of voice connections; undefined where voice is not served. */
  readonly voice: VoiceServer | undefined;
  /** The bindings of all endpoints. */
  readonly bindings: () => readonly Binding[];
  readonly ids: Ids;
  readonly random: Random;
  /** The limits that apply, for snapshots and copies of the world. */
  readonly inForce: ReturnType<typeof limitsInForce>;
  /** Credentials that it was loaded with. */
  readonly knownSecrets: readonly string[];
  readonly worker: number;
  /** The system time at which the world was opened. */
  readonly openedAt: Millis;
  readonly snapshots: WorldSnapshots;
  /** Cleans up after processes that have ended, and resumes their unfinished work. */
  prepare(): Promise<void>;
  /**
   * Starts timers and background work. Call this once clients can reach the world.
   *
   * @param copied for a copy: the scheduler state of the original
   */
  start(copied?: KnownInstants): Promise<void>;
  /** Asks clients to reconnect later; resolves when the last connection is closed. */
  stopGateway(): Promise<void>;
  /** Ends the world and all its sessions for good. */
  end(): Promise<void>;
  /** Finishes work under way. Call this when no further calls arrive. */
  stopWork(): Promise<void>;
}

/** The world that a service starts with, which the platform's host names lead to. */
export const MAIN_WORLD = "main";

/** Compiled from the contract once for all worlds. */
const declarations = declarationsOf(events);

/** Opens a world that clients cannot reach yet. */
export async function openWorld(host: Host, deps: WorldDeps): Promise<World> {
  const parts = await assembleParts(host, deps);
  const voice = voiceOf(parts);
  const gateway = openGateway({ ...parts, voice, world: () => turns.worldNumber });
  const stopListening = listen(host, deps.store.log, gateway);
  const webhooks = callersOf(host, parts);
  const { work, store, retention, shownJournal } = parts;
  const repeat = (call: RepeatedCall) => host.repeated.send(world, call);
  const steerable = {
    ...parts,
    ...steering(parts, gateway, () => turns.appliedNumber),
    followers: new ClockFollowers(deps.clock),
    async endSessions() {
      shownJournal.reset();
      retention.noteWrite();
      gateway.invalidateAll();
      voice?.reset();
      await webhooks.resume();
    },
  };
  const turns = new SteeringTurns({
    ...steerable,
    failed: (error) => host.log.error({ err: error }, "processes do not steer the world alike"),
  });
  const bindings = new Bindings({
    ...steerable,
    turns,
    repeat,
    worlds: host.worlds,
    replayTarget: (name) => (name === deps.name ? undefined : host.worlds.replayTarget(name)),
  });
  let hasEnded = false;
  let stopClearing = (): void => undefined;
  const world: World = {
    ...parts,
    openedAt: deps.clock.system(),
    hasEnded: () => hasEnded,
    waitingCalls: new AbandonableWork(),
    gateway,
    voice,
    bindings: () => bindings.all(),
    bindingOf: (endpointId) => bindings.of(endpointId),
    async prepare() {
      await turns.start();
      await clearOldRuns(work, store.processes);
      await work.transaction(backfill);
      await Promise.all([steerable.cluster.begin(), cutWholeFiles(work)]);
    },
    async start(copied) {
      await work.scheduler.start(copied);
      if (host.isWorker) stopClearing = clearAfterDeadProcesses(parts);
      await webhooks.resume();
    },
    async stopGateway() {
      endWaits(parts);
      // Those of a deleted world are refused instead, as all calls that wait in it.
      steerable.followers.close();
      await Promise.all([gateway.stop(), voice?.stop()]);
    },
    async end() {
      hasEnded = true;
      endWaits(parts);
      await gateway.end();
      await world.stopWork();
    },
    async stopWork() {
      stopClearing();
      turns.stop();
      parts.wakeUps.stop();
      steerable.cluster.stop();
      steerable.sessionList.stop();
      parts.stopJournal();
      await webhooks.stop();
      await work.scheduler.stop();
      await retention.stop();
      stopListening();
    },
  };
  return world;
}

/** Ends the calls that wait for an injected delay, or for an entry of the journal. */
function endWaits({ faults, streams }: Pick<Parts, "faults" | "streams">): void {
  faults.clear();
  streams.close();
}

/** The settings of its domains. Its own address is known once it listens. */
async function settingsOf(
  { production, servesGuardedNames = false }: Host,
  { name, store, random, publicUrl }: WorldDeps,
): Promise<Settings> {
  return {
    production,
    servesGuardedNames,
    worldInQuery: name === MAIN_WORLD ? undefined : name,
    fileKey: await openFileKey(store, random),
    compilePattern: keepingCompiler(),
    get publicUrl() {
      return publicUrl();
    },
  };
}

/** Creates what the parts of a world share. */
async function assembleParts(host: Host, deps: WorldDeps) {
  const { name, store, clock, random } = deps;
  const { production, log, metrics, slicer, addresses } = host;
  const inForce = limitsInForce(deps);
  const settings = await settingsOf(host, deps);
  const { worker = store.processes.own().id, elsewhere, worldOfBody } = deps;
  const ids = await openIds({ ...deps, frozen: clock.state().frozen });
  const retention = openRetention({
    store,
    clock,
    retainMs: host.retainEventsMs,
    failed: (error) => log.error({ err: error }, "the store could not forget what is over"),
  });
  const written = journalOf(host, deps, await knownStore(deps, settings.fileKey));
  const connected = connectionOf(deps);
  const work = openTransactions({
    ...written,
    store,
    clock,
    random,
    ids,
    settings,
    jobKinds,
    deadlines,
    listed: [dueDeliveries],
    runsElsewhere: !host.isWorker,
    eventHooks,
    jobFailed: jobFailures(host),
    committed: afterCommit(retention, metrics, connected.wakeUps),
  });
  const ports = {
    name,
    store,
    clock,
    random,
    ...connected,
    log,
    metrics,
    slicer,
    addresses,
    declarations,
  };
  return {
    ...ports,
    knownSecrets: deps.knownSecrets ?? [],
    ...written,
    settings,
    ids,
    retention,
    work,
    inForce,
    isLimited: inForce.isLimited,
    elsewhere,
    worldOfBody,
    worker,
    resumeUrl: deps.resumeUrl,
    foundUnknownToken: deps.foundUnknownToken,
    retainEventsMs: host.retainEventsMs,
    helloDelayMs: inForce.helloDelayMs,
    profile: () => inForce.now().limits,
    starts: identifyLimiterOf(ports, inForce),
    ...authenticator({
      work,
      controlKey: host.controlKey,
      isFromConsole: (...args) => host.consoleSessions?.admits(...args) === true,
    }),
    callerInBody: bodyAuthenticator(work),
    responses: responseCache(work),
    faults: new FaultPlan({ ...deps, ...written }),
    snapshots: new WorldSnapshots(deps),
    ipBan: ipBans(ports.counters, clock, inForce.isLimited),
    ...outboundOf(deps, { ...written, production }),
  };
}

/**
 * What it shares with the other processes of its store, apart from the store: bus, wake-ups and
 * counters.
 */
function connectionOf({ bus = noBus, counters, store, clock }: WorldDeps) {
  const shares = sharesOf(counters, () => store.processes.living().length);
  return { bus, wakeUps: openWakeUps(bus, store.log, clock), counters: bus.counters(shares) };
}

/** Limits how often sessions may identify; with a bus, across all processes. */
function identifyLimiterOf(
  { bus, clock, counters }: ReturnType<typeof connectionOf> & Pick<WorldDeps, "clock">,
  inForce: ReturnType<typeof limitsInForce>,
): IdentifyLimiter {
  const options = {
    isLimited: inForce.isLimited,
    allowsQuickRestarts: () => inForce.now().allowsQuickRestarts,
  };
  const own = identifyLimiter(clock, options);
  return bus.isShared ? leasedIdentifyLimiter({ ...options, own, counters, clock }) : own;
}

/** Called after each committed transaction with the names of its events. */
function afterCommit(retention: Retention, metrics: Metrics, wakeUps: WakeUps) {
  return (names: readonly string[]): void => {
    retention.noteWrite();
    if (names.length > 0) wakeUps.wake();
    for (const name of names) metrics.countEvent(name);
  };
}

/** Cleans up after processes that end. @returns a function that stops this */
function clearAfterDeadProcesses({ store, work }: Parts): () => void {
  return store.processes.onDeath(({ epoch }) =>
    work.transaction(async (ctx) => {
      deleteSteering(ctx.tx, epoch);
      planClearing(ctx, epoch);
    }),
  );
}

/** Handles failures of the event log. @returns a function that stops this */
function listen({ metrics, log }: Host, eventLog: Store["log"], gateway: Gateway): () => void {
  // A process that was suspended may have missed events that its sessions should have received.
  // After a fall-back no process can go on with a session, which may have received what is gone.
  const stopInvalidating = eventLog.follow(() => undefined, {
    missed: (why) => (why === "trimmed" ? gateway.missedEvents() : gateway.invalidateAll()),
    receives: () => false,
  });
  const stopReporting = eventLog.whenFailed((names, error) => {
    for (const name of names) metrics.countEventFailure(name);
    log.error({ err: error, events: names }, "events could not be dealt with, and are left out");
  });
  return () => {
    stopInvalidating();
    stopReporting();
  };
}

/** What delivers webhooks, if this process is a worker. */
function callersOf({ isWorker }: Host, parts: Parts): WebhookCallers {
  return isWorker ? callWebhooks(parts) : noCallers;
}

/**
 * Voice is only served where programs connect to the platform's names, since voice clients accept
 * no others.
 */
function voiceOf(parts: Parts): VoiceServer | undefined {
  const { name, settings } = parts;
  return name === MAIN_WORLD && settings.servesGuardedNames
    ? new VoiceServer({ ...parts, events: parts.store.log })
    : undefined;
}

/** Facts about a store that may be older than the process. */
type KnownStore = Pick<OpenJournalDeps, "worlds" | "storeName">;

const STORE_NAME_LETTERS = 16;

/**
 * The name of the store: an HMAC with its file key, so that it is unique and does not reveal the
 * key.
 */
async function knownStore(
  { store, endsWithProcess }: WorldDeps,
  fileKey: Uint8Array,
): Promise<KnownStore> {
  const name = hmacHex(fileKey, "the name of the store").slice(0, STORE_NAME_LETTERS);
  return {
    worlds: await countOfWorlds(store),
    storeName: endsWithProcess === true ? undefined : name,
  };
}

/** The journal of the world, and its readers. */
function journalOf(host: Host, deps: WorldDeps, opened: KnownStore) {
  const { name, store, bus = noBus, clock, knownSecrets = [] } = deps;
  const { controlKey, production, isJournalOff, rules, slicer } = host;
  // The control key is a secret, unless it is the default that everyone knows.
  const isSecret = controlKey !== DEFAULT_CONTROL_KEY;
  const { journal: shownJournal, ...shown } = openJournal({
    ...opened,
    clock,
    slicer,
    bus,
    processes: store.processes,
    production,
    rules,
    version: manifest.version,
    world: name,
    knownSecrets: isSecret ? [...knownSecrets, controlKey] : knownSecrets,
  });
  return {
    journal: isJournalOff === true ? undefined : shownJournal,
    shownJournal,
    reading: shown.reading,
    streams: shown.streams,
    stopJournal: () => shown.stop(),
  };
}

type Parts = Awaited<ReturnType<typeof assembleParts>>;

/** The port for outbound calls, and the clients that use it. */
function outboundOf(
  { outbound: ownOutbound, clock }: WorldDeps,
  { journal, production }: { readonly journal: Journal | undefined; readonly production: boolean },
) {
  const outbound = ownOutbound ?? httpOutbound({ clock, mayCallInside: !production });
  const keys = openProviderKeys({ outbound, production });
  return { outbound, check: endpointCheck(journalledPings({ outbound, journal })), keys };
}

/** Counts and logs jobs that failed. */
function jobFailures({ metrics, log }: Host) {
  return (job: string, { error, isGivenUp }: DueFailure): void => {
    metrics.countJobFailure(job);
    log.error({ err: error, job, givenUp: isGivenUp }, "job failed");
  };
}

/** What the control plane shows and resets of a world, other than its store. */
function steering(parts: Parts, gateway: Gateway, steered: () => number) {
  const { counters, clock, profile, starts, faults, inForce } = parts;
  const forgetLimits = () => gateway.resetLimits();
  const cluster = clusterSteering({ ...parts, steered, resetLimits: forgetLimits });
  const sessionList = clusterSessionList({ ...parts, sessions: () => gateway.sessions() });
  // The gateway counts some limits itself.
  const others = { windows: () => starts.windows(), reset: () => cluster.resetLimits() };
  return {
    cluster,
    sessionList,
    limits: { counters, clock, profile, others, use: (next: LimitsProfile) => cluster.use(next) },
    sessions: (query: SessionQuery) => sessionList.rows(query),
    presences: gateway.presences,
    async resetLimits(worldLimits: LoadedLimits): Promise<void> {
      inForce.follow(worldLimits);
      faults.clear();
      await counters.reset();
    },
  };
}
