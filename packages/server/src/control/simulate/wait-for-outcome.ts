// Follows one interaction through the event log until its outcome stands: nothing is polled, and
// nothing that happens between two looks is missed.
import type { Outcome } from "@antechamber/contract/control";
import {
  InteractionCreate,
  InteractionCreated,
  InteractionFailure,
  InteractionPosting,
  CallbackType,
  FailureReason,
} from "@antechamber/contract/interactions";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Clock } from "../../platform/clock.ts";
import type { EventRecord, Store } from "../../platform/store.ts";
import type { Transactions } from "../../platform/transactions.ts";
import type { ReadContext } from "../../platform/context.ts";
import { messages, type MessageRecord } from "../../domains/messages/message.ts";
import { messageOf } from "../../domains/messages/operations.ts";
import { isLoading } from "../../domains/interactions/response-messages.ts";
import {
  interactions,
  type Cause,
  type InteractionRecord,
  type Progress,
  type Response,
} from "../../domains/interactions/interaction.ts";

export interface FollowDeps {
  readonly store: Store;
  readonly clock: Clock;
}

export interface Wait {
  readonly interactionId: string;
  /** It was not answered in the transaction that sent it. */
  readonly isPending: boolean;
  readonly untilAcknowledged: boolean;
  /** Real milliseconds after which the outcome is what it is. */
  readonly waitMs: number;
}

export interface OutcomeWait {
  /** To be called in the transaction that sends an interaction: nothing of it is missed then. */
  expect(interactionId: string): void;
  /** Resolves when the outcome is final, or when the wait is over. */
  outcome(work: Transactions, wait: Wait): Promise<OutcomeView>;
  stop(): void;
}

/** What the sending itself records: nothing has come of it yet. */
const sendings: ReadonlySet<string> = new Set(
  [InteractionCreated, InteractionCreate, InteractionPosting].map(({ name }) => name),
);

/** The events of one interaction and its messages. */
class OutcomeListener {
  readonly #followed = new Set<string>();
  /** What was sent, as far as it was seen. */
  #sent: readonly MessageRecord[] = [];
  /** Events that arrived while the store is being read, which may concern the interaction. */
  #heard: Set<string> | undefined;
  failure: number | undefined;
  news = 0;
  wake: () => void = () => {};

  hear(event: EventRecord): void {
    const { id, reason_code: reason } = event.payload as { id?: string; reason_code?: number };
    if (id === undefined) return;
    this.#heard?.add(id);
    if (!this.#followed.has(id) || sendings.has(event.name)) return;
    if (event.name === InteractionFailure.name) this.failure = reason;
    this.news++;
    this.wake();
  }

  follow(id: string): void {
    this.#followed.add(id);
  }

  async look(work: Transactions, wait: Wait): Promise<OutcomeView> {
    const heard = (this.#heard = new Set());
    const known = await work.read((ctx) => this.#known(ctx, wait.interactionId));
    this.#heard = undefined;
    this.#sent = known.messages;
    for (const { id } of this.#sent) {
      // It may have changed since it was read.
      if (!this.#followed.has(id) && heard.has(id)) this.news++;
      this.#followed.add(id);
    }
    const { failure } = this;
    const { isPending, untilAcknowledged } = wait;
    // It went with the world that it was in: nothing came of it.
    const isGone = known.interaction === undefined && isPending && this.news === 0;
    const all = { ...known, failure, untilAcknowledged };
    return isGone ? ended("pending", all) : outcomeViewOf(all);
  }

  async #known(ctx: ReadContext, interactionId: string) {
    const known = await knownOf(ctx, interactionId);
    if (known.interaction !== undefined) return known;
    // When the token ends, the interaction goes and its messages stay.
    const sent = this.#sent.map(({ channel_id, id }) => messageOf(ctx, channel_id, id));
    const still = (await Promise.all(sent)).filter((message) => message !== undefined);
    return { interaction: undefined, messages: still };
  }
}

/**
 * Begins to listen. To be called before the transaction that sends the interaction: what comes of
 * it is looked up once anything has.
 */
export function follow({ store, clock }: FollowDeps): OutcomeWait {
  const listener = new OutcomeListener();
  const stop = store.log.follow((events) => events.forEach((event) => listener.hear(event)));
  return {
    expect: (interactionId) => listener.follow(interactionId),
    async outcome(work, wait) {
      let isOver = false;
      const cancel = clock.after(wait.waitMs, () => {
        isOver = true;
        listener.wake();
      });
      try {
        for (;;) {
          const seen = listener.news;
          const mayBeAnswered = seen > 0 || !wait.isPending || isOver;
          const outlook = mayBeAnswered ? await listener.look(work, wait) : undefined;
          if (outlook !== undefined && (outlook.isFinal || isOver)) return outlook;
          if (seen !== listener.news) continue;
          await new Promise<void>((resolve) => {
            listener.wake = resolve;
          });
        }
      } finally {
        cancel();
      }
    },
    stop,
  };
}

export interface OutcomeView {
  readonly outcome: Outcome;
  /** The answer was promised first and came later. */
  readonly deferred: boolean;
  readonly messages: readonly MessageRecord[];
  /** The first answer, with the modal, suggestions or activity that it brought. */
  readonly response: Response | undefined;
  /** Why nothing came of it. */
  readonly cause: Cause | undefined;
  /** Nothing more can be expected. */
  readonly isFinal: boolean;
}

/** What is known of an interaction at one moment. */
export interface Known {
  /** Undefined once the token has ended. */
  readonly interaction: InteractionRecord | undefined;
  /** Every message that was sent or changed with the token, the oldest first. */
  readonly messages: readonly MessageRecord[];
  /** The reason in INTERACTION_FAILURE, if it was sent. */
  readonly failure: number | undefined;
  /** A promise of an answer is enough. */
  readonly untilAcknowledged: boolean;
}

/** Reads an interaction with its answers. */
export async function knownOf(
  ctx: ReadContext,
  id: string,
): Promise<Pick<Known, "interaction" | "messages">> {
  const interaction = await ctx.tx.get(interactions, snowflakeKey(id));
  const { followUps = 0, progress } = interaction ?? {};
  const first = progress?.state === "responded" ? progress.messageId : undefined;
  const [answer, further] = await Promise.all([
    first === undefined ? undefined : messageOf(ctx, interaction?.channel_id ?? "", first),
    followUps === 0 ? [] : ctx.tx.find(messages, { index: "followUp", value: id }),
  ]);
  return { interaction, messages: answer === undefined ? further : [answer, ...further] };
}

/** The outcome as it stands. */
export function outcomeViewOf(known: Known): OutcomeView {
  const progress = known.interaction?.progress;
  const reason = known.failure ?? reasonOf(progress);
  if (reason !== undefined) {
    return ended(reason === FailureReason.TIMEOUT ? "timed_out" : "failed", known);
  }
  if (progress?.state === "responded") return outlookOfAnswer(progress, known);
  if (progress?.state === "pending") return { ...ended("pending", known), isFinal: false };
  // A caller who still waits when the token expires had a deferred reply that never came.
  return ended("deferred", known);
}

function reasonOf(progress: Progress | undefined): number | undefined {
  return progress?.state === "failed" ? progress.reason : undefined;
}

function outlookOfAnswer(response: Response, known: Known): OutcomeView {
  if (response.modal !== undefined) return ended("modal", known);
  if (response.choices !== undefined) return ended("autocomplete", known);
  if (response.activityInstanceId !== undefined) return ended("launched", known);
  switch (response.callbackType) {
    case CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE:
      return outlookOfPromise(response, known);
    case CallbackType.DEFERRED_UPDATE_MESSAGE:
      return response.isFulfilled === true
        ? { ...ended("replied", known), deferred: true }
        : unfulfilled(known);
    default:
      return ended("replied", known);
  }
}

function outlookOfPromise(response: Response, known: Known): OutcomeView {
  const original = known.messages.find((message) => message.id === response.messageId);
  if (original === undefined) return ended("deferred", known);
  return isLoading(original) ? unfulfilled(known) : { ...ended("replied", known), deferred: true };
}

function unfulfilled(known: Known): OutcomeView {
  return { ...ended("deferred", known), isFinal: known.untilAcknowledged };
}

function ended(outcome: Outcome, known: Known): OutcomeView {
  const { messages: all, interaction } = known;
  const progress = interaction?.progress;
  const response = progress?.state === "responded" ? progress : undefined;
  const cause = progress?.state === "failed" ? progress.cause : undefined;
  return { outcome, deferred: false, messages: all, response, cause, isFinal: true };
}
