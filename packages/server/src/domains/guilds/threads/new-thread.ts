// Creates threads, with or without a message: the record, the first member and the event.
// Source: protocol: channels-and-threads 2.1.
import { ChannelType } from "@antechamber/contract/guilds";
import { timestamp } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { writeAuditLog } from "../audit-log/write.ts";
import { holdsPosts } from "../channel-defaults.ts";
import { emitChannel } from "../events.ts";
import { channels, type ChannelRecord, type GuildChannelRecord } from "../guild.ts";
import { loggedThread, THREAD_MINUTES } from "../thread-fields.ts";
import { requireRoom } from "./archiving.ts";
import { emitJoin, type ThreadRecord } from "./membership.ts";

/** The properties of a new thread. */
export interface NewThread {
  /** The id of the message that the thread begins from; absent: a new id is made. */
  readonly id?: string;
  readonly parent: GuildChannelRecord;
  readonly ownerId: string;
  readonly type: number;
  readonly name: string;
  readonly minutes: number | undefined;
  readonly slowmode: number | null | undefined;
  readonly invitable?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  /** True for a thread by a webhook, which cannot join it or be named in the audit log. */
  readonly isByWebhook?: boolean;
}

/**
 * Stores a new thread with its owner as a member, unless that is a webhook, emits it and logs it.
 *
 * @throws TooManyActiveThreads
 */
export async function beginThread(ctx: Context, draft: NewThread): Promise<ThreadRecord> {
  const { parent, ownerId, type, name, minutes, slowmode, invitable = true, tags } = draft;
  const isByWebhook = draft.isByWebhook === true;
  await requireRoom(ctx, parent.guild_id, parent.id);
  const now = timestamp(ctx.now);
  const thread: ThreadRecord = {
    id: draft.id ?? ctx.id(),
    type,
    guild_id: parent.guild_id,
    name,
    parent_id: parent.id,
    owner_id: ownerId,
    flags: 0,
    last_message_id: null,
    rate_limit_per_user: slowmode ?? parent.default_thread_rate_limit_per_user ?? 0,
    thread_metadata: {
      archived: false,
      archive_timestamp: now,
      auto_archive_duration: minutes ?? parent.default_auto_archive_duration ?? THREAD_MINUTES,
      locked: false,
      ...(type === ChannelType.PRIVATE_THREAD ? { invitable } : {}),
      create_timestamp: now,
    },
    total_message_sent: 0,
    message_count: 0,
    activeAt: ctx.now,
    ...definedFields({ applied_tags: tags && [...new Set(tags)] }),
    ...(isByWebhook ? { hasOwnerLeft: true } : {}),
  };
  ctx.tx.put(channels, thread);
  noteInForum(ctx, parent, thread.id);
  emitChannel(ctx, thread, "new");
  if (!isByWebhook) await emitJoin(ctx, thread, ownerId);
  const user_id = isByWebhook ? null : ownerId;
  const by = { guild_id: parent.guild_id, user_id, target_id: thread.id };
  writeAuditLog(ctx, "THREAD_CREATE", { ...by, after: loggedThread(thread) });
  return thread;
}

/** The last message of a forum is its newest post. Source: protocol: channels-and-threads 2.7. */
function noteInForum(ctx: Context, parent: ChannelRecord, postId: string): void {
  if (!holdsPosts(parent)) return;
  ctx.tx.put(channels, { ...parent, last_message_id: postId });
}
