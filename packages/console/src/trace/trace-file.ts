// Traces in files: a line of JSON for each entry, whole, as the service and the test kit write them.
import type { types } from "@antechamber/sdk/control";

/** A trace that was opened from a file, or what is wrong with the file. */
export type OpenedTrace =
  | { readonly name: string; readonly entries: readonly types.WholeEntry[] }
  | { readonly name: string; readonly fault: string };

/** Larger files are refused: a trace has some hundred entries. */
const FILE_MAX_BYTES = 64 * 1024 * 1024;

export async function openTraceFile(file: File): Promise<OpenedTrace> {
  const { name } = file;
  if (file.size > FILE_MAX_BYTES) return { name, fault: "The file is larger than 64 MiB." };
  return { name, ...entriesIn(await file.text()) };
}

/** Reads the lines of a trace file. */
export function entriesIn(
  text: string,
): { readonly entries: readonly types.WholeEntry[] } | { readonly fault: string } {
  const entries: types.WholeEntry[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const entry = entryIn(line);
    if (entry === undefined) return { fault: `Line ${at + 1} is no entry of a journal.` };
    entries.push(entry);
  }
  return entries.length === 0 ? { fault: "The file has no entries." } : { entries };
}

/** What every entry has, and pages rely on. */
const texts = ["id", "at", "real_at", "trace", "kind", "name", "summary"] as const;

function entryIn(line: string): types.WholeEntry | undefined {
  try {
    const value = JSON.parse(line) as Readonly<Record<string, unknown>> | null;
    if (value === null || !texts.every((name) => typeof value[name] === "string")) return undefined;
    const isTimed = !Number.isNaN(Date.parse(String(value["at"])));
    return isTimed ? (value as unknown as types.WholeEntry) : undefined;
  } catch {
    return undefined;
  }
}
