// What is read and stays the same need not be copied: this says of which objects that is true.

/**
 * Whether an object holds this many of some fields, in their order, and nothing else, so that a
 * copy of these would be the same, to the order of its keys.
 */
export function holdsOnly(
  value: Readonly<Record<string, unknown>>,
  fields: readonly { readonly name: string }[],
  count: number,
): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let at = 0;
  let found = 0;
  for (const name in value) {
    while (fields[at]?.name !== name) {
      at += 1;
      if (at >= fields.length) return false;
    }
    found += 1;
  }
  return found === count;
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
