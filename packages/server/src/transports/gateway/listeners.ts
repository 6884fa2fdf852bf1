// Which of some sessions an event is for, as far as that follows from the sessions alone.
import type { Announcement } from "./announcement.ts";
import type { Session } from "./sessions.ts";

/** Those that may hear it; with `only`, that one session if it is among them. */
export function listenersOf(
  sessions: ReadonlySet<Session>,
  announcement: Announcement,
  only: Session | undefined,
): readonly Session[] {
  if (only === undefined) return [...sessions].filter((session) => announcement.isFor(session));
  return sessions.has(only) && announcement.isFor(only) ? [only] : [];
}

export function sendTo(
  sessions: ReadonlySet<Session>,
  announcement: Announcement,
  only: Session | undefined,
): void {
  for (const session of listenersOf(sessions, announcement, only)) {
    session.dispatch(announcement.encodedFor(session));
  }
}

/** Uses a value at once where it is known, so that what follows need not wait either. */
export function whenKnown<T>(
  value: T | Promise<T>,
  use: (value: T) => void | Promise<void>,
): void | Promise<void> {
  return value instanceof Promise ? value.then(use) : use(value);
}
