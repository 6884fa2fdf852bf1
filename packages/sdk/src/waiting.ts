// Delays calls while a rate limit is exhausted.
import type { Environment } from "./environment.ts";

/** The rate limits that a call counts towards. */
export interface LimitKeys {
  /** The bucket of this endpoint, caller and resource. */
  readonly bucket: string;
  /** The limit for all calls of the caller. */
  readonly everything: string;
}

/** Until when calls must wait, by rate limit. */
export class Waiting {
  readonly #until = new Map<string, number>();
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Milliseconds that a call must wait now. */
  forCall({ bucket, everything }: LimitKeys): number {
    const now = this.#environment.now();
    const until = Math.max(this.#until.get(bucket) ?? 0, this.#until.get(everything) ?? 0);
    return Math.max(0, until - now);
  }

  /** Records that the calls of a limit must wait. */
  note(key: string, ms: number): void {
    const now = this.#environment.now();
    for (const [each, until] of this.#until) if (until <= now) this.#until.delete(each);
    this.#until.set(key, Math.max(now + ms, this.#until.get(key) ?? 0));
  }
}
