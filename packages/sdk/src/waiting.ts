// Holds calls back while the service has asked for patience.
import type { Environment } from "./environment.ts";

/** The instants until which calls wait, by bucket; `*` is every call. */
export class Waiting {
  readonly #until = new Map<string, number>();
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Milliseconds that a call of a bucket has to wait now. */
  forCall(bucket: string): number {
    const now = this.#environment.now();
    return Math.max(0, ...[bucket, "*"].map((key) => this.#left(key, now)));
  }

  /** Notes that a bucket, or with `*` every call, is to wait. */
  note(bucket: string, ms: number): void {
    const until = this.#environment.now() + ms;
    this.#until.set(bucket, Math.max(until, this.#until.get(bucket) ?? 0));
  }

  #left(key: string, now: number): number {
    const until = this.#until.get(key);
    if (until === undefined) return 0;
    if (until <= now) this.#until.delete(key);
    return Math.max(0, until - now);
  }
}
