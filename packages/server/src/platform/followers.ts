// The listeners to committed events.
import type { EventListener, EventRecord } from "./store.ts";

export class Followers {
  readonly #failed: (error: unknown) => void;
  readonly #listeners = new Set<EventListener>();
  readonly #missed = new Set<() => void>();

  /** @param failed called when a listener threw: its transaction is committed and cannot fail */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  follow(listener: EventListener, missed: () => void = () => undefined): () => void {
    // Each call is a follower of its own, even of the same functions.
    const heard: EventListener = (events) => listener(events);
    const lost = () => missed();
    this.#listeners.add(heard);
    this.#missed.add(lost);
    return () => {
      this.#listeners.delete(heard);
      this.#missed.delete(lost);
    };
  }

  tell(events: readonly EventRecord[]): void {
    if (events.length === 0) return;
    for (const listener of this.#listeners) this.#attempt(() => listener(events));
  }

  /** Reports that events were deleted before they could be delivered. */
  tellOfLoss(): void {
    for (const missed of this.#missed) this.#attempt(missed);
  }

  #attempt(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#failed(error);
    }
  }
}
