// The channels that an application may search. Source: protocol: lobbies-and-sdk 9.
import { holds } from "@antechamber/contract";
import { missingPermission } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { channels, type ChannelRecord, type GuildRecord } from "../guilds/guild.ts";
import { isThread, permissionContextOf } from "../guilds/operations.ts";
import { permissionsAt, type PermissionContext } from "../guilds/permissions.ts";
import { threadFields, threadMemberIds, threadMemberOf } from "../guilds/thread-fields.ts";

/** The channels of a guild to search. */
export interface ChannelSelection {
  readonly channelIds: readonly string[] | undefined;
  readonly includesAgeRestricted: boolean;
}

const READING = ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"] as const;

/**
 * The channels and threads of a guild whose history a user may read, by id.
 *
 * @throws MissingPermissions when the user may read none of the requested channels
 */
export async function searchableChannels(
  ctx: ReadContext,
  of: { readonly guildId: string; readonly userId: string },
  { channelIds, includesAgeRestricted }: ChannelSelection,
): Promise<ReadonlyMap<string, ChannelRecord>> {
  const permissionContext = await permissionContextOf(ctx, of.guildId, of.userId);
  const all = await ctx.tx.find(channels, { index: "guild", value: of.guildId });
  const byId = new Map(all.map((channel) => [channel.id, channel]));
  const sourceOf = (channel: ChannelRecord) =>
    isThread(channel) ? (byId.get(channel.parent_id ?? "") ?? channel) : channel;
  const ids = channelIds && new Set(channelIds);
  const requested = ids === undefined ? all : all.filter(({ id }) => ids.has(id));
  const open =
    permissionContext === undefined
      ? []
      : requested.filter((each) => mayRead(permissionContext, each, sourceOf(each)));
  if (open.length === 0 && requested.length > 0) throw missingPermission(...READING);
  const searchable = open.filter((each) => includesAgeRestricted || sourceOf(each).nsfw !== true);
  return new Map(searchable.map((channel) => [channel.id, channel]));
}

function mayRead(
  permissionContext: PermissionContext,
  channel: ChannelRecord,
  source: ChannelRecord,
): boolean {
  return holds(permissionsAt(permissionContext, channel, source), ...READING);
}

/** A thread as shown in search results. */
export function threadView(guild: GuildRecord, thread: ChannelRecord): object {
  const { id, type, name, parent_id, flags, rate_limit_per_user, last_message_id } = thread;
  return {
    id,
    type,
    name: name ?? "",
    guild_id: guild.id,
    parent_id: parent_id ?? null,
    flags,
    rate_limit_per_user: rate_limit_per_user ?? 0,
    last_message_id: last_message_id ?? null,
    owner_id: thread.owner_id ?? guild.owner_id,
    ...threadFields(thread),
  };
}

/** The thread's membership of a user; empty for a user who is not in it. */
export function ownMembership(thread: ChannelRecord, userId: string): object[] {
  return threadMemberIds(thread).includes(userId) ? [threadMemberOf(thread, userId)] : [];
}
