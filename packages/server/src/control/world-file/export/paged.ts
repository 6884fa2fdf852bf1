// Reads a table in pages, with turns for the event loop in between.
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { Search, Table } from "../../../platform/store.ts";
import { nextTurn } from "../../../platform/async/event-loop.ts";

/** How many records are read before the event loop gets a turn. */
const PAGE = 200;

/** Every record of a table; the event loop gets a turn between pages. */
export async function* paged<R extends object>(
  ctx: ReadContext,
  table: Table<R>,
  search: Pick<Search, "before" | "after"> = {},
): AsyncGenerator<R, void, undefined> {
  let after = search.after;
  for (;;) {
    const from = definedFields({ after });
    const page = await ctx.tx.find(table, { ...search, ...from, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = table.key(last);
    await nextTurn();
  }
}
