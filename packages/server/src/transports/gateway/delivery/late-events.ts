// Sends sessions the events from before they were here: while their READY was read, while they
// moved, or since their process ended. Each session waits until its events are written to the
// journal, so that no more is sent than another process could continue from.
import type { Logger } from "../../../platform/log.ts";
import {
  isUnavailable,
  type EventLog,
  type LogPage,
  type LogPlace,
} from "../../../platform/store.ts";
import { Dispatch, type Declarations } from "./dispatch.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";

/**
 * Log events that a session may have missed since its process ended. The other processes notice
 * that after six to eight seconds, and clients reconnect within five more: several thousand events
 * a second.
 */
const LATE_EVENTS_MAX = 50_000;
/** Events read per page. */
const PAGE = 1_000;
/** Number of unwritten events at which a session waits until they are written. */
const UNWRITTEN_MAX = 250;

/** Starts a session; undefined when it cannot begin after all. */
export type Beginning = () => Session | undefined;

export interface LateEventsDeps {
  readonly events: Pick<EventLog, "since">;
  readonly declarations: Declarations;
  readonly sessions: Pick<Sessions, "invalidate" | "has">;
  /** Sets aside a session that cannot continue now; it may be resumed later, here or elsewhere. */
  readonly setAside: (session: Session) => void;
  /** Sends an event to one session, if that may receive it. */
  readonly deliver: (dispatch: Dispatch, session: Session) => void | Promise<void>;
  /**
   * Runs a task once all events up to a place in the log were delivered; the task is given that
   * place.
   */
  readonly inTurnAt: <T>(task: (place: LogPlace) => T | Promise<T>) => Promise<T>;
  readonly log: Pick<Logger, "error">;
}

interface Recovery {
  readonly place: LogPlace;
  readonly begin: Beginning;
  readonly settled: PromiseWithResolvers<boolean>;
}

interface Begun {
  readonly place: LogPlace;
  readonly session: Session;
  /** Log events since then, for any session. */
  count: number;
}

export class LateEvents {
  readonly #deps: LateEventsDeps;
  /** Recoveries waiting for a turn, in which the log is read once for all of them. */
  #waiting: Recovery[] = [];

  constructor(deps: LateEventsDeps) {
    this.#deps = deps;
  }

  /** Sends a session the events that were held back for it. */
  async deliver(buffered: readonly Dispatch[], session: Session): Promise<void> {
    for (const dispatch of buffered) await this.#deliver(dispatch, session);
    this.#caughtUp(session);
  }

  /**
   * Starts a session to which another process sent every event up to a place in the log.
   *
   * @returns whether it has begun
   * @throws TooManyBufferedEvents
   */
  recover(place: LogPlace, begin: Beginning): Promise<boolean> {
    const settled = Promise.withResolvers<boolean>();
    this.#wait({ place, begin, settled });
    return settled.promise;
  }

  #wait(recovery: Recovery): void {
    this.#waiting.push(recovery);
    if (this.#waiting.length === 1) this.#later();
  }

  #later(): void {
    let taken: readonly Recovery[] | undefined;
    const turn = this.#deps.inTurnAt(async (here) => {
      const waiting = this.#waiting;
      this.#waiting = [];
      taken = waiting.filter(({ place }) => place <= here);
      for (const each of waiting) if (each.place > here) this.#wait(each);
      await this.#recoverAll(taken, here);
    });
    turn.catch((error: unknown) => {
      const failed = taken ?? this.#waiting.splice(0);
      for (const { settled } of failed) settled.reject(error);
    });
  }

  async #recoverAll(ready: readonly Recovery[], here: LogPlace): Promise<void> {
    const [first] = ready.map(({ place }) => place).toSorted();
    if (first === undefined) return;
    // Read first: if the log cannot be read, no session begins.
    const page = await this.#deps.events.since(first, PAGE);
    const begun: Begun[] = [];
    for (const { place, begin, settled } of ready) {
      try {
        const session = begin();
        if (session !== undefined) begun.push({ place, session, count: 0 });
        settled.resolve(session !== undefined);
      } catch (error) {
        // The other sessions have begun, or may still.
        settled.reject(error);
      }
    }
    await this.#catchUp(begun, { page, here });
  }

  async #catchUp(
    begun: readonly Begun[],
    { page: first, here }: { readonly page: LogPage; readonly here: LogPlace },
  ): Promise<void> {
    let remaining = begun;
    try {
      for (let page = first; remaining.length > 0;) {
        remaining = await this.#deliverPage(page, remaining, here);
        const [earliest = here] = remaining.map(({ place }) => place).toSorted();
        const { next } = page;
        if (next === undefined || next >= here || remaining.length === 0) break;
        page = await this.#deps.events.since(next > earliest ? next : earliest, PAGE);
      }
      for (const { session } of remaining) this.#caughtUp(session);
    } catch (error) {
      this.#deps.log.error({ err: error }, "sessions could not be brought up to date");
      for (const { session } of remaining) this.#deps.setAside(session);
    }
  }

  /** @returns the sessions that continue */
  async #deliverPage(
    { events }: LogPage,
    begun: readonly Begun[],
    here: LogPlace,
  ): Promise<readonly Begun[]> {
    const { declarations, sessions } = this.#deps;
    let remaining = begun;
    for (const { event, place } of events) {
      const declared = declarations(event.name, event.scope.kind);
      if (place > here) break;
      if (declared === undefined || event.scope.kind === "nobody") continue;
      const dispatch = new Dispatch(event, declared, place);
      for (const each of remaining) {
        if (place <= each.place) continue;
        each.count += 1;
        if (each.count > LATE_EVENTS_MAX) sessions.invalidate(each.session);
        else await this.#deliver(dispatch, each.session);
      }
      remaining = remaining.filter(({ session }) => sessions.has(session));
    }
    return remaining;
  }

  /**
   * Delivers one event. A failure ends the session here; if the store was unavailable, it may be
   * resumed.
   */
  async #deliver(dispatch: Dispatch, session: Session): Promise<void> {
    const { sessions, setAside, deliver, log } = this.#deps;
    if (!sessions.has(session)) return;
    try {
      await deliver(dispatch, session);
    } catch (error) {
      log.error({ err: error }, "a session could not be brought up to date");
      if (isUnavailable(error)) setAside(session);
      else sessions.invalidate(session);
    }
    if (session.sequence - session.settled < UNWRITTEN_MAX) return;
    await new Promise<void>((resolve) => {
      session.afterwards(resolve);
    });
  }

  #caughtUp(session: Session): void {
    if (this.#deps.sessions.has(session) && session.behind !== undefined) session.caughtUp();
  }
}
