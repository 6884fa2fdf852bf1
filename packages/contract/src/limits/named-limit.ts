// The parts of a limit.

/** One limit that the service enforces. */
export interface NamedLimit {
  readonly value: number;
  /** The unit of the value. `characters` are Unicode code points. */
  readonly unit: string;
  /** For a number of calls or frames: the length of the window in which they are counted. */
  readonly windowMs?: number;
  /** A row of the requirements, a place in the protocol notes, or `assumed: why`. */
  readonly source: string;
}
