// The server-sent events of the journal, and the interface of what writes them. Source: product.md,
// Journal.
import type { JournalHello } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { EntryView } from "./view.ts";

/** Reads the journal for one stream. */
export interface StreamReader {
  /** Writes what the stream starts with. */
  begin(): void;
  /** Schedules a write after an entry has ended. */
  wake(): void;
  /** Writes everything that the sink accepts now. */
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

/** The event that reports how many entries were evicted before the reader received them. */
export function gapText(missed: number): string {
  return eventText("gap", { missed });
}
