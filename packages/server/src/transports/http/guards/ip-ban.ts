// Bans an address that is refused too often for a while, before its calls reach the API. Callers
// with a valid credential are counted separately, so that unauthenticated callers cannot get them
// banned.
// Source: requirements 7, protocol: gateway-oauth-limits 6.2.
import { limits } from "@antechamber/contract";
import {
  isUsedUp,
  windowKey,
  windowParts,
  type RateLimitCounters,
} from "../../../platform/rate-limit-counters.ts";
import type { Clock, Millis } from "../../../platform/clock.ts";
import type { Caller } from "../../../platform/context.ts";
import { mapMaybePromise } from "../../../platform/async/maybe-promise.ts";

/** How long a ban lasts, in milliseconds. */
const BLOCK_MS = 600_000;

/** Refusals that count, except those of a resource that others use up too. */
const refusals = new Set([401, 403, 429]);

/** The buckets of banned callers, and of requests for files that do not exist. */
const BLOCKED = "blocked";
const MISSED = "missed";

export interface IpBans {
  /**
   * How long unauthenticated callers at the address, or one authenticated caller there, stay
   * banned; 0 for a caller who is admitted.
   */
  blockedMs(address: string, caller?: Caller): Millis;
  /** True while any authenticated caller may be banned anywhere. */
  blocksCallers(): boolean;
  /** Counts a reply to an authenticated or unauthenticated caller. */
  answered(address: string, caller: Caller | undefined, status: number): void;
  /** Counts a request for a file or a picture that does not exist. */
  missed(address: string): void;
  /** True for an address that has recently made too many such requests. */
  missesTooOften(address: string): boolean;
}

/** The key of a window of the unauthenticated callers at an address, or of one other caller. */
function keyOf(bucket: string, address: string, caller?: Caller): string {
  return windowKey(bucket, `address ${address}`, nameOf(caller));
}

function nameOf(caller: Caller | undefined): string | undefined {
  if (caller?.kind === "user") return `user ${caller.user_id}`;
  const isKnown = caller?.kind === "bot" || caller?.kind === "bearer";
  return isKnown ? `application ${caller.application_id}` : undefined;
}

/** True for a refusal that counts. */
export function isRefusal(status: number): boolean {
  return refusals.has(status);
}

/** Counts refusals by address on the service's clock, while there are limits at all. */
export function ipBans(
  counters: RateLimitCounters,
  clock: Clock,
  isLimited: () => boolean,
): IpBans {
  const { value, windowMs } = limits.invalidCalls;
  /** Until then an authenticated caller may be banned, so each call must be authenticated first. */
  let callersBlockedUntil = 0;

  // A caller who was banned by another process is banned here too.
  counters.whenFilled?.((key, endsAt) => {
    if (windowParts(key).bucket !== BLOCKED) return;
    callersBlockedUntil = Math.max(callersBlockedUntil, endsAt);
  });

  return {
    blockedMs(address, caller) {
      if (!isLimited()) return 0;
      const now = clock.now();
      const window = counters.peek(keyOf(BLOCKED, address, caller), now);
      return window === undefined ? 0 : window.endsAt - now;
    },
    blocksCallers: () => clock.now() < callersBlockedUntil,
    answered(address, caller, status) {
      if (!isRefusal(status) || !isLimited()) return;
      const now = clock.now();
      const claim = { key: keyOf("invalid", address, caller), max: value, windowMs };
      void mapMaybePromise(counters.take([claim], now), ({ windows: [window], full }) => {
        if (full !== undefined || window === undefined || !isUsedUp(window)) return;
        const block = { key: keyOf(BLOCKED, address, caller), max: 1, windowMs: BLOCK_MS };
        void counters.take([block], now);
        if (caller !== undefined) callersBlockedUntil = now + BLOCK_MS;
      });
    },
    missed(address) {
      if (!isLimited()) return;
      const { value: max, windowMs: missWindowMs } = limits.fileMisses;
      const claim = { key: keyOf(MISSED, address), max, windowMs: missWindowMs };
      void counters.take([claim], clock.now());
    },
    missesTooOften(address) {
      if (!isLimited()) return false;
      const window = counters.peek(keyOf(MISSED, address), clock.now());
      return window !== undefined && isUsedUp(window);
    },
  };
}
