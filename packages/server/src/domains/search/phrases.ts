// Whether a text holds a phrase. Source: protocol: lobbies-and-sdk 9; how the reference counts skipped
// words is assumed.

/**
 * True when the phrase's words stand in the text in their order, with at most `slop` other words
 * between each and the next.
 */
export function holdsPhrase(
  text: readonly string[],
  phrase: readonly string[],
  slop: number,
): boolean {
  const places = placesIn(text, phrase);
  const [first = [], ...rest] = phrase.map((word) => places.get(word) ?? []);
  let ends: readonly number[] = first;
  for (const next of rest) {
    if (ends.length === 0) return false;
    ends = follow(next, ends, slop + 1);
  }
  return ends.length > 0;
}

/** Where each word of the phrase stands, by one walk through the text. */
function placesIn(
  text: readonly string[],
  phrase: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const places = new Map(phrase.map((word): [string, number[]] => [word, []]));
  for (const [place, word] of text.entries()) places.get(word)?.push(place);
  return places;
}

/** Those places, in order, that come at most a distance after one of the ends. */
function follow(places: readonly number[], ends: readonly number[], distance: number): number[] {
  let nearest = -1;
  return places.filter((place) => {
    while ((ends[nearest + 1] ?? Number.POSITIVE_INFINITY) < place) nearest += 1;
    const end = ends[nearest];
    return end !== undefined && place - end <= distance;
  });
}
