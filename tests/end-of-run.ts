// A run whose tests are over ends, with the exit code that they earned: what a test left open (a
// program that holds the output of its worker) must not keep continuous integration waiting.

/** More than workers take to end on a busy machine. */
const LONGEST_END_MS = 60_000;

export function teardown(): void {
  const timer = setTimeout(() => {
    process.stderr.write(`The workers did not end within ${LONGEST_END_MS} ms of their tests.\n`);
    process.exit();
  }, LONGEST_END_MS);
  // A run that ends by itself does not wait for it.
  timer.unref();
}
