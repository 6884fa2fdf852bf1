// Exports the rows that match a filter, as a script, an archive, a trace file or a test.
import { journalLimits } from "@antechamber/contract/journal-limits";
import { call } from "../api/queries.ts";
import type { Condition } from "../search/filter.ts";
import { selectionOf } from "../live/live.ts";
import { written, writtenEntries, type EntryForm, type Form, type Part } from "../trace/forms.ts";

/** The most entries that one export may select by id. */
const SELECTION_MAX = journalLimits.journalExport.value;
/** How often the export is retried: the journal may drop its oldest entries in the meantime. */
const TRIES_MAX = 3;
/**
 * The most entries of a range that is exported, fewer than the journal keeps, because it drops its
 * oldest ones in the meantime.
 */
const STRETCH_MAX = 99_000n;

export interface Exported {
  readonly text: string;
  /** How much of the shown rows the file contains. */
  readonly holds: string;
}

const numbers = new Intl.NumberFormat("en-GB");
const testForms: ReadonlySet<Form> = new Set<Form>(["vitest", "jest", "node", "pytest"]);

/**
 * Exports what a filter shows. A test contains everything that users did between the first and the
 * last row.
 */
export async function exportedRows(
  world: string,
  form: Form,
  conditions: readonly Condition[],
): Promise<Exported> {
  const { total, oldest, newest } = await selectionOf(conditions, SELECTION_MAX);
  const last = newest.at(-1);
  if (oldest === undefined || last === undefined) throw new Error("There are no rows to export.");
  if (conditions.length > 0 && isOfEntries(form)) {
    const ids = newest.map(({ id }) => id);
    const { text, forgotten } = await writtenKnown(world, ids, form);
    const named = ids.length - forgotten;
    return { text, holds: holdsText({ total, named, forgotten, calls: callsIn(form, text) }) };
  }
  const [first, end] = [BigInt(oldest.id), BigInt(last.id)];
  const text = await written(world, stretch(first, end), form);
  const isLong = end - first >= STRETCH_MAX;
  return { text, holds: holdsText({ total, named: total, calls: callsIn(form, text), isLong }) };
}

function isOfEntries(form: Form): form is EntryForm {
  return !testForms.has(form);
}

/** Exports entries, without those that the journal has dropped in the meantime. @throws RestError */
async function writtenKnown(world: string, ids: readonly string[], form: EntryForm) {
  let known = ids;
  for (let i = 1; ; i += 1) {
    try {
      const text = await writtenEntries(world, known, form);
      return { text, forgotten: ids.length - known.length };
    } catch (error) {
      const left = await stillKnown(world, known);
      // Another error, or the journal drops entries faster than they are read.
      const isOther = left.length === known.length || i === TRIES_MAX;
      if (isOther || left.length === 0) throw error;
      known = left;
    }
  }
}

/** The ids that the journal still has; it drops its oldest entries first. @throws RestError */
async function stillKnown(world: string, ids: readonly string[]): Promise<readonly string[]> {
  const query = { after: "0", limit: 1 };
  const { items } = await call(world, "control.journal.list", { query });
  const oldest = items[0]?.id;
  return oldest === undefined ? [] : ids.filter((id) => BigInt(id) >= BigInt(oldest));
}

/** All entries from one to another. */
function stretch(first: bigint, last: bigint): Part {
  const from = last - first >= STRETCH_MAX ? last - STRETCH_MAX + 1n : first;
  return { after: String(from - 1n), before: String(last + 1n) };
}

/** The number of calls in a file that contains only calls; undefined for others. */
export function callsIn(form: Form, text: string): number | undefined {
  if (form === "curl") return text.match(/^curl /gm)?.length ?? 0;
  if (form === "sdk") return text.match(/^await /gm)?.length ?? 0;
  if (form !== "har") return undefined;
  const { log } = JSON.parse(text) as { readonly log: { readonly entries: readonly unknown[] } };
  return log.entries.length;
}

interface ExportedEntries {
  /** The number of rows that are shown. */
  readonly total: number;
  /** The number of them that were exported. */
  readonly named: number;
  /** The number of them that were requested but already dropped. */
  readonly forgotten?: number;
  readonly calls: number | undefined;
  /** True if the range between the rows exceeds the size of an export. */
  readonly isLong?: boolean;
}

/** How much of the shown rows a file contains: `12 calls of the newest 10,000 of 10,310 rows`. */
export function holdsText({
  total,
  named,
  forgotten = 0,
  calls,
  isLong = false,
}: ExportedEntries): string {
  const all = counted(total, "row");
  const cut = named < total ? `the newest ${numbers.format(named)} of ${all}` : all;
  const rows = isLong ? `what the last ${numbers.format(STRETCH_MAX)} entries have of ${all}` : cut;
  const held =
    calls === undefined || calls === named ? rows : `${counted(calls, "call")} of ${rows}`;
  const gone = `${counted(forgotten, "row")} dropped meanwhile`;
  return forgotten === 0 ? held : `${held} (${gone})`;
}

function counted(count: number, what: string): string {
  return `${numbers.format(count)} ${what}${count === 1 ? "" : "s"}`;
}
