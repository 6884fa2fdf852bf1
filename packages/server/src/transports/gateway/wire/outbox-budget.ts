// What the outboxes of a gateway share: a budget of bytes, and a number of compression windows.

/** An outbox as the budget sees it. */
export interface Waiting {
  /** Bytes that wait to be taken by the client. */
  readonly waitingBytes: number;
  /** Ends the connection without a close frame. */
  cut(): void;
}

export interface OutboxLimits {
  /** Bytes that may wait for one client. */
  readonly outboxSize: number;
  /** Bytes that may wait for all clients together. */
  readonly outboxesTotal: number;
  /** How many zstd streams may have a window. */
  readonly zstdConnections: number;
}

/** Once the budget is passed, so much of it is free again: else each byte more would be a search. */
const FREED_SHARE = 0.1;

export class OutboxBudget {
  readonly limits: OutboxLimits;
  /** The outboxes in which something waited when they were last looked at, and how much. */
  readonly #sizes = new Map<Waiting, number>();
  #total = 0;
  #windows = 0;

  constructor(limits: OutboxLimits) {
    this.limits = limits;
  }

  /** What waits in an outbox has changed. Cuts the largest ones when too much waits in all. */
  update(outbox: Waiting): void {
    const size = outbox.waitingBytes;
    const before = this.#sizes.get(outbox) ?? 0;
    if (size === before) return;
    if (size === 0) this.#sizes.delete(outbox);
    else this.#sizes.set(outbox, size);
    this.#total += size - before;
    if (this.#total > this.limits.outboxesTotal) this.#makeRoom();
  }

  /** The connection is over. */
  forget(outbox: Waiting): void {
    this.#total -= this.#sizes.get(outbox) ?? 0;
    this.#sizes.delete(outbox);
  }

  #makeRoom(): void {
    this.#total = 0;
    // Clients may have taken bytes since their outboxes were last looked at.
    for (const outbox of this.#sizes.keys()) {
      const size = outbox.waitingBytes;
      this.#sizes.set(outbox, size);
      this.#total += size;
    }
    if (this.#total <= this.limits.outboxesTotal) return;
    const allowed = this.limits.outboxesTotal * (1 - FREED_SHARE);
    for (const [outbox] of [...this.#sizes].toSorted(([, one], [, other]) => other - one)) {
      if (this.#total <= allowed) return;
      this.forget(outbox);
      outbox.cut();
    }
  }

  /** True where one more stream may have a window, which is then taken until it is released. */
  takeWindow(): boolean {
    if (this.#windows >= this.limits.zstdConnections) return false;
    this.#windows += 1;
    return true;
  }

  releaseWindow(): void {
    this.#windows -= 1;
  }
}
