// The export formats of the journal: scripts, archives, tests, trace files.
import { call } from "../api/queries.ts";

/** The label and file extension of each format. */
export const forms = {
  curl: { title: "curl script", suffix: ".sh" },
  sdk: { title: "SDK calls", suffix: ".ts" },
  vitest: { title: "vitest test", suffix: ".test.ts" },
  jest: { title: "jest test", suffix: ".test.ts" },
  node: { title: "node:test test", suffix: ".test.ts" },
  pytest: { title: "pytest test", suffix: ".py" },
  transcript: { title: "transcript", suffix: ".txt" },
  jsonl: { title: "trace file", suffix: ".trace.jsonl" },
  har: { title: "HTTP archive (HAR)", suffix: ".har" },
} as const;

export type Form = keyof typeof forms;

/** Formats that can be made from any entries. */
export type EntryForm = "curl" | "har" | "jsonl" | "sdk" | "transcript";

/** A part of the journal: a trace, or all entries between two others. */
export type Part = { readonly trace: string } | { readonly after: string; readonly before: string };

/** Exports a part of the journal in a format. @throws RestError */
export async function written(world: string, part: Part, as: Form): Promise<string> {
  const { form, finish } = finishing(world, as);
  const query = { ...part, as: form };
  return finish(await call(world, "control.journal.export", { query }));
}

/** Exports entries, as many as the service accepts. @throws RestError for an entry that was dropped */
export async function writtenEntries(
  world: string,
  entries: readonly string[],
  as: EntryForm,
): Promise<string> {
  const { form, finish } = finishing(world, as);
  const body = { entries: [...entries], as: form };
  return finish(await call(world, "control.journal.exportEntries", { body }));
}

/** Formats that the console writes itself, from a trace file; the service writes all others. */
type OwnForm = "sdk" | "transcript";

function isOwn(form: Form): form is OwnForm {
  return form === "sdk" || form === "transcript";
}

function finishing<F extends Form>(world: string, as: F) {
  const form = (isOwn(as) ? "jsonl" : as) as Exclude<F, OwnForm>;
  const finish = async (reply: unknown): Promise<string> => {
    const text = typeof reply === "string" ? reply : JSON.stringify(reply, null, 2);
    if (as === "sdk") return (await import("./sdk-lines.ts")).sdkLinesIn(text);
    if (as !== "transcript") return text;
    const { transcriptIn } = await import("./transcript.ts");
    return transcriptIn(world, text);
  };
  return { form, finish };
}
