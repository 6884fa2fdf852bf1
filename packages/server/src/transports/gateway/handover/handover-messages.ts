// What processes say to one another about a session that is to move.
import type { LogPlace } from "../../../platform/store.ts";
import type { Owner } from "../sessions/grant.ts";
import type { SessionAsked } from "./session-parcel.ts";
import type { Found, WhyLost } from "./undecided-resumes.ts";

export const TOPIC = "session-resume";

/** What a client asks for, as it is asked of other processes. */
export interface Asked extends Omit<SessionAsked, "owner"> {
  readonly owner: Omit<Owner, "scopes">;
  /** Up to where the process that asks has delivered events. */
  readonly place: LogPlace;
}

/** What a process says that has, or had, the session. */
export type Given =
  /** @param epoch of the journal that has a note of it; absent: none has */
  | { readonly kind: "given"; readonly parcel: string; readonly epoch?: string }
  /** @param isFetching it has it not, and asks others for it just now */
  | {
      readonly kind: Exclude<Found, "taken" | "unknown">;
      readonly isFetching?: true;
      readonly why?: WhyLost;
    };

/** Whether a process answers that asks for the session itself. */
export function isFetching(answer: unknown): boolean {
  const { isFetching: is = false } = (answer ?? {}) as { readonly isFetching?: boolean };
  return is;
}

/** Of the process that has the session: no other answer is waited for. */
export function isOfOwner(answer: unknown): boolean {
  return answer !== null && !isFetching(answer);
}
