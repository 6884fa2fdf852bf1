// Creating, changing and deleting messages.
// Source: protocol: gateway-oauth-limits 4.16, commands-and-interactions 6.5.
import { snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { channels, type ChannelRecord } from "../guilds/guild.ts";
import { placeFiles } from "./attachment-refs.ts";
import type { MessageBody } from "./body.ts";
import { emitChanged, emitCreated, emitDeleted, type EventExtras } from "./events.ts";
import { requireSizesIn, type FileOwner } from "./file-sizes.ts";
import { deleteReactionsAndVotes } from "./range-deletion.ts";
import { deleteFiles, showInAnswers } from "./jobs.ts";
import { mentioned, type MentionRights } from "./mentions.ts";
import { dropMessage, storeMessage } from "./message-store.ts";
import { filesOf, messages, type MessageRecord } from "./message.ts";
import { pollFrom } from "./polls/poll.ts";
import { emitToGames, isBetweenPeople } from "./game-events.ts";
import { countMessage, positionIn, starterId, countDeletedMessage } from "./threads/counting.ts";
import { addMentioned } from "./mentioned-members.ts";

export interface NewMessage {
  /** Absent: a new id is made. */
  readonly id?: string;
  readonly channel: ChannelRecord;
  /** As the message shows the author. */
  readonly author: Static<typeof User>;
  readonly type: number;
  readonly body: MessageBody;
  readonly rights: MentionRights;
  readonly extras?: EventExtras;
  /** Where the message comes from, and who may see it. */
  readonly origin?: Partial<
    Pick<
      MessageRecord,
      | "webhook_id"
      | "application_id"
      | "interaction"
      | "interaction_metadata"
      | "message_reference"
      | "referenced_message"
      | "message_snapshots"
      | "sticker_items"
      | "mention_everyone"
      | "snapshotFiles"
      | "embeds"
      | "components"
      | "attachments"
      | "shownAttachments"
      | "interactionId"
      | "isFollowUp"
      | "visibleTo"
      | "copiedDigest"
      | "nonce"
    >
  >;
}

/** The body's fields as the record stores them. */
async function storedFields(
  ctx: Context,
  { content, flags, tts, newPoll, ...body }: MessageBody,
  target: {
    readonly channelId: string;
    readonly before: MessageRecord | undefined;
    readonly isEphemeral: boolean;
    readonly files: FileOwner;
  },
) {
  const { channelId, before, isEphemeral } = target;
  const stickers = body.stickers ?? before?.sticker_items ?? [];
  const there = before === undefined ? [] : filesOf(before);
  const plan = body.files ?? { kept: there, added: [] };
  await requireSizesIn(ctx, plan.added, target.files);
  const { embeds, components } = body;
  const parts = { channelId, embeds, components, plan, there, isEphemeral };
  const { shownAttachments, ...placed } = await placeFiles(ctx, parts);
  return {
    content,
    flags,
    tts,
    ...placed,
    ...(shownAttachments.length > 0 ? { shownAttachments } : {}),
    ...(newPoll === undefined ? {} : { poll: pollFrom(newPoll, ctx.now) }),
    ...(stickers.length > 0 ? { sticker_items: [...stickers] } : {}),
    ...(body.theme === undefined ? {} : { shared_client_theme: body.theme }),
  };
}

/** The user whose plan sets the file size limit: of the answered interaction, else the author. */
function senderOf(message: Pick<MessageRecord, "author" | "interaction_metadata">): string {
  const { user }: { readonly user?: { readonly id: string } } = message.interaction_metadata ?? {};
  return (user ?? message.author).id;
}

/** Stores a message and emits it to all who can see it. */
export async function createMessage(ctx: Context, draft: NewMessage): Promise<MessageRecord> {
  const { channel, body, rights } = draft;
  const guildId = channel.guild_id;
  const isEphemeral = draft.origin?.visibleTo !== undefined;
  const files = { guildId, senderId: senderOf({ ...draft.origin, author: draft.author }) };
  const target = { channelId: channel.id, before: undefined, isEphemeral, files };
  const message: MessageRecord = {
    id: draft.id ?? (await starterId(ctx, channel, draft.author)) ?? ctx.id(),
    channel_id: channel.id,
    type: draft.type,
    author: draft.author,
    timestamp: timestamp(ctx.now),
    edited_timestamp: null,
    ...(await storedFields(ctx, body, target)),
    ...(await mentioned(ctx, { guildId, body, rights })),
    pinned: false,
    ...draft.origin,
    ...definedFields({ guild_id: guildId, position: positionIn(channel) }),
  };
  storeMessage(ctx.tx, message);
  if (message.visibleTo === undefined) {
    await countMessage(ctx, channel, message);
    await addMentioned(ctx, message);
  }
  await emitCreated(ctx, { message, channel, extras: draft.extras });
  if (isBetweenPeople(channel)) await emitToGames(ctx, "CREATE", { channel, message });
  return message;
}

/**
 * Changes a message and emits that to all who can see it.
 *
 * @param rights undefined when the text stays unchanged, and with it its mentions
 * @param edited false when a loading message gets its content, which nobody has seen before
 */
export async function editMessage(
  ctx: Context,
  before: MessageRecord,
  change: { body: MessageBody; rights: MentionRights | undefined; edited: boolean },
): Promise<MessageRecord> {
  const { body, rights } = change;
  const { shownAttachments: _shown, sticker_items: _stickers, ...more } = before;
  const { guild_id: guildId, moderation, ...rest } = more;
  const isEphemeral = before.visibleTo !== undefined;
  const files = { guildId, senderId: senderOf(before) };
  const target = { channelId: before.channel_id, before, isEphemeral, files };
  const message: MessageRecord = {
    ...rest,
    ...definedFields({ guild_id: guildId }),
    ...(await storedFields(ctx, body, target)),
    ...(rights === undefined ? {} : await mentioned(ctx, { guildId, body, rights })),
    edited_timestamp: change.edited ? timestamp(ctx.now) : before.edited_timestamp,
    // Moderation metadata refers to the old text, so it is kept only while the text stays.
    ...(moderation !== undefined && body.content === before.content ? { moderation } : {}),
  };
  storeMessage(ctx.tx, message);
  const keptIds = new Set(filesOf(message).map(({ id }) => id));
  deleteUnusedFiles(
    ctx,
    filesOf(before).filter(({ id }) => !keptIds.has(id)),
  );
  const channel = await ctx.tx.get(channels, snowflakeKey(message.channel_id));
  await addMentioned(ctx, message, before);
  await emitChanged(ctx, message, channel);
  if (isBetweenPeople(channel)) await emitToGames(ctx, "UPDATE", { channel, message });
  return message;
}

function deleteUnusedFiles(ctx: Context, files: readonly { readonly id: string }[]): void {
  if (files.length > 0) ctx.schedule(deleteFiles, ctx.now, { ids: files.map(({ id }) => id) });
}

/** Deletes a message and its files without emitting an event. */
export async function removeMessage(ctx: Context, message: MessageRecord): Promise<void> {
  dropMessage(ctx.tx, message);
  await showInAnswers(ctx, message);
  deleteUnusedFiles(ctx, [...filesOf(message), ...(message.snapshotFiles ?? [])]);
  if (message.reactionCounts === undefined && message.poll === undefined) return;
  ctx.schedule(deleteReactionsAndVotes, ctx.now, { messageId: message.id });
}

/** Deletes a message and emits that to all who could see it. */
export async function deleteMessage(ctx: Context, message: MessageRecord): Promise<void> {
  await removeMessage(ctx, message);
  if (message.visibleTo === undefined) await countDeletedMessage(ctx, message);
  emitDeleted(ctx, message);
}

/** The message of a channel with an id, or undefined. */
export function messageOf(
  ctx: ReadContext,
  channelId: string,
  id: string,
): Promise<MessageRecord | undefined> {
  return ctx.tx.get(messages, compoundKey(channelId, id));
}
