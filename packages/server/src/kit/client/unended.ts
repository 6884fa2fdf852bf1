// What a test does to its world, awaited or not, until it has ended.
import { pause } from "./environment.ts";

/** Work of a test that has not ended. */
export class Unended {
  readonly #works = new Set<Promise<void>>();

  /** Counts work until it ends. */
  async follow<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#works.add(promise);
    try {
      return await work();
    } finally {
      this.#works.delete(promise);
      resolve();
    }
  }

  /** Resolves once the work that is under way now, and what follows it at once, has ended. */
  async ended(): Promise<void> {
    for (let pass = 0; pass < 2; pass += 1) {
      await Promise.all(this.#works);
      // Rejections that nobody awaits are reported a turn later.
      await pause(0);
    }
  }
}
