// The instance of an activity that an interaction launched.
import type { Context } from "../../platform/context.ts";

/**
 * The id of a new instance: which launch it was, and where: `i-<launch>-gc-<guild>-<channel>`, or
 * `pc` outside guilds. Source: assumed, as clients have seen them.
 */
export function newActivityInstance(
  ctx: Context,
  place: { readonly channel_id: string; readonly guild_id?: string },
): string {
  const { channel_id, guild_id } = place;
  const where = guild_id === undefined ? `pc-${channel_id}` : `gc-${guild_id}-${channel_id}`;
  return `i-${ctx.id()}-${where}`;
}
