// Fields that only threads have, and without which clients throw.
// Source: protocol: channels-and-threads 2.3, 2.5, 2.7.
import {
  ChannelType,
  type ThreadMembership,
  type ThreadMetadata,
} from "@antechamber/contract/guilds";
import {
  parseTimestamp,
  snowflakeTime,
  timestamp,
  type Static,
} from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";

type Metadata = Static<typeof ThreadMetadata>;

/** The parts of a thread's record that the fields depend on. */
interface Thread {
  readonly id: string;
  readonly type: number;
  readonly flags?: number;
  readonly owner_id?: string;
  readonly last_message_id?: string | null;
  readonly total_message_sent?: number;
  readonly message_count?: number;
  readonly thread_metadata?: Metadata;
  readonly memberIds?: readonly string[];
  readonly hasOwnerLeft?: true;
  readonly joinedAt?: Readonly<Record<string, string>>;
  readonly activeAt?: Millis;
}

/** The members of a thread: its owner, unless they left, and those who were added. */
export function threadMemberIds({
  owner_id: ownerId,
  hasOwnerLeft,
  memberIds = [],
}: Pick<Thread, "owner_id" | "memberIds" | "hasOwnerLeft">): readonly string[] {
  const isOwnerIn = ownerId !== undefined && hasOwnerLeft !== true;
  return [...new Set([...(isOwnerIn ? [ownerId] : []), ...memberIds])];
}

/** A member of a thread; members without a join time of their own joined when it was created. */
export function threadMemberOf(thread: Thread, userId: string): Static<typeof ThreadMembership> {
  const { id, joinedAt = {} } = thread;
  const join_timestamp = joinedAt[userId] ?? threadMetadata(thread).create_timestamp;
  return { id, user_id: userId, join_timestamp, flags: 0 };
}

/** The member count that the API shows stops at this number. */
const COUNTED_MEMBERS = 50;

export function shownMemberCount(thread: Thread): number {
  return Math.min(COUNTED_MEMBERS, threadMemberIds(thread).length);
}

/**
 * Minutes of inactivity until a thread is archived, by default. Source: assumed: three days, as
 * clients ask for.
 */
export const THREAD_MINUTES = 4320;

/** The same for threads without metadata in a world file. Source: assumed: the longest time. */
const GIVEN_MINUTES = 10_080;

export function isThreadType(type: number): boolean {
  return type >= ChannelType.ANNOUNCEMENT_THREAD && type <= ChannelType.PRIVATE_THREAD;
}

export function threadMetadata({ id, type, thread_metadata: own }: Thread): Metadata {
  if (own !== undefined) return own;
  const created = timestamp(snowflakeTime(id));
  return {
    archived: false,
    archive_timestamp: created,
    auto_archive_duration: GIVEN_MINUTES,
    locked: false,
    ...(type === ChannelType.PRIVATE_THREAD ? { invitable: true } : {}),
    create_timestamp: created,
  };
}

export function isArchived({ thread_metadata: own }: Pick<Thread, "thread_metadata">): boolean {
  return own?.archived === true;
}

export function isLocked({ thread_metadata: own }: Pick<Thread, "thread_metadata">): boolean {
  return own?.locked === true;
}

/** The flag of a pinned post of a forum. */
export const PINNED = 1 << 1;

/**
 * When a thread is archived for inactivity; undefined if it is archived or pinned, and for threads
 * of world files without thread metadata.
 */
export function archiveDeadline(thread: Thread): number | undefined {
  const { thread_metadata: own, id, last_message_id, activeAt, flags = 0 } = thread;
  if (own === undefined || own.archived || (flags & PINNED) !== 0) return undefined;
  const changed = parseTimestamp(own.archive_timestamp) ?? 0;
  // After the clock was set back, ids may be ahead of it, so `activeAt` is preferred.
  const active = Math.max(changed, activeAt ?? snowflakeTime(last_message_id ?? id));
  return active + own.auto_archive_duration * 60_000;
}

/** A thread as the audit log shows it. */
export function loggedThread(thread: Thread): object {
  return { ...thread, ...threadMetadata(thread) };
}

/** The fields that a thread's view has in addition to its record; none for other channels. */
export function threadFields(thread: Thread) {
  if (!isThreadType(thread.type)) return {};
  const sent = thread.total_message_sent ?? 0;
  return {
    thread_metadata: threadMetadata(thread),
    message_count: thread.message_count ?? sent,
    total_message_sent: sent,
    member_count: shownMemberCount(thread),
  };
}
