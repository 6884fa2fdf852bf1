// Skips tests that need what several processes do not share.
import type { TestContext } from "vitest";

/**
 * Skips a test with several processes, where further worlds exist only in the memory of one
 * process.
 */
export function needsOtherWorlds(skip: TestContext["skip"]): void {
  skip(Number(process.env["PROCESSES"] ?? 1) > 1, "another world is in the memory of one process");
}
