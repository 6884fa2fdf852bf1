// Updates the copies of a published message whenever the message changes, in whatever way.
import {
  MessageDelete,
  MessageDeleteBulk,
  MessageFlag,
  MessageUpdate,
} from "@antechamber/contract/messages";
import type { Context } from "../../../platform/context.ts";
import { eventHook, type EventHook } from "../../../platform/event-hooks.ts";
import { messages } from "../message.ts";
import { disownCrossposts, refreshCrossposts } from "./delivery.ts";

async function scheduleDisowning(
  ctx: Context,
  channelId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const copies = await ctx.tx.count(messages, { index: "crosspost", value: id, limit: 1 });
    if (copies > 0) ctx.schedule(disownCrossposts, ctx.now, { channelId, id });
  }
}

export const crosspostEventHooks: readonly EventHook[] = [
  eventHook(MessageUpdate, async (ctx, { channel_id: channelId, id, flags }) => {
    if ((flags & MessageFlag.CROSSPOSTED) === 0) return;
    ctx.schedule(refreshCrossposts, ctx.now, { channelId, id });
  }),
  eventHook(MessageDelete, (ctx, gone) => scheduleDisowning(ctx, gone.channel_id, [gone.id])),
  eventHook(MessageDeleteBulk, (ctx, gone) => scheduleDisowning(ctx, gone.channel_id, gone.ids)),
];
