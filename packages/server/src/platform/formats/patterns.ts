// Regular expressions that strangers write: their time is linear in the text, whatever they say, since
// RE2 follows all ways at once in place of going back. Source: protocol: auto-moderation 5 #1.
import { RE2JS } from "re2js";

/** A pattern that was read. */
export interface SafePattern {
  /** Steps of its program: what it costs for each letter of a text. */
  readonly steps: number;
  /** From where to where it finds something first in a text, or undefined. */
  find(text: string): readonly [number, number] | undefined;
}

/** Reads a pattern, which ignores case unless it says otherwise; undefined for a malformed one. */
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
