// Channels between two users. Source: product.md, Simulated users.
import { ChannelType } from "@antechamber/contract";
import type { Context, ReadContext } from "../../platform/context.ts";
import { channels, type ChannelRecord } from "../guilds/guild.ts";

/** The direct message channel of two users, or undefined when they have none yet. */
async function directMessage(
  ctx: ReadContext,
  userId: string,
  otherId: string,
): Promise<ChannelRecord | undefined> {
  const own = await ctx.tx.find(channels, { index: "recipient", value: userId });
  return own.find(
    (channel) => channel.type === ChannelType.DM && channel.recipientIds?.includes(otherId),
  );
}

/** The direct message channel of two users, opened when they have none yet. */
export async function openDirectMessage(
  ctx: Context,
  userId: string,
  otherId: string,
): Promise<ChannelRecord> {
  const open = await directMessage(ctx, userId, otherId);
  if (open !== undefined) return open;
  const channel: ChannelRecord = {
    id: ctx.id(),
    type: ChannelType.DM,
    last_message_id: null,
    flags: 0,
    recipientIds: [userId, otherId],
  };
  ctx.tx.put(channels, channel);
  return channel;
}
