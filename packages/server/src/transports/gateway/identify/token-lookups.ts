// Limits wrong tokens. An address with too many has its tokens looked up one at a time, so that
// tokens cannot be guessed quickly; tokens that were valid before are remembered, and do not wait.
// Source: requirements 7.
import { limits } from "@antechamber/contract";
import { delay, type Clock, type Millis } from "../../../platform/clock.ts";
import { secretDigest } from "../../../platform/crypto.ts";
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import { SweptMap } from "../../../platform/collections/swept-map.ts";
import { clockPairOf, isWindowOver, type ClockPair } from "../../../platform/time/clock-pair.ts";

const { value: wrongMax, windowMs } = limits.wrongIdentifies;
const pauseMs = limits.tokenLookupPause.value;
const waitMaxMs = limits.tokenLookupWait.value;

/** Digests of valid tokens that are remembered. */
const KNOWN_MAX = 20_000;

interface Wrong {
  readonly since: ClockPair;
  count: number;
  /** Real time from which the next token may be looked up. */
  nextAt: Millis;
}

export class TokenLookups {
  readonly #clock: Clock;
  readonly #isLimited: () => boolean;
  readonly #wrong = new SweptMap<string, Wrong>();
  /** Digests of valid tokens, least recently used first. */
  readonly #known = new Set<string>();

  /** @param isLimited asked for each token; false: no lookup waits */
  constructor(clock: Clock, isLimited: () => boolean) {
    this.#clock = clock;
    this.#isLimited = isLimited;
  }

  /** Permits a lookup: at once, or when its turn has come; false when too many are waiting. */
  mayLookUp(address: string, token: string): boolean | Promise<boolean> {
    const wrong = this.#wrongOf(address);
    if (wrong === undefined || wrong.count < wrongMax || !this.#isLimited()) return true;
    if (this.#known.has(secretDigest(token))) return true;
    const now = this.#clock.real();
    const at = Math.max(now, wrong.nextAt);
    if (at - now > waitMaxMs) return false;
    wrong.nextAt = at + pauseMs;
    return at === now ? true : delay(this.#clock, at - now).then(() => true);
  }

  wasWrong(address: string): void {
    const open = this.#wrongOf(address);
    if (open !== undefined) {
      open.count += 1;
      return;
    }
    if (this.#wrong.isSweepDue) this.#wrong.sweep((each) => this.#isOver(each));
    this.#wrong.set(address, { since: clockPairOf(this.#clock), count: 1, nextAt: 0 });
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

  #wrongOf(address: string): Wrong | undefined {
    const wrong = this.#wrong.get(address);
    return wrong === undefined || this.#isOver(wrong) ? undefined : wrong;
  }

  #isOver({ since }: Wrong): boolean {
    return isWindowOver(since, clockPairOf(this.#clock), windowMs);
  }
}
