// Follows one interaction through the event log until its outcome stands: nothing is polled, and
// nothing that happens between two looks is missed.
import { InteractionFailure } from "@antechamber/contract";
import type { Clock } from "../../platform/clock.ts";
import type { EventRecord, Store } from "../../platform/store.ts";
import type { Work } from "../../platform/work.ts";
import { knownOf, outlookOf, type Outlook } from "./outcome.ts";

export interface FollowMeans {
  readonly store: Store;
  readonly clock: Clock;
}

export interface Wait {
  readonly interactionId: string;
  readonly untilAcknowledged: boolean;
  /** Real milliseconds after which the outcome is what it is. */
  readonly waitMs: number;
}

export interface Follower {
  /** Resolves when the outcome is final, or when the wait is over. */
  outcome(work: Work, wait: Wait): Promise<Outlook>;
  stop(): void;
}

/** What was heard of one interaction and its messages. */
class Ear {
  readonly #followed = new Set<string>();
  /** What was heard of during the look that is under way: it may turn out to be followed. */
  #heard: Set<string> | undefined;
  failure: number | undefined;
  news = 0;
  wake: () => void = () => {};

  hear(event: EventRecord): void {
    const { id, reason_code: reason } = event.payload as { id?: string; reason_code?: number };
    if (id === undefined) return;
    this.#heard?.add(id);
    if (!this.#followed.has(id)) return;
    if (event.name === InteractionFailure.name) this.failure = reason;
    this.news++;
    this.wake();
  }

  async look(work: Work, wait: Wait): Promise<Outlook> {
    this.#followed.add(wait.interactionId);
    const heard = (this.#heard = new Set());
    const known = await work.read((ctx) => knownOf(ctx, wait.interactionId));
    this.#heard = undefined;
    for (const { id } of known.messages) {
      // It may have changed since it was read.
      if (!this.#followed.has(id) && heard.has(id)) this.news++;
      this.#followed.add(id);
    }
    const { failure } = this;
    return outlookOf({ ...known, failure, untilAcknowledged: wait.untilAcknowledged });
  }
}

/**
 * Begins to listen. To be called before the transaction that sends the interaction: what happens
 * before `outcome` is called is seen by its first look.
 */
export function follow({ store, clock }: FollowMeans): Follower {
  const ear = new Ear();
  const stop = store.log.follow((events) => events.forEach((event) => ear.hear(event)));
  return {
    async outcome(work, wait) {
      let isOver = false;
      const cancel = clock.after(wait.waitMs, () => {
        isOver = true;
        ear.wake();
      });
      try {
        for (;;) {
          const seen = ear.news;
          const outlook = await ear.look(work, wait);
          if (outlook.isFinal || isOver) return outlook;
          if (seen !== ear.news) continue;
          await new Promise<void>((resolve) => {
            ear.wake = resolve;
          });
        }
      } finally {
        cancel();
      }
    },
    stop,
  };
}
