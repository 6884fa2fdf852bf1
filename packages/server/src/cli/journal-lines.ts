// Formats journal entries as lines.
import type { types } from "@antechamber/sdk/control";
import type { Output } from "./output.ts";

type Entry = types.JournalEntry;

const NAME_WIDTH = 28;

/** `12:04:05.123 #42 request 201 lobbies.create …`. */
export function entryLine(entry: Entry, out: Output): string {
  const { id, at, kind, status, name, summary, sessions } = entry;
  const receivers = sessions === undefined ? "" : ` → ${sessions}`;
  const colour = kind === "refusal" || kind === "fault" || (status ?? 0) >= 400 ? "red" : "green";
  return [
    out.paint("dim", at.slice(11, 23)),
    out.paint("dim", `#${id}`.padStart(6)),
    kind.padEnd(8),
    out.paint(colour, String(status ?? "").padEnd(3)),
    name.padEnd(NAME_WIDTH),
    `${summary}${receivers}`,
  ].join(" ");
}

/** The entries of a trace, each indented below its cause. */
export function traceLines(entries: readonly Entry[], out: Output): readonly string[] {
  const depths = new Map<string, number>();
  return entries.map((entry) => {
    const above = entry.cause === null ? undefined : depths.get(entry.cause);
    const depth = above === undefined ? 0 : above + 1;
    depths.set(entry.id, depth);
    return `${"  ".repeat(depth)}${entryLine(entry, out)}`;
  });
}
