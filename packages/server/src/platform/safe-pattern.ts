// Patterns of strangers, which are matched in time that grows with the text alone.

/** A compiled pattern. */
export interface SafePattern {
  /** The size of its program, which is its cost per letter of a text. */
  readonly steps: number;
  /** The start and end of its first match in a text, or undefined. */
  find(text: string): readonly [number, number] | undefined;
}

/** Compiles a pattern; undefined if it is malformed. */
export type PatternCompiler = (source: string) => SafePattern | undefined;
