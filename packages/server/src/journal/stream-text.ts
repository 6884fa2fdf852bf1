// Server-sent events of the journal, and what writes them. Source: product.md, Journal.
import type { JournalHello } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { EntryView } from "./view.ts";

/** What goes through the journal for one stream. */
export interface StreamReader {
  /** Writes what its wish begins with. */
  begin(): void;
  /** Something has ended, which it writes soon. */
  wake(): void;
  /** Writes all that it can now. */
  pump(): void | Promise<void>;
  end(): void;
}

function eventText(name: string, data: unknown, id?: string): string {
  return `event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

export function helloText(hello: Static<typeof JournalHello>): string {
  return eventText("hello", hello);
}

export function entryText(entry: EntryView): string {
  return eventText("entry", entry, entry.id);
}

/** So many entries were forgotten before the reader took them. */
export function gapText(missed: number): string {
  return eventText("gap", { missed });
}
