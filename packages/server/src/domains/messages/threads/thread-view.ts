// Adds to a message the thread that began from it.
import { MessageFlag, type Message } from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { channels, channelView } from "../../guilds/guild.ts";

/** A message's view with the thread that began from it, if it still exists. */
export async function withThread<V extends Static<typeof Message>>(
  ctx: ReadContext,
  view: V,
): Promise<V> {
  if ((view.flags & MessageFlag.HAS_THREAD) === 0) return view;
  const thread = await ctx.tx.get(channels, snowflakeKey(view.id));
  return thread === undefined ? view : { ...view, thread: channelView(thread) };
}
