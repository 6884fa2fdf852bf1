// Waits until an event is delivered, which on PostgreSQL an older open transaction may delay.
import type { Clock, Millis } from "../../../platform/clock.ts";
import type { EventLog, EventRecord } from "../../../platform/store.ts";

export interface AwaitedEventDeps {
  readonly clock: Pick<Clock, "after">;
  readonly events: Pick<EventLog, "follow" | "pollNow">;
}

export class AwaitedEvent {
  readonly #deps: AwaitedEventDeps;
  readonly #came = Promise.withResolvers<void>();
  readonly #unfollow: () => void;

  /** Follows the event log from now on, until `drop`. */
  constructor(deps: AwaitedEventDeps, isMeant: (event: EventRecord) => boolean) {
    this.#deps = deps;
    this.#unfollow = deps.events.follow((events) => {
      if (events.some(isMeant)) this.#came.resolve();
    });
  }

  /** Resolves once followers have received the event, or after `withinMs` of real time. */
  async came(withinMs: Millis): Promise<void> {
    const { clock, events } = this.#deps;
    const cancel = clock.after(withinMs, () => this.#came.resolve());
    await events.pollNow();
    await this.#came.promise;
    cancel();
  }

  drop(): void {
    this.#unfollow();
  }
}
