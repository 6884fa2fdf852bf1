// Two connections that are one: what comes in at either goes out at the other.
import type { Duplex } from "node:stream";

/** Joins two connections until either ends; what one loses, the other loses too. */
export function joined(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}
