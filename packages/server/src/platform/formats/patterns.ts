// Regular expressions of strangers: RE2 takes linear time for any pattern, since it follows all
// alternatives at once instead of backtracking. Source: protocol: auto-moderation 5 #1.
import { RE2JS } from "re2js";
import { dropOldest } from "../collections/drop-oldest.ts";
import type { PatternCompiler, SafePattern } from "../safe-pattern.ts";

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

/** How many patterns stay compiled. */
const KEPT_MAX = 256;

/** Compiles patterns, and keeps the last ones, since many texts are matched against the same. */
export function keepingCompiler(): PatternCompiler {
  const kept = new Map<string, SafePattern | undefined>();
  return (source) => {
    if (!kept.has(source)) kept.set(source, safePattern(source));
    const pattern = kept.get(source);
    dropOldest(kept, KEPT_MAX);
    return pattern;
  };
}
