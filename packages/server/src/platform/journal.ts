// The port by which the parts of the service record what happens at their edges. The journal that
// stores and shows it is above all of them. Source: product.md, Journal.

/** The cause of something, with which events, jobs and deliveries are recorded. */
export interface Cause {
  /** The id of the journal entry. */
  readonly id: string;
  /** What the chain of causes began with: an interaction's id, else the id of the first entry. */
  readonly trace: string;
}

export type EntryKind =
  | "request"
  | "dispatch"
  | "frame"
  | "delivery"
  | "job"
  | "decision"
  | "fault"
  | "refusal"
  | "clock";

/** What is known of an entry when it begins. */
export interface EntryDraft {
  readonly kind: EntryKind;
  /** The endpoint's id, the event's name, or the job's kind. */
  readonly name: string;
  readonly cause?: Cause | undefined;
  /** The acting user; a bot's user has its application's id. */
  readonly actor?: string | undefined;
  readonly application?: string | undefined;
  /** The interaction that this delivers to its application. */
  readonly interaction?: string | undefined;
}

/** One direction of an HTTP exchange, as it was sent. */
export interface CrossedMessage {
  /** Names and values, alternating. */
  readonly headers: readonly string[];
  readonly body?: string | undefined;
  /** Whether the body was longer than this. */
  readonly isCut?: boolean | undefined;
}

/** An HTTP request, as it was sent. */
export interface CrossedRequest extends CrossedMessage {
  readonly method: string;
  /** Path and query, or the whole URL of an outbound call. */
  readonly url: string;
  /** Shown instead of `url`. */
  readonly shownUrl?: string | undefined;
}

/** Why something was refused. */
export interface RefusalFacts {
  /** The step that refused. */
  readonly step: string;
  readonly error: RefusedError;
  /** Every fault in the request, each with its path. */
  readonly faults?: readonly FieldFault[] | undefined;
  /** What would have been accepted. */
  readonly needs?: RefusalNeeds | undefined;
  /** The rule of a guild that refused it. */
  readonly rule?: RefusalRule | undefined;
}

/** A rule by which a guild is moderated, and what it matched. */
export interface RefusalRule {
  readonly id: string;
  readonly name: string;
  /** The word or pattern of the rule; absent for rules that have none. */
  readonly keyword?: string;
}

/** The declared error of a refusal. */
export interface RefusedError {
  readonly name: string;
  readonly code: number;
  readonly source: string;
}

export interface FieldFault {
  /** A path such as `data.options[2].name`. */
  readonly at: string;
  readonly code: string;
  readonly message: string;
}

/** What would have been accepted; of a list, any one. */
export interface RefusalNeeds {
  readonly credential?: string[];
  readonly scope?: string[];
  readonly permission?: string[];
  readonly range?: { readonly min?: number; readonly max?: number };
  readonly choice?: (string | number)[];
  /** How long to wait, in seconds. */
  readonly seconds?: number;
}

/** The outcome of an entry. */
export interface EntryOutcome {
  readonly status?: number | undefined;
  readonly bytes?: number | undefined;
  /** How many sessions received an event. */
  readonly sessions?: number | undefined;
  readonly request?: CrossedRequest | undefined;
  readonly response?: CrossedMessage | undefined;
  /** The payload of an event or a frame, the outcome of a decision, the effect of a fault. */
  readonly payload?: unknown;
  readonly refusal?: RefusalFacts | undefined;
  /** A short description, where the name is not enough. */
  readonly note?: string | undefined;
}

/** An interaction, as far as a trace needs it. */
export interface TracedInteraction {
  readonly id: string;
  /** Absent: that of the entry that delivered it. */
  readonly application_id?: string;
}

/** The entry of something that causes others. */
export interface Origin {
  /** The cause with which its effects are recorded. */
  readonly cause: Cause;
  /** Makes it part of an interaction: its trace has the interaction's id from now on. */
  join(interaction: TracedInteraction): void;
  /** Sets the user and application that it is done for, if the caller does not determine them. */
  actFor(actor: string | undefined, application: string | undefined): void;
  /** Records something that happened within it; of several decisions, the last one counts. */
  note(draft: Omit<EntryDraft, "cause">, outcome: EntryOutcome): void;
}

/** An entry in progress. */
export interface OpenEntry extends Origin {
  /** Ends it with its outcome; only the first call counts. */
  end(outcome: EntryOutcome): void;
}

/** The journal of what happens at the service's edges. */
export interface Journal {
  /** Whether headers and bodies are recorded. */
  readonly recordsBodies: boolean;
  begin(draft: EntryDraft): OpenEntry;
  /**
   * Begins the entry of an event that is delivered; if several processes deliver it and show one
   * journal, one of them records it, with the sessions of all.
   *
   * @param place its position in their log
   */
  beginEvent(draft: EntryDraft, place: string | undefined): Pick<OpenEntry, "end">;
  /** Records something that is over already. */
  note(draft: EntryDraft, outcome: EntryOutcome): OpenEntry;
  /**
   * Moves the clock, which is then the cause of whatever falls due meanwhile without another known
   * cause.
   */
  moveClock<T>(
    draft: Omit<EntryDraft, "kind">,
    work: () => Promise<T>,
    outcome: () => EntryOutcome,
  ): Promise<T>;
}
