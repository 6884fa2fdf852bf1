// The side that has a session: it takes it out, with what its client missed and the place in the log
// of events up to which it was sent everything, and gives it to the process that asks.
// Source: protocol: gateway-oauth-limits 4.8.
import { patience } from "../../../platform/clock.ts";
import type { Processes } from "../../../platform/processes.ts";
import type { LogPlace } from "../../../platform/store.ts";
import { isSameOwner } from "../sessions/session-owner.ts";
import type { Fanout } from "../delivery/fanout.ts";
import type { LobbyPresence } from "../presence/lobby-presence.ts";
import type { Presences } from "../presence/presences.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";
import type { Asked, Given } from "./handover-messages.ts";
import { reach, type LogReachDeps } from "./log-reach.ts";
import {
  deflatedParcel,
  givenNoteOf,
  missedBy,
  parcelOf,
  type SessionParcel,
} from "./session-parcel.ts";
import { TooMuchHappened } from "../sessions/too-much-happened.ts";

/** Real time after a question in which a session is given away, and which the rest of it may take. */
const GIVE_MS = 1_200;
const RECORDED_MS = 300;
/** Real time that answers to a session's requests may still take before it moves. */
const REQUESTS_MS = 500;

/** The requests of sessions that are under way, and what they have come to. */
interface RequestsOfSessions {
  /** Resolves once a session has been sent what it asked for until now. */
  idle(session: Session): Promise<void>;
  /** True for a session that may have joined a voice channel. */
  mayBeInVoice(session: Session): boolean;
  /** A session goes on here that may have joined a voice channel at another process. */
  keepInVoice(session: Session): void;
}

export interface SessionGivingDeps extends LogReachDeps {
  readonly fanout: Pick<Fanout, "inTurnAt">;
  readonly sessions: Sessions;
  readonly presences: Presences;
  readonly requests: RequestsOfSessions;
  readonly lobbyPresence: Pick<LobbyPresence, "recorded">;
  readonly processes: Pick<Processes, "look" | "own" | "isFenced">;
}

/** What is known of a session where it is asked for. */
interface GivingHere {
  /** It is being looked for elsewhere, to go on here. */
  isTaking(id: string): boolean;
  /** Which world sessions are of that leave from here. */
  readonly world: number;
}

/** A session that was taken out, and which journal has a note of it. */
interface Parted {
  readonly parcel: SessionParcel;
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
   * Gives a session away, if it is here and its client may have it.
   *
   * @param to the process that asks
   * @returns null where it is unknown
   */
  async give(asked: Asked, to: string): Promise<Given | null> {
    const { sessions, clock, requests, fanout, lobbyPresence, processes } = this.#deps;
    const session = sessions.find(asked.id);
    if (session === undefined) {
      if (this.#here.isTaking(asked.id)) return { kind: "undecided", isFetching: true };
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
    if (!(await reach(this.#deps, asked.place))) return { kind: "undecided" };
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
    const luggage = { mayBeInVoice, presence, place, world: this.#here.world };
    const parcel = parcelOf(session, missed, { ...luggage, sequence });
    const noted = session.isJournalled ? { epoch: processes.own().epoch } : {};
    sessions.giveAway(session, givenNoteOf(session, luggage));
    return { parcel, noted };
  }
}
