// What a number of the specification is made of.

/** One number that the service holds callers to. */
export interface NamedLimit {
  readonly value: number;
  /** What is counted. `characters` are Unicode code points. */
  readonly unit: string;
  /** For a number of calls or frames: the length of the window they are counted in. */
  readonly windowMs?: number;
  /** A row of the requirements, a place in the protocol notes, or `assumed: why`. */
  readonly source: string;
}
