// The giving side of a handover: removes a session here, and gives it to the process that requests
// it, with the events that its client missed and the place in the event log up to which it was sent
// everything.
// Source: protocol: gateway-oauth-limits 4.8.
import { delay } from "../../../platform/clock.ts";
import type { Processes } from "../../../platform/processes.ts";
import type { LogPlace } from "../../../platform/store.ts";
import { isSameOwner } from "../sessions/session-owner.ts";
import type { Fanout } from "../delivery/fanout.ts";
import type { LobbyPresence } from "../presence/lobby-presence.ts";
import type { Presences } from "../presence/presences.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionRequestMessage, SessionAnswerMessage } from "./handover-messages.ts";
import { reach, type LogReachDeps } from "./log-reach.ts";
import {
  deflatedState,
  givenNoteOf,
  missedBy,
  sessionStateOf,
  type SessionState,
} from "./session-state.ts";
import { TooManyBufferedEvents } from "../sessions/too-many-buffered-events.ts";

/**
 * Real time after a request in which the session must be given away, and how long the
 * `lobbyPresence` writes may take after that.
 */
const GIVE_MS = 1_200;
const RECORDED_MS = 300;
/** Real time that a session's pending requests may still take before it moves. */
const REQUESTS_MS = 500;

/** The pending requests of sessions. */
interface RequestsOfSessions {
  /** Resolves once a session has been sent the answers to all its requests so far. */
  idle(session: Session): Promise<void>;
  /** True for a session that may have joined a voice channel. */
  mayBeInVoice(session: Session): boolean;
  /** Takes over a session that may have joined a voice channel at another process. */
  keepInVoice(session: Session): void;
}

export interface SessionGivingDeps extends LogReachDeps {
  readonly fanout: Pick<Fanout, "inTurnAt">;
  readonly sessions: Sessions;
  readonly presences: Presences;
  readonly requests: RequestsOfSessions;
  readonly lobbyPresence: Pick<LobbyPresence, "recorded">;
  readonly processes: Pick<Processes, "refresh" | "own" | "isFenced">;
}

/** What this process is doing with sessions that others request. */
interface GivingHere {
  /** True while a session is being fetched in order to resume here. */
  isTaking(id: string): boolean;
  /** The number of the world whose sessions are given away here. */
  readonly world: number;
}

/** A session that was removed here, and which journal has a note of it. */
interface Parted {
  readonly state: SessionState;
  readonly noted: { readonly epoch?: string };
}

export class SessionGiving {
  readonly #deps: SessionGivingDeps;
  readonly #here: GivingHere;

  constructor(deps: SessionGivingDeps, here: GivingHere) {
    this.#deps = deps;
    this.#here = here;
  }

  /**
   * Gives a session away, if it is here and belongs to the client.
   *
   * @param to the process that requests it
   * @returns null where the session is unknown
   */
  async give(request: SessionRequestMessage, to: string): Promise<SessionAnswerMessage | null> {
    const { sessions, clock, requests, fanout, lobbyPresence, processes } = this.#deps;
    const session = sessions.find(request.id);
    if (session === undefined) {
      if (this.#here.isTaking(request.id)) return { kind: "undecided", isFetching: true };
      // Until its note is written, no other process could take it over.
      return sessions.isBeingGiven(request.id) ? { kind: "undecided" } : null;
    }
    // This process has stood still: the requesting process has stopped waiting, and the others may
    // own the sessions by now.
    if (processes.isFenced()) {
      // The client retries soon, and by then the database has answered.
      processes.refresh().catch(() => undefined);
      return { kind: "undecided" };
    }
    if (!isSameOwner(session.owner, { ...request.owner, scopes: new Set() })) return null;
    const until = clock.real() + GIVE_MS;
    await Promise.race([requests.idle(session), delay(clock, REQUESTS_MS)]);
    if (!(await reach(this.#deps, request.place))) return { kind: "undecided" };
    const handover = await fanout
      .inTurnAt((place): Parted | SessionAnswerMessage | null => {
        if (!sessions.has(session)) return null;
        // The requesting process has stopped waiting, and would not take the session.
        if (clock.real() > until || processes.isFenced()) return { kind: "undecided" };
        return this.#part(session, { asked: request, to, place });
      })
      .catch((error: unknown): SessionAnswerMessage => {
        if (!(error instanceof TooManyBufferedEvents)) throw error;
        return { kind: "lost", why: "too many events" };
      });
    if (handover === null || "kind" in handover) return handover;
    // Writes of this process must not come after those of the new one.
    await Promise.race([lobbyPresence.recorded(session), delay(clock, RECORDED_MS)]);
    const { state, noted } = handover;
    return { kind: "given", parcel: await deflatedState(state), ...noted };
  }

  #part(
    session: Session,
    {
      asked: request,
      to,
      place,
    }: { readonly asked: SessionRequestMessage; readonly to: string; readonly place: LogPlace },
  ): Parted | SessionAnswerMessage {
    const { sessions, presences, requests, processes } = this.#deps;
    const { sequence } = request;
    const isMiscounted = sequence < 0 || sequence > session.sequence;
    // A client that has not even received READY has lost count.
    const missed = sequence <= 0 ? undefined : missedBy(session, sequence);
    if (isMiscounted || missed === undefined) {
      sessions.invalidate(session);
      return { kind: isMiscounted ? "miscounted" : "lost" };
    }
    const mayBeInVoice = requests.mayBeInVoice(session);
    const presence = presences.giveAway(session, to);
    const facts = { mayBeInVoice, presence, place, world: this.#here.world };
    const state = sessionStateOf(session, missed, { ...facts, sequence });
    const noted = session.isJournalled ? { epoch: processes.own().epoch } : {};
    sessions.giveAway(session, givenNoteOf(session, facts));
    return { state, noted };
  }
}
