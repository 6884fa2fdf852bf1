// Removes the reactions of messages that are deleted.
import type { Context, JobDeclaration } from "../../../platform/context.ts";
import { withPrefix } from "../../applications/installs.ts";
import { reactions } from "./reaction.ts";

/** Removes reactions by the range of their keys. @returns how many */
export async function forgetReactions(
  ctx: Context,
  range: { readonly after: string; readonly before: string; readonly limit?: number },
): Promise<number> {
  const found = await ctx.tx.find(reactions, range);
  for (const record of found) ctx.tx.delete(reactions, reactions.key(record));
  return found.length;
}

interface OfMessage {
  readonly messageId: string;
}

/** Reactions that are removed in one transaction. */
const REACTIONS_PER_PAGE = 500;

/** Removes the reactions of a deleted message. */
export const forgetReactionsOfMessage: JobDeclaration<OfMessage> = {
  name: "message.forgetReactions",
  async run(ctx, { messageId }) {
    const page = { ...withPrefix(messageId), limit: REACTIONS_PER_PAGE };
    const found = await forgetReactions(ctx, page);
    if (found < REACTIONS_PER_PAGE) return;
    ctx.schedule(forgetReactionsOfMessage, ctx.now, { messageId });
  },
};
