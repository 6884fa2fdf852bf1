// Channels between people. Source: product.md, Simulated users.
import { ChannelType, DirectChannelCreate } from "@antechamber/contract/guilds";
import { DirectChannelDelete, InvalidRecipients } from "@antechamber/contract/messages";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { channels, channelView, type ChannelRecord } from "../guilds/guild.ts";
import { recipientsOf } from "../guilds/operations.ts";
import { newGroup, openManagedGroup } from "./groups.ts";
import { userOf } from "../users/operations.ts";
import type { UserRecord } from "../users/user.ts";

/** The direct message channel of two users, or undefined when they have none yet. */
export async function directMessage(
  ctx: ReadContext,
  userId: string,
  otherId: string,
): Promise<ChannelRecord | undefined> {
  // A user stands in each of their channels, and has none with themselves.
  if (userId === otherId) return undefined;
  const own = await ctx.tx.find(channels, { index: "recipient", value: userId });
  return own.find(
    (channel) => channel.type === ChannelType.DM && channel.recipientIds?.includes(otherId),
  );
}

/** A direct message channel as it begins. */
export function newDirectMessage(id: string, recipientIds: readonly string[]): ChannelRecord {
  return { id, type: ChannelType.DM, last_message_id: null, flags: 0, recipientIds };
}

/** Emits a new channel to its people; to a bot only with its first message. */
async function emitToRecipients(ctx: Context, channel: ChannelRecord): Promise<void> {
  for (const { id, bot } of (await recipientsOf(ctx, channel, undefined)) ?? []) {
    if (bot === true) continue;
    const others = await recipientsOf(ctx, channel, id);
    ctx.emit(DirectChannelCreate, { kind: "user", user_id: id }, channelView(channel, others));
  }
}

/** Emits to somebody that a direct message channel of theirs is no more. */
export async function emitDirectEnd(
  ctx: Context,
  channel: ChannelRecord,
  userId: string,
): Promise<void> {
  const others = await recipientsOf(ctx, channel, userId);
  ctx.emit(DirectChannelDelete, { kind: "user", user_id: userId }, channelView(channel, others));
}

/** The direct message channel of two users, opened when they have none yet. */
export async function openDirectMessage(
  ctx: Context,
  userId: string,
  otherId: string,
): Promise<ChannelRecord> {
  const open = await directMessage(ctx, userId, otherId);
  if (open !== undefined) return open;
  const channel = newDirectMessage(ctx.id(), [userId, otherId]);
  ctx.tx.put(channels, channel);
  await emitToRecipients(ctx, channel);
  return channel;
}

/** A new group, owned by the user who opens it. */
async function openGroup(
  ctx: Context,
  ownerId: string,
  otherIds: readonly string[],
): Promise<ChannelRecord> {
  const channel = newGroup(ctx.id(), ownerId, otherIds);
  ctx.tx.put(channels, channel);
  await emitToRecipients(ctx, channel);
  return channel;
}

/** Whom a form names: one, or several for a group. */
export interface Recipients {
  readonly recipient_id?: string;
  readonly recipients?: readonly string[];
  readonly access_tokens?: readonly string[];
  readonly nicks?: Readonly<Record<string, string | null>>;
}

/**
 * The channel with the people that a form names: found or opened for one, always new for several.
 *
 * @throws InvalidForm when nobody is named, UnknownUser, InvalidRecipients for oneself, and for a
 *   group with a bot in it; of tokens InvalidAccessToken, TooManyRecipients, TooManyGroups
 */
export async function openChannelWith(
  ctx: Context,
  opener: UserRecord,
  { recipient_id: recipientId, recipients: several = [], access_tokens, nicks = {} }: Recipients,
): Promise<ChannelRecord> {
  if (opener.bot === true && (access_tokens ?? []).length > 0) {
    return openManagedGroup(ctx, opener, { tokens: access_tokens ?? [], nicks });
  }
  return openAmong(ctx, opener, recipientId === undefined ? several : [recipientId]);
}

async function openAmong(
  ctx: Context,
  opener: UserRecord,
  named: readonly string[],
): Promise<ChannelRecord> {
  const ids = [...new Set(named)];
  const [first, ...others] = ids;
  if (first === undefined) {
    const message = "This field is required";
    throw invalidForm({ path: ["recipient_id"], code: "BASE_TYPE_REQUIRED", message });
  }
  const people: UserRecord[] = [];
  for (const id of ids) people.push(await userOf(ctx, id));
  if (ids.includes(opener.id)) throw new ApiError(InvalidRecipients);
  if (others.length === 0) return openDirectMessage(ctx, opener.id, first);
  const hasBot = [opener, ...people].some((user) => user.bot === true);
  if (hasBot) throw new ApiError(InvalidRecipients);
  return openGroup(ctx, opener.id, ids);
}
