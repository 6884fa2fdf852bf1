// Closes what was opened.

/**
 * Closes parts one after another, every one of them even if others fail.
 *
 * @throws the first error
 */
export async function closeAll(closes: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closes) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
