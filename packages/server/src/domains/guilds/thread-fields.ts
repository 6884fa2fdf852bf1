// What threads have that other channels have not: clients throw without it.
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

/** What the fields follow from. */
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

/** Who is in a thread: who began it, unless they left, and those who were added. */
export function threadMemberIds({
  owner_id: ownerId,
  hasOwnerLeft,
  memberIds = [],
}: Pick<Thread, "owner_id" | "memberIds" | "hasOwnerLeft">): readonly string[] {
  const isOwnerIn = ownerId !== undefined && hasOwnerLeft !== true;
  return [...new Set([...(isOwnerIn ? [ownerId] : []), ...memberIds])];
}

/** Somebody in a thread; who is there from the beginning joined then. */
export function threadMemberOf(thread: Thread, userId: string): Static<typeof ThreadMembership> {
  const { id, joinedAt = {} } = thread;
  const join_timestamp = joinedAt[userId] ?? threadMetadata(thread).create_timestamp;
  return { id, user_id: userId, join_timestamp, flags: 0 };
}

/** Members are counted to here alone. */
const COUNTED_MEMBERS = 50;

export function shownMemberCount(thread: Thread): number {
  return Math.min(COUNTED_MEMBERS, threadMemberIds(thread).length);
}

/** Minutes without activity, by default. Source: assumed: three days, as clients ask for. */
export const THREAD_MINUTES = 4320;

/** Those of a thread that a world begins with. Source: assumed: the longest time. */
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

/** The flag of a post that stands above the others. */
export const PINNED = 1 << 1;

/**
 * When a thread archives itself; undefined for one that is archived or pinned, and for one of which
 * a world says nothing.
 */
export function archiveDeadline(thread: Thread): number | undefined {
  const { thread_metadata: own, id, last_message_id, activeAt, flags = 0 } = thread;
  if (own === undefined || own.archived || (flags & PINNED) !== 0) return undefined;
  const changed = parseTimestamp(own.archive_timestamp) ?? 0;
  // Ids are ahead of a clock that was set back.
  const active = Math.max(changed, activeAt ?? snowflakeTime(last_message_id ?? id));
  return active + own.auto_archive_duration * 60_000;
}

/** A thread as the audit log knows it. */
export function loggedThread(thread: Thread): object {
  return { ...thread, ...threadMetadata(thread) };
}

/** What a channel's view has beside its record: nothing unless it is a thread. */
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
