// Matching of a text against a rule. Source: protocol: auto-moderation 1.2, 5.
import { safePattern } from "../../../platform/formats/patterns.ts";
import { presetWords } from "./preset-words.ts";
import type { TriggerMetadata } from "./rule.ts";

/** The text that matched, and the keyword or pattern of the rule that it matched. */
export interface KeywordMatch {
  readonly keyword: string | null;
  readonly content: string;
}

/** A letter or a digit: next to one, a keyword is not a whole word. */
const PART_OF_WORD = /[\p{L}\p{N}]/u;

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

/** The ranges at which a keyword occurs in a text, which must be in lower case. */
function* occurrencesOf({ text: word, isOpenBefore, isOpenAfter }: Keyword, text: string) {
  if (word === "") return;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const before = text[at - 1] ?? "";
    const after = text[end] ?? "";
    const fits =
      (isOpenBefore || !PART_OF_WORD.test(before)) && (isOpenAfter || !PART_OF_WORD.test(after));
    if (fits) yield [at, end] as const;
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

/** A range, extended to the end of the word on the sides where the keyword has a wildcard. */
function wholeWord(
  { isOpenBefore, isOpenAfter }: Keyword,
  [from, to]: readonly [number, number],
  text: string,
): readonly [number, number] {
  const isInWord = (at: number) => PART_OF_WORD.test(text[at] ?? "");
  let at = from;
  if (isOpenBefore) while (isInWord(at - 1)) at -= 1;
  let end = to;
  if (isOpenAfter) while (isInWord(end)) end += 1;
  return [at, end];
}

/** The placeholder for each letter that allowed words cover. */
const NOTHING = "\0";

/** The ranges of allowed words in a text, which must be in lower case. */
function allowedPlaces(text: string, allowed: readonly string[]) {
  return allowed.flatMap((word) => {
    const keyword = keywordOf(word);
    return Array.from(occurrencesOf(keyword, text), (place) => wholeWord(keyword, place, text));
  });
}

function withoutPlaces(text: string, places: readonly (readonly [number, number])[]): string {
  return places.reduce(
    (rest, [at, end]) => rest.slice(0, at) + NOTHING.repeat(end - at) + rest.slice(end),
    text,
  );
}

/** The first match of a rule's keywords and patterns in a text, or undefined. */
export function findIn(metadata: TriggerMetadata, content: string): KeywordMatch | undefined {
  const { keyword_filter = [], regex_patterns = [], allow_list = [], presets = [] } = metadata;
  const lower = lowerCase(content);
  const allowed = allowedPlaces(lower, allow_list);
  const text = withoutPlaces(lower, allowed);
  const words = [...keyword_filter, ...presets.flatMap((preset) => presetWords[preset] ?? [])];
  for (const keyword of words) {
    for (const [at, end] of occurrencesOf(keywordOf(keyword), text)) {
      return { keyword, content: content.slice(at, end) };
    }
  }
  const counting = withoutPlaces(content, allowed);
  for (const keyword of regex_patterns) {
    const [at, end] = safePattern(keyword)?.find(counting) ?? [0, 0];
    const isFound = counting.slice(at, end).replaceAll(NOTHING, "") !== "";
    if (isFound) return { keyword, content: content.slice(at, end) };
  }
  return undefined;
}
