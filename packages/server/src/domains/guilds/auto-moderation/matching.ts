// Matching of a text against a rule. Source: protocol: auto-moderation 1.2, 5.
import { safePattern } from "../../../platform/formats/patterns.ts";
import type { PatternCompiler } from "../../../platform/safe-pattern.ts";
import { presetWords } from "./preset-words.ts";
import type { TriggerMetadata } from "./rule.ts";

/** The text that matched, and the keyword or pattern of the rule that it matched. */
export interface KeywordMatch {
  readonly keyword: string | null;
  readonly content: string;
}

/** A letter or a digit: next to one, a keyword is not a whole word. */
const PART_OF_WORD = /[\p{L}\p{N}]/u;

/** A text in lower case, with the start and the end of the word around each place in it. */
interface WordText {
  readonly text: string;
  /** Where the word starts that reaches up to a place: the place itself if there is none. */
  readonly starts: Int32Array;
  /** Where the word ends that goes on at a place: the place itself if there is none. */
  readonly ends: Int32Array;
}

/** Finds the words once, since each keyword may occur at every letter of a text. */
function wordTextOf(text: string): WordText {
  const { length } = text;
  const isPart = Array.from({ length }, (_, at) => PART_OF_WORD.test(text.charAt(at)));
  const starts = new Int32Array(length + 1);
  for (let at = 1; at <= length; at += 1) {
    starts[at] = isPart[at - 1] === true ? (starts[at - 1] ?? at) : at;
  }
  const ends = new Int32Array(length + 1).fill(length);
  for (let at = length - 1; at >= 0; at -= 1) {
    ends[at] = isPart[at] === true ? (ends[at + 1] ?? at) : at;
  }
  return { text, starts, ends };
}

interface Keyword {
  readonly text: string;
  readonly isOpenBefore: boolean;
  readonly isOpenAfter: boolean;
}

/** Parses a keyword and its wildcards. */
function keywordOf(source: string): Keyword {
  const isOpenBefore = source.length > 1 && source.startsWith("*");
  const isOpenAfter = source.length > 1 && source.endsWith("*");
  const text = source.slice(isOpenBefore ? 1 : 0, isOpenAfter ? -1 : undefined);
  return { text: text.toLowerCase(), isOpenBefore, isOpenAfter };
}

/**
 * The ranges at which a keyword occurs in a text. After each, those are skipped that cannot fit
 * and, for a keyword with a wildcard at its end, those in the same word: a text of one letter is
 * then not searched anew at each place.
 */
function* occurrencesOf(keyword: Keyword, { text, starts, ends }: WordText) {
  const { text: word, isOpenBefore, isOpenAfter } = keyword;
  if (word === "") return;
  let at = text.indexOf(word);
  while (at !== -1) {
    const end = at + word.length;
    const fits = (isOpenBefore || starts[at] === at) && (isOpenAfter || ends[end] === end);
    if (fits) yield [at, end] as const;
    // Where a word ends, or where the text after it starts, is the next place that may fit.
    const next = isOpenBefore ? (ends[end] ?? end) - word.length : (ends[at] ?? at) + 1;
    at = text.indexOf(word, Math.max(at + 1, next));
  }
}

/** A text in lower case with the same length: letters whose lower case is longer stay unchanged. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  const letters = Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
  return letters.join("");
}

/** The placeholder for each letter that allowed words cover. */
const NOTHING = "\0";

/**
 * Which letters of a text allowed words cover; undefined if none. An allowed word covers the rest
 * of the word on the sides where it has a wildcard.
 */
function allowedLetters(words: WordText, allowed: readonly string[]): Uint8Array | undefined {
  // How many more allowed words begin than end at each place.
  const changes = new Int32Array(words.text.length + 1);
  const add = (at: number, change: number) => (changes[at] = (changes[at] ?? 0) + change);
  let isAny = false;
  for (const source of allowed) {
    const keyword = keywordOf(source);
    for (const [at, end] of occurrencesOf(keyword, words)) {
      add(keyword.isOpenBefore ? (words.starts[at] ?? at) : at, 1);
      add(keyword.isOpenAfter ? (words.ends[end] ?? end) : end, -1);
      isAny = true;
    }
  }
  if (!isAny) return undefined;
  let covering = 0;
  return Uint8Array.from(changes, (change) => ((covering += change) > 0 ? 1 : 0));
}

function withoutLetters(text: string, letters: Uint8Array): string {
  return text
    .split("")
    .map((unit, at) => (letters[at] === 1 ? NOTHING : unit))
    .join("");
}

/** The first pattern that matches more than covered letters, and the range of its match. */
function patternIn(text: string, patterns: readonly string[], compile: PatternCompiler) {
  for (const keyword of patterns) {
    const [at, end] = compile(keyword)?.find(text) ?? [0, 0];
    if (text.slice(at, end).replaceAll(NOTHING, "") !== "") return { keyword, at, end };
  }
  return undefined;
}

/** The first match of a rule's keywords and patterns in a text, or undefined. */
export function findIn(
  metadata: TriggerMetadata,
  content: string,
  compile: PatternCompiler = safePattern,
): KeywordMatch | undefined {
  const { keyword_filter = [], regex_patterns = [], allow_list = [], presets = [] } = metadata;
  const whole = wordTextOf(lowerCase(content));
  const allowed = allowedLetters(whole, allow_list);
  const text = allowed === undefined ? whole : wordTextOf(withoutLetters(whole.text, allowed));
  const words = [...keyword_filter, ...presets.flatMap((preset) => presetWords[preset] ?? [])];
  for (const keyword of words) {
    for (const [at, end] of occurrencesOf(keywordOf(keyword), text)) {
      return { keyword, content: content.slice(at, end) };
    }
  }
  const counting = allowed === undefined ? content : withoutLetters(content, allowed);
  const found = patternIn(counting, regex_patterns, compile);
  if (found === undefined) return undefined;
  return { keyword: found.keyword, content: content.slice(found.at, found.end) };
}
