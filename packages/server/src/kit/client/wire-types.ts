// Objects of the API, with the fields that tests use; there may be more.

/** A user. */
export interface WireUser {
  readonly id: string;
  readonly username: string;
  readonly global_name?: string | null;
  readonly bot?: boolean;
  readonly [field: string]: unknown;
}

/** An embed of a message. */
export interface Embed {
  readonly title?: string;
  readonly description?: string;
  readonly fields?: readonly {
    readonly name: string;
    readonly value: string;
    readonly inline?: boolean;
  }[];
  readonly [field: string]: unknown;
}

/** A component of a message or a modal; it may contain others. */
export interface Component {
  readonly type: number;
  readonly id?: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly emoji?: { readonly id?: string | null; readonly name?: string | null };
  readonly style?: number;
  readonly url?: string;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly options?: readonly {
    readonly label: string;
    readonly value: string;
    readonly [field: string]: unknown;
  }[];
  readonly components?: readonly Component[];
  readonly component?: Component;
  readonly accessory?: Component;
  readonly [field: string]: unknown;
}

/** A poll of a message. */
export interface Poll {
  readonly question: { readonly text?: string };
  readonly answers: readonly {
    readonly answer_id: number;
    readonly poll_media: { readonly text?: string };
  }[];
  readonly [field: string]: unknown;
}

/** A message as a user sees it. */
export interface Message {
  readonly id: string;
  readonly channel_id: string;
  readonly content: string;
  readonly author: WireUser;
  readonly flags?: number;
  readonly embeds?: readonly Embed[];
  readonly components?: readonly Component[];
  readonly attachments?: readonly {
    readonly id: string;
    readonly filename: string;
    readonly [field: string]: unknown;
  }[];
  readonly poll?: Poll;
  readonly application_id?: string;
  readonly [field: string]: unknown;
}

/** A modal. */
export interface Modal {
  readonly title: string;
  readonly custom_id: string;
  readonly components: readonly Component[];
}

/** A choice of an option, or a suggestion for one. */
export interface Choice {
  readonly name: string;
  readonly value: string | number;
  readonly [field: string]: unknown;
}

/** One step of a decision; the last one decided. */
export interface DecisionStep {
  readonly step: number;
  readonly rule: string;
  readonly subject: string;
  readonly outcome: "met" | "not met" | "skipped";
  readonly decided: "allows" | "denies" | null;
  readonly denial?: string;
  readonly source: string;
}

/** Why an interaction failed. */
export interface FailureReason {
  readonly kind: "timeout" | "connection" | "status" | "content" | "answer";
  readonly message: string;
  readonly status?: number;
  readonly error?: { readonly code: number; readonly message: string; readonly errors?: unknown };
  readonly rule: string;
}

/** How an act of a user ended. */
export type Outcome =
  | "replied"
  | "deferred"
  | "modal"
  | "autocomplete"
  | "launched"
  | "denied"
  | "timed_out"
  | "failed"
  | "pending";

/** The outcome of an act of a user. */
export interface InvocationOutcome {
  readonly interaction: string | null;
  readonly outcome: Outcome;
  readonly deferred?: boolean;
  readonly messages: readonly Message[];
  readonly modal?: Modal;
  readonly choices?: readonly Choice[];
  readonly activity_instance_id?: string;
  readonly reason?: FailureReason;
  readonly decision: readonly DecisionStep[];
}

/** An entry of the journal: something that crossed an edge of the world. */
export interface JournalEntry {
  readonly id: string;
  readonly at: string;
  readonly real_at: string;
  readonly trace: string;
  readonly cause: string | null;
  readonly kind: string;
  readonly actor: string | null;
  readonly application: string | null;
  readonly name: string;
  readonly status?: number;
  readonly ms?: number;
  readonly sessions?: number;
  readonly refusal?: {
    readonly step: string;
    readonly error: { readonly name: string; readonly code: number };
    readonly at?: string;
  };
  readonly summary: string;
}

/** An option, a subcommand or a subcommand group of a command. */
export interface CommandOption {
  readonly type: number;
  readonly name: string;
  readonly required?: boolean;
  readonly autocomplete?: boolean;
  readonly choices?: readonly Choice[];
  readonly options?: readonly CommandOption[];
  readonly [field: string]: unknown;
}

/** A command that an application registered. */
export interface Command {
  readonly id: string;
  readonly name: string;
  readonly type?: number;
  readonly guild_id?: string | null;
  readonly options?: readonly CommandOption[];
  readonly default_member_permissions?: string | null;
  readonly [field: string]: unknown;
}
