/**
 * Waits for two works that were begun at once. Of two faults it throws the first work's, whichever
 * came first.
 */
export async function inOrder<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  second.catch(() => undefined);
  return [await first, await second];
}
