// Sending a message by a webhook of a channel. Source: protocol: webhooks-and-applications 1.3.
import { UnknownChannel, type UploadedFile } from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import { MessageFlag, MessageType } from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import {
  ThreadAndThreadName,
  ThreadNameOutsideForum,
  ThreadNeeded,
  type WebhookDraft,
} from "@antechamber/contract/webhooks";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { emitChannel } from "../../guilds/events.ts";
import { channels, type ChannelRecord } from "../../guilds/guild.ts";
import { isThread, requireMessages } from "../../guilds/operations.ts";
import { noteInForum } from "../../guilds/threads/new-thread.ts";
import type { ChannelWebhookRecord } from "../../guilds/webhooks/channel-webhook.ts";
import { userDefaults, userView } from "../../users/user.ts";
import { newBody } from "../body.ts";
import { requireOwnSkus } from "../components/premium-buttons.ts";
import type { MessageRecord } from "../message.ts";
import { createMessage } from "../operations.ts";
import { componentsFor } from "./components.ts";

type Draft = Static<typeof WebhookDraft>;

/** What a call says beside the message. */
export interface Execution {
  readonly threadId?: string | undefined;
  readonly withComponents?: boolean | undefined;
}

/** A message on its way, with the files that came with it. */
export interface Executed extends Execution {
  readonly payload: Draft;
  readonly files: readonly UploadedFile[];
}

/** Flags that the message of a webhook may have. */
const FLAGS =
  MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.IS_COMPONENTS_V2;

/**
 * Sends a message by a webhook.
 *
 * @throws InvalidForm, EmptyMessage, UnknownChannel, NotATextChannel, ThreadNeeded,
 *   ThreadAndThreadName, ThreadNameOutsideForum
 */
export async function execute(
  ctx: Context,
  webhook: ChannelWebhookRecord,
  { payload: draft, files, threadId, withComponents }: Executed,
): Promise<MessageRecord> {
  const { components: given, ...rest } = draft;
  const components = componentsFor(webhook, given, withComponents === true);
  const flags = (draft.flags ?? 0) & FLAGS;
  const payload = { ...rest, flags, ...definedFields({ components }) };
  const body = newBody(payload, [], files);
  const { application_id } = webhook;
  if (application_id !== null) {
    await requireOwnSkus(ctx, application_id, { components: body.components, at: [] });
  }
  const channel = await channelFor(ctx, webhook, {
    threadId,
    threadName: draft.thread_name,
    tags: draft.applied_tags ?? [],
  });
  return createMessage(ctx, {
    channel,
    author: authorOf(webhook, draft),
    type: MessageType.DEFAULT,
    body,
    rights: { allowed: draft.allowed_mentions, everyone: true },
    origin: {
      webhook_id: webhook.id,
      ...definedFields({ application_id: application_id ?? undefined }),
    },
  });
}

/**
 * The webhook as the author of one message. A picture of its own is not fetched from where it is,
 * so the message shows none.
 */
function authorOf(
  { id, name, avatar }: ChannelWebhookRecord,
  { username, avatar_url: other }: Draft,
): Static<typeof User> {
  return userView({
    ...userDefaults,
    id,
    username: username?.trim() ?? name,
    avatar: other === undefined ? avatar : null,
    bot: true,
    discriminator: "0000",
  });
}

interface Target {
  readonly threadId: string | undefined;
  readonly threadName: string | undefined;
  readonly tags: readonly string[];
}

/** Where the message goes: the webhook's channel, a thread of it, or a new post. */
async function channelFor(
  ctx: Context,
  webhook: ChannelWebhookRecord,
  { threadId, threadName, tags }: Target,
): Promise<ChannelRecord> {
  const channel = await channelOfWebhook(ctx, webhook);
  const isForum =
    channel.type === ChannelType.GUILD_FORUM || channel.type === ChannelType.GUILD_MEDIA;
  if (threadName !== undefined) {
    if (!isForum) throw new ApiError(ThreadNameOutsideForum);
    if (threadId !== undefined) throw new ApiError(ThreadAndThreadName);
    return newPost(ctx, channel, { ownerId: webhook.id, name: threadName, tags });
  }
  if (threadId !== undefined) return threadOf(ctx, webhook, threadId);
  if (isForum) throw new ApiError(ThreadNeeded);
  requireMessages(channel);
  return channel;
}

/** @throws UnknownChannel */
async function channelOfWebhook(ctx: ReadContext, { channel_id }: ChannelWebhookRecord) {
  const channel = await ctx.tx.get(channels, snowflakeKey(channel_id));
  if (channel === undefined) throw new ApiError(UnknownChannel);
  return channel;
}

/** A thread of the webhook's channel. @throws UnknownChannel */
export async function threadOf(
  ctx: ReadContext,
  { channel_id }: ChannelWebhookRecord,
  threadId: string,
): Promise<ChannelRecord> {
  const thread = await ctx.tx.get(channels, snowflakeKey(threadId));
  if (thread === undefined || !isThread(thread) || thread.parent_id !== channel_id) {
    throw new ApiError(UnknownChannel);
  }
  return thread;
}

interface NewPost {
  readonly ownerId: string;
  readonly name: string;
  readonly tags: readonly string[];
}

/** Begins a post, whose first message has its id. */
function newPost(
  ctx: Context,
  forum: ChannelRecord,
  { ownerId, name, tags }: NewPost,
): ChannelRecord {
  const { id: parent_id, guild_id, available_tags = [] } = forum;
  const known = new Set(available_tags.map(({ id }) => id));
  const unknown = tags.flatMap((tag, i) => (known.has(tag) ? [] : [i]));
  if (unknown.length > 0) {
    const message = "This tag is none of the forum's.";
    const code = "FORUM_TAG_UNKNOWN";
    throw invalidForm(...unknown.map((i) => ({ path: ["applied_tags", i], code, message })));
  }
  const post: ChannelRecord = {
    id: ctx.id(),
    type: ChannelType.PUBLIC_THREAD,
    ...definedFields({ guild_id }),
    parent_id,
    name,
    owner_id: ownerId,
    flags: 0,
    rate_limit_per_user: 0,
    last_message_id: null,
    ...(tags.length === 0 ? {} : { applied_tags: [...tags] }),
  };
  ctx.tx.put(channels, post);
  noteInForum(ctx, forum, post.id);
  emitChannel(ctx, post, "new");
  return post;
}
