// The positions of a guild's channels. Source: protocol: channels-and-threads 1.5.
import { holds, MissingAccess, UnknownChannel } from "@antechamber/contract";
import { OneParentAtATime, type ChannelPlaces } from "@antechamber/contract/channels";
import { ChannelType } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import type { ChannelRecord, GuildChannelRecord } from "../guilds/guild.ts";
import { channelsOf } from "../guilds/operations.ts";
import {
  basePermissions,
  channelPermissions,
  type PermissionContext,
} from "../guilds/permissions.ts";
import { ownFields } from "./channel.ts";
import { storeChannel, requireInChannel } from "./editing.ts";
import { requireOwnBits } from "./overwrites.ts";
import { placedIn } from "./parents.ts";

type Place = Static<typeof ChannelPlaces>[number];

/**
 * Moves channels of a guild. At most one of them may move to another category.
 *
 * @throws MissingAccess, MissingPermissions, OneParentAtATime, UnknownChannel, InvalidForm
 */
export async function moveChannels(
  ctx: Context,
  permissionContext: PermissionContext,
  read: () => readonly Place[],
): Promise<void> {
  const all = await channelsOf(ctx, permissionContext.guild.id);
  const mayMove =
    managesIn(permissionContext) || all.some((each) => managesIn(permissionContext, each));
  if (!mayMove) throw missingPermission("MANAGE_CHANNELS");
  const moves = read().flatMap((place) =>
    place.id === undefined ? [] : [{ place, channel: channelIn(all, place.id) }],
  );
  const toOthers = moves.filter(({ channel, place }) => isToAnother(channel, place));
  if (new Set(toOthers.map(({ channel }) => channel.id)).size > 1)
    throw new ApiError(OneParentAtATime);
  for (const move of moves) requireMove(permissionContext, all, move);
  for (const { place } of moves) {
    const channel = channelIn(all, place.id);
    const after = placedAt(permissionContext, { all, channel }, place);
    all[all.indexOf(channel)] = await storeChannel(ctx, { permissionContext, channel }, after);
  }
}

/** @throws UnknownChannel */
function channelIn(all: readonly ChannelRecord[], id: string | undefined): GuildChannelRecord {
  const channel = all.find((each) => each.id === id);
  if (channel?.guild_id === undefined) throw new ApiError(UnknownChannel);
  return channel as GuildChannelRecord;
}

function isToAnother(channel: ChannelRecord, { parent_id: parentId }: Place): boolean {
  return parentId !== undefined && parentId !== (channel.parent_id ?? null);
}

/** True if a member may manage channels in the given channel or category, or else in the guild. */
function managesIn(permissionContext: PermissionContext, channel?: ChannelRecord): boolean {
  if (channel === undefined) return holds(basePermissions(permissionContext), "MANAGE_CHANNELS");
  const set = channelPermissions(permissionContext, channel);
  return holds(set, "VIEW_CHANNEL", "MANAGE_CHANNELS");
}

/**
 * To change a channel's position, members need to manage channels in the guild or in its category,
 * even if they cannot see the channel. To change its category, they need to manage channels in the
 * channel itself and in its new category.
 */
function requireMove(
  permissionContext: PermissionContext,
  all: readonly ChannelRecord[],
  { channel, place }: { readonly channel: GuildChannelRecord; readonly place: Place },
): void {
  const category = (id: string | null | undefined) =>
    all.find((each) => each.id === id && each.type === ChannelType.GUILD_CATEGORY);
  if (isToAnother(channel, place)) {
    const mayMove = managesIn(permissionContext, channel);
    if (!mayMove || !managesIn(permissionContext, category(place.parent_id)))
      throw new ApiError(MissingAccess);
    return;
  }
  const parent = category(channel.parent_id);
  const mayOrder = parent !== undefined && managesIn(permissionContext, parent);
  if (!mayOrder && !managesIn(permissionContext)) throw missingPermission("MANAGE_CHANNELS");
}

interface Among {
  readonly all: readonly ChannelRecord[];
  readonly channel: GuildChannelRecord;
}

function placedAt(
  permissionContext: PermissionContext,
  { all, channel }: Among,
  { position = channel.position ?? 0, parent_id, lock_permissions, flags }: Place,
): GuildChannelRecord {
  if (flags !== undefined) requireInChannel({ permissionContext, channel }, "MANAGE_CHANNELS");
  const own = flags === undefined ? {} : ownFields(channel, { flags });
  const moved = { ...placedIn(all, channel, parent_id), ...own, position };
  const category = all.find((each) => each.id === moved.parent_id);
  if (lock_permissions !== true || category === undefined) return moved;
  const after = category.permission_overwrites ?? [];
  requireInChannel({ permissionContext, channel }, "MANAGE_ROLES");
  requireOwnBits(permissionContext, { channel, parent: category, after });
  return { ...moved, permission_overwrites: after };
}
