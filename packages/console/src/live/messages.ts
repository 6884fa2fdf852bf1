// The messages between a page and its worker.
import type { Condition } from "../search/filter.ts";
import type { EntryPlace, JournalEntry, Row } from "./journal-index.ts";

/** Messages to the worker. */
export type Request =
  /** Answers for this world repeat the page's number: see {@link Sent}. */
  | { readonly type: "watch"; readonly world: string; readonly turn: number }
  | { readonly type: "view"; readonly name: string; readonly conditions: readonly Condition[] }
  | { readonly type: "rows"; readonly name: string; readonly from: number; readonly count: number }
  | { readonly type: "forget"; readonly name: string }
  /** Asks for the position of an entry in a view. */
  | { readonly type: "place"; readonly name: string; readonly id: string }
  /** Asks for the names of endpoints, events and jobs that have arrived so far. */
  | { readonly type: "names" }
  | { readonly type: "close" };

export interface Hello {
  readonly version: string;
  readonly world: string;
  readonly epoch: string;
  /** If this is the same in a new epoch, the service restarted with the world that it had. */
  readonly records: string;
  readonly mode: string;
}

export interface LiveState {
  /** Undefined until the stream is connected. */
  readonly hello: Hello | undefined;
  /** When the stream was lost; undefined while it is connected. Unix milliseconds. */
  readonly lostSince: number | undefined;
  /** Why the service refuses the stream, which is retried from time to time. */
  readonly refused: string | undefined;
  /** The number of entries since the stream began. */
  readonly count: number;
  /** How often the world's clock was moved, frozen or resumed since the stream began. */
  readonly clockTurn: number;
  /** The number of calls that failed within the last minute. */
  readonly failures: number;
  /** The root entries of the most recent traces, newest first. */
  readonly roots: readonly JournalEntry[];
  /** The causes of failures, most recent first. */
  readonly failed: readonly FailureCause[];
}

/** Calls that failed alike: at the same endpoint, for the same reason. */
export interface FailureCause {
  readonly count: number;
  readonly newest: JournalEntry;
}

/** A message from the worker, with the number of the `watch` that it answers. */
export interface Sent {
  readonly turn: number;
  readonly update: Update;
}

export type Update =
  | { readonly type: "state"; readonly state: LiveState }
  | {
      readonly type: "size";
      readonly name: string;
      readonly total: number;
      readonly dropped: number;
    }
  | {
      readonly type: "rows";
      readonly name: string;
      readonly from: number;
      readonly rows: readonly Row[];
    }
  | ({ readonly type: "place"; readonly name: string; readonly id: string } & EntryPlace)
  | { readonly type: "names"; readonly names: readonly string[] };
