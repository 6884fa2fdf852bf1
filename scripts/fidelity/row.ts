// What a row of the ledger says. The ledger goes through the requirement sheet line by line: each
// row stands for one of its rows, rules or numbers, in our own words.

/**
 * How well the source of a row is known. `sheet`: the requirement sheet says it whole. The others
 * are for what the sheet leaves open: `documented` by the reference's own documentation, stated in
 * its `machine specification`, `observed` by users of the reference, `inferred` from what is known,
 * or `assumed` because nothing public says it.
 */
export type Grade =
  | "sheet"
  | "documented"
  | "machine specification"
  | "observed"
  | "inferred"
  | "assumed";

/** A test that would fail if the row were not true. */
export interface Proof {
  /** Its file, from the root. */
  readonly file: string;
  /** Its title as it is written, with the template of a table of cases. */
  readonly title: string;
  /** Of a table of cases: words of the case in question. */
  readonly case?: string;
}

interface Said {
  /** The place in its section; no two rows share one. */
  readonly at: string;
  readonly says: string;
}

/** What is built. */
export interface BuiltRow extends Said {
  /**
   * Where: ids of endpoints, names of events, errors and limits, source files, `command rule x`,
   * `option rule x` or `dated rule x`.
   */
  readonly by: readonly [string, ...string[]];
  readonly proofs: readonly [Proof, ...Proof[]];
  readonly grade: Grade;
  readonly instead?: never;
}

/** What only the vendor's client, calendar or network can show. */
export interface InsteadRow extends Said {
  /** What stands in its place here, or why nothing can. */
  readonly instead: string;
  readonly by?: readonly string[];
  readonly proofs?: readonly Proof[];
  readonly grade?: never;
}

export type Row = BuiltRow | InsteadRow;

/** A section of the sheet. */
export interface Section {
  readonly number: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Names the tests of a file by their titles. */
export function testsOf(file: string): (title: string, ofCase?: string) => Proof {
  return (title, ofCase) =>
    ofCase === undefined ? { file, title } : { file, title, case: ofCase };
}
