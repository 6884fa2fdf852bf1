// Answers that are ready in one turn of the event loop leave together at its end. A client that waits
// is woken by what is written to it, and waking many one by one takes more time than making their
// answers does. It stands around the writing for speed alone: `response.end(content)` does the same.
// Source: docs/decisions, "The path of a write".
import type { ServerResponse } from "node:http";

/** An answer whose head was given. */
interface Ready {
  readonly response: ServerResponse;
  readonly content: string | Uint8Array | undefined;
}

export class WriteBatch {
  readonly #atEndOfTurn: (task: () => void) => void;
  #ready: Ready[] = [];

  /** @param atEndOfTurn runs a task when this turn of the event loop is over */
  constructor(atEndOfTurn: (task: () => void) => void) {
    this.#atEndOfTurn = atEndOfTurn;
  }

  /** Ends an answer with its content, at the end of this turn at the latest. */
  end(response: ServerResponse, content: string | Uint8Array | undefined): void {
    this.#ready.push({ response, content });
    if (this.#ready.length === 1) this.#atEndOfTurn(() => this.flush());
  }

  /** Writes what is ready: to be called before anything that takes long. */
  flush(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const { response, content } of ready) response.end(content);
  }
}
