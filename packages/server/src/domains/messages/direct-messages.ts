// Direct message channels and the creation of groups. Source: product.md, Simulated users.
import { ChannelType } from "@antechamber/contract/guilds";
import { DirectChannelDelete, InvalidRecipients } from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { channels, channelView, type ChannelRecord } from "../guilds/guild.ts";
import { recipientsOf } from "../guilds/operations.ts";
import { emitDirectChannel, openGroup, openManagedGroup } from "./groups.ts";
import { users, type UserRecord } from "../users/user.ts";

/** The direct message channel of two users, or undefined if they have none yet. */
export async function directMessage(
  ctx: ReadContext,
  userId: string,
  otherId: string,
): Promise<ChannelRecord | undefined> {
  // Both users are recipients of their channel, and nobody has a channel with themselves.
  if (userId === otherId) return undefined;
  const own = await ctx.tx.find(channels, { index: "recipient", value: userId });
  return own.find(
    (channel) => channel.type === ChannelType.DM && channel.recipientIds?.includes(otherId),
  );
}

/** A new direct message channel. */
export function newDirectMessage(id: string, recipientIds: readonly string[]): ChannelRecord {
  return { id, type: ChannelType.DM, last_message_id: null, flags: 0, recipientIds };
}

/** Emits a new channel to its recipients; bots receive it only with its first message. */
async function emitToRecipients(ctx: Context, channel: ChannelRecord): Promise<void> {
  for (const { id, bot } of (await recipientsOf(ctx, channel, undefined)) ?? []) {
    if (bot !== true) await emitDirectChannel(ctx, channel, id);
  }
}

/** Emits to a user that one of their direct message channels was deleted. */
export async function emitDirectEnd(
  ctx: Context,
  channel: ChannelRecord,
  userId: string,
): Promise<void> {
  const others = await recipientsOf(ctx, channel, userId);
  ctx.emit(DirectChannelDelete, { kind: "user", user_id: userId }, channelView(channel, others));
}

/** The direct message channel of two users, which is opened if they have none yet. */
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

/** The users that a form names: one for a direct message, or several for a group. */
export interface Recipients {
  readonly recipient_id?: string;
  readonly recipients?: readonly string[];
  readonly access_tokens?: readonly string[];
  readonly nicks?: Readonly<Record<string, string | null>>;
}

/**
 * The channel with the users that a form names: for one user found or opened, for several always
 * new.
 *
 * @throws InvalidForm if nobody is named, InvalidRecipients for the caller themselves, for an id
 *   that nobody has, and for a group with a bot in it; for access tokens InvalidAccessToken,
 *   TooManyRecipients, TooManyGroups
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
  for (const id of ids) {
    const user = await ctx.tx.get(users, snowflakeKey(id));
    // Source: discord-api-docs#8274.
    if (user === undefined) throw new ApiError(InvalidRecipients);
    people.push(user);
  }
  if (ids.includes(opener.id)) throw new ApiError(InvalidRecipients);
  if (others.length === 0) return openDirectMessage(ctx, opener.id, first);
  const hasBot = [opener, ...people].some((user) => user.bot === true);
  if (hasBot) throw new ApiError(InvalidRecipients);
  return openGroup(ctx, opener.id, ids);
}
