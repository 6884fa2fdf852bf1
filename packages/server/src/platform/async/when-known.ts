// Values that are usually at hand, and sometimes must be waited for.

/** Uses a value at once where it is known, so that what follows need not wait either. */
export function whenKnown<T, R>(
  value: T | Promise<T>,
  use: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
