// Serialises read-modify-write changes, since concurrent ones would lose updates.

/** Runs tasks on the same subject one after another. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** @throws whatever the task throws, which does not affect later tasks */
  take<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(subject) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(subject, turn);
    const over = () => {
      if (this.#last.get(subject) === turn) this.#last.delete(subject);
    };
    turn.then(over, over);
    return turn;
  }
}
