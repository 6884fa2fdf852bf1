/**
 * Awaits two concurrent promises. If both reject, it throws the error of the first one, whichever
 * was rejected earlier.
 */
export async function settleInOrder<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  second.catch(() => undefined);
  return [await first, await second];
}
