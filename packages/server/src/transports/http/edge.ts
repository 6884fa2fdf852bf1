// What stands before the API: an address that is refused too often is shut out for a while.
// Source: requirements 7, protocol: gateway-oauth-limits 6.2.
import { limits } from "@antechamber/contract";
import type { Bus } from "../../platform/bus.ts";
import type { Clock } from "../../platform/clock.ts";

/** How long an address stays shut out. */
const BLOCK_MS = 600_000;

/** Refusals that count, those of a resource that others use up left out. */
const counted = new Set([401, 403, 429]);

export interface Edge {
  /** True while the address is shut out. */
  isBlocked(address: string): boolean;
  /** Counts an answer. */
  answered(address: string, status: number): void;
}

/** Counts refusals by address on the one clock. */
export function watchfulEdge(bus: Bus, clock: Clock): Edge {
  const { value, windowMs } = limits.invalidCalls;
  return {
    isBlocked: (address) => bus.look(`blocked|address ${address}`, clock.now()) !== undefined,
    answered(address, status) {
      if (!counted.has(status)) return;
      const now = clock.now();
      const { used } = bus.count(`invalid|address ${address}`, windowMs, now);
      if (used === value) bus.count(`blocked|address ${address}`, BLOCK_MS, now);
    },
  };
}
