// Where the channels of a guild stand. Source: protocol: channels-and-threads 1.5.
import { holds, UnknownChannel } from "@antechamber/contract";
import type { ChannelPlaces } from "@antechamber/contract/channels";
import type { Static } from "@antechamber/contract/schema";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { channelsOf } from "../guilds/operations.ts";
import { basePermissions, type PermissionContext } from "../guilds/permissions.ts";
import { keepChannel, requireInChannel, type GuildChannel } from "./editing.ts";
import { requireOwnBits } from "./overwrites.ts";
import { placedIn } from "./parents.ts";

type Place = Static<typeof ChannelPlaces>[number];

/** Moves channels of a guild. @throws MissingPermissions, UnknownChannel, InvalidForm */
export async function moveChannels(
  ctx: Context,
  permissionContext: PermissionContext,
  read: () => readonly Place[],
): Promise<void> {
  if (!holds(basePermissions(permissionContext), "MANAGE_CHANNELS"))
    throw missingPermission("MANAGE_CHANNELS");
  const all = await channelsOf(ctx, permissionContext.guild.id);
  for (const place of read()) {
    if (place.id === undefined) continue;
    const at = all.findIndex(({ id }) => id === place.id);
    const channel = all[at];
    if (channel?.guild_id === undefined) throw new ApiError(UnknownChannel);
    const before = { ...channel, guild_id: channel.guild_id };
    const after = placedAt(permissionContext, { all, channel: before }, place);
    all[at] = await keepChannel(ctx, { permissionContext, channel: before }, after);
  }
}

interface Among {
  readonly all: readonly ChannelRecord[];
  readonly channel: GuildChannel;
}

function placedAt(
  permissionContext: PermissionContext,
  { all, channel }: Among,
  { position = channel.position ?? 0, parent_id, lock_permissions }: Place,
): GuildChannel {
  const moved = { ...placedIn(all, channel, parent_id), position };
  const category = all.find((each) => each.id === moved.parent_id);
  if (lock_permissions !== true || category === undefined) return moved;
  const after = category.permission_overwrites ?? [];
  requireInChannel({ permissionContext, channel }, "MANAGE_ROLES");
  requireOwnBits(permissionContext, { channel, parent: category, after });
  return { ...moved, permission_overwrites: after };
}
