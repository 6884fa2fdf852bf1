// Changes that read before they write, one after another: two at once would lose one of them.

/** Lets work on one subject begin once what was begun before is over. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** @throws what the work throws, which keeps nothing else from its turn */
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
