// What stands before the API: an address that is refused too often is shut out for a while.
// Source: requirements 7, protocol: gateway-oauth-limits 6.2.
import { limits } from "@antechamber/contract";
import type { Bus } from "../../platform/bus.ts";
import type { Clock } from "../../platform/clock.ts";

/** How long an address stays shut out. */
const BLOCK_MS = 600_000;

/** Refusals that count, those of a resource that others use up left out. */
const refusals = new Set([401, 403, 429]);

export interface Edge {
  /** True while the address is shut out. */
  isBlocked(address: string): boolean;
  /** Counts an answer. */
  answered(address: string, status: number): void;
  /** Counts an address of a file or a picture that led nowhere. */
  missed(address: string): void;
  /** True for whoever has lately tried too many of those. */
  missesTooOften(address: string): boolean;
}

/** Counts refusals by address on the one clock. */
export function watchfulEdge(bus: Bus, clock: Clock): Edge {
  const { value, windowMs } = limits.invalidCalls;
  return {
    isBlocked: (address) => bus.look(`blocked|address ${address}`, clock.now()) !== undefined,
    answered(address, status) {
      if (!refusals.has(status)) return;
      const now = clock.now();
      const claim = { key: `invalid|address ${address}`, max: value, windowMs };
      const { windows, full } = bus.take([claim], now);
      if (full !== undefined || windows[0]?.used !== value) return;
      bus.take([{ key: `blocked|address ${address}`, max: 1, windowMs: BLOCK_MS }], now);
    },
    missed(address) {
      const { value: max, windowMs: missWindowMs } = limits.fileMisses;
      const claim = { key: `missed|address ${address}`, max, windowMs: missWindowMs };
      bus.take([claim], clock.now());
    },
    missesTooOften(address) {
      const window = bus.look(`missed|address ${address}`, clock.now());
      return window !== undefined && window.used >= limits.fileMisses.value;
    },
  };
}
