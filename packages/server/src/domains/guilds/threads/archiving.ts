// How threads are archived and come back. Source: protocol: channels-and-threads 2.3.
import { timestamp } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { onDeadline, type Deadline } from "../../../platform/schedule/deadlines.ts";
import { emitChannel } from "../events.ts";
import { channels, type ChannelRecord } from "../guild.ts";
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
