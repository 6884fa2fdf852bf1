// Channels whose overwrites equal those of their category are synced with it.
// Source: protocol: gateway-oauth-limits 2.2, Category sync.
import type { Context } from "../../platform/context.ts";
import { emitChannel } from "./events.ts";
import {
  channels,
  type ChannelRecord,
  type OverwriteRecord,
  type GuildChannelRecord,
} from "./guild.ts";
import { isThread } from "./operations.ts";

type Overwrites = readonly OverwriteRecord[];

/** Compares overwrites regardless of their order. */
function sameOverwrites(one: Overwrites = [], other: Overwrites = []): boolean {
  const textOf = (overwrites: Overwrites) =>
    overwrites.map(({ id, type, allow, deny }) => [type, id, allow, deny].join(" ")).toSorted();
  return textOf(one).join() === textOf(other).join();
}

/** Updates the channels that were synced with a category before its change; emits the events. */
export async function followCategory(
  ctx: Context,
  before: ChannelRecord,
  after: GuildChannelRecord,
): Promise<void> {
  const { permission_overwrites = [] } = after;
  if (sameOverwrites(before.permission_overwrites, permission_overwrites)) return;
  const all = await ctx.tx.find(channels, { index: "guild", value: after.guild_id });
  for (const child of all) {
    if (child.parent_id !== after.id || isThread(child)) continue;
    if (!sameOverwrites(child.permission_overwrites, before.permission_overwrites)) continue;
    const synced = { ...child, permission_overwrites };
    ctx.tx.put(channels, synced);
    emitChannel(ctx, synced, "known");
  }
}

/** A new channel; without overwrites of its own, it takes those of its category. */
export function asInCategory(
  channel: ChannelRecord,
  others: readonly ChannelRecord[],
): ChannelRecord {
  if (isThread(channel)) return channel;
  const category = others.find(({ id }) => id === channel.parent_id);
  const { permission_overwrites } = category ?? {};
  return permission_overwrites === undefined ? channel : { ...channel, permission_overwrites };
}
