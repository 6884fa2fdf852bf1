// Before the API: an address that is refused too often is shut out for a while. Callers with a good
// credential are counted apart, so that strangers at an address shut out strangers alone.
// Source: requirements 7, protocol: gateway-oauth-limits 6.2.
import { limits } from "@antechamber/contract";
import type { RateLimitCounters } from "../../../platform/rate-limit-counters.ts";
import type { Clock, Millis } from "../../../platform/clock.ts";
import type { Caller } from "../../../platform/context.ts";
import { whenKnown } from "../../../platform/async/when-known.ts";

/** How long an address stays shut out. */
const BLOCK_MS = 600_000;

/** Refusals that count, those of a resource that others use up left out. */
const refusals = new Set([401, 403, 429]);

export interface IpBans {
  /**
   * How long strangers at the address stay shut out, or somebody who is known, for their own
   * refusals there; 0 where a caller is let in.
   */
  blockedMs(address: string, caller?: Caller): Millis;
  /** True while anybody who is known may be shut out anywhere. */
  blocksCallers(): boolean;
  /** Counts an answer to somebody who is known, or to a stranger. */
  answered(address: string, caller: Caller | undefined, status: number): void;
  /** Counts an address of a file or a picture that led nowhere. */
  missed(address: string): void;
  /** True for an address that has lately tried too many of those. */
  missesTooOften(address: string): boolean;
}

/** What a window counts: refusals at an address, of strangers or of one caller. */
function ownerOf(address: string, caller: Caller | undefined): string {
  if (caller?.kind === "user") return `address ${address}|user ${caller.user_id}`;
  const isKnown = caller?.kind === "bot" || caller?.kind === "bearer";
  return `address ${address}${isKnown ? `|application ${caller.application_id}` : ""}`;
}

/** True for a refusal that counts. */
export function isRefusal(status: number): boolean {
  return refusals.has(status);
}

/** Counts refusals by address on the one clock, while there are limits at all. */
export function ipBans(
  counters: RateLimitCounters,
  clock: Clock,
  isLimited: () => boolean,
): IpBans {
  const { value, windowMs } = limits.invalidCalls;
  /** Few are ever shut out by themselves, and then every call has to say whose it is. */
  let callersBlockedUntil = 0;

  // Somebody whom another process has shut out is shut out here, too.
  counters.whenFilled?.((key, endsAt) => {
    if (key.startsWith("blocked|")) callersBlockedUntil = Math.max(callersBlockedUntil, endsAt);
  });

  return {
    blockedMs(address, caller) {
      if (!isLimited()) return 0;
      const now = clock.now();
      const window = counters.look(`blocked|${ownerOf(address, caller)}`, now);
      return window === undefined ? 0 : window.endsAt - now;
    },
    blocksCallers: () => clock.now() < callersBlockedUntil,
    answered(address, caller, status) {
      if (!isRefusal(status) || !isLimited()) return;
      const now = clock.now();
      const owner = ownerOf(address, caller);
      const claim = { key: `invalid|${owner}`, max: value, windowMs };
      void whenKnown(counters.take([claim], now), ({ windows, full }) => {
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
      const window = counters.look(`missed|address ${address}`, clock.now());
      return window !== undefined && window.used >= limits.fileMisses.value;
    },
  };
}
