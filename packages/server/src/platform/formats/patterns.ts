// Regular expressions of strangers: RE2 takes linear time for any pattern, since it follows all
// alternatives at once instead of backtracking. Source: protocol: auto-moderation 5 #1.
import { RE2JS } from "re2js";

/** A compiled pattern. */
export interface SafePattern {
  /** The size of its program, which is its cost per letter of a text. */
  readonly steps: number;
  /** The start and end of its first match in a text, or undefined. */
  find(text: string): readonly [number, number] | undefined;
}

/** Compiles a pattern, which ignores case unless it says otherwise; undefined if malformed. */
export function safePattern(source: string): SafePattern | undefined {
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
  } catch {
    return undefined;
  }
  return {
    steps: pattern.programSize(),
    find(text) {
      const matcher = pattern.matcher(text);
      return matcher.find() ? [matcher.start(), matcher.end()] : undefined;
    },
  };
}
