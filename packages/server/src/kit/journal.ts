// Reads the journal of a world.
import type { ControlClient } from "./client/control-client.ts";
import { PAGE_MAX, wholeList } from "./client/whole-list.ts";
import type { JournalEntry } from "./client/wire-types.ts";
import type { JournalFilters } from "./generated/control-forms.ts";

/** All entries that filters select, the newest last; with `limit` or `before`, one page of them. */
export async function journalEntries(
  control: ControlClient,
  filters: JournalFilters | Readonly<Record<string, string>>,
): Promise<readonly JournalEntry[]> {
  const isPage = "limit" in filters || "before" in filters;
  // Without a cursor, the newest page would come.
  if (!isPage) return wholeList(control, "GET /journal", { after: "0", ...filters });
  const query = { limit: PAGE_MAX, ...filters };
  return (await control.call<{ items: JournalEntry[] }>("GET /journal", { query })).items;
}
