// How the parts of the service say what happens at their edges. Who keeps it, and shows it, stands
// above all of them. Source: product.md, Journal.

/** What something came of, as events, jobs and deliveries are recorded with it. */
export interface Cause {
  /** The id of the entry. */
  readonly id: string;
  /** What it all began with: an interaction's id, else the id of the first entry. */
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

/** What is known of something when it begins. */
export interface EntryDraft {
  readonly kind: EntryKind;
  /** The endpoint's id, the event's name, the job's kind. */
  readonly name: string;
  readonly cause?: Cause | undefined;
  /** The user who acts; a bot's user has its application's id. */
  readonly actor?: string | undefined;
  readonly application?: string | undefined;
  /** The interaction that this delivers to its application. */
  readonly interaction?: string | undefined;
}

/** One direction of an HTTP exchange, as it crossed. */
export interface CrossedMessage {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body?: string | undefined;
  /** There was more of the body than is given here. */
  readonly isCut?: boolean | undefined;
}

/** An HTTP request as it crossed. */
export interface CrossedRequest extends CrossedMessage {
  readonly method: string;
  /** Path and query, or the whole address of a call to the outside. */
  readonly url: string;
  /** Stands in its place wherever it is shown. */
  readonly shownUrl?: string | undefined;
}

/** Why something was refused. */
export interface RefusalFacts {
  /** The step that refused. */
  readonly step: string;
  readonly error: RefusedError;
  /** What stands wrong in what was sent, each at its place. */
  readonly faults?: readonly FaultAt[] | undefined;
  /** What would have passed. */
  readonly needs?: RefusalNeeds | undefined;
  /** The rule of a guild that refused it. */
  readonly rule?: RefusalRule | undefined;
}

/** A rule by which a guild keeps order, and what it went by. */
export interface RefusalRule {
  readonly id: string;
  readonly name: string;
  /** The word or pattern of the rule; absent for rules that have none. */
  readonly keyword?: string;
}

/** The declared error. */
export interface RefusedError {
  readonly name: string;
  readonly code: number;
  readonly source: string;
}

export interface FaultAt {
  /** As in `data.options[2].name`. */
  readonly at: string;
  readonly code: string;
  readonly message: string;
}

/** What would have passed; of a list, any one. */
export interface RefusalNeeds {
  readonly credential?: string[];
  readonly scope?: string[];
  readonly permission?: string[];
  readonly range?: { readonly min?: number; readonly max?: number };
  readonly choice?: (string | number)[];
  /** How long to wait, in seconds. */
  readonly seconds?: number;
}

/** What came of something. */
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

/** An interaction, as far as its trace goes by it. */
export interface TracedInteraction {
  readonly id: string;
  readonly application_id: string;
}

/** What happens within something belongs to it. */
export interface Origin {
  /** What its effects are recorded with. */
  readonly cause: Cause;
  /** It is part of an interaction: its trace has the interaction's name from now on. */
  join(interaction: TracedInteraction): void;
  /** Sets the user and application that it is done for, where the caller does not determine them. */
  actFor(actor: string | undefined, application: string | undefined): void;
  /** Something that happened within it; of a decision, the last one stands. */
  note(draft: Omit<EntryDraft, "cause">, outcome: EntryOutcome): void;
}

/** Something under way. */
export interface OpenEntry extends Origin {
  /** Says what came of it; only the first time counts. */
  end(outcome: EntryOutcome): void;
}

/** Where all is written down. */
export interface Journal {
  /** Whether headers and bodies are kept. */
  readonly keepsBodies: boolean;
  begin(draft: EntryDraft): OpenEntry;
  /**
   * An event that is delivered; where several processes deliver it and show one journal, one of
   * them writes it down, with the sessions of all.
   *
   * @param place where it stands in their log
   */
  beginEvent(draft: EntryDraft, place: string | undefined): Pick<OpenEntry, "end">;
  /** Something that is over already. */
  note(draft: EntryDraft, outcome: EntryOutcome): OpenEntry;
  /**
   * Moves the clock: what falls due meanwhile, and came of nothing else that is known, came of
   * this.
   */
  moveClock<T>(
    draft: Omit<EntryDraft, "kind">,
    work: () => Promise<T>,
    outcome: () => EntryOutcome,
  ): Promise<T>;
}
