/** Work under way that may be abandoned, since nothing will wake what it waits for. */
export class AbandonableWork {
  readonly #rejects = new Set<(reason: Error) => void>();
  #reason: Error | undefined;

  /** Settles as the work does, or is rejected as soon as all work is abandoned. */
  run<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#rejects.add(reject);
    work.finally(() => this.#rejects.delete(reject)).then(resolve, reject);
    if (this.#reason !== undefined) reject(this.#reason);
    return promise;
  }

  /** Rejects what is under way, and later work too. */
  abandon(reason: Error): void {
    this.#reason = reason;
    for (const reject of this.#rejects) reject(reason);
  }
}
