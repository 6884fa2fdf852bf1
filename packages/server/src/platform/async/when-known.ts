// Values that are usually available at once, and sometimes only as a promise.

/** Uses a value synchronously if it is available, so that its callers need not await it either. */
export function whenKnown<T, R>(
  value: T | Promise<T>,
  use: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
