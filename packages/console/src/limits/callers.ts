// Who made calls, and the filter that selects exactly theirs.
import type { JournalEntry } from "../live/journal-index.ts";
import { NONE } from "../search/filter.ts";

/** Somebody who made calls. */
export interface Caller {
  /** Undefined of those who show no credential: nobody knows them. */
  readonly id: string | undefined;
  readonly kind: "application" | "user" | "nobody";
  /** Selects their calls, in the language of the timeline. */
  readonly filter: string;
  /** The oldest first; there is one. */
  readonly calls: readonly JournalEntry[];
}

/**
 * Calls by who made them. A bot is its application, and a user's token is the user, at any
 * application.
 */
export function callersOf(calls: readonly JournalEntry[]): readonly Caller[] {
  const groups = Map.groupBy(calls, ({ actor, application }) => actor ?? application);
  return [...groups].map(([id, theirs]): Caller => {
    if (id === null) {
      return { id: undefined, kind: "nobody", filter: `app:${NONE} user:${NONE}`, calls: theirs };
    }
    const isApplication = theirs.some(({ application }) => application === id);
    // A token of the application's own has no user, and its bot has the application's id.
    return isApplication
      ? { id, kind: "application", filter: `app:${id} user:${id} user:${NONE}`, calls: theirs }
      : { id, kind: "user", filter: `user:${id}`, calls: theirs };
  });
}
