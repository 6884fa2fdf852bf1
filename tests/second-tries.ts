// Prints before a run's summary which tests passed only on the retry, with their first errors: each
// is a fault of the program or of its test that shows rarely, and needs attention although the run
// passed.
import type { Reporter, TestCase, TestModule } from "vitest/node";

const OF_THE_RUNNER = /node_modules|node:internal/;

function failureText(test: TestCase): string {
  const errors = test.result().errors ?? [];
  const lines = errors.flatMap(({ stack, message }) => (stack ?? message).split("\n"));
  const own = lines.filter((line) => !OF_THE_RUNNER.test(line));
  return [`${test.module.relativeModuleId} > ${test.fullName}`, ...own].join("\n");
}

export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules
      .flatMap(({ children }) => [...children.allTests("passed")])
      .filter((test) => test.diagnostic()?.flaky === true);
    if (flaky.length === 0) return;
    process.stdout.write(`\nPassed at their second try:\n${flaky.map(failureText).join("\n")}\n`);
  }
}
