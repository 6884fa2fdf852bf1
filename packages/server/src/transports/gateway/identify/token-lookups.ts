// Limits wrong tokens. An address with too many has its tokens looked up one at a time, so that
// tokens cannot be guessed quickly; tokens that were valid before are remembered, and do not wait.
// Source: requirements 7.
import { limits } from "@antechamber/contract";
import { delay, type Clock, type Millis } from "../../../platform/clock.ts";
import { secretDigest } from "../../../platform/crypto.ts";
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import { CountedWindows, ofBothClocks, type Counted } from "./counted-windows.ts";

const { value: wrongMax, windowMs } = limits.wrongIdentifies;
const pauseMs = limits.tokenLookupPause.value;
const waitMaxMs = limits.tokenLookupWait.value;

/** Digests of valid tokens that are remembered. */
const KNOWN_MAX = 20_000;

export class TokenLookups {
  readonly #clock: Clock;
  readonly #isLimited: () => boolean;
  /** How many wrong tokens came from each address. */
  readonly #wrong: CountedWindows;
  /** Real time from which the next token of an address may be looked up, by its window. */
  readonly #nextAt = new WeakMap<Counted, Millis>();
  /** Digests of valid tokens, least recently used first. */
  readonly #known = new Set<string>();

  /** @param isLimited asked for each token; false: no lookup waits */
  constructor(clock: Clock, isLimited: () => boolean) {
    this.#clock = clock;
    this.#isLimited = isLimited;
    this.#wrong = new CountedWindows(clock, ofBothClocks(clock, windowMs));
  }

  /** Permits a lookup: at once, or when its turn has come; false when too many are waiting. */
  mayLookUp(address: string, token: string): boolean | Promise<boolean> {
    const wrong = this.#wrong.find(address);
    if (wrong === undefined || wrong.count < wrongMax || !this.#isLimited()) return true;
    if (this.#known.has(secretDigest(token))) return true;
    const now = this.#clock.real();
    const at = Math.max(now, this.#nextAt.get(wrong) ?? 0);
    if (at - now > waitMaxMs) return false;
    this.#nextAt.set(wrong, at + pauseMs);
    return at === now ? true : delay(this.#clock, at - now).then(() => true);
  }

  wasWrong(address: string): void {
    this.#wrong.open(address).count += 1;
  }

  wasGood(token: string): void {
    const digest = secretDigest(token);
    this.#known.delete(digest);
    this.#known.add(digest);
    dropOldest(this.#known, KNOWN_MAX);
  }

  /** Resets the counts of wrong tokens. */
  reset(): void {
    this.#wrong.clear();
  }
}
