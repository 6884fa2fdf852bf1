// What a test of a journey needs that several processes do not have.
import type { TestContext } from "vitest";

/** Skips a test among several processes, where one has worlds beside the first in its memory. */
export function needsOtherWorlds(skip: TestContext["skip"]): void {
  skip(Number(process.env["PROCESSES"] ?? 1) > 1, "another world is in the memory of one process");
}
