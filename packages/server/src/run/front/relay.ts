// Relays data between two connections in both directions.
import type { Duplex } from "node:stream";

/** Joins two connections until either ends; an error or the end of one closes the other. */
export function joinStreams(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}
