// The rows that a filter shows, as a script, an archive, a trace file or a test.
import type { Condition } from "../search/filter.ts";
import { selectionOf } from "../live/live.ts";
import { written, type Form, type Part } from "../trace/forms.ts";

/** The service writes so many entries that are named one by one. */
const SELECTION_MAX = 300;
/**
 * Of all that happened, so much is asked for: the journal goes on, and forgets its oldest
 * meanwhile.
 */
const STRETCH_MAX = 99_000n;

export interface Exported {
  readonly text: string;
  /** How much of what was shown it holds. */
  readonly holds: string;
}

const numbers = new Intl.NumberFormat("en-GB");
const testForms: ReadonlySet<Form> = new Set<Form>(["vitest", "jest", "node", "pytest"]);

/** Writes what a filter shows. A test plays all that users did between the first row and the last. */
export async function exportedRows(
  world: string,
  form: Form,
  conditions: readonly Condition[],
): Promise<Exported> {
  const { total, oldest, newest } = await selectionOf(conditions, SELECTION_MAX);
  const last = newest.at(-1);
  if (oldest === undefined || last === undefined) throw new Error("There are no rows to export.");
  const isWhole = conditions.length === 0 || testForms.has(form);
  const part: Part = isWhole
    ? stretch(BigInt(oldest.id), BigInt(last.id))
    : { entries: newest.map(({ id }) => id) };
  const text = await written(world, part, form);
  const isCut = !isWhole && newest.length < total;
  const rows = total === 1 ? "1 row" : `${numbers.format(total)} rows`;
  return { text, holds: isCut ? `the newest ${newest.length} of ${rows}` : rows };
}

/** Everything from one entry to another. */
function stretch(first: bigint, last: bigint): Part {
  const from = last - first >= STRETCH_MAX ? last - STRETCH_MAX + 1n : first;
  return { after: String(from - 1n), before: String(last + 1n) };
}
