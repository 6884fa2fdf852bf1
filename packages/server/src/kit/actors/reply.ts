// What a user got for what they did, and what they can do with it.
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

/** What goes with a form that is filled in. */
export interface SubmitOptions {
  /** Files by their names, which fields name. */
  readonly files?: Files;
}

/** A user who got a reply, and can use it. */
export interface Actor {
  readonly name: string;
  /** What a failure of theirs tells after what happened; absent: what the world's others do. */
  readonly notes?: (() => readonly string[]) | undefined;
  click(shown: Reply | Message, button: string): Promise<Reply>;
  select(shown: Reply | Message, menu: string, ...values: readonly string[]): Promise<Reply>;
  submit(
    form: Reply,
    fields: Readonly<Record<string, unknown>>,
    options?: SubmitOptions,
  ): Promise<Reply>;
}

/**
 * What came of something that a user did: the answer that they saw, or why there was none. A reply
 * that nobody answered fails the test, unless the test expects it.
 */
export class Reply implements InvocationOutcome {
  /** Null when the user was denied, so that nothing was sent. */
  readonly interaction: string | null;
  /** How it ended: `replied`, `modal`, `denied`, `timed_out` … */
  readonly outcome: Outcome;
  /** The answer was promised first and came later. */
  readonly deferred: boolean;
  /** The messages of the answer, oldest first; none where there was no message. */
  readonly messages: readonly Message[];
  /** The steps by which the user was allowed or denied the command. */
  readonly decision: readonly DecisionStep[];
  /** The form that was the answer. */
  readonly modal?: Modal;
  /** The suggestions for an option that is typed. */
  readonly choices?: readonly Choice[];
  /** The activity that was launched. */
  readonly activity_instance_id?: string;
  /** Why it failed or timed out. */
  readonly reason?: FailureReason;
  /** What happened, from the call of the user to the answer. */
  readonly trace: Trace;
  /** Whose it is. */
  readonly user: Actor;
  /** Permissions that the command asks for by default. */
  readonly needs: readonly string[];
  /** What a failure tells after what happened. */
  readonly notes: readonly string[];
  #isExpected = false;

  constructor(outcome: InvocationOutcome, around: Around) {
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

  /** The newest message of the answer. */
  get message(): Message | undefined {
    return this.messages.at(-1);
  }

  /** The text of that message. */
  get text(): string {
    return this.message?.content ?? "";
  }

  /** True when that message is for this user alone. */
  get ephemeral(): boolean {
    return this.message !== undefined && isEphemeral(this.message);
  }

  /** Clicks a button of the answer by its label or custom id. @throws CannotDo */
  click(button: string): Promise<Reply> {
    return this.user.click(this, button);
  }

  /** Chooses in a menu of the answer by its placeholder or custom id. @throws CannotDo */
  select(menu: string, ...values: readonly string[]): Promise<Reply> {
    return this.user.select(this, menu, ...values);
  }

  /** Fills in the form that was the answer, by labels or custom ids. @throws CannotDo */
  submit(fields: Readonly<Record<string, unknown>>, options?: SubmitOptions): Promise<Reply> {
    return this.user.submit(this, fields, options);
  }

  /** The test knows that nobody answered, and takes it to be right. */
  expect(): void {
    this.#isExpected = true;
  }

  /** Nobody answered, and the test did not say that this is right. */
  get isUnanswered(): boolean {
    const isMissing = ["timed_out", "failed", "pending", "deferred"].includes(this.outcome);
    return isMissing && !this.#isExpected;
  }
}

/** What a reply knows beside its outcome. */
export interface Around {
  readonly trace: Trace;
  readonly user: Actor;
  readonly needs: readonly string[];
  readonly notes: readonly string[];
}

/** The message that something is done with. @throws CannotDo when there is none */
export function messageOf(shown: Reply | Message): Message {
  if (!(shown instanceof Reply)) return shown;
  const { message } = shown;
  if (message === undefined) {
    throw new CannotDo(`there is no message to use: the answer was ${shown.outcome}`);
  }
  return message;
}
