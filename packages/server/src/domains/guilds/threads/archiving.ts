// Archiving and unarchiving threads, and the limit on active threads.
// Source: protocol: channels-and-threads 2.1, 2.3.
import { limits } from "@antechamber/contract";
import { TooManyActiveThreads } from "@antechamber/contract/channels";
import { parseTimestamp, timestamp } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { onDeadline, type Deadline } from "../../../platform/schedule/deadlines.ts";
import { isFromBeforeSetBack } from "../../../platform/time/set-back.ts";
import { emitChannel } from "../events.ts";
import { channels, type ChannelRecord } from "../guild.ts";
import { channelsAndThreads, isThread } from "../operations.ts";
import { isArchived, PINNED, threadMetadata } from "../thread-fields.ts";

/** The thread after it is archived, which also unpins it. */
export async function asArchived<C extends ChannelRecord>(ctx: ReadContext, thread: C): Promise<C> {
  if (isArchived(thread)) return thread;
  const loose = { ...thread, flags: thread.flags & ~PINNED };
  return withArchived(loose, true, await momentOfArchiving(ctx, thread));
}

/** The thread after it is unarchived. */
export function asUnarchived<C extends ChannelRecord>({ now }: Pick<Context, "now">, thread: C): C {
  return isArchived(thread) ? withArchived(thread, false, now) : thread;
}

function withArchived<C extends ChannelRecord>(thread: C, archived: boolean, at: Millis): C {
  const archive_timestamp = timestamp(at);
  return {
    ...thread,
    thread_metadata: { ...threadMetadata(thread), archived, archive_timestamp },
  };
}

/** When an archived thread was archived, in Unix milliseconds. */
export function archivedAt(thread: ChannelRecord): Millis {
  return parseTimestamp(threadMetadata(thread).archive_timestamp) ?? 0;
}

/**
 * The time at which a thread is archived: at least a millisecond after the last one in its channel,
 * even while the clock stands still. Pages of archived threads begin at such a time, so it must be
 * unique in the channel.
 */
async function momentOfArchiving(
  ctx: ReadContext,
  { guild_id, parent_id }: ChannelRecord,
): Promise<Millis> {
  const all = guild_id === undefined ? [] : await channelsAndThreads(ctx, guild_id);
  const moments = all
    .filter((each) => each.parent_id === parent_id && isArchived(each))
    .map((each) => archivedAt(each))
    .filter((at) => !isFromBeforeSetBack(at, ctx.now));
  return moments.reduce((latest, at) => Math.max(latest, at + 1), ctx.now);
}

/** Requires that a channel may have one more active thread. @throws TooManyActiveThreads */
export async function requireRoom(
  ctx: ReadContext,
  guildId: string,
  parentId: string | null | undefined,
): Promise<void> {
  const all = await channelsAndThreads(ctx, guildId);
  const active = all.filter(
    (each) => isThread(each) && each.parent_id === parentId && !isArchived(each),
  );
  if (active.length >= limits.activeThreads.value) throw new ApiError(TooManyActiveThreads);
}

/** Threads are archived after a time without activity. */
export const threadDeadlines: readonly Deadline[] = [
  onDeadline(channels, {
    kind: "thread.archive",
    subject: ({ id }) => id,
    run: async (ctx, thread) => {
      const archived = await asArchived(ctx, thread);
      ctx.tx.put(channels, archived);
      emitChannel(ctx, archived, "known");
    },
  }),
];
