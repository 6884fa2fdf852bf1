// What threads have that other channels have not: clients throw without it. Nobody archives or locks
// threads here. Source: machine specification.
import { ChannelType, type ThreadMetadata } from "@antechamber/contract/guilds";
import { snowflakeTime, timestamp, type Static } from "@antechamber/contract/schema";

/** What the fields follow from. */
interface Thread {
  readonly id: string;
  readonly type: number;
  readonly owner_id?: string;
  readonly total_message_sent?: number;
  readonly memberIds?: readonly string[];
}

/** Who is in a thread: who began it, and those who were added. */
export function threadMemberIds({
  owner_id: ownerId,
  memberIds = [],
}: Pick<Thread, "owner_id" | "memberIds">): readonly string[] {
  return [...new Set([...(ownerId === undefined ? [] : [ownerId]), ...memberIds])];
}

/** Minutes without a message after which threads are put away. Source: assumed: the longest time. */
const AUTO_ARCHIVE_MINUTES = 10_080;

export function isThreadType(type: number): boolean {
  return type >= ChannelType.ANNOUNCEMENT_THREAD && type <= ChannelType.PRIVATE_THREAD;
}

export function threadMetadata({ id, type }: Thread): Static<typeof ThreadMetadata> {
  const created = timestamp(snowflakeTime(id));
  return {
    archived: false,
    archive_timestamp: created,
    auto_archive_duration: AUTO_ARCHIVE_MINUTES,
    locked: false,
    ...(type === ChannelType.PRIVATE_THREAD ? { invitable: true } : {}),
    create_timestamp: created,
  };
}

/** What a channel's view has beside its record: nothing unless it is a thread. */
export function threadFields(thread: Thread) {
  if (!isThreadType(thread.type)) return {};
  const count = thread.total_message_sent ?? 0;
  return {
    thread_metadata: threadMetadata(thread),
    message_count: count,
    total_message_sent: count,
    member_count: threadMemberIds(thread).length,
  };
}
