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
  const isStretch = conditions.length === 0 || testForms.has(form);
  const [first, end] = [BigInt(oldest.id), BigInt(last.id)];
  const part: Part = isStretch ? stretch(first, end) : { entries: newest.map(({ id }) => id) };
  const text = await written(world, part, form);
  const isLong = isStretch && end - first >= STRETCH_MAX;
  const counts = { total, named: isStretch ? total : newest.length, calls: callsIn(form, text) };
  return { text, holds: holdsText({ ...counts, isLong }) };
}

/** Everything from one entry to another. */
function stretch(first: bigint, last: bigint): Part {
  const from = last - first >= STRETCH_MAX ? last - STRETCH_MAX + 1n : first;
  return { after: String(from - 1n), before: String(last + 1n) };
}

/** How many calls a file of calls holds, which leaves all other rows out; undefined for others. */
export function callsIn(form: Form, text: string): number | undefined {
  if (form === "curl") return text.match(/^curl /gm)?.length ?? 0;
  if (form !== "har") return undefined;
  const { log } = JSON.parse(text) as { readonly log: { readonly entries: readonly unknown[] } };
  return log.entries.length;
}

interface Held {
  /** The rows that are shown. */
  readonly total: number;
  /** Those of them that were asked for. */
  readonly named: number;
  readonly calls: number | undefined;
  /** More happened between the rows than one export takes. */
  readonly isLong: boolean;
}

/** How much of what is shown a file holds: `12 calls of the newest 300 of 310 rows`. */
export function holdsText({ total, named, calls, isLong }: Held): string {
  const all = counted(total, "row");
  const cut = named < total ? `the newest ${numbers.format(named)} of ${all}` : all;
  const rows = isLong ? `what the last ${numbers.format(STRETCH_MAX)} entries have of ${all}` : cut;
  return calls === undefined || calls === named ? rows : `${counted(calls, "call")} of ${rows}`;
}

function counted(count: number, what: string): string {
  return `${numbers.format(count)} ${what}${count === 1 ? "" : "s"}`;
}
