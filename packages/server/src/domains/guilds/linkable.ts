// Which channels a lobby of a game can be linked to, and who would see its messages there.
// Source: protocol: lobbies-and-sdk 2.5, 3.
import { holds, permissionSet } from "@antechamber/contract";
import { ChannelType, type Channel } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { channelView, type ChannelRecord } from "./guild.ts";
import { channelPermissions, everyonePermissions, type PermissionContext } from "./permissions.ts";

/** The permissions that a member needs in a channel to link it. */
const needed = ["MANAGE_CHANNELS", "VIEW_CHANNEL", "SEND_MESSAGES"] as const;
const reading = ["VIEW_CHANNEL", "SEND_MESSAGES"] as const;

/** True when a member has the permissions to link the channel. */
export function mayLink(permissionContext: PermissionContext, channel: ChannelRecord): boolean {
  return holds(channelPermissions(permissionContext, channel), ...needed);
}

/** What a player is shown of a channel when choosing one to link. */
interface Linkability {
  readonly is_linkable: boolean;
  readonly is_viewable_and_writeable_by_all_members: boolean;
}

/** The channels that a player sees, and whether they may link a lobby to each. */
export function linkableAmong(
  channels: readonly ChannelRecord[],
  permissionContext: PermissionContext | undefined,
): (Static<typeof Channel> & Linkability)[] {
  if (permissionContext === undefined) return [];
  return channels
    .filter((channel) => holds(channelPermissions(permissionContext, channel), "VIEW_CHANNEL"))
    .map((channel) => ({ ...channelView(channel), ...linkabilityOf(permissionContext, channel) }));
}

/** Whether a member may link a lobby to the channel, and whether everyone could use the channel. */
function linkabilityOf(permissionContext: PermissionContext, channel: ChannelRecord): Linkability {
  const isFree = channel.linked_lobby === undefined && channel.nsfw !== true;
  return {
    is_linkable:
      channel.type === ChannelType.GUILD_TEXT && isFree && mayLink(permissionContext, channel),
    is_viewable_and_writeable_by_all_members: isOpenToAll(permissionContext, channel),
  };
}

/** True if everyone in the guild can read and write in the channel: no overwrite denies it. */
function isOpenToAll(permissionContext: PermissionContext, channel: ChannelRecord): boolean {
  const overwrites = channel.permission_overwrites ?? [];
  const required = permissionSet(...reading);
  const isDenied = ({ type, id, deny }: (typeof overwrites)[number]) =>
    (type !== 0 || id !== permissionContext.guild.id) && (BigInt(deny) & required) !== 0n;
  if (overwrites.some(isDenied)) return false;
  return holds(everyonePermissions(permissionContext, channel), ...reading);
}
