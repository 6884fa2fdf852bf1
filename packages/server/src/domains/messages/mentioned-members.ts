// Whom a message mentions joins its thread. Sources: discord-api-docs#5295 (everyone whom the
// sender may add, but not by an ephemeral message), MarcusOtter/discord-needle#107 (by a change of
// the message, too), Discord's announcement of threads.
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../platform/context.ts";
import { channels } from "../guilds/guild.ts";
import { isThread, permissionsIn } from "../guilds/operations.ts";
import { threadMemberIds } from "../guilds/thread-fields.ts";
import {
  addToThread,
  canBeAdded,
  lackedToAdd,
  type ThreadRecord,
} from "../guilds/threads/membership.ts";
import { writtenTypes, type MessageRecord } from "./message.ts";

/**
 * Adds the members of the guild whom a message mentions to the thread that it is in, as far as its
 * author may add them; unlike a call that adds a member, without a message about it.
 *
 * @param before the message before a change, whose mentions have added whom they could
 */
export async function addMentioned(
  ctx: Context,
  message: MessageRecord,
  before?: MessageRecord,
): Promise<void> {
  const { author, mentions, type, visibleTo } = message;
  const earlier = new Set(before?.mentions.map(({ id }) => id));
  const added = mentions.filter(({ id }) => !earlier.has(id));
  if (added.length === 0 || visibleTo !== undefined || !writtenTypes.has(type)) return;
  let thread = await threadOf(ctx, message);
  if (thread === undefined) return;
  const permissions = await permissionsIn(ctx, thread, author.id);
  if (lackedToAdd(thread, author.id, permissions) !== undefined) return;
  for (const { id } of added) {
    if (threadMemberIds(thread).length >= limits.threadMembers.value) return;
    if (await canBeAdded(ctx, thread, id)) thread = await addToThread(ctx, thread, id);
  }
}

async function threadOf(
  ctx: ReadContext,
  { channel_id, guild_id }: MessageRecord,
): Promise<ThreadRecord | undefined> {
  if (guild_id === undefined) return undefined;
  const channel = await ctx.tx.get(channels, snowflakeKey(channel_id));
  return channel !== undefined && isThread(channel) ? { ...channel, guild_id } : undefined;
}
