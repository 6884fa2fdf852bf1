// The messages that processes exchange about a session that is to move.
import type { LogPlace } from "../../../platform/store.ts";
import type { Owner } from "../sessions/grant.ts";
import type { ResumedSession } from "./session-state.ts";
import type { SessionLookupOutcome, LostReason } from "./undecided-resumes.ts";

export const TOPIC = "session-resume";

/** The request for a session that a process sends to the others. */
export interface SessionRequestMessage extends Omit<ResumedSession, "owner"> {
  readonly owner: Omit<Owner, "scopes">;
  /** The place in the log up to which the requesting process has delivered events. */
  readonly place: LogPlace;
}

/** The answer of a process that holds or held the session. */
export type SessionAnswerMessage =
  /**
   * @param parcel the deflated state of the session
   * @param epoch of the journal that has a note of the session; absent: none has
   */
  | { readonly kind: "given"; readonly parcel: string; readonly epoch?: string }
  /** @param isFetching the process does not hold the session, and is requesting it itself */
  | {
      readonly kind: Exclude<SessionLookupOutcome, "taken" | "unknown">;
      readonly isFetching?: true;
      readonly why?: LostReason;
    };

/** Whether an answer is from a process that is requesting the session itself. */
export function isFetching(answer: unknown): boolean {
  const { isFetching: is = false } = (answer ?? {}) as { readonly isFetching?: boolean };
  return is;
}

/** Whether an answer is from the process that holds the session: no other is awaited then. */
export function isOfOwner(answer: unknown): boolean {
  return answer !== null && !isFetching(answer);
}
