// Reacting to messages, and taking reactions away. Source: machine specification.
import { limits } from "@antechamber/contract";
import {
  MessageReactionAdd,
  MessageReactionRemove,
  MessageReactionRemoveAll,
  MessageReactionRemoveEmoji,
  NotOnDirectMessages,
  ReactionType,
  TooManyReactions,
  type ReactionEmoji,
} from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { compoundKey, withParts, withPrefix } from "../../../platform/records/compound-keys.ts";
import { memberView, type ChannelRecord } from "../../guilds/guild.ts";
import { memberOf } from "../../guilds/operations.ts";
import type { UserRecord } from "../../users/user.ts";
import { messageOn, type OnMessage } from "../on-message.ts";
import { messages, scopeOfMessage, type MessageRecord } from "../message.ts";
import { messagePermissions, requireUnarchived } from "../sender-rights.ts";
import { deleteRange } from "../range-deletion.ts";
import { namedEmoji, usableEmoji, type NamedEmoji } from "./named-emoji.ts";
import {
  countsAfter,
  emojiKey,
  ownKey,
  reactions,
  type ReactionRecord,
} from "../reactions/reaction.ts";
import { requireAllOf } from "../../guilds/caller-permissions.ts";

type Emoji = Static<typeof ReactionEmoji>;

/** The emoji of a reaction as its user names it, and the kind of reaction. */
export interface Reacting {
  readonly emoji: string;
  /** True for a super reaction. */
  readonly isBurst?: boolean;
}

/**
 * Adds a user's reaction; adding the same reaction again changes nothing.
 *
 * @throws UnknownMessage, ThreadArchived, UnknownReactionEmoji, MissingPermissions,
 *   TooManyReactions
 */
export async function react(
  ctx: Context,
  on: OnMessage,
  { emoji: text, isBurst = false }: Reacting,
): Promise<void> {
  const { user, channel } = on;
  const permissions = await messagePermissions(ctx, channel, user.id);
  requireAllOf(permissions, "READ_MESSAGE_HISTORY");
  const message = await messageOn(ctx, on);
  requireUnarchived(channel);
  const named = namedEmoji(text);
  const existing = reactedEmoji(message, named);
  if (existing === undefined) requireAllOf(permissions, "ADD_REACTIONS");
  const use = { userId: user.id, guildId: channel.guild_id, permissions };
  const emoji = existing ?? (await usableEmoji(ctx, named, use));
  const record = recordOf(message, { user_id: user.id, emoji: emojiKey(emoji), burst: isBurst });
  if ((await ctx.tx.get(reactions, reactions.key(record))) !== undefined) return;
  const counts = message.reactionCounts ?? [];
  if (existing === undefined && counts.length >= limits.reactionsPerMessage.value) {
    throw new ApiError(TooManyReactions);
  }
  ctx.tx.put(reactions, record);
  storeCounts(ctx, message, countsAfter(counts, emoji, { isBurst, by: 1 }));
  const { author, webhook_id } = message;
  ctx.emit(MessageReactionAdd, scopeOfMessage(message), {
    ...eventOf(record, message, emoji),
    ...(await membershipOf(ctx, channel, user)),
    ...(webhook_id === undefined ? { message_author_id: author.id } : {}),
    ...(isBurst ? { burst_colors: [] } : {}),
  });
}

/**
 * Removes a user's own reactions with an emoji; having none is not an error.
 *
 * @throws UnknownMessage, UnknownReactionEmoji
 */
export async function unreact(ctx: Context, on: OnMessage, emoji: string): Promise<void> {
  const message = await messageOn(ctx, on);
  await removeOf(ctx, message, { userId: on.user.id, named: namedEmoji(emoji) });
}

/**
 * Removes a given user's reactions with an emoji.
 *
 * @throws UnknownMessage, UnknownReactionEmoji, NotOnDirectMessages, MissingPermissions
 */
export async function removeReaction(
  ctx: Context,
  on: OnMessage,
  { userId, emoji }: { readonly userId: string; readonly emoji: string },
): Promise<void> {
  if (userId === on.user.id) return unreact(ctx, on, emoji);
  await requireModeration(ctx, on);
  const message = await messageOn(ctx, on);
  await removeOf(ctx, message, { userId, named: namedEmoji(emoji) });
}

/**
 * Removes every reaction of a message.
 *
 * @throws UnknownMessage, NotOnDirectMessages, MissingPermissions
 */
export async function clearReactions(ctx: Context, on: OnMessage): Promise<void> {
  await requireModeration(ctx, on);
  const message = await messageOn(ctx, on);
  if (message.reactionCounts === undefined) return;
  await deleteRange(ctx, reactions, withPrefix(message.id));
  storeCounts(ctx, message, []);
  ctx.emit(MessageReactionRemoveAll, scopeOfMessage(message), placeOf(message));
}

/**
 * Removes every reaction with one emoji.
 *
 * @throws UnknownMessage, UnknownReactionEmoji, NotOnDirectMessages, MissingPermissions
 */
export async function clearReactionsOf(ctx: Context, on: OnMessage, text: string): Promise<void> {
  await requireModeration(ctx, on);
  const message = await messageOn(ctx, on);
  const emoji = reactedEmoji(message, namedEmoji(text));
  if (emoji === undefined) return;
  const key = emojiKey(emoji);
  await deleteRange(ctx, reactions, withParts(`${snowflakeKey(message.id)}:${key}`));
  const others = (message.reactionCounts ?? []).filter((each) => emojiKey(each.emoji) !== key);
  storeCounts(ctx, message, others);
  ctx.emit(MessageReactionRemoveEmoji, scopeOfMessage(message), { ...placeOf(message), emoji });
}

/** Removes every reaction of a deleted user. */
export async function removeReactionsOf(ctx: Context, userId: string): Promise<void> {
  for (const record of await ctx.tx.find(reactions, { index: "user", value: userId })) {
    const message = await ctx.tx.get(messages, compoundKey(record.channel_id, record.message_id));
    if (message !== undefined) remove(ctx, message, record);
  }
}

/** @throws NotOnDirectMessages, MissingPermissions */
async function requireModeration(ctx: Context, { user, channel }: OnMessage): Promise<void> {
  if (channel.guild_id === undefined) throw new ApiError(NotOnDirectMessages);
  requireAllOf(await messagePermissions(ctx, channel, user.id), "MANAGE_MESSAGES");
}

/** Moves one user's reactions to another user; of equal reactions of both, the first is removed. */
export async function giveReactions(
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const record of await ctx.tx.find(reactions, { index: "user", value: from })) {
    const moved = { ...record, user_id: to };
    if ((await ctx.tx.get(reactions, reactions.key(moved))) === undefined) {
      ctx.tx.delete(reactions, reactions.key(record));
      ctx.tx.put(reactions, moved);
      continue;
    }
    const message = await ctx.tx.get(messages, compoundKey(record.channel_id, record.message_id));
    if (message !== undefined) remove(ctx, message, record);
  }
}

/** Moves the reactions of a message to the channel that the message is moved to. */
export async function moveReactions(ctx: Context, id: string, channel_id: string): Promise<void> {
  for (const record of await ctx.tx.find(reactions, withPrefix(id))) {
    ctx.tx.put(reactions, { ...record, channel_id });
  }
}

/** The emoji as the message's reactions show it, or undefined if nobody reacted with it. */
function reactedEmoji(message: MessageRecord, named: NamedEmoji): Emoji | undefined {
  const key = emojiKey(named);
  return message.reactionCounts?.find(({ emoji }) => emojiKey(emoji) === key)?.emoji;
}

async function removeOf(
  ctx: Context,
  message: MessageRecord,
  { userId, named }: { readonly userId: string; readonly named: NamedEmoji },
): Promise<void> {
  const value = ownKey(message.id, userId);
  const own = await ctx.tx.find(reactions, { index: "own", value });
  const key = emojiKey(named);
  let now = message;
  for (const record of own) if (record.emoji === key) now = remove(ctx, now, record);
}

/** Removes one reaction and emits its removal. @returns the message after the removal */
function remove(ctx: Context, message: MessageRecord, record: ReactionRecord): MessageRecord {
  ctx.tx.delete(reactions, reactions.key(record));
  const counts = message.reactionCounts ?? [];
  const emoji = counts.find((each) => emojiKey(each.emoji) === record.emoji)?.emoji;
  if (emoji === undefined) return message;
  const { burst: isBurst } = record;
  const now = storeCounts(ctx, message, countsAfter(counts, emoji, { isBurst, by: -1 }));
  ctx.emit(MessageReactionRemove, scopeOfMessage(message), eventOf(record, message, emoji));
  return now;
}

/** Stores a message with new counts, which its search document does not include. */
function storeCounts(
  ctx: Context,
  { reactionCounts: _before, ...message }: MessageRecord,
  counts: NonNullable<MessageRecord["reactionCounts"]>,
): MessageRecord {
  const now = { ...message, ...(counts.length === 0 ? {} : { reactionCounts: counts }) };
  ctx.tx.put(messages, now);
  return now;
}

function recordOf(
  { channel_id, id }: MessageRecord,
  reaction: Pick<ReactionRecord, "user_id" | "emoji" | "burst">,
): ReactionRecord {
  return { channel_id, message_id: id, ...reaction };
}

function placeOf({ channel_id, id, guild_id }: MessageRecord) {
  return { channel_id, message_id: id, ...definedFields({ guild_id }) };
}

function eventOf({ user_id, burst }: ReactionRecord, message: MessageRecord, emoji: Emoji) {
  const type = burst ? ReactionType.BURST : ReactionType.NORMAL;
  return { user_id, ...placeOf(message), emoji, burst, type };
}

async function membershipOf(ctx: Context, { guild_id }: ChannelRecord, user: UserRecord) {
  const member = guild_id === undefined ? undefined : await memberOf(ctx, guild_id, user.id);
  return member === undefined ? {} : { member: memberView(member, user) };
}
