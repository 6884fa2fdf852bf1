// Holds calls back while the service has asked for patience.
import type { Environment } from "./environment.ts";

/** Which limits a call counts for. */
export interface LimitKeys {
  /** The limit of this call, of its caller and of what it is about. */
  readonly bucket: string;
  /** The limit of every call of its caller. */
  readonly everything: string;
}

/** The instants until which calls wait, by the limits that they count for. */
export class Waiting {
  readonly #until = new Map<string, number>();
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Milliseconds that a call has to wait now. */
  forCall({ bucket, everything }: LimitKeys): number {
    const now = this.#environment.now();
    const until = Math.max(this.#until.get(bucket) ?? 0, this.#until.get(everything) ?? 0);
    return Math.max(0, until - now);
  }

  /** Notes that the calls of a limit are to wait. */
  note(key: string, ms: number): void {
    const now = this.#environment.now();
    for (const [each, until] of this.#until) if (until <= now) this.#until.delete(each);
    this.#until.set(key, Math.max(now + ms, this.#until.get(key) ?? 0));
  }
}
