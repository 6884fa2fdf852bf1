// Ends a run whose tests are over, with its exit code: something that a test left open (a program
// that holds its worker's output) must not keep continuous integration waiting.

/** Longer than workers take to end on a busy machine. */
const LONGEST_END_MS = 60_000;

export function teardown(): void {
  const timer = setTimeout(() => {
    process.stderr.write(`The workers did not end within ${LONGEST_END_MS} ms of their tests.\n`);
    process.exit();
  }, LONGEST_END_MS);
  // Lets the process end by itself without waiting for the timer.
  timer.unref();
}
