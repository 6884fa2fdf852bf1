// Limits that the outboxes of a gateway share: a budget of bytes, and a number of compression
// windows.

/** An outbox that counts against the budget. */
export interface BudgetedOutbox {
  /** Bytes that the client has not taken yet. */
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

/**
 * Share of the budget that is freed once it is exceeded: otherwise each further byte would be a
 * search.
 */
const FREED_SHARE = 0.1;

export class OutboxBudget {
  readonly limits: OutboxLimits;
  /** The outboxes with waiting bytes at their last update, and how many. */
  readonly #sizes = new Map<BudgetedOutbox, number>();
  #total = 0;
  #windows = 0;

  constructor(limits: OutboxLimits) {
    this.limits = limits;
  }

  /** Counts what waits in an outbox; cuts the largest outboxes when too much waits in all. */
  update(outbox: BudgetedOutbox): void {
    const size = outbox.waitingBytes;
    const before = this.#sizes.get(outbox) ?? 0;
    if (size === before) return;
    if (size === 0) this.#sizes.delete(outbox);
    else this.#sizes.set(outbox, size);
    this.#total += size - before;
    if (this.#total > this.limits.outboxesTotal) this.#makeRoom();
  }

  /** Removes an outbox whose connection is closed. */
  forget(outbox: BudgetedOutbox): void {
    this.#total -= this.#sizes.get(outbox) ?? 0;
    this.#sizes.delete(outbox);
  }

  #makeRoom(): void {
    this.#total = 0;
    // Clients may have taken bytes since the last update.
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

  /** Takes a window until it is released; false when no more streams may have one. */
  takeWindow(): boolean {
    if (this.#windows >= this.limits.zstdConnections) return false;
    this.#windows += 1;
    return true;
  }

  releaseWindow(): void {
    this.#windows -= 1;
  }
}
