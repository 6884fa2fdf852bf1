// Values that are usually available at once, and sometimes only as a promise.

/** Uses a value synchronously if it is available, so that its callers need not await it either. */
export function mapMaybePromise<T, R>(
  value: T | Promise<T>,
  map: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(map) : map(value);
}
