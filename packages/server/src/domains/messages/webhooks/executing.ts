// Executing a webhook of a channel. Source: protocol: webhooks-and-applications 1.3.
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
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { holdsPosts } from "../../guilds/channel-defaults.ts";
import { channels, type ChannelRecord } from "../../guilds/guild.ts";
import { isThread, requireMessages } from "../../guilds/operations.ts";
import { beginThread } from "../../guilds/threads/new-thread.ts";
import { requireTags } from "../../guilds/threads/post-tags.ts";
import type { ChannelWebhookRecord } from "../../guilds/webhooks/channel-webhook.ts";
import { userDefaults, userView } from "../../users/user.ts";
import { newBody } from "../body.ts";
import { requireOwnSkus } from "../components/premium-buttons.ts";
import { allowedInWebhooks } from "../mentions.ts";
import type { MessageRecord } from "../message.ts";
import { createMessage } from "../operations.ts";
import { componentsFor } from "./components.ts";

type Draft = Static<typeof WebhookDraft>;

/** The parameters of a call beside the message. */
export interface Execution {
  readonly threadId?: string | undefined;
  readonly withComponents?: boolean | undefined;
}

/** A message to be sent by a webhook, with the files that came with it. */
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
 *   ThreadAndThreadName, ThreadNameOutsideForum, UnknownTag, TagRequired, TooManyActiveThreads
 */
export async function execute(
  ctx: Context,
  webhook: ChannelWebhookRecord,
  { payload: draft, files, threadId, withComponents }: Executed,
): Promise<MessageRecord> {
  const { components: drafts, ...rest } = draft;
  const components = componentsFor(webhook, drafts, withComponents === true);
  const flags = (draft.flags ?? 0) & FLAGS;
  const payload = { ...rest, flags, ...definedFields({ components }) };
  const body = newBody(payload, [], files);
  const { application_id } = webhook;
  if (application_id !== null) {
    await requireOwnSkus(ctx, application_id, { components: body.components, at: [] });
  }
  const channel = await targetChannel(ctx, webhook, {
    threadId,
    threadName: draft.thread_name === "" ? undefined : draft.thread_name,
    tags: draft.applied_tags ?? [],
  });
  return createMessage(ctx, {
    channel,
    author: authorOf(webhook, draft),
    type: MessageType.DEFAULT,
    body,
    rights: { allowed: allowedInWebhooks(draft.allowed_mentions), everyone: true },
    origin: {
      webhook_id: webhook.id,
      ...definedFields({ application_id: application_id ?? undefined }),
    },
  });
}

/**
 * The webhook as the author of one message. If the call gives an `avatar_url`, the message has no
 * avatar, as on the platform until the picture is fetched (discord-api-docs#5019); here pictures
 * are not fetched from other servers.
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

/** The channel for the message: the webhook's own, one of its threads, or a new post. */
async function targetChannel(
  ctx: Context,
  webhook: ChannelWebhookRecord,
  { threadId, threadName, tags }: Target,
): Promise<ChannelRecord> {
  const channel = await channelOfWebhook(ctx, webhook);
  const isForum = holdsPosts(channel);
  if (threadName !== undefined) {
    if (!isForum) throw new ApiError(ThreadNameOutsideForum);
    if (threadId !== undefined) throw new ApiError(ThreadAndThreadName);
    return newPost(ctx, webhook, { forum: channel, name: threadName, tags });
  }
  if (threadId !== undefined) return threadOf(ctx, webhook, threadId);
  if (isForum) throw new ApiError(ThreadNeeded);
  requireMessages(channel);
  return channel;
}

/** @throws UnknownChannel */
export async function channelOfWebhook(ctx: ReadContext, { channel_id }: ChannelWebhookRecord) {
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
  readonly forum: ChannelRecord;
  readonly name: string;
  readonly tags: readonly string[];
}

/**
 * Begins a post, whose first message has its id. @throws UnknownTag, TagRequired,
 * TooManyActiveThreads
 */
function newPost(
  ctx: Context,
  { id: ownerId, guild_id }: ChannelWebhookRecord,
  { forum, name, tags }: NewPost,
): Promise<ChannelRecord> {
  // Webhooks are subject to no permissions, so they may also apply moderated tags.
  requireTags(forum, { before: [], after: tags, mayModerate: true });
  return beginThread(ctx, {
    parent: { ...forum, guild_id },
    ownerId,
    type: ChannelType.PUBLIC_THREAD,
    name,
    minutes: undefined,
    slowmode: undefined,
    tags,
    isByWebhook: true,
  });
}
