// A trace as JSON lines, one complete entry per line, so that the file can be read without its
// world.
import type { Entry } from "../entry.ts";
import { wholeEntryView } from "../view.ts";

export function jsonLines(entries: readonly Entry[]): string {
  return entries.map((entry) => `${JSON.stringify(wholeEntryView(entry))}\n`).join("");
}
