// Traces as a transcript for people, one after another.
import type { types } from "@antechamber/sdk/control";
import { LIST_MAX, call } from "../api/queries.ts";
import { clockText } from "../parts/time.tsx";
import { conversationOf, headingOf, namesIn, type NameOf } from "./conversation.ts";
import { entriesIn } from "./trace-file.ts";

/** The transcript of a world's trace file. @throws RestError */
export async function transcriptIn(world: string, file: string): Promise<string> {
  const read = entriesIn(file);
  if ("fault" in read) throw new Error(read.fault);
  const query = { limit: LIST_MAX };
  const [applications, users] = await Promise.all([
    call(world, "control.applications.list", { query }),
    call(world, "control.users.list", { query }),
  ]);
  const names = new Map<string | undefined, string | undefined>([
    ...users.items.map(({ id, username }) => [id, username] as const),
    ...applications.items.map(({ id, name }) => [id, name] as const),
  ]);
  return transcriptOf(read.entries, (id) => names.get(id));
}

const signs = { good: "", bad: "✕ ", warn: "! ", soft: "" } as const;

/** Each trace with its lines, in the order in which the traces started. */
export function transcriptOf(entries: readonly types.WholeEntry[], nameOf: NameOf): string {
  const traces = [...Map.groupBy(entries, ({ trace }) => trace)];
  return traces.map(([trace, own]) => traceText(trace, own, nameOf)).join("\n");
}

function traceText(trace: string, entries: readonly types.WholeEntry[], nameOf: NameOf): string {
  const known = namesIn(entries);
  const nameIn: NameOf = (id) => nameOf(id) ?? known.get(id);
  const lines = conversationOf(entries).map((line) => {
    const { entry, says, quote, tone } = line;
    const quoted = quote === undefined ? "" : `\n${indented(quote)}`;
    return `${clockText(entry.at)}  ${headingOf(line, nameIn)}: ${signs[tone]}${says}${quoted}`;
  });
  return [`trace ${trace}, ${entries[0]?.at.slice(0, 10) ?? ""}`, ...lines, ""].join("\n");
}

/** Indents further lines below the text that follows the time. */
function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `${" ".repeat(14)}| ${line}`)
    .join("\n");
}
