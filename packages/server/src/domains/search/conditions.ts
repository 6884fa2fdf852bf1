// Translates a search query into conditions on indexed features. A message must match one value of
// each filter; of `has`, it must match all values. Source: protocol: lobbies-and-sdk 9; which
// filters are alternatives is assumed.
import { limits } from "@antechamber/contract";
import type { MessageSearch } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import { invalidForm } from "../../platform/api-error.ts";
import { wordTerm, type SearchDocument, wordsOf } from "../messages/search-document.ts";

export type SearchQuery = Static<typeof MessageSearch>;

/** How many other words may stand between two words of a phrase. */
const SLOP_DEFAULT = 2;

export interface Conditions {
  /** A message has at least one feature of each list. */
  readonly anyOf: readonly (readonly string[])[];
  /** A message has none of these features. */
  readonly noneOf: readonly string[];
  /** The words that a message must contain in this order; empty for any text. */
  readonly phrase: readonly string[];
  readonly slop: number;
  /** True when no message can match, because the searched text has no words. */
  readonly isImpossible: boolean;
}

/** Filters whose values are indexed under the filter's own name. */
const plainFilters = [
  "mentions",
  "mentions_role_id",
  "replied_to_user_id",
  "replied_to_message_id",
  "embed_type",
  "embed_provider",
] as const;

/** Filters that ignore case. */
const caselessFilters = ["link_hostname", "attachment_extension", "attachment_filename"] as const;

const switches = ["mention_everyone", "pinned"] as const;

interface Signed {
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

/** Splits a filter's values into included ones and, with a leading minus, excluded ones. */
function splitByMinus(prefix: string, values: readonly string[] = []): Signed {
  const isNegated = (value: string) => value.startsWith("-");
  return {
    included: values.filter((value) => !isNegated(value)).map((value) => `${prefix}:${value}`),
    excluded: values.filter(isNegated).map((value) => `${prefix}:${value.slice(1)}`),
  };
}

function termLists(prefix: string, values: readonly string[] | undefined): string[][] {
  return values === undefined || values.length === 0
    ? []
    : [values.map((value) => `${prefix}:${value}`)];
}

function phraseOf(content: string): string[] {
  const words = wordsOf(content);
  const max = limits.searchPhrase.value;
  if (words.length <= max) return words;
  const message = `Must be ${max} or fewer words.`;
  throw invalidForm({ path: ["content"], code: "BASE_TYPE_MAX_LENGTH", message });
}

/** The conditions of a query. @throws InvalidForm for more words than a search accepts */
export function conditionsOf(query: SearchQuery): Conditions {
  const authors = splitByMinus("author_type", query.author_type);
  const things = splitByMinus("has", query.has);
  const off = switches.filter((name) => query[name] === false);
  const content = query.content?.trim() ?? "";
  const phrase = phraseOf(content);
  return {
    anyOf: [
      ...termLists("author", query.author_id),
      ...termLists("channel", query.channel_id),
      ...plainFilters.flatMap((name) => termLists(name, query[name])),
      ...caselessFilters.flatMap((name) =>
        termLists(
          name,
          query[name]?.map((each) => each.toLowerCase()),
        ),
      ),
      ...(authors.included.length === 0 ? [] : [authors.included]),
      ...things.included.map((thing) => [thing]),
      ...switches.filter((name) => query[name] === true).map((name) => [name]),
    ],
    noneOf: [...authors.excluded, ...things.excluded, ...off],
    phrase,
    slop: query.slop ?? SLOP_DEFAULT,
    isImpossible: content !== "" && phrase.length === 0,
  };
}

/** True for a document that meets the conditions. */
export function meetsConditions(document: SearchDocument, conditions: Conditions): boolean {
  const { anyOf, noneOf, phrase, slop } = conditions;
  const features = new Set(document.features);
  return (
    anyOf.every((terms) => terms.some((term) => features.has(term))) &&
    !noneOf.some((term) => features.has(term)) &&
    (phrase.length === 0 || holdsPhrase(document.words, phrase, slop))
  );
}

/**
 * Lists of terms from which a search may start: every matching message has at least one term of
 * each list.
 */
export function startTermsOf({ anyOf, phrase }: Conditions): readonly (readonly string[])[] {
  const termsMax = limits.searchStartTerms.value;
  // The longest words are usually the rarest.
  const words = [...new Set(phrase)].toSorted((a, b) => b.length - a.length).slice(0, termsMax);
  return [
    ...anyOf.filter((terms) => terms.length <= termsMax),
    ...words.map((word) => [wordTerm(word)]),
  ];
}

/** The fraction of a document's words that are words of the phrase, from 0 to 1. */
export function relevanceOf({ words }: SearchDocument, { phrase }: Conditions): number {
  const searched = new Set(phrase);
  const hits = words.filter((word) => searched.has(word)).length;
  return words.length === 0 ? 0 : hits / words.length;
}

/**
 * True when the text contains the phrase's words in order, with at most `slop` other words between
 * consecutive ones.
 */
export function holdsPhrase(
  text: readonly string[],
  phrase: readonly string[],
  slop: number,
): boolean {
  const positions = positionsIn(text, phrase);
  const [first = [], ...rest] = phrase.map((word) => positions.get(word) ?? []);
  let ends: readonly number[] = first;
  for (const next of rest) {
    if (ends.length === 0) return false;
    ends = positionsAfter(next, ends, slop + 1);
  }
  return ends.length > 0;
}

/** The positions of each of the phrase's words, found in one pass through the text. */
function positionsIn(
  text: readonly string[],
  phrase: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const positions = new Map(phrase.map((word): [string, number[]] => [word, []]));
  for (const [position, word] of text.entries()) positions.get(word)?.push(position);
  return positions;
}

/** The positions, in order, that follow one of the ends within a distance. */
function positionsAfter(
  positions: readonly number[],
  ends: readonly number[],
  distance: number,
): number[] {
  let nearest = -1;
  return positions.filter((position) => {
    while ((ends[nearest + 1] ?? Number.POSITIVE_INFINITY) < position) nearest += 1;
    const end = ends[nearest];
    return end !== undefined && position - end <= distance;
  });
}
