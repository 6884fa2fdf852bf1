// Removes the reactions and votes on a message when it is deleted.
import type { Context, JobDeclaration } from "../../platform/context.ts";
import type { AnyTable } from "../../platform/store.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { pollVotes } from "./polls/poll.ts";
import { reactions } from "./reactions/reaction.ts";

/** Removes the records of a table in a range of keys. @returns how many records were removed */
export async function deleteRange(
  ctx: Context,
  table: AnyTable,
  range: { readonly after: string; readonly before: string; readonly limit?: number },
): Promise<number> {
  const found = await ctx.tx.find<object>(table, range);
  for (const record of found) ctx.tx.delete(table, table.key(record));
  return found.length;
}

interface OfMessage {
  readonly messageId: string;
}

/** Records of each kind that are removed in one transaction. */
const PAGE = 500;

export const deleteReactionsAndVotes: JobDeclaration<OfMessage> = {
  name: "message.forgetReactionsAndVotes",
  async run(ctx, { messageId }) {
    const page = { ...withPrefix(messageId), limit: PAGE };
    const counts = [
      await deleteRange(ctx, reactions, page),
      await deleteRange(ctx, pollVotes, page),
    ];
    if (Math.max(...counts) < PAGE) return;
    ctx.schedule(deleteReactionsAndVotes, ctx.now, { messageId });
  },
};
