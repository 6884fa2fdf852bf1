// Maps of entries that end by themselves, such as the windows of rate limits.

/** The number of entries from which a growing map is swept. */
const SWEEP_AT = 10_000;

/**
 * A map whose owner removes the ended entries each time that it has doubled: in all, sweeping costs
 * little more than adding.
 */
export class SweptMap<K, V> extends Map<K, V> {
  #sweepAt = SWEEP_AT;

  /** Whether it is to be swept before an entry is added. */
  get isSweepDue(): boolean {
    return this.size >= this.#sweepAt;
  }

  sweep(hasEnded: (value: V) => boolean): void {
    for (const [key, value] of this) if (hasEnded(value)) this.delete(key);
    this.#sweepAt = Math.max(SWEEP_AT, this.size * 2);
  }
}
