// What is to be done when a test ends.

/** Tasks that end what was begun. */
export class Cleanups {
  readonly #tasks: (() => Promise<void>)[] = [];
  #hasEnded = false;

  get haveEnded(): boolean {
    return this.#hasEnded;
  }

  /** What was added last is done first; after the end, as of a test that took too long, at once. */
  add(task: () => Promise<void>): void {
    this.#tasks.push(task);
    if (this.#hasEnded) this.end().catch(() => undefined);
  }

  /** Does everything; what fails keeps nothing else from it. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    const [task] = this.#tasks.splice(-1);
    if (task === undefined) return;
    try {
      await task();
    } finally {
      await this.end();
    }
  }
}
