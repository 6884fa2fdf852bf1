// Sessions go on at whatever process their clients come back to. That process asks all others for
// the session, and the one that has it gives it away (`session-giving.ts`). This one goes on from
// where it was sent everything, so that its numbers run on, and each means one event for ever.
// Source: protocol: gateway-oauth-limits 4.8.
import type { Bus } from "../../../platform/bus.ts";
import { patience } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Processes } from "../../../platform/processes.ts";
import type { LogPlace } from "../../../platform/store.ts";
import type { Fanout } from "../delivery/fanout.ts";
import { isFetching, isOfOwner, TOPIC, type Asked, type Given } from "./handover-messages.ts";
import { reach } from "./log-reach.ts";
import { SessionGiving, type SessionGivingDeps } from "./session-giving.ts";
import {
  inflatedParcel,
  ownerOf,
  startOf,
  type SessionAsked,
  type SessionParcel,
} from "./session-parcel.ts";
import { SessionRecovery, type Claimed } from "./session-recovery.ts";
import type { Session } from "../sessions/session.ts";
import { TooMuchHappened } from "../sessions/too-much-happened.ts";
import {
  logWhyLost,
  UndecidedResumes,
  type Found,
  type Outcome,
  type WhyLost,
} from "./undecided-resumes.ts";

/** Real time in which the process that has a session answers. */
const ANSWER_MS = 2_000;
/** Real time in which what others committed just before is read, before they are asked. */
const CATCH_UP_MS = 250;
/** Real time after a question in which a session is taken that was given. */
const TAKE_MS = 2_500;
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

export interface HandoverDeps extends SessionGivingDeps {
  readonly bus: Bus;
  /** Which world of the store is here; absent: always one. */
  readonly world?: (() => number) | undefined;
  readonly fanout: Pick<Fanout, "admit" | "inTurnAt" | "recover">;
  readonly processes: Pick<Processes, "living" | "look" | "own" | "mayLiveElsewhere" | "isFenced">;
  readonly log: Pick<Logger, "error" | "warn">;
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
    const giving = new SessionGiving(deps, this);
    this.#stopAnswering = deps.bus.answer(TOPIC, (asked, from) =>
      giving.give(asked as Asked, from),
    );
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
    logWhyLost(this.#deps.log, owner, reason);
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
    if (found !== "taken" && found !== "unknown") presences.publish(asked.owner.userId);
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
      fetching.claimed = await this.#recovery.claim(epoch, asked.id, { isComing: true });
      if (fetching.claimed === undefined) return undefined;
    }
    const parcel = await inflatedParcel(given.parcel);
    if (!(await reach(this.#deps, parcel.place))) return undefined;
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
      if (!(await reach(this.#deps, parcel.place))) return "later";
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

  /**
   * What was committed before a client came back is sent as missed, and RESUMED after it. A log
   * that cannot be read now keeps no session from moving: the rest follows RESUMED.
   */
  async #catchUp(): Promise<void> {
    const { events, clock } = this.#deps;
    const caughtUp = events.look().catch(() => undefined);
    await Promise.race([caughtUp, patience(clock, CATCH_UP_MS)]);
  }

  async #ask({ id, owner, sequence }: SessionAsked) {
    const { bus, events } = this.#deps;
    const { scopes: _, ...known } = owner;
    await this.#catchUp();
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
}
