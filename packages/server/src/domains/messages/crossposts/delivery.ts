// Delivers published messages to the channels that follow, and keeps the copies in step with the
// original. Each page of followers or copies is a job of its own, because a channel may have many
// followers.
import { MessageFlag, MessageType } from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context, JobDeclaration } from "../../../platform/context.ts";
import { digestHex } from "../../../platform/crypto.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { channels } from "../../guilds/guild.ts";
import {
  channelWebhooks,
  type ChannelWebhookRecord,
} from "../../guilds/webhooks/channel-webhook.ts";
import { userDefaults, userView } from "../../users/user.ts";
import { copyFiles } from "../files/copying.ts";
import { deleteFiles } from "../jobs.ts";
import { storeMessage } from "../message-store.ts";
import { filesOf, messages, type MessageRecord } from "../message.ts";
import { createMessage } from "../operations.ts";
import { emitChanged } from "../events.ts";
import { mentionedIn } from "./mentioned-channels.ts";
import { plainBody } from "../body.ts";

interface Published {
  readonly channelId: string;
  readonly id: string;
  /** The last key of the previous page. */
  readonly after?: string;
}

/** Channels or copies that one transaction processes. */
const PAGE = 50;

/** Posts a published message in every channel that follows. */
export const deliverCrosspost: JobDeclaration<Published> = {
  name: "message.deliverCrosspost",
  async run(ctx, { channelId, id, after }) {
    const message = await ctx.tx.get(messages, compoundKey(channelId, id));
    if (message === undefined) return;
    const from = definedFields({ after });
    const search = { index: "followed", value: channelId, limit: PAGE, ...from } as const;
    const found = await ctx.tx.find(channelWebhooks, search);
    for (const webhook of found) await deliverTo(ctx, webhook, message);
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE) return;
    const next = { channelId, id, after: channelWebhooks.key(last) };
    ctx.schedule(deliverCrosspost, ctx.now, next);
  },
};

/** The author of a copy: the webhook that delivered it. */
function authorOf({ id, name, avatar }: ChannelWebhookRecord): MessageRecord["author"] {
  const own = { id, username: name, avatar, bot: true, discriminator: "0000" } as const;
  return userView({ ...userDefaults, ...own });
}

/** Flags of a published message that its copies take over. */
const COPIED_FLAGS = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.IS_COMPONENTS_V2;

function flagsOfCopy({ flags }: MessageRecord): number {
  return (flags & COPIED_FLAGS) | MessageFlag.IS_CROSSPOST;
}

async function deliverTo(
  ctx: Context,
  webhook: ChannelWebhookRecord,
  message: MessageRecord,
): Promise<void> {
  const channel = await ctx.tx.get(channels, snowflakeKey(webhook.channel_id));
  if (channel === undefined) return;
  const { id: message_id, channel_id, guild_id, content } = message;
  const body = plainBody(content, flagsOfCopy(message));
  await createMessage(ctx, {
    channel,
    author: authorOf(webhook),
    type: MessageType.DEFAULT,
    body,
    rights: { allowed: { parse: [] }, everyone: false },
    origin: {
      webhook_id: webhook.id,
      message_reference: { type: 0, channel_id, message_id, ...definedFields({ guild_id }) },
      copiedDigest: digestOfCopied(message),
      ...(await partsOf(ctx, message, channel.id)),
    },
  });
}

/** What a message shows beside its text, with the copy's own copies of the files. */
async function partsOf(ctx: Context, message: MessageRecord, channelId: string) {
  const { embeds, components, attachments, shownAttachments = [], sticker_items } = message;
  const { copies, exchange } = await copyFiles(ctx, filesOf(message), channelId);
  const shownCopies = copies.slice(attachments.length);
  return {
    ...exchange({ embeds, components }),
    attachments: copies.slice(0, attachments.length),
    ...(shownAttachments.length === 0 ? {} : { shownAttachments: shownCopies }),
    ...definedFields({ sticker_items, mention_channels: await mentionedIn(ctx, message) }),
  };
}

/** A copy without the fields that depend on its text and its files. */
function withoutParts(copy: MessageRecord) {
  const {
    shownAttachments: _shown,
    sticker_items: _stickers,
    mention_channels: _mentioned,
    ...copied
  } = copy;
  return copied;
}

/** Updates the copies of an edited message. */
export const refreshCrossposts: JobDeclaration<Published> = {
  name: "message.refreshCrossposts",
  async run(ctx, { channelId, id, after }) {
    const message = await ctx.tx.get(messages, compoundKey(channelId, id));
    if (message === undefined) return;
    const page = await copiesOf(ctx, id, after);
    for (const copy of page) if (isStale(copy, message)) await refresh(ctx, copy, message);
    scheduleNextPage(ctx, refreshCrossposts, { channelId, id, page });
  },
};

/** A digest of all that a copy takes over: edits within one instant have the same timestamp. */
function digestOfCopied(message: MessageRecord): string {
  const { content, embeds, components, attachments, shownAttachments, sticker_items } = message;
  const flags = message.flags & COPIED_FLAGS;
  const files = [shownAttachments, sticker_items];
  return digestHex(JSON.stringify([content, embeds, components, attachments, flags, files]));
}

/**
 * Copies without a digest (from earlier versions and world files) are compared by the time of the
 * edit.
 */
function isStale(copy: MessageRecord, message: MessageRecord): boolean {
  const { copiedDigest } = copy;
  if (copiedDigest !== undefined) return copiedDigest !== digestOfCopied(message);
  const differs = (copy.flags ^ message.flags) & COPIED_FLAGS;
  return copy.edited_timestamp !== message.edited_timestamp || differs !== 0;
}

async function refresh(ctx: Context, copy: MessageRecord, message: MessageRecord): Promise<void> {
  const { content, edited_timestamp } = message;
  await replaceCopy(ctx, copy, {
    ...withoutParts(copy),
    content,
    edited_timestamp,
    flags: flagsOfCopy(message),
    copiedDigest: digestOfCopied(message),
    ...(await partsOf(ctx, message, copy.channel_id)),
  });
}

/** The content of a copy after its original is deleted. Source: assumed: as clients show it. */
const DELETED = "[Original Message Deleted]";

/** Marks the copies of a deleted message as such. */
export const disownCrossposts: JobDeclaration<Published> = {
  name: "message.disownCrossposts",
  async run(ctx, { channelId, id, after }) {
    const page = await copiesOf(ctx, id, after);
    for (const copy of page) {
      const flags = MessageFlag.IS_CROSSPOST | MessageFlag.SOURCE_MESSAGE_DELETED;
      const nothing = { embeds: [], components: [], attachments: [] };
      const deletion = { content: DELETED, flags, ...nothing };
      await replaceCopy(ctx, copy, { ...withoutParts(copy), ...deletion });
    }
    scheduleNextPage(ctx, disownCrossposts, { channelId, id, page });
  },
};

async function replaceCopy(
  ctx: Context,
  before: MessageRecord,
  copy: MessageRecord,
): Promise<void> {
  storeMessage(ctx.tx, copy);
  const ids = filesOf(before).map(({ id }) => id);
  if (ids.length > 0) ctx.schedule(deleteFiles, ctx.now, { ids });
  const channel = await ctx.tx.get(channels, snowflakeKey(copy.channel_id));
  await emitChanged(ctx, copy, channel);
}

function copiesOf(ctx: Context, id: string, after: string | undefined) {
  const from = definedFields({ after });
  return ctx.tx.find(messages, { index: "crosspost", value: id, limit: PAGE, ...from });
}

function scheduleNextPage(
  ctx: Context,
  job: JobDeclaration<Published>,
  { page, ...published }: Published & { readonly page: readonly MessageRecord[] },
): void {
  const last = page.at(-1);
  if (last === undefined || page.length < PAGE) return;
  ctx.schedule(job, ctx.now, { ...published, after: messages.key(last) });
}
