// The tags of forums. Source: protocol: channels-and-threads 1.1, 5 (choice 6).
import { TagNamesNotUnique, type ForumTagForm } from "@antechamber/contract/channels";
import type { ForumTag } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { emitChannel } from "../guilds/events.ts";
import { channels, type GuildChannelRecord } from "../guilds/guild.ts";
import { channelsAndThreads } from "../guilds/operations.ts";
import { isArchived } from "../guilds/thread-fields.ts";
import { emojiOf } from "./channel.ts";

type Tag = Static<typeof ForumTag>;

/**
 * The tags of a form. A tag with the id of one of the channel's tags keeps that id, but of several
 * with the same id, only the first.
 *
 * @throws TagNamesNotUnique
 */
export function tagsFrom(
  ctx: Pick<Context, "id">,
  before: readonly Tag[],
  forms: readonly Static<typeof ForumTagForm>[],
): Tag[] {
  const names = new Set(forms.map(({ name }) => name));
  if (names.size < forms.length) throw new ApiError(TagNamesNotUnique);
  const free = new Set(before.map(({ id }) => id));
  return forms.map(({ id, name, moderated = false, ...emoji }) => ({
    id: id !== undefined && free.delete(id) ? id : ctx.id(),
    name,
    moderated,
    ...emojiOf(emoji),
  }));
}

/** Removes deleted tags of a forum from its posts, and emits the posts that are not archived. */
export async function removeTags(ctx: Context, forum: GuildChannelRecord): Promise<void> {
  const remaining = new Set(forum.available_tags?.map(({ id }) => id));
  for (const post of await channelsAndThreads(ctx, forum.guild_id)) {
    if (post.parent_id !== forum.id || post.applied_tags === undefined) continue;
    const applied_tags = post.applied_tags.filter((id) => remaining.has(id));
    if (applied_tags.length === post.applied_tags.length) continue;
    const changed = { ...post, applied_tags };
    ctx.tx.put(channels, changed);
    if (!isArchived(changed)) emitChannel(ctx, changed, "known");
  }
}
