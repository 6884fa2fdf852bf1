import { defineConfig } from "vitest/config";
import { SecondTries } from "./tests/second-tries.ts";

export default defineConfig({
  test: {
    include: ["packages/**/*.test.ts", "tests/**/*.test.ts", "bench/**/*.test.ts"],
    // No module holds state and no module is mocked, so files can share a process and its modules:
    // most of a test file's time would otherwise go into loading them again. Processes, since a
    // thread that does not end can be ended by nothing, and the run with it.
    pool: "forks",
    isolate: false,
    setupFiles: ["tests/started-programs.ts"],
    globalSetup: ["tests/end-of-run.ts"],
    // All the processors: alone, a worker leaves one idle on a machine that has two.
    maxWorkers: "100%",
    // A loaded machine is slow, not wrong. No test waits on purpose.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    // Real sockets, engines and browsers fail at times by the pace of a shared machine: in continuous
    // integration a test that failed is tried once more, and the run says which and why.
    retry: process.env["CI"] === undefined ? 0 : 1,
    reporters: [new SecondTries(), "default"],
    allowOnly: false,
    coverage: {
      provider: "v8",
      // What decides; the rest is held by journeys, conformance suites and the compiler.
      include: ["packages/server/src/domains/**/*.ts"],
      exclude: ["**/*.test.ts", "**/*.conformance.ts"],
      reporter: ["text-summary", "html"],
      thresholds: { branches: 90 },
    },
  },
});
