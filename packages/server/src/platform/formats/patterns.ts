// Regular expressions of strangers: RE2 takes linear time for any pattern, since it follows all
// alternatives at once instead of backtracking. Source: protocol: auto-moderation 5 #1.
import { RE2JS, RE2Set } from "re2js";

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

/** Several compiled patterns, which are searched for together. */
export interface SafePatternSet {
  /** Those of the patterns that match anything in a text, in their order. */
  foundIn(text: string): readonly string[];
}

/** The patterns of at most this many rules stay compiled. */
const COMPILED_MAX = 64;
/** How many bytes the automaton of a set may take, which grows with the texts. */
const AUTOMATON_MAX = 1024 * 1024;

/**
 * The sets that were used last, by their patterns. It only saves time: what a set finds depends on
 * nothing but its patterns and the text.
 */
const compiled = new Map<string, SafePatternSet>();

/**
 * Compiles patterns, or takes them from the last that were compiled; malformed ones are never
 * found. A set tells only whether a pattern matches, but in one pass over the text for all.
 */
export function safePatternSet(sources: readonly string[]): SafePatternSet {
  const key = JSON.stringify(sources);
  const set = compiled.get(key) ?? compileSet(sources);
  // What was used last comes last, so that the first is the next to go.
  compiled.delete(key);
  compiled.set(key, set);
  const [oldest = key] = compiled.keys();
  if (compiled.size > COMPILED_MAX) compiled.delete(oldest);
  return set;
}

function compileSet(all: readonly string[]): SafePatternSet {
  const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE, AUTOMATON_MAX);
  const sources = all.filter((source) => safePattern(source) !== undefined);
  for (const source of sources) set.add(source);
  set.compile();
  return { foundIn: (text) => set.match(text).flatMap((id) => sources[id] ?? []) };
}
