// A trace as lines of JSON, an entry whole in each: a file that can be opened without its world.
import type { Entry } from "../entry.ts";
import { wholeEntryView } from "../view.ts";

export function jsonLines(entries: readonly Entry[]): string {
  return entries.map((entry) => `${JSON.stringify(wholeEntryView(entry))}\n`).join("");
}
