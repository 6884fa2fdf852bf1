// The limit on how often a channel publishes. Source: protocol: channels-and-threads 6.
import { limits } from "@antechamber/contract";
import { TooManyCrossposts } from "@antechamber/contract/webhooks";
import { snowflakeKey } from "@antechamber/contract/schema";
import { tooManyRequests } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import type { Context } from "../../../platform/context.ts";
import { isWithinLast } from "../../../platform/time/set-back.ts";
import { tableOf } from "../../../platform/store.ts";

/** When a channel last published messages. */
export interface CrosspostTimes {
  readonly channel_id: string;
  /** Oldest first; may include instants that are outside the window by now. */
  readonly at: readonly Millis[];
}

export const crosspostTimes = tableOf<CrosspostTimes>()({
  name: "crosspost_times",
  key: ({ channel_id }) => snowflakeKey(channel_id),
});

/** Counts one more published message of a channel. @throws TooManyCrossposts */
export async function takeTurn(ctx: Context, channelId: string): Promise<void> {
  const { value: max, windowMs } = limits.crosspostsPerChannel;
  const published = await ctx.tx.get(crosspostTimes, snowflakeKey(channelId));
  const at = (published?.at ?? []).filter((each) => isWithinLast(windowMs, each, ctx.now));
  const [oldest = ctx.now] = at;
  if (at.length >= max) throw tooManyRequests(TooManyCrossposts, oldest + windowMs - ctx.now);
  ctx.tx.put(crosspostTimes, { channel_id: channelId, at: [...at, ctx.now] });
}
