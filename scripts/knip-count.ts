// A reporter for knip that prints the number of files it read, so that `npm run check` can fail for
// none.
import type { ReporterOptions } from "knip";

/** Knip calls the default export of a reporter. */
export default function printCount({ counters }: ReporterOptions): void {
  console.log(`read ${counters.total} files`);
}
