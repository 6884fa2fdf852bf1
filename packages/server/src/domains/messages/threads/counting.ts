// What a thread tracks of its messages: their number, their positions, and which authors join.
// Source: protocol: channels-and-threads 2.3, 2.5, 2.7.
import { ChannelType } from "@antechamber/contract/guilds";
import { MessageType } from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { channels, type ChannelRecord } from "../../guilds/guild.ts";
import { isThread } from "../../guilds/operations.ts";
import { asUnarchived } from "../../guilds/threads/archiving.ts";
import { addToThread, emitUnarchived } from "../../guilds/threads/membership.ts";

/** The fields of a message that its thread depends on. */
interface CountedMessage {
  readonly id: string;
  readonly channel_id: string;
  readonly type: number;
  readonly author: { readonly id: string };
  readonly webhook_id?: string;
}

/**
 * The id of a message if it is the first of a forum post and its author began the post: the post's
 * own id. Source: the reference's public page on threads.
 */
export async function starterId(
  ctx: ReadContext,
  { id, parent_id, owner_id, last_message_id, type }: ChannelRecord,
  author: { readonly id: string },
): Promise<string | undefined> {
  if (type !== ChannelType.PUBLIC_THREAD || owner_id !== author.id) return undefined;
  if ((last_message_id ?? undefined) !== undefined) return undefined;
  const parent = await ctx.tx.get(channels, snowflakeKey(parent_id ?? ""));
  const isPost =
    parent?.type === ChannelType.GUILD_FORUM || parent?.type === ChannelType.GUILD_MEDIA;
  return isPost ? id : undefined;
}

/**
 * Updates a thread after a message was sent in it: counts the message, unarchives the thread, and
 * adds the author to its members.
 */
export async function countMessage(
  ctx: Context,
  channel: ChannelRecord,
  message: CountedMessage,
): Promise<void> {
  const { guild_id } = channel;
  const last_message_id = message.id;
  if (guild_id === undefined || !isThread(channel)) {
    return ctx.tx.put(channels, { ...channel, last_message_id });
  }
  const { total_message_sent: sent = 0, message_count: there = sent } = channel;
  const counts = isStart(message) ? there : there + 1;
  const awake = asUnarchived(ctx, { ...channel, guild_id });
  // The message itself is not included: clients count it when they receive its event, which comes
  // next.
  if (awake.thread_metadata !== channel.thread_metadata) emitUnarchived(ctx, awake);
  const counted = { total_message_sent: sent + 1, message_count: counts };
  const thread = { ...awake, last_message_id, activeAt: ctx.now, ...counted };
  ctx.tx.put(channels, thread);
  if (addsAuthor(message)) await addToThread(ctx, thread, message.author.id);
}

/** The message that a thread begins with is not included in its message count. */
function isStart({ id, channel_id, type }: CountedMessage): boolean {
  return id === channel_id || type === MessageType.THREAD_STARTER_MESSAGE;
}

/** Authors of messages join; system messages, webhooks and interaction responses add nobody. */
function addsAuthor({ type, webhook_id }: CountedMessage): boolean {
  const isWritten = type === MessageType.DEFAULT || type === MessageType.REPLY;
  return isWritten && webhook_id === undefined;
}

/** The position of the next message in a thread. Source: protocol: channels-and-threads 2.7. */
export function positionIn(channel: ChannelRecord): number | undefined {
  return isThread(channel) ? (channel.total_message_sent ?? 0) : undefined;
}

/** Subtracts a deleted message from the message count of its thread. */
export async function countDeletedMessage(ctx: Context, message: CountedMessage): Promise<void> {
  const thread = await ctx.tx.get(channels, snowflakeKey(message.channel_id));
  if (thread === undefined || !isThread(thread) || isStart(message)) return;
  const { total_message_sent: sent = 0, message_count: there = sent } = thread;
  ctx.tx.put(channels, { ...thread, message_count: Math.max(0, there - 1) });
}
