// The outcome of an act of a user, and what they can do with it.
import { CannotDo } from "../client/errors.ts";
import { isEphemeral } from "./patterns.ts";
import type { Files } from "./files.ts";
import type { Trace } from "./traces.ts";
import type {
  Choice,
  DecisionStep,
  FailureReason,
  InvocationOutcome,
  Message,
  Modal,
  Outcome,
} from "../client/wire-types.ts";

/** Options of submitting a modal. */
export interface SubmitOptions {
  /** Files by filename; fields refer to them. */
  readonly files?: Files;
}

/** A user who got a reply and can act on it. */
export interface Actor {
  readonly name: string;
  /** Lines that a failure of this user ends with; absent: those of the world. */
  readonly notes?: (() => readonly string[]) | undefined;
  click(shown: Reply | Message, button: string): Promise<Reply>;
  select(shown: Reply | Message, menu: string, ...values: readonly string[]): Promise<Reply>;
  submit(
    form: Reply,
    fields: Readonly<Record<string, unknown>>,
    options?: SubmitOptions,
  ): Promise<Reply>;
}

/** What a user saw of a response. */
export type ShownReply = Pick<
  InvocationOutcome,
  "outcome" | "deferred" | "messages" | "modal" | "choices" | "reason"
>;

/**
 * The outcome of an act of a user: the response that they saw, or why there was none. An act
 * without a response fails the test, unless the test expects it.
 */
export class Reply implements InvocationOutcome {
  /** The id of the interaction; null if the user was denied, so that none was sent. */
  readonly interaction: string | null;
  /** How it ended: `replied`, `modal`, `denied`, `timed_out` … */
  readonly outcome: Outcome;
  /** Whether the response was deferred. */
  readonly deferred: boolean;
  /** The messages of the response, the oldest first; empty if there were none. */
  readonly messages: readonly Message[];
  /** The steps by which the user was allowed or denied the command. */
  readonly decision: readonly DecisionStep[];
  /** The modal that was the response. */
  readonly modal?: Modal;
  /** The suggestions for an option that is being typed. */
  readonly choices?: readonly Choice[];
  /** The instance id of the activity that was launched. */
  readonly activity_instance_id?: string;
  /** Why it failed or timed out. */
  readonly reason?: FailureReason;
  /** What happened, from the user's call to the response. */
  readonly trace: Trace;
  /** The user who acted. */
  readonly user: Actor;
  /** The permissions that the command requires by default. */
  readonly needs: readonly string[];
  /** Lines that a failure message ends with. */
  readonly notes: readonly string[];
  /** Where the test called for the act, as the lines of a stack. */
  origin = "";
  #isExpected = false;

  constructor(outcome: InvocationOutcome, around: ReplyContext) {
    this.interaction = outcome.interaction;
    this.outcome = outcome.outcome;
    this.deferred = outcome.deferred ?? false;
    this.messages = outcome.messages;
    this.decision = outcome.decision;
    if (outcome.modal !== undefined) this.modal = outcome.modal;
    if (outcome.choices !== undefined) this.choices = outcome.choices;
    if (outcome.activity_instance_id !== undefined) {
      this.activity_instance_id = outcome.activity_instance_id;
    }
    if (outcome.reason !== undefined) this.reason = outcome.reason;
    this.trace = around.trace;
    this.user = around.user;
    this.needs = around.needs;
    this.notes = around.notes;
  }

  /** The newest message of the response. */
  get message(): Message | undefined {
    return this.messages.at(-1);
  }

  /** The content of the newest message. */
  get text(): string {
    return this.message?.content ?? "";
  }

  /** Whether the newest message is ephemeral. */
  get ephemeral(): boolean {
    return this.message !== undefined && isEphemeral(this.message);
  }

  /** Clicks a button of the response by its label or custom id. @throws CannotDo */
  click(button: string): Promise<Reply> {
    return this.user.click(this, button);
  }

  /** Chooses in a menu of the response by its placeholder or custom id. @throws CannotDo */
  select(menu: string, ...values: readonly string[]): Promise<Reply> {
    return this.user.select(this, menu, ...values);
  }

  /** Submits the modal of the response, with values by label or custom id. @throws CannotDo */
  submit(fields: Readonly<Record<string, unknown>>, options?: SubmitOptions): Promise<Reply> {
    return this.user.submit(this, fields, options);
  }

  /** Marks a missing response as expected, so that it does not fail the test. */
  expect(): void {
    this.#isExpected = true;
  }

  /**
   * What the user saw, the same in each run of the test: snapshots and `JSON.stringify` take this,
   * without the addresses, times and lines of the run.
   */
  toJSON(): ShownReply {
    const { outcome, deferred, messages, modal, choices, reason } = this;
    return {
      outcome,
      deferred,
      messages,
      ...(modal === undefined ? {} : { modal }),
      ...(choices === undefined ? {} : { choices }),
      ...(reason === undefined ? {} : { reason }),
    };
  }

  /** Whether there was no response, and the test did not expect that. */
  get isUnanswered(): boolean {
    const isMissing = ["timed_out", "failed", "pending", "deferred"].includes(this.outcome);
    return isMissing && !this.#isExpected;
  }
}

/** The facts about a reply other than its outcome. */
export interface ReplyContext {
  readonly trace: Trace;
  readonly user: Actor;
  readonly needs: readonly string[];
  readonly notes: readonly string[];
}

/** The message to act on. @throws CannotDo when there is none */
export function messageOf(shown: Reply | Message): Message {
  if (!(shown instanceof Reply)) return shown;
  const { message } = shown;
  if (message === undefined) {
    throw new CannotDo(`there is no message to use: the outcome was ${shown.outcome}`);
  }
  return message;
}
