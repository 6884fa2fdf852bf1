// Values that are usually available at once, and sometimes only as a promise.

export type MaybePromise<T> = T | Promise<T>;

/** Uses a value synchronously if it is available, so that its callers need not await it either. */
export function mapMaybePromise<T, R>(
  value: MaybePromise<T>,
  map: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(map) : map(value);
}
