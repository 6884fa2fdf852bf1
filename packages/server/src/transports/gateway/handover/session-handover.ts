// Sessions go on at whatever process their clients come back to. That process asks all others for
// the session, and the one that has it gives it away: with what its client missed, and with the place
// in the log of events up to which it was sent everything. The other one goes on from there, so that
// its numbers run on, and each means one event for ever.
// Source: protocol: gateway-oauth-limits 4.8.
import type { Bus } from "../../../platform/bus.ts";
import { patience, type Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Processes } from "../../../platform/processes.ts";
import type { EventLog, LogPlace } from "../../../platform/store.ts";
import { isSameOwner } from "../auth.ts";
import type { Fanout } from "../delivery/fanout.ts";
import type { LobbyPresence } from "../presence/lobby-presence.ts";
import type { Owner } from "../opcodes/identify.ts";
import type { SessionRequests } from "../opcodes/session-requests.ts";
import type { Presences } from "../presence/presences.ts";
import {
  deflatedParcel,
  givenNoteOf,
  inflatedParcel,
  missedBy,
  ownerOf,
  parcelOf,
  startOf,
  type SessionAsked,
  type SessionParcel,
} from "./session-parcel.ts";
import { SessionRecovery, type Claimed } from "./session-recovery.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";
import { TooMuchHappened } from "./too-much-happened.ts";
import {
  tellWhyLost,
  UndecidedResumes,
  type Found,
  type Outcome,
  type WhyLost,
} from "./undecided-resumes.ts";

const TOPIC = "session-resume";
/** Real time in which the process that has a session answers. */
const ANSWER_MS = 2_000;
/** Real time after a question in which a session is given away, and which the rest of it may take. */
const GIVE_MS = 1_200;
/** Real time after a question in which a session is taken that was given. */
const TAKE_MS = 2_500;
const RECORDED_MS = 300;
/** Real time that answers to a session's requests may still take before it moves. */
const REQUESTS_MS = 500;
/**
 * How often the log is looked into that the other process has read further, and how soon again:
 * mostly a transaction is about to end.
 */
const LOOKS_MAX = 30;
const FIRST_LOOK_MS = 5;
const BETWEEN_LOOKS_MS = 100;
/** How often it is looked whether Redis is back. */
const REDIS_LOOK_MS = 20;
/**
 * Real time in which sessions of a process that stops are fetched by others, and how often it
 * looks.
 */
const STOP_MS = 2_000;
const STOP_LOOK_MS = 50;

/** As sessions are named here; nobody else is asked for any other name. */
const SESSION_ID = /^[0-9a-f]{32}$/;

export interface HandoverDeps {
  readonly bus: Bus;
  /** Which world of the store is here; absent: always one. */
  readonly world?: (() => number) | undefined;
  readonly clock: Pick<Clock, "after" | "real">;
  readonly events: Pick<EventLog, "look" | "place">;
  readonly fanout: Pick<Fanout, "admit" | "inTurnAt" | "recover">;
  readonly sessions: Sessions;
  readonly presences: Presences;
  readonly requests: SessionRequests;
  readonly lobbyPresence: Pick<LobbyPresence, "recorded">;
  readonly processes: Pick<Processes, "living" | "look" | "own" | "mayLiveElsewhere" | "isFenced">;
  readonly log: Pick<Logger, "error" | "warn">;
}

/** The same, as it is asked of other processes. */
interface Asked extends Omit<SessionAsked, "owner"> {
  readonly owner: Omit<Owner, "scopes">;
  /** Up to where the process that asks has delivered events. */
  readonly place: LogPlace;
}

/** What a process says that has, or had, the session. */
type Given =
  /** @param epoch of the journal that has a note of it; absent: none has */
  | { readonly kind: "given"; readonly parcel: string; readonly epoch?: string }
  /** @param isFetching it has it not, and asks others for it just now */
  | {
      readonly kind: Exclude<Found, "taken" | "unknown">;
      readonly isFetching?: true;
      readonly why?: WhyLost;
    };

/** A session that was taken out, and which journal has a note of it. */
interface Parted {
  readonly parcel: SessionParcel;
  readonly noted: { readonly epoch?: string };
}

interface Recovering {
  readonly goOn: (session: Session) => void;
  /** A process asks for the session that has it not. */
  readonly isFetchedElsewhere: boolean;
}

/** What comes of asking for a session. */
interface Fetching {
  found: Outcome;
  /** Where it is lost. */
  why: WhyLost;
  /** It is written down, or about to be, so that it goes on later if not now. */
  isNoted: boolean;
  /** A process asks for it that has it not. */
  isFetchedElsewhere: boolean;
  claimed: Claimed | undefined;
}

function isFetching(answer: unknown): boolean {
  const { isFetching: is = false } = (answer ?? {}) as { readonly isFetching?: boolean };
  return is;
}

/** Of the process that has the session: no other answer is waited for. */
function isOfOwner(answer: unknown): boolean {
  return answer !== null && !isFetching(answer);
}

export class SessionHandover {
  readonly #deps: HandoverDeps;
  readonly #stopAnswering: () => void;
  readonly #recovery: SessionRecovery | undefined;
  readonly #undecided: UndecidedResumes;
  /** Sessions that are being looked for, each once at a time. */
  readonly #taking = new Map<string, Promise<unknown>>();
  #looking: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | undefined;
  /** Counts the worlds that were there. */
  #world = 0;
  /** How often sessions were asked for elsewhere, by what became of them. */
  readonly counts: Record<Found, number> = {
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
    this.#stopAnswering = deps.bus.answer(TOPIC, (asked, from) => this.#give(asked as Asked, from));
  }

  stop(): void {
    this.#stopAnswering();
  }

  /** Which world sessions are of that leave from here. */
  get world(): number {
    return this.#deps.world?.() ?? 0;
  }

  /** The world was replaced: a session that is on its way here was of the one before. */
  forgetWorld(): void {
    this.#world += 1;
  }

  /** True while a session is being looked for that is to go on here. */
  isTaking(id: string): boolean {
    return this.#taking.has(id);
  }

  /** Waits a while until other processes have fetched the sessions whose clients went to them. */
  async allTaken(): Promise<void> {
    const { bus, sessions, processes, clock } = this.#deps;
    const until = clock.real() + STOP_MS;
    const isExpected = () => bus.isUp() && processes.living().length > 1 && sessions.size > 0;
    while (isExpected() && clock.real() < until) await patience(clock, STOP_LOOK_MS);
  }

  /**
   * Has a session of another process go on here.
   *
   * @param goOn is given the session before anything that happened since its last event
   */
  async take(asked: SessionAsked, goOn: (session: Session) => void): Promise<Found> {
    const { id } = asked;
    if (!this.#deps.bus.isShared || !SESSION_ID.test(id)) return "unknown";
    const before = this.#taking.get(id) ?? Promise.resolve();
    const taking = before.then(() => this.#takeAlone(asked, goOn));
    const done = taking.catch(() => undefined);
    this.#taking.set(id, done);
    try {
      return await taking;
    } finally {
      if (this.#taking.get(id) === done) this.#taking.delete(id);
    }
  }

  async #takeAlone(asked: SessionAsked, goOn: (session: Session) => void): Promise<Found> {
    // Another connection of the same client has fetched it meanwhile.
    if (this.#deps.sessions.find(asked.id) !== undefined) return "unknown";
    const askedAt = this.#deps.clock.real();
    const outcome = await this.#find(asked, goOn);
    const found = this.#undecided.settled(asked.id, outcome, askedAt);
    const isOver = found !== outcome && found !== "undecided";
    if (isOver) this.#lost(asked, found === "lost" ? "cannot go on" : "owner unreachable");
    this.counts[found] += 1;
    return found;
  }

  #lost({ owner }: SessionAsked, reason: WhyLost): void {
    tellWhyLost(this.#deps.log, owner, reason);
  }

  async #find(asked: SessionAsked, goOn: (session: Session) => void): Promise<Outcome> {
    if (!(await this.#canAsk())) return "undecided";
    const { found, isFetchedElsewhere } = await this.#fetch(asked, goOn);
    if (found !== "unknown") return found;
    // It has left here, and its note is on its way.
    if (this.#deps.sessions.isLeaving(asked.id)) return "later";
    const recovered =
      this.#recovery === undefined
        ? "unknown"
        : await this.#recover(this.#recovery, asked, { goOn, isFetchedElsewhere });
    return recovered === "unknown" && isFetchedElsewhere ? "later" : recovered;
  }

  /** Redis is often back soon; and clients that try again do so at once. */
  async #canAsk(): Promise<boolean> {
    const { bus, clock } = this.#deps;
    const until = clock.real() + ANSWER_MS;
    while (!bus.isUp() && clock.real() < until) await patience(clock, REDIS_LOOK_MS);
    return bus.isUp();
  }

  async #fetch(asked: SessionAsked, goOn: (session: Session) => void) {
    const { fanout, presences, log } = this.#deps;
    const held = presences.hold();
    const fetching: Fetching = {
      found: "unknown",
      why: "cannot go on",
      isNoted: false,
      isFetchedElsewhere: false,
      claimed: undefined,
    };
    const isSameWorld = this.#worldNow();
    const begin = (parcel: SessionParcel | undefined): Session | undefined => {
      if (parcel === undefined) return undefined;
      if (!isSameWorld(parcel)) fetching.found = "unknown";
      if (fetching.found !== "taken") return undefined;
      const { claimed } = fetching;
      const session = this.#begin(parcel, goOn, claimed);
      if (session === undefined) fetching.found = "later";
      else held.deliverTo(session);
      return session;
    };
    try {
      const read = () => this.#read(asked, fetching);
      await fanout.admit(read, begin, (parcel) => parcel?.place);
    } catch (error) {
      fetching.found = fetching.isNoted ? "later" : "lost";
      if (error instanceof TooMuchHappened) fetching.why = "too many events";
      else log.error({ err: error }, "a session could not be taken over");
    } finally {
      held.end();
    }
    const { found, isFetchedElsewhere, claimed } = fetching;
    if (found === "lost") this.#lost(asked, fetching.why);
    if (found === "later") await claimed?.giveUp();
    // The other process expects this one to say what the user shows now.
    if (found !== "taken" && found !== "unknown") presences.tellElsewhere(asked.owner.userId);
    return { found, isFetchedElsewhere };
  }

  /** Asks for a session, and reads up to where it was sent everything. */
  async #read(asked: SessionAsked, fetching: Fetching): Promise<SessionParcel | undefined> {
    const askedAt = this.#deps.clock.real();
    const { given, why, isFetchedElsewhere } = await this.#ask(asked);
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
      // Later, this process may have answered others that it does not have the session.
      if (this.#deps.clock.real() - askedAt > TAKE_MS) return undefined;
      fetching.claimed = await this.#recovery.claim(epoch, asked.id, true);
      if (fetching.claimed === undefined) return undefined;
    }
    const parcel = await inflatedParcel(given.parcel);
    if (!(await this.#reach(parcel.place))) return undefined;
    fetching.found = "taken";
    return parcel;
  }

  /** Has a session go on that no process has, and one wrote down. */
  async #recover(
    recovery: SessionRecovery,
    asked: SessionAsked,
    { goOn, isFetchedElsewhere }: Recovering,
  ): Promise<Outcome> {
    const isSameWorld = this.#worldNow();
    try {
      const found = await recovery.find(asked);
      if (found === undefined || !isSameWorld()) return "unknown";
      if (found === "owner has it not") {
        if (!isFetchedElsewhere) this.#lost(asked, found);
        return "unknown";
      }
      if (found === "events missing") {
        this.#lost(asked, found);
        return "lost";
      }
      const { epoch, parcel, isGiven } = found;
      if (!isSameWorld(parcel)) return "unknown";
      // Who asked for it before may be about to have it.
      if (isGiven && isFetchedElsewhere) return "later";
      if (!(await this.#reach(parcel.place))) return "later";
      const claimed = await recovery.claim(epoch, asked.id);
      if (claimed === undefined) return "later";
      const begin = () => (isSameWorld() ? this.#begin(parcel, goOn, claimed) : undefined);
      return await this.#recoverClaimed(parcel.place, begin, claimed);
    } catch (error) {
      this.#deps.log.error({ err: error }, "a session could not be recovered");
      return "later";
    }
  }

  async #recoverClaimed(
    place: LogPlace,
    begin: () => Session | undefined,
    claimed: Claimed,
  ): Promise<Outcome> {
    try {
      if (await this.#deps.fanout.recover(place, begin)) return "taken";
    } catch (error) {
      if (!(error instanceof TooMuchHappened)) {
        this.#deps.log.error({ err: error }, "a session could not be recovered");
      }
    }
    await claimed.giveUp();
    return "later";
  }

  /** Starts a session here, unless another process may have it by now. */
  #begin(
    parcel: SessionParcel,
    goOn: (session: Session) => void,
    claimed: Claimed | undefined,
  ): Session | undefined {
    if (claimed?.mayBegin() === false) return undefined;
    const session = this.#takeIn(parcel);
    goOn(session);
    if (claimed !== undefined) session.afterwards(() => claimed.done());
    return session;
  }

  /** Whether the same world is here as now, and a session is of it: it may be of the one before. */
  #worldNow(): (parcel?: Pick<SessionParcel, "world">) => boolean {
    const counted = this.#world;
    return ({ world = this.world } = {}) => counted === this.#world && world === this.world;
  }

  /** Who wants to know while it is being found out waits for the next time. */
  #look(): Promise<void> {
    this.#nextLook ??= this.#looking.then(() => {
      this.#nextLook = undefined;
      const looked = this.#deps.processes.look();
      this.#looking = looked.catch(() => undefined);
      return looked;
    });
    return this.#nextLook;
  }

  async #ask({ id, owner, sequence }: SessionAsked) {
    const { bus, events } = this.#deps;
    const { scopes: _, ...known } = owner;
    const body: Asked = { id, owner: known, sequence, place: events.place() };
    const looked = this.#look();
    looked.catch(() => undefined);
    const { answers, isComplete } = await bus.ask({
      topic: TOPIC,
      body,
      isEnough: isOfOwner,
      patienceMs: ANSWER_MS,
      // Who is not known to live is not waited for, and gives the session away all the same.
      livingKnown: looked,
      lookAgain: () => this.#look(),
    });
    const found = answers.find(isOfOwner) as Given | undefined;
    const nobody = isComplete ? "unknown" : "undecided";
    const given = found?.kind === "given" ? found : (found?.kind ?? nobody);
    const why = found?.kind === "lost" ? (found.why ?? "events missing") : undefined;
    return {
      given,
      why,
      isFetchedElsewhere: answers.some((answer) => isFetching(answer)),
    } as const;
  }

  #takeIn(parcel: SessionParcel): Session {
    const { sessions, presences, requests } = this.#deps;
    const session = sessions.takeIn(parcel.id, ownerOf(parcel), startOf(parcel));
    for (const [guildId, channelIds] of parcel.hidden) {
      session.hidden.set(guildId, new Set(channelIds));
    }
    if (parcel.presence !== undefined) presences.set(session, parcel.presence);
    if (parcel.mayBeInVoice) requests.keepInVoice(session);
    return session;
  }

  /** Gives a session away, if it is here and its client may have it. */
  async #give(asked: Asked, to: string): Promise<Given | null> {
    const { sessions, clock, requests, fanout, lobbyPresence, processes } = this.#deps;
    const session = sessions.find(asked.id);
    if (session === undefined) {
      if (this.isTaking(asked.id)) return { kind: "undecided", isFetching: true };
      // Before that is written down, nobody else could go on with it.
      return sessions.isLeaving(asked.id) ? { kind: "undecided" } : null;
    }
    // It has stood still, and who asked waits no longer; the others may have its sessions by now.
    if (processes.isFenced()) {
      // The client asks again soon, and then it is known.
      processes.look().catch(() => undefined);
      return { kind: "undecided" };
    }
    if (!isSameOwner(session.owner, { ...asked.owner, scopes: new Set() })) return null;
    const until = clock.real() + GIVE_MS;
    await Promise.race([requests.idle(session), patience(clock, REQUESTS_MS)]);
    if (!(await this.#reach(asked.place))) return { kind: "undecided" };
    const given = await fanout
      .inTurnAt((place): Parted | Given | null => {
        if (!sessions.has(session)) return null;
        // Who asked waits no longer, and would not take it.
        if (clock.real() > until || processes.isFenced()) return { kind: "undecided" };
        return this.#part(session, { asked, to, place });
      })
      .catch((error: unknown): Given => {
        if (!(error instanceof TooMuchHappened)) throw error;
        return { kind: "lost", why: "too many events" };
      });
    if (given === null || "kind" in given) return given;
    // Nothing that is written here shall come after what is written there.
    await Promise.race([lobbyPresence.recorded(session), patience(clock, RECORDED_MS)]);
    const { parcel, noted } = given;
    return { kind: "given", parcel: await deflatedParcel(parcel), ...noted };
  }

  #part(
    session: Session,
    { asked, to, place }: { readonly asked: Asked; readonly to: string; readonly place: LogPlace },
  ): Parted | Given {
    const { sessions, presences, requests, processes } = this.#deps;
    const { sequence } = asked;
    const isMiscounted = sequence < 0 || sequence > session.sequence;
    // A client that has not even seen READY has lost count.
    const missed = sequence <= 0 ? undefined : missedBy(session, sequence);
    if (isMiscounted || missed === undefined) {
      sessions.invalidate(session);
      return { kind: isMiscounted ? "miscounted" : "lost" };
    }
    const mayBeInVoice = requests.mayBeInVoice(session);
    const presence = presences.giveAway(session, to);
    const luggage = { mayBeInVoice, presence, place, world: this.world };
    const parcel = parcelOf(session, missed, { ...luggage, sequence });
    const noted = session.isJournalled ? { epoch: processes.own().epoch } : {};
    sessions.giveAway(session, givenNoteOf(session, luggage));
    return { parcel, noted };
  }

  /** True once everything up to a place in the log has come in here. */
  async #reach(place: LogPlace): Promise<boolean> {
    const { events, clock } = this.#deps;
    for (let looks = 0; looks < LOOKS_MAX && events.place() < place; looks += 1) {
      const waitMs = Math.min(BETWEEN_LOOKS_MS, FIRST_LOOK_MS * looks ** 2);
      if (looks > 0) await patience(clock, waitMs);
      await events.look();
    }
    return events.place() >= place;
  }
}
