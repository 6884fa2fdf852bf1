// How threads are archived and come back, while there is room for them.
// Source: protocol: channels-and-threads 2.1, 2.3.
import { limits } from "@antechamber/contract";
import { TooManyActiveThreads } from "@antechamber/contract/channels";
import { timestamp } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { onDeadline, type Deadline } from "../../../platform/schedule/deadlines.ts";
import { emitChannel } from "../events.ts";
import { channels, type ChannelRecord } from "../guild.ts";
import { channelsAndThreads, isThread } from "../operations.ts";
import { isArchived, threadMetadata } from "../thread-fields.ts";

/** The thread as it is once it is archived or is no more. */
export function archivedAs<C extends ChannelRecord>(
  ctx: Pick<Context, "now">,
  thread: C,
  archived: boolean,
): C {
  if (isArchived(thread) === archived) return thread;
  const archive_timestamp = timestamp(ctx.now);
  return {
    ...thread,
    thread_metadata: { ...threadMetadata(thread), archived, archive_timestamp },
  };
}

/** Holds a channel to room for one more thread that is not archived. @throws TooManyActiveThreads */
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

/** Threads archive themselves when nothing happens in them. */
export const threadDeadlines: readonly Deadline[] = [
  onDeadline(channels, {
    kind: "thread.archive",
    subject: ({ id }) => id,
    run: (ctx, thread) => {
      const archived = archivedAs(ctx, thread, true);
      ctx.tx.put(channels, archived);
      emitChannel(ctx, archived, "known");
    },
  }),
];
