// The entries of a list in a world file, with their paths.
import type { Place } from "../json-path.ts";

export interface PlacedEntry<E> {
  readonly entry: E;
  readonly place: Place;
}

/**
 * Calls `load` for each entry of a list; those that could not be read are undefined, and reported
 * already.
 *
 * @param place the path of the list
 */
export function forEachEntry<E>(
  entries: readonly (E | undefined)[] | undefined,
  place: Place,
  load: (at: PlacedEntry<E>, index: number) => void,
): void {
  for (const [i, entry] of (entries ?? []).entries()) {
    if (entry !== undefined) load({ entry, place: [...place, i] }, i);
  }
}
