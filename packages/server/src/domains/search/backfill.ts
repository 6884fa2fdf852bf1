// Adds messages that are older than the search index to it when the service starts. Each page is a
// job of its own, so a restart continues where the last run stopped.
import type { AnyJob, Context, JobDeclaration } from "../../platform/context.ts";
import { storeMessage } from "../messages/message-store.ts";
import { messages } from "../messages/message.ts";
import { caughtUp, searchBackfills } from "./search.ts";

/** How many messages are indexed in one transaction. */
const PAGE = 500;

interface Page {
  /** The cursor: the key of the previous page's last message; absent for the first page. */
  readonly after?: string;
}

const indexPage: JobDeclaration<Page> = {
  name: "search.index_page",
  async run(ctx, from) {
    const page = await ctx.tx.find(messages, { ...from, limit: PAGE });
    for (const message of page) storeMessage(ctx.tx, message);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) ctx.tx.put(searchBackfills, caughtUp);
    else ctx.schedule(indexPage, ctx.now, { after: messages.key(last) });
  },
};

export const searchJobs: readonly AnyJob[] = [indexPage];

/**
 * Schedules the indexing of older messages; until it is complete, searches answer that the index is
 * not ready.
 */
export async function backfill(ctx: Context): Promise<void> {
  if ((await ctx.tx.get(searchBackfills, caughtUp.name)) !== undefined) return;
  const [any] = await ctx.tx.find(messages, { limit: 1 });
  ctx.tx.put(searchBackfills, { ...caughtUp, isDone: any === undefined });
  if (any !== undefined) ctx.schedule(indexPage, ctx.now, {});
}
