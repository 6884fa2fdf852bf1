// Follows one interaction through the event log until its outcome is final. Nothing is polled, and
// no event between two reads of the store is missed.
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
import type { WhenGone } from "../../platform/handler.ts";
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
  /** True unless it was answered in the transaction that sent it. */
  readonly isPending: boolean;
  readonly untilAcknowledged: boolean;
  /** Timeout in real milliseconds, after which the current outcome is returned. */
  readonly waitMs: number;
  /** Ends the wait as the timeout does. */
  readonly whenGone: WhenGone;
  /** Converts the outcome to the result, in the view in which the outcome was read. */
  readonly show: (ctx: ReadContext, outcome: OutcomeView) => Promise<T>;
}

export interface OutcomeWait {
  /** Must be called in the transaction that sends the interaction, so that no event of it is missed. */
  expect(interactionId: string): void;
  /** Resolves when the outcome is final, or after the timeout. */
  outcome<T>(work: Transactions, wait: Wait<T>): Promise<T>;
  stop(): void;
}

/** Events of sending the interaction, which do not change its outcome. */
const sendingEvents: ReadonlySet<string> = new Set(
  [InteractionCreated, InteractionCreate, InteractionPosting].map(({ name }) => name),
);

/**
 * The waits of one world. They share one subscription to the log, which finds the waits that an
 * event concerns by its id, however many there are.
 */
export class OutcomeWaits {
  readonly #deps: FollowDeps;
  readonly #waiting = new Set<OutcomeListener>();
  readonly #byId = new Map<string, Set<OutcomeListener>>();
  /** Listeners that are reading the store, for which any event may be relevant. */
  readonly #reading = new Set<OutcomeListener>();
  #unfollow: (() => void) | undefined;

  constructor(deps: FollowDeps) {
    this.#deps = deps;
  }

  /**
   * Begins to listen. Must be called before the transaction that sends the interaction; the store
   * is read only after an event of the interaction has arrived.
   */
  begin(): OutcomeWait {
    const listener = new OutcomeListener({
      clock: this.#deps.clock,
      follow: (id) => this.#follow(id, listener),
      reading: this.#reading,
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
      for (const each of this.#reading) each.received.add(id);
      if (sendingEvents.has(event.name)) continue;
      for (const each of this.#byId.get(id) ?? NOBODY) each.receive(event);
    }
  }
}

const NOBODY: readonly OutcomeListener[] = [];

interface ListenerDeps extends Pick<FollowDeps, "clock"> {
  readonly follow: (id: string) => void;
  /** The listeners of the world that are reading the store. */
  readonly reading: Set<OutcomeListener>;
}

/** Waits for the events of one interaction and its messages. */
class OutcomeListener {
  readonly followed = new Set<string>();
  /**
   * Ids of events that arrived during the last read of the store, which may concern the
   * interaction.
   */
  readonly received = new Set<string>();
  readonly #deps: ListenerDeps;
  /** The messages sent with the token, as of the last read. */
  #sent: readonly MessageRecord[] = [];
  #failure: number | undefined;
  #eventCount = 0;
  #isOver = false;
  #wake: () => void = () => {};

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
  }

  follow(id: string): void {
    this.followed.add(id);
    this.#deps.follow(id);
  }

  /** Handles an event of the interaction or of its messages. */
  receive({ name, payload }: EventRecord): void {
    if (name === InteractionFailure.name) {
      this.#failure = (payload as { reason_code?: number }).reason_code;
    }
    this.#eventCount++;
    this.#wake();
  }

  async outcome<T>(work: Transactions, wait: Wait<T>): Promise<T> {
    const end = (): void => {
      this.#isOver = true;
      this.#wake();
    };
    const cancel = this.#deps.clock.after(wait.waitMs, end);
    wait.whenGone(end);
    try {
      for (;;) {
        const seen = this.#eventCount;
        const mayBeAnswered = seen > 0 || !wait.isPending || this.#isOver;
        const last = mayBeAnswered ? await this.#read(work, wait) : undefined;
        if (last !== undefined) return last.shown;
        if (seen !== this.#eventCount || this.#isOver) continue;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      cancel();
    }
  }

  /** Reads the outcome and converts it to the result; undefined while it is not final. */
  async #read<T>(work: Transactions, wait: Wait<T>): Promise<{ readonly shown: T } | undefined> {
    this.received.clear();
    this.#deps.reading.add(this);
    let sent: readonly MessageRecord[] = [];
    const last = await work
      .read(async (ctx) => {
        const facts = await this.#known(ctx, wait.interactionId);
        sent = facts.messages;
        const outcome = this.#outcomeOf(facts, wait);
        const isLast = outcome.isFinal || this.#isOver;
        return isLast ? { shown: await wait.show(ctx, outcome) } : undefined;
      })
      .finally(() => this.#deps.reading.delete(this));
    this.#sent = sent;
    for (const { id } of sent) {
      if (this.followed.has(id)) continue;
      // The message may have changed since it was read.
      if (this.received.has(id)) this.#eventCount++;
      this.follow(id);
    }
    return last;
  }

  #outcomeOf(
    facts: Pick<InteractionState, "interaction" | "messages">,
    wait: Wait<unknown>,
  ): OutcomeView {
    const { isPending, untilAcknowledged } = wait;
    // The interaction is gone because its world was replaced: it has no outcome.
    const isGone = facts.interaction === undefined && isPending && this.#eventCount === 0;
    const all = { ...facts, failure: this.#failure, untilAcknowledged };
    return isGone ? finalOutcome("pending", all) : outcomeViewOf(all);
  }

  async #known(ctx: ReadContext, interactionId: string) {
    const facts = await readState(ctx, interactionId);
    if (facts.interaction !== undefined) return facts;
    // When the token expires, the interaction is deleted and its messages stay.
    const sent = this.#sent.map(({ channel_id, id }) => messageOf(ctx, channel_id, id));
    const still = (await Promise.all(sent)).filter((message) => message !== undefined);
    return { interaction: undefined, messages: still };
  }
}

export interface OutcomeView {
  readonly outcome: Outcome;
  /** True when the response was deferred. */
  readonly deferred: boolean;
  readonly messages: readonly MessageRecord[];
  /** The first response, with the modal, autocomplete choices or activity that it contains. */
  readonly response: Response | undefined;
  /** Why the interaction failed. */
  readonly cause: Cause | undefined;
  /** True when the outcome cannot change any more. */
  readonly isFinal: boolean;
}

/** The stored state of an interaction at one moment. */
export interface InteractionState {
  /** Undefined once the token has expired. */
  readonly interaction: InteractionRecord | undefined;
  /** Every message that was sent or edited with the token, the oldest first. */
  readonly messages: readonly MessageRecord[];
  /** The reason in INTERACTION_FAILURE, if it was sent. */
  readonly failure: number | undefined;
  /** True when a deferred response counts as the final outcome. */
  readonly untilAcknowledged: boolean;
}

/** Reads an interaction with its responses. */
export async function readState(
  ctx: ReadContext,
  id: string,
): Promise<Pick<InteractionState, "interaction" | "messages">> {
  const interaction = await ctx.tx.get(interactions, snowflakeKey(id));
  const { followUps = 0, progress } = interaction ?? {};
  const first = progress?.state === "responded" ? progress.messageId : undefined;
  const [answer, further] = await Promise.all([
    first === undefined ? undefined : messageOf(ctx, interaction?.channel_id ?? "", first),
    followUps === 0 ? [] : ctx.tx.find(messages, { index: "followUp", value: id }),
  ]);
  return { interaction, messages: answer === undefined ? further : [answer, ...further] };
}

/** Derives the outcome from the stored state. */
export function outcomeViewOf(facts: InteractionState): OutcomeView {
  const progress = facts.interaction?.progress;
  const reason = facts.failure ?? reasonOf(progress);
  if (reason !== undefined) {
    return finalOutcome(reason === FailureReason.TIMEOUT ? "timed_out" : "failed", facts);
  }
  if (progress?.state === "responded") return outcomeOfResponse(progress, facts);
  if (progress?.state === "pending") return { ...finalOutcome("pending", facts), isFinal: false };
  // A caller still waiting when the token expires got a deferred response that was never followed
  // up.
  return finalOutcome("deferred", facts);
}

function reasonOf(progress: Progress | undefined): number | undefined {
  return progress?.state === "failed" ? progress.reason : undefined;
}

function outcomeOfResponse(response: Response, facts: InteractionState): OutcomeView {
  if (response.modal !== undefined) return finalOutcome("modal", facts);
  if (response.choices !== undefined) return finalOutcome("autocomplete", facts);
  if (response.activityInstanceId !== undefined) return finalOutcome("launched", facts);
  switch (response.callbackType) {
    case CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE:
      return outcomeOfDeferred(response, facts);
    case CallbackType.DEFERRED_UPDATE_MESSAGE:
      return response.isFulfilled === true
        ? { ...finalOutcome("replied", facts), deferred: true }
        : deferredOutcome(facts);
    default:
      return finalOutcome("replied", facts);
  }
}

function outcomeOfDeferred(response: Response, facts: InteractionState): OutcomeView {
  const original = facts.messages.find((message) => message.id === response.messageId);
  if (original === undefined) return finalOutcome("deferred", facts);
  return isLoading(original)
    ? deferredOutcome(facts)
    : { ...finalOutcome("replied", facts), deferred: true };
}

function deferredOutcome(facts: InteractionState): OutcomeView {
  return { ...finalOutcome("deferred", facts), isFinal: facts.untilAcknowledged };
}

function finalOutcome(outcome: Outcome, facts: InteractionState): OutcomeView {
  const { messages: all, interaction } = facts;
  const progress = interaction?.progress;
  const response = progress?.state === "responded" ? progress : undefined;
  const cause = progress?.state === "failed" ? progress.cause : undefined;
  return { outcome, deferred: false, messages: all, response, cause, isFinal: true };
}
