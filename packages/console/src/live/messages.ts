// What a page and the worker behind it say to one another.
import type { Condition } from "../search/filter.ts";
import type { EntryPlace, JournalEntry, Row } from "./journal-index.ts";

/** To the worker. */
export type Request =
  /** What is sent of this world has the page's number for it: see {@link Sent}. */
  | { readonly type: "watch"; readonly world: string; readonly turn: number }
  | { readonly type: "view"; readonly name: string; readonly conditions: readonly Condition[] }
  | { readonly type: "rows"; readonly name: string; readonly from: number; readonly count: number }
  | { readonly type: "forget"; readonly name: string }
  /** Asks where an entry stands in a view. */
  | { readonly type: "place"; readonly name: string; readonly id: string }
  /** Asks what endpoints, events and jobs are called that have come so far. */
  | { readonly type: "names" }
  | { readonly type: "close" };

export interface Hello {
  readonly version: string;
  readonly world: string;
  readonly epoch: string;
  /** The same one with another epoch: the service started anew with the world that it had. */
  readonly records: string;
  readonly mode: string;
}

export interface LiveState {
  /** Undefined until the stream has begun. */
  readonly hello: Hello | undefined;
  /** Since when the stream is lost; undefined while it runs. Unix milliseconds. */
  readonly lostSince: number | undefined;
  /** Why there is no stream: the service refused it, and is asked again once in a while. */
  readonly refused: string | undefined;
  /** How much has happened since the stream began. */
  readonly count: number;
  /** How often the world's clock was moved, frozen or let go since the stream began. */
  readonly clockTurn: number;
  /** Calls that failed within the last minute. */
  readonly failures: number;
  /** The roots of what happened last, the newest first. */
  readonly roots: readonly JournalEntry[];
  /** Why something failed, what failed last first. */
  readonly failed: readonly FailureCause[];
}

/** Calls that failed alike: at the same thing, for the same reason. */
export interface FailureCause {
  readonly count: number;
  readonly newest: JournalEntry;
}

/** From the worker, with the number of the `watch` that it is an answer to. */
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
