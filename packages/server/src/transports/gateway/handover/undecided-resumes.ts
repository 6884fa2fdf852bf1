// The results of asking other processes for sessions, as clients get them, and as the log says why a
// session is lost. Where a result cannot be known yet clients try again, though not for ever.
import type { Millis } from "../../../platform/clock.ts";
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Owner } from "../sessions/grant.ts";

/** Real time in which it shows whether a process that does not answer has ended. */
const UNDECIDED_MS = 15_000;
/** Real time after which a session begins anew that is written down and cannot go on. */
const WRITTEN_MS = 60_000;
/** Clients try again so soon. Source: protocol: gateway-oauth-limits 4.8. */
const RETRY_MS = 6_000;
/** Sessions of which that is being waited for. */
const UNDECIDED_MAX = 10_000;

/**
 * What became of a session: it is here now, nobody has it, its client missed what is gone, its
 * client counts wrong, or that cannot be known yet.
 */
export type Found = "taken" | "unknown" | "lost" | "miscounted" | "undecided";

/** As above; "later" where a session is written down that cannot go on at this moment. */
export type Outcome = Found | "later";

/**
 * Why a session that was known begins anew, as the log says it: its client lacks what nobody has
 * any more, too much happened meanwhile, who has it did not answer, it could not go on for long,
 * or the process that wrote it down lives and has it not.
 */
export type WhyLost =
  | "events missing"
  | "too many events"
  | "owner unreachable"
  | "cannot go on"
  | "owner has it not";

/** Ids of sessions stay out of the log: who knows one is half its owner. */
export function logWhyLost(
  log: Pick<Logger, "warn">,
  { userId }: Pick<Owner, "userId">,
  reason: WhyLost,
): void {
  log.warn({ user: userId, reason }, "a session could not go on");
}

/** Since when it is unknown what became of a session, and until when that was said. */
interface Undecided {
  readonly since: Millis;
  readonly last: Millis;
  /** It was found written down, and could not go on. */
  readonly isWritten: boolean;
}

export class UndecidedResumes {
  readonly #real: () => Millis;
  readonly #known = new Map<string, Undecided>();

  constructor(real: () => Millis) {
    this.#real = real;
  }

  /**
   * Who does not answer for long will not: the process was cut off, or has no bus. And what cannot
   * go on for long may never: its client begins anew instead of asking for ever.
   */
  settled(id: string, outcome: Outcome, askedAt: Millis): Found {
    const known = this.#known.get(id);
    this.#known.delete(id);
    if (outcome !== "undecided" && outcome !== "later") return outcome;
    const now = this.#real();
    const isSame = known !== undefined && askedAt - known.last <= RETRY_MS;
    const since = isSame ? known.since : askedAt;
    const isWritten = outcome === "later" || (isSame && known.isWritten);
    if (now - since >= (isWritten ? WRITTEN_MS : UNDECIDED_MS)) {
      return isWritten ? "lost" : "unknown";
    }
    this.#known.set(id, { since, last: now, isWritten });
    dropOldest(this.#known, UNDECIDED_MAX);
    return "undecided";
  }
}
