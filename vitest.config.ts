import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { SecondTries } from "./tests/second-tries.ts";

/** Where the checks have the number of tests written to; a run within a test has its own place. */
const { TEST_RESULTS: outputFile } = process.env;
delete process.env["TEST_RESULTS"];
const results =
  outputFile === undefined ? [] : [["json", { outputFile }] satisfies [string, object]];

export default defineConfig({
  test: {
    // No module holds state and no module is mocked, so files can share a process and its modules:
    // most of a test file's time would otherwise go into loading them again. Processes, since a
    // thread that does not end can be ended by nothing, and the run with it.
    pool: "forks",
    isolate: false,
    // All the processors: alone, a worker leaves one idle on a machine that has two.
    maxWorkers: "100%",
    setupFiles: ["tests/started-programs.ts", "tests/timers-of-the-kit.ts"],
    globalSetup: ["tests/end-of-run.ts"],
    // A loaded machine is slow, not wrong: the bars find what hangs. No test waits on purpose.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Real sockets, engines and browsers fail at times by the pace of a shared machine: in continuous
    // integration a test that failed is tried once more, and the run says which and why.
    retry: process.env["CI"] === undefined ? 0 : 1,
    reporters: [new SecondTries(), "default", ...results],
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          // Apart from the others, since they alone are held to the branches that they reach.
          name: "domains",
          include: ["packages/server/src/domains/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "packages",
          include: ["packages/**/*.test.ts"],
          exclude: [...configDefaults.exclude, "packages/server/src/domains/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "tests",
          include: ["tests/**/*.test.ts", "bench/**/*.test.ts"],
          // These wait for programs, servers and browsers for more than half of their time, so that a
          // worker for each processor would leave a third of them idle. They run after the others,
          // which compute.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          sequence: { groupOrder: 1 },
        },
      },
    ],
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
