/** Runs tasks one at a time, in the order in which they were added. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task after those before it, whether they succeed or fail, and returns its result. */
  run<T>(task: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when every task that was added so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
