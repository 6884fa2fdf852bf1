// Bans an address that is refused too often for a while, before its calls reach the API. Callers
// with a valid credential are counted separately, so that unauthenticated callers cannot get them
// banned.
// Source: requirements 7, protocol: gateway-oauth-limits 6.2.
import { limits } from "@antechamber/contract";
import type { RateLimitCounters } from "../../../platform/rate-limit-counters.ts";
import type { Clock, Millis } from "../../../platform/clock.ts";
import type { Caller } from "../../../platform/context.ts";
import { mapMaybePromise } from "../../../platform/async/maybe-promise.ts";

/** How long a ban lasts, in milliseconds. */
const BLOCK_MS = 600_000;

/** Refusals that count, except those of a resource that others use up too. */
const refusals = new Set([401, 403, 429]);

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

/** The owner of a window: the unauthenticated callers at an address, or one other caller. */
function ownerOf(address: string, caller: Caller | undefined): string {
  if (caller?.kind === "user") return `address ${address}|user ${caller.user_id}`;
  const isKnown = caller?.kind === "bot" || caller?.kind === "bearer";
  return `address ${address}${isKnown ? `|application ${caller.application_id}` : ""}`;
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
    if (key.startsWith("blocked|")) callersBlockedUntil = Math.max(callersBlockedUntil, endsAt);
  });

  return {
    blockedMs(address, caller) {
      if (!isLimited()) return 0;
      const now = clock.now();
      const window = counters.peek(`blocked|${ownerOf(address, caller)}`, now);
      return window === undefined ? 0 : window.endsAt - now;
    },
    blocksCallers: () => clock.now() < callersBlockedUntil,
    answered(address, caller, status) {
      if (!isRefusal(status) || !isLimited()) return;
      const now = clock.now();
      const owner = ownerOf(address, caller);
      const claim = { key: `invalid|${owner}`, max: value, windowMs };
      void mapMaybePromise(counters.take([claim], now), ({ windows, full }) => {
        if (full !== undefined || windows[0]?.used !== value) return;
        void counters.take([{ key: `blocked|${owner}`, max: 1, windowMs: BLOCK_MS }], now);
        if (caller !== undefined) callersBlockedUntil = now + BLOCK_MS;
      });
    },
    missed(address) {
      if (!isLimited()) return;
      const { value: max, windowMs: missWindowMs } = limits.fileMisses;
      const claim = { key: `missed|address ${address}`, max, windowMs: missWindowMs };
      void counters.take([claim], clock.now());
    },
    missesTooOften(address) {
      if (!isLimited()) return false;
      const window = counters.peek(`missed|address ${address}`, clock.now());
      return window !== undefined && window.used >= limits.fileMisses.value;
    },
  };
}
