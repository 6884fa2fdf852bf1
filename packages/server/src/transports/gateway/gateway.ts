// The gateway of one world. Source: product.md, One origin; architecture.md, Events.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { limits } from "@antechamber/contract";
import { noBus, type Bus } from "../../platform/bus.ts";
import type { CallerAddresses } from "../../platform/network/caller-addresses.ts";
import { GUARDED_GATEWAY } from "../../platform/network/guarded-names.ts";
import { isAtPlatform } from "../../platform/network/service-address.ts";
import { delay, type Clock, type Millis, type SteerableClock } from "../../platform/clock.ts";
import type { Settings } from "../../platform/context.ts";
import type { FaultPlan } from "../../platform/faults/fault-injection.ts";
import type { Journal } from "../../platform/journal.ts";
import type { Logger } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import type { TimeSlicer } from "../../platform/time/time-slicer.ts";
import type { VoiceServers } from "../../platform/voice-servers.ts";
import type { Store } from "../../platform/store.ts";
import type { Transactions } from "../../platform/transactions.ts";
import type { Declarations } from "./delivery/dispatch.ts";
import { LobbyPresence } from "./presence/lobby-presence.ts";
import { Connections } from "./server.ts";
import { TemporaryMembers } from "./presence/temporary-members.ts";
import { Fanout } from "./delivery/fanout.ts";
import { MembersBudget } from "./opcodes/request-guild-members.ts";
import { endGivenSession, givenSessionOf } from "./handover/given-sessions.ts";
import { Memberships } from "./delivery/memberships.ts";
import { retriedReads } from "./delivery/retried-reads.ts";
import { Presences } from "./presence/presences.ts";
import { revoke, type RevokedOwner } from "./revocation.ts";
import { SessionHandover } from "./handover/session-handover.ts";
import { SessionJournal } from "./handover/session-journal.ts";
import { givenNoteOf, noteOf } from "./handover/session-state.ts";
import { SessionRequests } from "./opcodes/session-requests.ts";
import { Sessions } from "./sessions/session-registry.ts";
import type { Session } from "./sessions/session.ts";
import type { AddressLimits } from "./connections-by-address.ts";
import type { AdopterLookup, HandedOverConnection } from "./socket.ts";
import type { IdentifyLimiter } from "./identify/identify-limiter.ts";
import { TokenLookups } from "./identify/token-lookups.ts";
import type { SessionLookupOutcome } from "./handover/undecided-resumes.ts";
import { OutboxBudget, type OutboxLimits } from "./wire/outbox-budget.ts";
import { WriteTurns } from "./wire/write-turns.ts";

/**
 * The shortest retention of the event log with which sessions can be recovered from the journal: a
 * recovered session also needs the events since its last journal entry.
 */
const EVENT_RETENTION_MS = 2 * limits.sessionRetention.value;

/** How often the database is retried while it does not answer, in real milliseconds. */
const PLACE_LOOK_MS = 250;

export interface GatewayDeps {
  readonly work: Transactions;
  readonly store: Store;
  /** The bus between the processes of the store; absent: there is none. */
  readonly bus?: Bus | undefined;
  readonly clock: Clock & Pick<SteerableClock, "system">;
  readonly random: Random;
  readonly log: Logger;
  readonly journal?: Journal | undefined;
  readonly starts: IdentifyLimiter;
  readonly faults: FaultPlan;
  /** Time slices in which long requests are answered. */
  readonly slicer: TimeSlicer;
  /** Whether rate limits and quotas apply, asked at each use; absent: they do. */
  readonly isLimited?: () => boolean;
  /** Every event that may be delivered; compiled once for all worlds. */
  readonly declarations: Declarations;
  /** Read each time a client asks for the gateway's address. */
  readonly settings: AddressSettings;
  /** How long the log keeps events that every process has read; absent: forever. */
  readonly retainEventsMs?: number | undefined;
  /** Where sessions that begin here are resumed; absent: at the address of the settings. */
  readonly resumeUrl?: string | undefined;
  /** Called at each IDENTIFY or RESUME with a token that no bot and no signed-in user has. */
  readonly foundUnknownToken?: (() => void) | undefined;
  /**
   * The number of the world that the store holds now, where another may replace it; absent: always
   * one.
   */
  readonly world?: (() => number) | undefined;
  /** The voice servers; absent: voice is not served. */
  readonly voice?: VoiceServers | undefined;
  /** Finds the gateway of another world that a token belongs to. */
  readonly elsewhere?: AdopterLookup | undefined;
  /** Real time between an upgrade and HELLO, read for each connection; absent: as declared. */
  readonly helloDelayMs?: () => Millis;
  readonly heartbeatIntervalMs?: Millis;
  /** Determines the address that a client connects from. */
  readonly addresses: Pick<CallerAddresses, "addressOf">;
  /** The limits that differ from the declared ones. */
  readonly bounds?: Partial<GatewayBounds>;
}

/** The limits on a gateway's clients. */
export type GatewayBounds = AddressLimits & OutboxLimits;

function declaredBounds(): GatewayBounds {
  return {
    connectionsPerAddress: limits.connectionsPerAddress.value,
    unidentifiedConnections: limits.unidentifiedConnections.value,
    outboxSize: limits.outboxSize.value,
    outboxesTotal: limits.outboxesTotal.value,
    zstdConnections: limits.zstdConnections.value,
  };
}

export interface GatewayStats {
  readonly connections: number;
  readonly sessions: number;
  /** Sessions without a connection, which may still be resumed. */
  readonly waitingSessions: number;
}

export interface Gateway {
  /** Answers an upgrade request: accepts the connection, or refuses it. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Takes over a connection whose client belongs to this world. */
  adopt(handed: HandedOverConnection): void;
  /** Closes every connection: the world is gone. */
  end(): Promise<void>;
  /** Asks every client to reconnect later, and resolves when the last connection is closed. */
  stop(): Promise<void>;
  /** Ends every session and resets the limits: the world was replaced. */
  invalidateAll(): void;
  /**
   * Gives up all sessions of this process, which stood still so long that it missed events. They
   * are recovered from the session journal, or lost.
   */
  missedEvents(): void;
  /** Resets the limits on session starts and on requests for all members. */
  resetLimits(): void;
  stats(): GatewayStats;
  /** How often sessions were requested from other processes, by outcome. */
  readonly fetched: Readonly<Record<SessionLookupOutcome, number>>;
  /** The live sessions, in the order in which they began. */
  sessions(): Iterable<Session>;
  /** Who is online in which guild. */
  readonly presences: Pick<Presences, "of" | "onlineIn">;
  /** Ends sessions whose credential was revoked, with close code 4004. */
  closeSessionsOf(owner: RevokedOwner): void;
}

type AddressSettings = Pick<Settings, "publicUrl" | "servesGuardedNames" | "worldInQuery">;

/**
 * The address in `/gateway` and READY, without a query.
 *
 * @param host the host name that the client dialled: if it was the platform's, the address uses it
 *   too
 */
export function gatewayUrl(settings: AddressSettings, host: string | undefined): string {
  if (isAtPlatform(settings, host)) return GUARDED_GATEWAY;
  return `${settings.publicUrl.replace(/^http/, "ws")}/gateway/`;
}

/** The address for resuming in READY: that of this process alone, where it has one. */
function resumeUrl(
  { settings, resumeUrl: own }: Pick<GatewayDeps, "settings" | "resumeUrl">,
  host: string | undefined,
): string {
  const { servesGuardedNames = false, publicUrl } = settings;
  return gatewayUrl({ servesGuardedNames, publicUrl: own ?? publicUrl }, host);
}

/** Which clients are accepted, and how their first frames are paced. */
function entranceOf(deps: GatewayDeps) {
  const bounds = { ...declaredBounds(), ...deps.bounds };
  return {
    budget: new OutboxBudget(bounds),
    turns: new WriteTurns(),
    addressLimits: bounds,
    addresses: deps.addresses,
    settings: deps.settings,
    resumeUrl: (host: string | undefined) => resumeUrl(deps, host),
    foundUnknownToken: deps.foundUnknownToken,
    helloDelayMs: deps.helloDelayMs ?? (() => limits.helloDelay.value),
    heartbeatIntervalMs: deps.heartbeatIntervalMs ?? limits.heartbeatInterval.value,
  };
}

/** Gives up all sessions: the other processes took this one for dead, or it missed events. */
function disown(
  { sessions, presences }: Pick<GatewayParts, "sessions" | "presences">,
  log: Pick<Logger, "warn">,
  reason: "taken for dead" | "stood still",
): void {
  const all = sessions.all();
  const count = all.length;
  if (count > 0)
    log.warn({ sessions: count, reason }, "the sessions of this process were given up");
  sessions.disown();
  presences.disown(all);
}

/** The parts of a gateway, which depend on one another and are created in order. */
interface GatewayParts {
  readonly sessions: Sessions;
  readonly fanout: Fanout;
  readonly presences: Presences;
  readonly requests: SessionRequests;
  readonly handover: SessionHandover;
}

/** What is recorded with a session beside its own fields. */
function handoverFactsOf(
  { presences, requests, fanout, handover }: GatewayParts,
  session: Session,
) {
  return {
    world: handover.world,
    presence: presences.setBy(session),
    mayBeInVoice: requests.mayBeInVoice(session),
    place: fanout.done(),
  };
}

/** Sets aside a session that cannot continue now; its note in the journal allows a resume. */
function setAside(parts: GatewayParts, session: Session): void {
  const { sessions, presences, fanout } = parts;
  if (!session.isJournalled) return sessions.invalidate(session);
  const facts = handoverFactsOf(parts, session);
  const place = session.behind ?? fanout.done();
  sessions.setAside(session, givenNoteOf(session, { ...facts, place }));
  presences.disown([session]);
}

/** Waits until the database says whether this process still holds its place among the processes. */
async function holdsItsPlace(
  { clock, store: { processes } }: Pick<GatewayDeps, "clock" | "store">,
  isStopped: () => boolean,
): Promise<boolean> {
  const { epoch } = processes.own();
  const isUnknown = () => !isStopped() && processes.isFenced() && processes.own().epoch === epoch;
  while (isUnknown()) {
    await processes.refresh().catch(() => undefined);
    if (isUnknown()) await delay(clock, PLACE_LOOK_MS);
  }
  return processes.own().epoch === epoch && !processes.isFenced();
}

/**
 * The journal in which sessions are recorded for other processes; undefined: there is none.
 *
 * @param parts the parts of the gateway, which are created after the journal
 */
function sessionJournalOf(
  { bus, store, clock, work, log, retainEventsMs = Infinity }: GatewayDeps,
  parts: () => GatewayParts,
): SessionJournal | undefined {
  const { journal: busJournal } = bus ?? {};
  if (bus === undefined || busJournal === undefined || retainEventsMs < EVENT_RETENTION_MS)
    return undefined;
  const journal = new SessionJournal({
    journal: busJournal,
    epoch: () => store.processes.own().epoch,
    clock,
    done: () => parts().fanout.done(),
    noteOf: (session) => noteOf(session, handoverFactsOf(parts(), session)),
    mayHaveEnded: () => store.processes.isFenced(),
    holdsItsPlace: (isStopped) => holdsItsPlace({ clock, store }, isStopped),
    closed: () => disown(parts(), log, "taken for dead"),
    givenOf: (session) => givenSessionOf(session, parts().requests.mayBeInVoice(session)),
    endGiven: (given, isSameWorld) => {
      const deps = { ...parts(), journal: busJournal, work, processes: store.processes };
      return endGivenSession(deps, given, isSameWorld);
    },
  });
  bus.onReconnect(() => journal.writeAgain());
  return journal;
}

/** Creates the parts of a gateway and connects them. */
function assemble(deps: GatewayDeps) {
  const { work, store, clock, log, starts, faults, bus = noBus } = deps;
  const parts = (): GatewayParts => ({ sessions, fanout, presences, requests, handover });
  const sessionJournal = sessionJournalOf(deps, parts);
  const sessions = new Sessions(clock, deps.random, sessionJournal);
  const inTurn = (task: () => void): void => fanout.inTurn(task);
  const isLimited = deps.isLimited ?? (() => true);
  const { processes } = store;
  const presences = new Presences({ clock, sessions, isLimited, inTurn, bus, processes });
  const reads = retriedReads({ work, clock, processes });
  const memberships = new Memberships({ work: reads, sessions, presences });
  const closeSessionsOf = (owner: RevokedOwner): void => revoke(sessions, owner);
  const fanout = new Fanout({
    ...deps,
    work: reads,
    sessions,
    memberships,
    revoke: (payload) => closeSessionsOf(payload as RevokedOwner),
    setAside: (session) => setAside(parts(), session),
  });
  const lobbyPresence = new LobbyPresence({ work, sessions, log, processes });
  const lookups = new TokenLookups(clock, isLimited);
  const budget = new MembersBudget(clock, isLimited);
  const requests = new SessionRequests({
    work,
    sessions,
    presences,
    budget,
    slicer: deps.slicer,
    log,
    inTurn,
    clock,
    events: store.log,
    voice: deps.voice,
    processes,
  });
  const handover = new SessionHandover({
    ...deps,
    bus,
    fanout,
    sessions,
    presences,
    requests,
    lobbyPresence,
    events: store.log,
    processes,
  });
  const connections = new Connections({
    journal: deps.journal,
    handover,
    faults,
    presences,
    requests,
    work,
    clock,
    log,
    sessions,
    starts,
    lookups,
    isLimited,
    elsewhere: deps.elsewhere,
    fanout,
    ...entranceOf(deps),
  });
  const writers = [lobbyPresence, new TemporaryMembers({ work, sessions, presences, clock, log })];
  const forgetLimits = (): void => {
    for (const each of [budget, lookups, starts]) each.reset();
  };
  return {
    sessions,
    presences,
    fanout,
    writers,
    sessionJournal,
    handover,
    forgetLimits,
    connections,
    closeSessionsOf,
  };
}

/** Opens a gateway, which follows the event log from now on. */
export function openGateway(deps: GatewayDeps): Gateway {
  const { faults } = deps;
  const parts = assemble(deps);
  const { sessions, presences, fanout, writers, handover, connections } = parts;
  faults.onSessionFault((take) => connections.injectSessionFault(take));

  function invalidateAll(): void {
    fanout.resetWorld();
    handover.resetWorld();
    parts.sessionJournal?.forgetGiven();
    sessions.clear();
    presences.clear();
    parts.forgetLimits();
    connections.reset();
  }

  return {
    upgrade: (request, socket, head) => connections.upgrade(request, socket, head),
    adopt: (handed) => connections.adopt(handed),
    async end() {
      await Promise.all([...writers.map((each) => each.stop()), connections.end()]);
      handover.stop();
      fanout.stop();
      presences.stop();
      sessions.clear();
      await parts.sessionJournal?.stop();
    },
    async stop() {
      const written = Promise.all(writers.map((each) => each.stop()));
      await connections.stop();
      await Promise.all([written, handover.allTaken()]);
      handover.stop();
      fanout.stop();
      presences.stop();
      sessions.leave();
      await parts.sessionJournal?.stop();
    },
    closeSessionsOf: parts.closeSessionsOf,
    presences,
    resetLimits: parts.forgetLimits,
    missedEvents() {
      if (parts.sessionJournal === undefined) return invalidateAll();
      fanout.resetWorld();
      disown(parts, deps.log, "stood still");
    },
    invalidateAll,
    sessions: () => sessions.all(),
    fetched: handover.counts,
    stats: () => ({
      connections: connections.size,
      sessions: sessions.size,
      waitingSessions: sessions.waiting,
    }),
  };
}
