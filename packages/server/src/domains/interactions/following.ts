// Follows one interaction through the event log until its outcome stands: nothing is polled, and
// nothing that happens between two looks is missed.
import { InteractionFailure } from "@antechamber/contract";
import type { Clock } from "../../platform/clock.ts";
import type { LoggedEvent, Store } from "../../platform/store.ts";
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

/**
 * Begins to listen. To be called before the transaction that sends the interaction: what happens
 * before `outcome` is called is seen by its first look.
 */
export function follow({ store, clock }: FollowMeans): Follower {
  /** The interaction and its messages. */
  const followed = new Set<string>();
  let failure: number | undefined;
  let news = 0;
  let wake: () => void = () => {};

  function hear(event: LoggedEvent): void {
    const { id, reason_code: reason } = event.payload as { id?: string; reason_code?: number };
    if (id === undefined || !followed.has(id)) return;
    if (event.name === InteractionFailure.name) failure = reason;
    news++;
    wake();
  }
  const stop = store.log.follow((events) => events.forEach(hear));

  async function look(work: Work, wait: Wait): Promise<Outlook> {
    const known = await work.read((ctx) => knownOf(ctx, wait.interactionId));
    for (const message of known.messages) followed.add(message.id);
    return outlookOf({ ...known, failure, untilAcknowledged: wait.untilAcknowledged });
  }

  return {
    async outcome(work, wait) {
      followed.add(wait.interactionId);
      let isOver = false;
      const cancel = clock.after(wait.waitMs, () => {
        isOver = true;
        wake();
      });
      try {
        for (;;) {
          const seen = news;
          const outlook = await look(work, wait);
          if (outlook.isFinal || isOver) return outlook;
          if (seen !== news) continue;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        cancel();
      }
    },
    stop,
  };
}
