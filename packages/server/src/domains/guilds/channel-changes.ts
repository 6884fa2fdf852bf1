// What becomes of a channel of a guild. Source: machine specification; protocol: lobbies-and-sdk 4.
import {
  holds,
  LinkedChannelAgeRestricted,
  MissingPermissions,
  WrongChannelType,
  type ChannelChange,
  type Static,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { announceChannel } from "./announcements.ts";
import { channels, type ChannelRecord } from "./guild.ts";
import { isThread, permissionsIn } from "./operations.ts";

type Change = Static<typeof ChannelChange>;

/** Every channel of a guild has these; the others only some. */
const common: ReadonlySet<string> = new Set(["name", "position"]);

/**
 * Changes a channel, and tells who sees it.
 *
 * @throws WrongChannelType outside of guilds and for threads, MissingPermissions,
 *   LinkedChannelAgeRestricted
 */
export async function changeChannel(
  ctx: Context,
  channel: ChannelRecord,
  { userId, change: read }: { readonly userId: string; readonly change: () => Change },
): Promise<ChannelRecord> {
  if (channel.guild_id === undefined || isThread(channel)) throw new ApiError(WrongChannelType);
  const may = await permissionsIn(ctx, channel, userId);
  if (!holds(may, "MANAGE_CHANNELS")) throw new ApiError(MissingPermissions);
  const change = read();
  if (change.nsfw === true && channel.linked_lobby !== undefined) {
    throw new ApiError(LinkedChannelAgeRestricted);
  }
  const own = Object.entries(change).filter(([field]) => common.has(field) || field in channel);
  const changed: ChannelRecord = { ...channel, ...Object.fromEntries(own) };
  if (own.every(([field, value]) => Reflect.get(channel, field) === value)) return channel;
  ctx.tx.put(channels, changed);
  announceChannel(ctx, changed, "known");
  return changed;
}
