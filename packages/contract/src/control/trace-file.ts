// Trace files (`.trace.jsonl`): a line of JSON for each journal entry, with headers and bodies. The
// test kit writes one line before them, which names the test. The command line and the console read
// them.

/** The path from which a console that shows a single trace file loads it. */
export const SERVED_TRACE_PATH = "/console/trace.jsonl";

/** A timestamp in a format that every date parser accepts. */
const instant =
  /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The text fields that every entry has, because readers need them. */
const texts = ["id", "at", "real_at", "trace", "kind", "name", "summary"] as const;

type TraceFileEntry = Readonly<Record<(typeof texts)[number], string>>;

interface TraceFile {
  readonly entries: readonly TraceFileEntry[];
  /** The test that wrote the file. */
  readonly test?: string;
  /** Names for ids, if the file has any. */
  readonly names: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a trace file, or returns a sentence that says what is wrong with it. */
export function readTraceFile(text: string): TraceFile | { readonly fault: string } {
  const entries: TraceFileEntry[] = [];
  let head: Omit<TraceFile, "entries"> = { names: {} };
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const value = fieldsIn(line);
    if (at === 0 && value?.["kind"] === "test" && value["id"] === undefined) {
      head = headOf(value);
    } else if (isEntry(value)) entries.push(value);
    else return { fault: `Line ${at + 1} is not an entry of a journal.` };
  }
  return entries.length === 0 ? { fault: "The file has no entries." } : { ...head, entries };
}

function headOf({ test, names }: Fields): Omit<TraceFile, "entries"> {
  const given = Object.entries(typeof names === "object" ? (names ?? {}) : {});
  return {
    ...(typeof test === "string" ? { test } : {}),
    names: Object.fromEntries(given.filter(([, name]) => typeof name === "string")),
  };
}

function isEntry(value: Fields | undefined): value is TraceFileEntry {
  if (value === undefined || !texts.every((name) => typeof value[name] === "string")) return false;
  return [value["at"], value["real_at"]].every((each) => instant.test(String(each)));
}

function fieldsIn(line: string): Fields | undefined {
  try {
    return (JSON.parse(line) as Fields | null) ?? undefined;
  } catch {
    return undefined;
  }
}
