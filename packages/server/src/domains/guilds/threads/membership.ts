// Members of threads: joining, leaving, and the events of both.
// Source: protocol: channels-and-threads 2.5, 2.6.
import { holds, limits, type PermissionName } from "@antechamber/contract";
import { TooManyThreadMembers } from "@antechamber/contract/channels";
import {
  ChannelType,
  ThreadCreate,
  ThreadMembersUpdate,
  ThreadMemberUpdate,
} from "@antechamber/contract/guilds";
import { snowflakeKey, timestamp } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { users } from "../../users/user.ts";
import { emitChannel } from "../events.ts";
import { channels, channelView, memberView, type GuildChannelRecord } from "../guild.ts";
import { canEnter, channelsNaming, isThread, memberOf } from "../operations.ts";
import {
  shownMemberCount,
  threadMemberIds,
  threadMemberOf,
  threadMetadata,
} from "../thread-fields.ts";

/** A thread of a guild. */
export type ThreadRecord = GuildChannelRecord;

/** The thread with one more member. */
export function withMember(thread: ThreadRecord, userId: string, at: string): ThreadRecord {
  const { hasOwnerLeft, ...rest } = thread;
  const joinedAt = { ...thread.joinedAt, [userId]: at };
  if (userId === thread.owner_id) return { ...rest, joinedAt };
  const left = hasOwnerLeft === true ? { hasOwnerLeft } : {};
  return { ...rest, ...left, joinedAt, memberIds: [...(thread.memberIds ?? []), userId] };
}

/** The thread with one member less. */
export function withoutMember(thread: ThreadRecord, userId: string): ThreadRecord {
  const { [userId]: _at, ...joinedAt } = thread.joinedAt ?? {};
  // World files may name the owner among the members, too.
  const memberIds = (thread.memberIds ?? []).filter((id) => id !== userId);
  const left = { ...thread, joinedAt, memberIds };
  return userId === thread.owner_id ? { ...left, hasOwnerLeft: true } : left;
}

/**
 * The scope of everyone who sees a thread; for a private one, `memberIds` may include former
 * members.
 */
function scopeOf(thread: ThreadRecord, memberIds: readonly string[]) {
  const { id, guild_id, parent_id, type } = thread;
  return type === ChannelType.PRIVATE_THREAD
    ? ({
        kind: "channel",
        guild_id,
        channel_id: parent_id ?? id,
        thread_member_ids: memberIds,
      } as const)
    : ({ kind: "channel", guild_id, channel_id: id } as const);
}

/** The permission that a user with the given ones lacks to add others to a thread. */
export function lackedToAdd(
  thread: ThreadRecord,
  userId: string,
  permissions: bigint,
): PermissionName | undefined {
  if (!holds(permissions, "SEND_MESSAGES_IN_THREADS")) return "SEND_MESSAGES_IN_THREADS";
  const isOpen = threadMetadata(thread).invitable !== false || thread.owner_id === userId;
  return isOpen || holds(permissions, "MANAGE_THREADS") ? undefined : "MANAGE_THREADS";
}

/** True for a member of the guild who sees the channel that a thread is in. */
export function canBeAdded(
  ctx: ReadContext,
  thread: ThreadRecord,
  userId: string,
): Promise<boolean> {
  return canEnter(ctx, { ...thread, type: ChannelType.PUBLIC_THREAD }, userId);
}

/**
 * Adds a user to a thread and emits that; an existing member stays unchanged.
 *
 * @throws TooManyThreadMembers
 */
export async function addToThread(
  ctx: Context,
  thread: ThreadRecord,
  userId: string,
): Promise<ThreadRecord> {
  const before = threadMemberIds(thread);
  if (before.includes(userId)) return thread;
  if (before.length >= limits.threadMembers.value) throw new ApiError(TooManyThreadMembers);
  const after = withMember(thread, userId, timestamp(ctx.now));
  ctx.tx.put(channels, after);
  const member = threadMemberOf(after, userId);
  ctx.emit(ThreadCreate, scopeOfOne(after, userId), { ...channelView(after), member });
  await emitJoin(ctx, after, userId);
  return after;
}

const scopeOfOne = ({ id, guild_id }: ThreadRecord, user_id: string) =>
  ({ kind: "channel", guild_id, channel_id: id, user_id }) as const;

/**
 * A thread member with their guild member; the presence is null, because presences have their own
 * events.
 */
async function addedMember(ctx: ReadContext, thread: ThreadRecord, userId: string) {
  const member = await memberOf(ctx, thread.guild_id, userId);
  const user = await ctx.tx.get(users, snowflakeKey(userId));
  return {
    ...threadMemberOf(thread, userId),
    ...(member === undefined || user === undefined ? {} : { member: memberView(member, user) }),
    presence: null,
  };
}

/** Emits that a user joined a thread, even if they have just created it. */
export async function emitJoin(ctx: Context, thread: ThreadRecord, userId: string): Promise<void> {
  const { id, guild_id } = thread;
  ctx.emit(ThreadMembersUpdate, scopeOf(thread, threadMemberIds(thread)), {
    id,
    guild_id,
    member_count: shownMemberCount(thread),
    added_members: [await addedMember(ctx, thread, userId)],
    removed_member_ids: [],
  });
  emitMembership(ctx, thread, userId);
}

/** Emits a thread member to their own sessions. */
function emitMembership(ctx: Context, thread: ThreadRecord, userId: string): void {
  const { guild_id } = thread;
  const member = threadMemberOf(thread, userId);
  ctx.emit(ThreadMemberUpdate, scopeOfOne(thread, userId), { ...member, guild_id });
}

/**
 * Emits that a thread is unarchived, and to each member their membership, because clients keep only
 * active threads.
 */
export function emitUnarchived(ctx: Context, thread: ThreadRecord): void {
  emitChannel(ctx, thread, "known");
  for (const userId of threadMemberIds(thread)) emitMembership(ctx, thread, userId);
}

/** Removes a user from a thread and emits that; does nothing if they are not a member. */
export function removeFromThread(ctx: Context, thread: ThreadRecord, userId: string): ThreadRecord {
  const before = threadMemberIds(thread);
  if (!before.includes(userId)) return thread;
  const after = withoutMember(thread, userId);
  ctx.tx.put(channels, after);
  const { id, guild_id } = after;
  ctx.emit(ThreadMembersUpdate, scopeOf(after, before), {
    id,
    guild_id,
    member_count: shownMemberCount(after),
    added_members: [],
    removed_member_ids: [userId],
  });
  return after;
}

/** Removes a user who leaves a guild from its threads. */
export async function leaveThreads(ctx: Context, guildId: string, userId: string): Promise<void> {
  for (const channel of await channelsNaming(ctx, userId)) {
    if (channel.guild_id !== guildId || !isThread(channel)) continue;
    removeFromThread(ctx, { ...channel, guild_id: guildId }, userId);
  }
}
