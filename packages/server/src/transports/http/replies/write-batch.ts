// Writes replies that are ready in one turn of the event loop together at its end. A write wakes
// the waiting client, and waking many one by one takes more time than producing their replies. Only
// speed depends on this: `response.end(content)` does the same.
// Source: docs/decisions, "The path of a write".
import type { ServerResponse } from "node:http";

/** A reply whose head is set. */
interface Ready {
  readonly response: ServerResponse;
  readonly content: string | Uint8Array | undefined;
}

export class WriteBatch {
  readonly #atEndOfTurn: (task: () => void) => void;
  #ready: Ready[] = [];

  /** @param atEndOfTurn runs a task at the end of this turn of the event loop */
  constructor(atEndOfTurn: (task: () => void) => void) {
    this.#atEndOfTurn = atEndOfTurn;
  }

  /** Ends a reply with its content, at the end of this turn at the latest. */
  end(response: ServerResponse, content: string | Uint8Array | undefined): void {
    this.#ready.push({ response, content });
    if (this.#ready.length === 1) this.#atEndOfTurn(() => this.flush());
  }

  /** Writes all ready replies; called before anything that takes long. */
  flush(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const { response, content } of ready) response.end(content);
  }
}
