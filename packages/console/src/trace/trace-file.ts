// Traces in files: a line of JSON for each entry, whole, as the service and the test kit write them.
import { journalLimits } from "@antechamber/contract/journal-limits";
import { readTraceFile, SERVED_TRACE_PATH } from "@antechamber/contract/trace-file";
import type { types } from "@antechamber/sdk/control";

interface ReadTrace {
  readonly entries: readonly types.WholeEntry[];
  /** The test that left the file. */
  readonly test?: string;
  /** What ids are called, where the file says so. */
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

/** The file that the command line serves with the console, by its name. */
export async function servedTrace(name: string): Promise<OpenedTrace> {
  const response = await fetch(SERVED_TRACE_PATH);
  if (!response.ok) return { name, fault: `The file is not served: ${response.status}.` };
  return { name, ...entriesIn(await response.text()) };
}

/** Reads the lines of a trace file. */
export function entriesIn(text: string): ReadTrace | Refused {
  // What a file says beside what every entry has is shown as it is.
  return readTraceFile(text) as ReadTrace | Refused;
}
