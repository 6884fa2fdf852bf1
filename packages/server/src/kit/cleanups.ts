// The cleanups at the end of a test.

/** Tasks that undo or end what a test started. */
export class Cleanups {
  readonly #tasks: (() => Promise<void>)[] = [];
  #hasEnded = false;

  get haveEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Adds a task. Tasks run in reverse order; after the end, for example of a test that timed out,
   * at once.
   */
  add(task: () => Promise<void>): void {
    this.#tasks.push(task);
    if (this.#hasEnded) this.end().catch(() => undefined);
  }

  /** Runs all tasks, also after one has failed. */
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
