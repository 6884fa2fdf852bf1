// What is read and stays the same need not be copied: this says of which objects that is true.

interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly keepsNull: boolean;
}

/**
 * Whether an object gives values for some fields alone, in their order, and for all that are
 * required, so that a copy of these would be the same, to the order of its keys.
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

/** Where a field stands, or the end, if what may be left out alone is passed on the way; else -1. */
function placeOf(name: string | undefined, fields: readonly Field[], from: number): number {
  for (let at = from; at < fields.length; at += 1) {
    const field = fields[at];
    if (field?.name === name) return at;
    if (field?.isRequired === true) return -1;
  }
  return name === undefined ? fields.length : -1;
}

/** What is made of each item: the list itself, when that is the same for all of them. */
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
