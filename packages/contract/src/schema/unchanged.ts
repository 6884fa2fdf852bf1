// Tells which values come out of a reader unchanged and so need not be copied.

interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly keepsNull: boolean;
}

/**
 * True if an object has only declared fields, in declared order, and all required ones, so that a
 * copy would be identical, including the order of its keys.
 */
export function isInOrder(
  value: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let next = 0;
  for (const name in value) {
    const at = placeOf(name, fields, next);
    const given = value[name];
    if (at === -1 || given === undefined) return false;
    if (given === null && fields[at]?.keepsNull !== true) return false;
    next = at + 1;
  }
  return placeOf(undefined, fields, next) === fields.length;
}

/**
 * The index of a field from `from` on, or the end for no name; -1 if a required field would be
 * skipped.
 */
function placeOf(name: string | undefined, fields: readonly Field[], from: number): number {
  for (let at = from; at < fields.length; at += 1) {
    const field = fields[at];
    if (field?.name === name) return at;
    if (field?.isRequired === true) return -1;
  }
  return name === undefined ? fields.length : -1;
}

/** Maps the items; returns the list itself if no item changes. */
export function eachOf(
  items: readonly unknown[],
  make: (item: unknown, at: number) => unknown,
): readonly unknown[] {
  let made: unknown[] | undefined;
  for (let at = 0; at < items.length; at += 1) {
    const one = make(items[at], at);
    if (made === undefined && one !== items[at]) made = items.slice(0, at);
    made?.push(one);
  }
  return made ?? items;
}
