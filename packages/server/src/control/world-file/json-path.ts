/** A path in a world file: keys and indexes from its root. */
export type Place = readonly (string | number)[];

/** The value at a path, or undefined. */
export function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>(
    (at, step) =>
      typeof at === "object" && at !== null ? (at as Record<string, unknown>)[step] : undefined,
    value,
  );
}

/** Sets the value at a path; missing objects on the way are created, missing lists are not. */
export function setAt(root: object, [first, ...rest]: Place, value: unknown): void {
  if (first === undefined) return;
  const fields = root as Record<string, unknown>;
  if (rest.length === 0) {
    fields[first] = value;
    return;
  }
  fields[first] ??= {};
  setAt(fields[first] as object, rest, value);
}
