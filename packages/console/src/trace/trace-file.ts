// Trace files: a line of JSON for each entry in full, as the service and the test kit write them.
import { journalLimits } from "@antechamber/contract/journal-limits";
import { readTraceFile, SERVED_TRACE_PATH } from "@antechamber/contract/trace-file";
import type { types } from "@antechamber/sdk/control";

interface ReadTrace {
  readonly entries: readonly types.WholeEntry[];
  /** The test that wrote the file. */
  readonly test?: string;
  /** Names for ids, if the file has any. */
  readonly names: Readonly<Record<string, string>>;
}

interface Refused {
  readonly fault: string;
}

/** A trace that was opened from a file, or what is wrong with the file. */
export type OpenedTrace = { readonly name: string } & (ReadTrace | Refused);

export async function openTraceFile(file: File): Promise<OpenedTrace> {
  const { name } = file;
  const max = journalLimits.traceFile.value;
  if (file.size > max) return { name, fault: `The file is larger than ${max / 1024 ** 2} MiB.` };
  return { name, ...entriesIn(await file.text()) };
}

/** Loads the file that the command line serves with the console, by name. */
export async function servedTrace(name: string): Promise<OpenedTrace> {
  const response = await fetch(SERVED_TRACE_PATH);
  if (!response.ok) return { name, fault: `The file could not be loaded: ${response.status}.` };
  return { name, ...entriesIn(await response.text()) };
}

/** Parses a trace file. */
export function entriesIn(text: string): ReadTrace | Refused {
  // Optional fields of entries are shown unchecked.
  return readTraceFile(text) as ReadTrace | Refused;
}
