// Turns the outcomes of requesting sessions from other processes into answers to clients and log
// lines. While an outcome is unknown clients retry, but not for ever.
import type { Millis } from "../../../platform/clock.ts";
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Owner } from "../sessions/grant.ts";

/** Real time after which it is certain whether a process that does not answer has ended. */
const UNDECIDED_MS = 15_000;
/** Real time after which a recorded session that cannot be resumed is given up. */
const WRITTEN_MS = 60_000;
/** Clients retry within this time. Source: protocol: gateway-oauth-limits 4.8. */
const RETRY_MS = 6_000;
/** Sessions with an unknown outcome that are remembered. */
const UNDECIDED_MAX = 10_000;

/**
 * The outcome of a request for a session: it is here now, no process has it, its client missed
 * events that are gone, its client's sequence is invalid, or it is not known yet.
 */
export type SessionLookupOutcome = "taken" | "unknown" | "lost" | "miscounted" | "undecided";

/** As above; "later" for a recorded session that cannot be resumed at this moment. */
export type Outcome = SessionLookupOutcome | "later";

/**
 * The logged reason why a known session cannot be resumed: its client lacks events that are gone,
 * too many events came meanwhile, the process that holds it did not answer, it could not continue
 * for too long, or the process that recorded it is alive but does not hold it.
 */
export type LostReason =
  | "events missing"
  | "too many events"
  | "owner unreachable"
  | "cannot go on"
  | "owner has it not";

/** Logs a lost session without its id: the id is half of what it takes to resume a session. */
export function logWhyLost(
  log: Pick<Logger, "warn">,
  { userId }: Pick<Owner, "userId">,
  reason: LostReason,
): void {
  log.warn({ user: userId, reason }, "a session could not go on");
}

/** Since when the outcome for a session is unknown, and when its client last got that answer. */
interface Undecided {
  readonly since: Millis;
  readonly last: Millis;
  /** The session was found in a journal, but could not be resumed. */
  readonly isWritten: boolean;
}

export class UndecidedResumes {
  readonly #real: () => Millis;
  readonly #known = new Map<string, Undecided>();

  constructor(real: () => Millis) {
    this.#real = real;
  }

  /**
   * Turns an outcome into the answer to the client. A process that has not answered for long never
   * will: it was cut off, or has no bus. A session that could not be resumed for long may never be:
   * its client identifies again instead of retrying for ever.
   */
  settled(id: string, outcome: Outcome, askedAt: Millis): SessionLookupOutcome {
    const earlier = this.#known.get(id);
    this.#known.delete(id);
    if (outcome !== "undecided" && outcome !== "later") return outcome;
    const now = this.#real();
    const isSame = earlier !== undefined && askedAt - earlier.last <= RETRY_MS;
    const since = isSame ? earlier.since : askedAt;
    const isWritten = outcome === "later" || (isSame && earlier.isWritten);
    if (now - since >= (isWritten ? WRITTEN_MS : UNDECIDED_MS)) {
      return isWritten ? "lost" : "unknown";
    }
    this.#known.set(id, { since, last: now, isWritten });
    dropOldest(this.#known, UNDECIDED_MAX);
    return "undecided";
  }
}
