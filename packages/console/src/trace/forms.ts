// What parts of the journal are written as: scripts, archives, tests, files for another console.
import { call } from "../api/queries.ts";

/** How each is called, and how its file ends. */
export const forms = {
  curl: { title: "a script of curl", suffix: ".sh" },
  sdk: { title: "lines of the SDK", suffix: ".ts" },
  vitest: { title: "a test for vitest", suffix: ".test.ts" },
  jest: { title: "a test for jest", suffix: ".test.ts" },
  node: { title: "a test for node:test", suffix: ".test.ts" },
  pytest: { title: "a test for pytest", suffix: ".py" },
  transcript: { title: "a transcript", suffix: ".txt" },
  jsonl: { title: "a trace file", suffix: ".trace.jsonl" },
  har: { title: "an HTTP archive", suffix: ".har" },
} as const;

export type Form = keyof typeof forms;

/** Those that are written of entries, whatever these are. */
export type EntryForm = "curl" | "har" | "jsonl" | "sdk" | "transcript";

/** Which part of the journal: a trace, or all between two entries that do not belong to it. */
export type Part = { readonly trace: string } | { readonly after: string; readonly before: string };

/** Writes a part of the journal in one of the forms. @throws RestError */
export async function written(world: string, part: Part, as: Form): Promise<string> {
  const { form, finish } = finishing(world, as);
  const query = { ...part, as: form };
  return finish(await call(world, "control.journal.export", { query }));
}

/** Writes entries, as many as the service takes. @throws RestError for one that is forgotten */
export async function writtenEntries(
  world: string,
  entries: readonly string[],
  as: EntryForm,
): Promise<string> {
  const { form, finish } = finishing(world, as);
  const body = { entries: [...entries], as: form };
  return finish(await call(world, "control.journal.exportEntries", { body }));
}

/** What is written here, of what a trace file holds; everything else is, by the service. */
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
