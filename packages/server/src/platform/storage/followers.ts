// The listeners to committed events.
import type {
  EventFailure,
  EventListener,
  EventRecord,
  FollowOptions,
  LogPlace,
  MissedBecause,
} from "../store.ts";

interface Follower extends FollowOptions {
  readonly listener: EventListener;
}

export class Followers {
  readonly #unreported: (error: unknown) => void;
  readonly #followers = new Set<Follower>();
  readonly #failures = new Set<EventFailure>();

  /** @param unreported called when a listener threw and nothing subscribed to such failures */
  constructor(unreported: (error: unknown) => void) {
    this.#unreported = unreported;
  }

  follow(listener: EventListener, options: FollowOptions = {}): () => void {
    const follower: Follower = { ...options, listener };
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Whether any follower receives the events of sessions just now. */
  isReceiving(): boolean {
    let isAny = false;
    // Each is asked, since one may drop what it caches when it receives nothing.
    for (const { receives } of this.#followers) isAny = (receives?.() ?? true) || isAny;
    return isAny;
  }

  whenFailed(report: EventFailure): () => void {
    const callback: EventFailure = (events, error) => report(events, error);
    this.#failures.add(callback);
    return () => this.#failures.delete(callback);
  }

  /**
   * Delivers events to all listeners. One that throws does not get the event again, which would
   * make it throw in every process, again and again. The other events of the same delivery may be
   * lost to it.
   */
  notify(events: readonly EventRecord[], places?: readonly LogPlace[]): void {
    if (events.length === 0) return;
    let isLost = false;
    for (const { listener } of this.#followers) {
      try {
        listener(events, places);
      } catch (error) {
        isLost ||= events.length > 1;
        const names = events.map(({ name }) => name);
        this.reportFailure(names, error);
      }
    }
    if (isLost) this.notifyOfLoss();
  }

  /** Reports events that could not be handled, or one that could not be read. */
  reportFailure(names: readonly string[], error: unknown): void {
    if (this.#failures.size === 0) this.#unreported(error);
    for (const report of this.#failures) report(names, error);
  }

  /** Reports that events may never be delivered. */
  notifyOfLoss(why: MissedBecause = "trimmed"): void {
    for (const { missed } of this.#followers) missed?.(why);
  }
}
