// Sessions move to the process that their clients reconnect to. That process requests the session
// from all others, and the one that holds it gives it away (`session-giving.ts`). This one
// continues from the place up to which the session was sent everything, so that its sequence
// continues, and each number means one event for ever.
// Source: protocol: gateway-oauth-limits 4.8.
import type { Bus } from "../../../platform/bus.ts";
import { delay } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Processes } from "../../../platform/processes.ts";
import type { LogPlace } from "../../../platform/store.ts";
import type { Fanout } from "../delivery/fanout.ts";
import {
  isFetching,
  isOfOwner,
  TOPIC,
  type SessionRequestMessage,
  type SessionAnswerMessage,
} from "./handover-messages.ts";
import { reach } from "./log-reach.ts";
import { SessionGiving, type SessionGivingDeps } from "./session-giving.ts";
import {
  inflatedState,
  ownerOf,
  startOf,
  type ResumedSession,
  type SessionState,
} from "./session-state.ts";
import { SessionRecovery, type SessionClaim } from "./session-recovery.ts";
import type { Session } from "../sessions/session.ts";
import { TooManyBufferedEvents } from "../sessions/too-many-buffered-events.ts";
import {
  logWhyLost,
  UndecidedResumes,
  type SessionLookupOutcome,
  type Outcome,
  type LostReason,
} from "./undecided-resumes.ts";

/** Real time in which the process that holds a session must answer. */
const ANSWER_MS = 2_000;
/** Real time for reading what was just committed, before the other processes are asked. */
const CATCH_UP_MS = 250;
/** Real time after a request in which a given session must be claimed. */
const TAKE_MS = 2_500;
/** How often the connection to Redis is polled while it is down. */
const REDIS_LOOK_MS = 20;
/**
 * Real time in which other processes can fetch the sessions of a process that stops, and how often
 * it checks.
 */
const STOP_MS = 2_000;
const STOP_LOOK_MS = 50;

/** The form of session ids; other processes are not asked for any other id. */
const SESSION_ID = /^[0-9a-f]{32}$/;

export interface HandoverDeps extends SessionGivingDeps {
  readonly bus: Bus;
  /** The number of the world that the store holds now; absent: there is only one. */
  readonly world?: (() => number) | undefined;
  readonly fanout: Pick<Fanout, "admit" | "inTurnAt" | "recover">;
  readonly processes: Pick<
    Processes,
    "living" | "refresh" | "own" | "mayLiveElsewhere" | "isFenced"
  >;
  readonly log: Pick<Logger, "error" | "warn">;
}

interface Recovering {
  readonly goOn: (session: Session) => void;
  /** A process that does not hold the session is requesting it too. */
  readonly isFetchedElsewhere: boolean;
}

/** The state of one request for a session. */
interface Fetching {
  found: Outcome;
  /** The reason for a lost session. */
  why: LostReason;
  /** The session is in a journal, or about to be, so it can be resumed later if not now. */
  isNoted: boolean;
  /** A process that does not hold the session is requesting it too. */
  isFetchedElsewhere: boolean;
  claimed: SessionClaim | undefined;
}

export class SessionHandover {
  readonly #deps: HandoverDeps;
  readonly #stopAnswering: () => void;
  readonly #recovery: SessionRecovery | undefined;
  readonly #undecided: UndecidedResumes;
  /** Sessions that are being fetched, each once at a time. */
  readonly #taking = new Map<string, Promise<unknown>>();
  #looking: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | undefined;
  /** Counts the worlds that this process has had. */
  #world = 0;
  /** How often sessions were requested from other processes, by outcome. */
  readonly counts: Record<SessionLookupOutcome, number> = {
    taken: 0,
    unknown: 0,
    lost: 0,
    miscounted: 0,
    undecided: 0,
  };

  constructor(deps: HandoverDeps) {
    this.#deps = deps;
    this.#undecided = new UndecidedResumes(() => deps.clock.real());
    const { journal } = deps.bus;
    this.#recovery = journal && new SessionRecovery({ ...deps, journal });
    const giving = new SessionGiving(deps, this);
    this.#stopAnswering = deps.bus.answer(TOPIC, (resumed, from) =>
      giving.give(resumed as SessionRequestMessage, from),
    );
  }

  stop(): void {
    this.#stopAnswering();
  }

  /** The number of the world whose sessions are given away here. */
  get world(): number {
    return this.#deps.world?.() ?? 0;
  }

  /** The world was replaced: a session that arrives now belonged to the one before. */
  resetWorld(): void {
    this.#world += 1;
  }

  /** True while a session is being fetched in order to resume here. */
  isTaking(id: string): boolean {
    return this.#taking.has(id);
  }

  /** Waits a while until other processes have fetched the sessions whose clients went to them. */
  async allTaken(): Promise<void> {
    const { bus, sessions, processes, clock } = this.#deps;
    const until = clock.real() + STOP_MS;
    const isExpected = () => bus.isUp() && processes.living().length > 1 && sessions.size > 0;
    while (isExpected() && clock.real() < until) await delay(clock, STOP_LOOK_MS);
  }

  /**
   * Takes over a session of another process.
   *
   * @param goOn receives the session before any event since its last one
   */
  async take(
    resumed: ResumedSession,
    goOn: (session: Session) => void,
  ): Promise<SessionLookupOutcome> {
    const { id } = resumed;
    if (!this.#deps.bus.isShared || !SESSION_ID.test(id)) return "unknown";
    const before = this.#taking.get(id) ?? Promise.resolve();
    const taking = before.then(() => this.#takeAlone(resumed, goOn));
    const done = taking.catch(() => undefined);
    this.#taking.set(id, done);
    try {
      return await taking;
    } finally {
      if (this.#taking.get(id) === done) this.#taking.delete(id);
    }
  }

  async #takeAlone(
    resumed: ResumedSession,
    goOn: (session: Session) => void,
  ): Promise<SessionLookupOutcome> {
    // Another connection of the same client has fetched the session meanwhile.
    if (this.#deps.sessions.find(resumed.id) !== undefined) return "unknown";
    const askedAt = this.#deps.clock.real();
    const outcome = await this.#find(resumed, goOn);
    const found = this.#undecided.settled(resumed.id, outcome, askedAt);
    const isOver = found !== outcome && found !== "undecided";
    if (isOver) this.#lost(resumed, found === "lost" ? "cannot go on" : "owner unreachable");
    this.counts[found] += 1;
    return found;
  }

  #lost({ owner }: ResumedSession, reason: LostReason): void {
    logWhyLost(this.#deps.log, owner, reason);
  }

  async #find(resumed: ResumedSession, goOn: (session: Session) => void): Promise<Outcome> {
    if (!(await this.#canAsk())) return "undecided";
    const { found, isFetchedElsewhere } = await this.#fetch(resumed, goOn);
    if (found !== "unknown") return found;
    // The session was given away from here, and its note is being written.
    if (this.#deps.sessions.isBeingGiven(resumed.id)) return "later";
    const recovered =
      this.#recovery === undefined
        ? "unknown"
        : await this.#recover(this.#recovery, resumed, { goOn, isFetchedElsewhere });
    return recovered === "unknown" && isFetchedElsewhere ? "later" : recovered;
  }

  /** Waits for Redis, which is often back soon, since clients would retry at once. */
  async #canAsk(): Promise<boolean> {
    const { bus, clock } = this.#deps;
    const until = clock.real() + ANSWER_MS;
    while (!bus.isUp() && clock.real() < until) await delay(clock, REDIS_LOOK_MS);
    return bus.isUp();
  }

  async #fetch(resumed: ResumedSession, goOn: (session: Session) => void) {
    const { fanout, presences, log } = this.#deps;
    const buffered = presences.hold();
    const fetching: Fetching = {
      found: "unknown",
      why: "cannot go on",
      isNoted: false,
      isFetchedElsewhere: false,
      claimed: undefined,
    };
    const isSameWorld = this.#worldNow();
    const begin = (state: SessionState | undefined): Session | undefined => {
      if (state === undefined) return undefined;
      if (!isSameWorld(state)) fetching.found = "unknown";
      if (fetching.found !== "taken") return undefined;
      const { claimed } = fetching;
      const session = this.#begin(state, goOn, claimed);
      if (session === undefined) fetching.found = "later";
      else buffered.deliverTo(session);
      return session;
    };
    try {
      const read = () => this.#read(resumed, fetching);
      await fanout.admit(read, begin, (state) => state?.place);
    } catch (error) {
      fetching.found = fetching.isNoted ? "later" : "lost";
      if (error instanceof TooManyBufferedEvents) fetching.why = "too many events";
      else log.error({ err: error }, "a session could not be taken over");
    } finally {
      buffered.end();
    }
    const { found, isFetchedElsewhere, claimed } = fetching;
    if (found === "lost") this.#lost(resumed, fetching.why);
    if (found === "later") await claimed?.giveUp();
    // The other process expects this one to publish the user's presence.
    if (found !== "taken" && found !== "unknown") presences.publish(resumed.owner.userId);
    return { found, isFetchedElsewhere };
  }

  /** Requests a session, and reads the log up to where the session was sent everything. */
  async #read(resumed: ResumedSession, fetching: Fetching): Promise<SessionState | undefined> {
    const askedAt = this.#deps.clock.real();
    const { given, why, isFetchedElsewhere } = await this.#ask(resumed);
    fetching.isFetchedElsewhere = isFetchedElsewhere;
    if (why !== undefined) fetching.why = why;
    if (typeof given === "string") {
      fetching.found = given;
      return undefined;
    }
    fetching.found = "lost";
    const { epoch } = given;
    if (epoch !== undefined && this.#recovery !== undefined) {
      fetching.found = "later";
      fetching.isNoted = true;
      // After that, this process may have answered others that it does not have the session.
      if (this.#deps.clock.real() - askedAt > TAKE_MS) return undefined;
      fetching.claimed = await this.#recovery.claim(epoch, resumed.id, { isComing: true });
      if (fetching.claimed === undefined) return undefined;
    }
    const state = await inflatedState(given.parcel);
    if (!(await reach(this.#deps, state.place))) return undefined;
    fetching.found = "taken";
    return state;
  }

  /** Recovers a session that no process holds from the journal of the one that recorded it. */
  async #recover(
    recovery: SessionRecovery,
    resumed: ResumedSession,
    { goOn, isFetchedElsewhere }: Recovering,
  ): Promise<Outcome> {
    const isSameWorld = this.#worldNow();
    try {
      const found = await recovery.find(resumed);
      if (found === undefined || !isSameWorld()) return "unknown";
      if (found === "owner has it not") {
        if (!isFetchedElsewhere) this.#lost(resumed, found);
        return "unknown";
      }
      if (found === "events missing") {
        this.#lost(resumed, found);
        return "lost";
      }
      const { epoch, state, isGiven } = found;
      if (!isSameWorld(state)) return "unknown";
      // Another process requested the session before, and may be about to take it over.
      if (isGiven && isFetchedElsewhere) return "later";
      if (!(await reach(this.#deps, state.place))) return "later";
      const claimed = await recovery.claim(epoch, resumed.id);
      if (claimed === undefined) return "later";
      const begin = () => (isSameWorld() ? this.#begin(state, goOn, claimed) : undefined);
      return await this.#recoverClaimed(state.place, begin, claimed);
    } catch (error) {
      this.#deps.log.error({ err: error }, "a session could not be recovered");
      return "later";
    }
  }

  async #recoverClaimed(
    place: LogPlace,
    begin: () => Session | undefined,
    claimed: SessionClaim,
  ): Promise<Outcome> {
    try {
      if (await this.#deps.fanout.recover(place, begin)) return "taken";
    } catch (error) {
      if (!(error instanceof TooManyBufferedEvents)) {
        this.#deps.log.error({ err: error }, "a session could not be recovered");
      }
    }
    await claimed.giveUp();
    return "later";
  }

  /** Starts a session here, unless another process may have claimed it by now. */
  #begin(
    state: SessionState,
    goOn: (session: Session) => void,
    claimed: SessionClaim | undefined,
  ): Session | undefined {
    if (claimed?.mayBegin() === false) return undefined;
    const session = this.#takeIn(state);
    goOn(session);
    if (claimed !== undefined) session.afterwards(() => claimed.done());
    return session;
  }

  /**
   * Returns a check that the world is still the same, and that a session belongs to it rather than
   * to the one before.
   */
  #worldNow(): (state?: Pick<SessionState, "world">) => boolean {
    const counted = this.#world;
    return ({ world = this.world } = {}) => counted === this.#world && world === this.world;
  }

  /** Checks which processes are alive; callers during a check share the next one. */
  #look(): Promise<void> {
    this.#nextLook ??= this.#looking.then(() => {
      this.#nextLook = undefined;
      const looked = this.#deps.processes.refresh();
      this.#looking = looked.catch(() => undefined);
      return looked;
    });
    return this.#nextLook;
  }

  /**
   * Reads what was committed before the client came back: it is sent as missed, before RESUMED. If
   * the log cannot be read now, the session moves all the same, and the rest follows RESUMED.
   */
  async #catchUp(): Promise<void> {
    const { events, clock } = this.#deps;
    const caughtUp = events.pollNow().catch(() => undefined);
    await Promise.race([caughtUp, delay(clock, CATCH_UP_MS)]);
  }

  async #ask({ id, owner, sequence }: ResumedSession) {
    const { bus, events } = this.#deps;
    const { scopes: _, ...withoutScopes } = owner;
    await this.#catchUp();
    const body: SessionRequestMessage = {
      id,
      owner: withoutScopes,
      sequence,
      place: events.place(),
    };
    const { answers, isComplete } = await bus.ask({
      topic: TOPIC,
      body,
      isEnough: isOfOwner,
      timeoutMs: ANSWER_MS,
      // Processes not known to be alive are not waited for; if they answer, they still give the
      // session away.
      refreshFirst: () => this.#look(),
      refreshLiving: () => this.#look(),
    });
    const found = answers.find(isOfOwner) as SessionAnswerMessage | undefined;
    const nobody = isComplete ? "unknown" : "undecided";
    const given = found?.kind === "given" ? found : (found?.kind ?? nobody);
    const why = found?.kind === "lost" ? (found.why ?? "events missing") : undefined;
    return {
      given,
      why,
      isFetchedElsewhere: answers.some((answer) => isFetching(answer)),
    } as const;
  }

  #takeIn(state: SessionState): Session {
    const { sessions, presences, requests } = this.#deps;
    const session = sessions.takeIn(state.id, ownerOf(state), startOf(state));
    for (const [guildId, channelIds] of state.hidden) {
      session.hidden.set(guildId, new Set(channelIds));
    }
    if (state.presence !== undefined) presences.set(session, state.presence);
    if (state.mayBeInVoice) requests.keepInVoice(session);
    return session;
  }
}
