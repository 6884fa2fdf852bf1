// Groups calls by caller, with a filter that selects exactly the caller's calls.
import type { JournalEntry } from "../live/journal-index.ts";
import { NONE } from "../search/filter.ts";

/** A caller. */
export interface Caller {
  /** Undefined for callers without a credential, who cannot be identified. */
  readonly id: string | undefined;
  readonly kind: "application" | "user" | "nobody";
  /** A filter in the timeline's language that selects their calls. */
  readonly filter: string;
  /** Their calls, at least one, oldest first. */
  readonly calls: readonly JournalEntry[];
}

/**
 * Groups calls by caller. A bot counts as its application, and a user's token as the user, in any
 * application.
 */
export function callersOf(calls: readonly JournalEntry[]): readonly Caller[] {
  const groups = Map.groupBy(calls, ({ actor, application }) => actor ?? application);
  return [...groups].map(([id, theirs]): Caller => {
    if (id === null) {
      return { id: undefined, kind: "nobody", filter: `app:${NONE} user:${NONE}`, calls: theirs };
    }
    const isApplication = theirs.some(({ application }) => application === id);
    // A token of the application itself has no user, and the id of its bot is the application's.
    return isApplication
      ? { id, kind: "application", filter: `app:${id} user:${id} user:${NONE}`, calls: theirs }
      : { id, kind: "user", filter: `user:${id}`, calls: theirs };
  });
}
