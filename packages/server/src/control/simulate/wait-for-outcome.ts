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
import { isLoading, messages, type MessageRecord } from "../../domains/messages/message.ts";
import { messageOf } from "../../domains/messages/operations.ts";
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

export interface Wait<T> {
  readonly interactionId: string;
  /** It was not answered in the transaction that sent it. */
  readonly isPending: boolean;
  readonly untilAcknowledged: boolean;
  /** Real milliseconds after which the outcome is what it is. */
  readonly waitMs: number;
  /** Makes of the outcome what is asked for, in the view in which it was read. */
  readonly show: (ctx: ReadContext, outcome: OutcomeView) => Promise<T>;
}

export interface OutcomeWait {
  /** To be called in the transaction that sends an interaction: nothing of it is missed then. */
  expect(interactionId: string): void;
  /** Resolves when the outcome is final, or when the wait is over. */
  outcome<T>(work: Transactions, wait: Wait<T>): Promise<T>;
  stop(): void;
}

/** What the sending itself records: nothing has come of it yet. */
const sendings: ReadonlySet<string> = new Set(
  [InteractionCreated, InteractionCreate, InteractionPosting].map(({ name }) => name),
);

/**
 * The waits of one world. They follow the log together: an event finds those whom it concerns by
 * its id, however many wait.
 */
export class OutcomeWaits {
  readonly #deps: FollowDeps;
  readonly #waiting = new Set<OutcomeListener>();
  readonly #byId = new Map<string, Set<OutcomeListener>>();
  /** Those that read the store, to whom every event may be news. */
  readonly #looking = new Set<OutcomeListener>();
  #unfollow: (() => void) | undefined;

  constructor(deps: FollowDeps) {
    this.#deps = deps;
  }

  /**
   * Begins to listen. To be called before the transaction that sends the interaction: what comes of
   * it is looked up once anything has.
   */
  begin(): OutcomeWait {
    const listener = new OutcomeListener({
      clock: this.#deps.clock,
      follow: (id) => this.#follow(id, listener),
      looks: (isLooking) => this.#looks(listener, isLooking),
    });
    this.#waiting.add(listener);
    this.#unfollow ??= this.#deps.store.log.follow((events) => this.#receive(events));
    return {
      expect: (interactionId) => listener.follow(interactionId),
      outcome: (work, wait) => listener.outcome(work, wait),
      stop: () => this.#stop(listener),
    };
  }

  #follow(id: string, listener: OutcomeListener): void {
    const others = this.#byId.get(id);
    if (others === undefined) this.#byId.set(id, new Set([listener]));
    else others.add(listener);
  }

  #looks(listener: OutcomeListener, isLooking: boolean): void {
    if (isLooking) this.#looking.add(listener);
    else this.#looking.delete(listener);
  }

  #stop(listener: OutcomeListener): void {
    for (const id of listener.followed) {
      const listeners = this.#byId.get(id);
      listeners?.delete(listener);
      if (listeners?.size === 0) this.#byId.delete(id);
    }
    this.#waiting.delete(listener);
    if (this.#waiting.size > 0) return;
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  #receive(events: readonly EventRecord[]): void {
    for (const event of events) {
      const { id } = event.payload as { id?: string };
      if (id === undefined) continue;
      for (const each of this.#looking) each.received.add(id);
      if (sendings.has(event.name)) continue;
      for (const each of this.#byId.get(id) ?? NOBODY) each.receive(event);
    }
  }
}

const NOBODY: readonly OutcomeListener[] = [];

interface ListenerDeps extends Pick<FollowDeps, "clock"> {
  readonly follow: (id: string) => void;
  readonly looks: (isLooking: boolean) => void;
}

/** Who waits for the events of one interaction and its messages. */
class OutcomeListener {
  readonly followed = new Set<string>();
  /** Events that arrived while the store was read last, which may concern the interaction. */
  readonly received = new Set<string>();
  readonly #deps: ListenerDeps;
  /** What was sent, as far as it was seen. */
  #sent: readonly MessageRecord[] = [];
  #failure: number | undefined;
  #news = 0;
  #isOver = false;
  #wake: () => void = () => {};

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
  }

  follow(id: string): void {
    this.followed.add(id);
    this.#deps.follow(id);
  }

  /** An event of what is followed. */
  receive({ name, payload }: EventRecord): void {
    if (name === InteractionFailure.name) {
      this.#failure = (payload as { reason_code?: number }).reason_code;
    }
    this.#news++;
    this.#wake();
  }

  async outcome<T>(work: Transactions, wait: Wait<T>): Promise<T> {
    const cancel = this.#deps.clock.after(wait.waitMs, () => {
      this.#isOver = true;
      this.#wake();
    });
    try {
      for (;;) {
        const seen = this.#news;
        const mayBeAnswered = seen > 0 || !wait.isPending || this.#isOver;
        const last = mayBeAnswered ? await this.#look(work, wait) : undefined;
        if (last !== undefined) return last.shown;
        if (seen !== this.#news || this.#isOver) continue;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      cancel();
    }
  }

  /** What is asked for; undefined while there may be more. */
  async #look<T>(work: Transactions, wait: Wait<T>): Promise<{ readonly shown: T } | undefined> {
    this.received.clear();
    this.#deps.looks(true);
    let sent: readonly MessageRecord[] = [];
    const last = await work
      .read(async (ctx) => {
        const known = await this.#known(ctx, wait.interactionId);
        sent = known.messages;
        const outcome = this.#outcomeOf(known, wait);
        const isLast = outcome.isFinal || this.#isOver;
        return isLast ? { shown: await wait.show(ctx, outcome) } : undefined;
      })
      .finally(() => this.#deps.looks(false));
    this.#sent = sent;
    for (const { id } of sent) {
      if (this.followed.has(id)) continue;
      // It may have changed since it was read.
      if (this.received.has(id)) this.#news++;
      this.follow(id);
    }
    return last;
  }

  #outcomeOf(known: Pick<Known, "interaction" | "messages">, wait: Wait<unknown>): OutcomeView {
    const { isPending, untilAcknowledged } = wait;
    // It went with the world that it was in: nothing came of it.
    const isGone = known.interaction === undefined && isPending && this.#news === 0;
    const all = { ...known, failure: this.#failure, untilAcknowledged };
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
