// Resolves references of a simulated user to channels and users, among those that the user can see.
// Source: product.md, Simulated users.
import { UnknownChannel, UnknownUser } from "@antechamber/contract";
import { OptionType } from "@antechamber/contract/commands";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { channels, type ChannelRecord } from "../../domains/guilds/guild.ts";
import { guildIdsOf } from "../../domains/guilds/operations.ts";
import { channelNamedIn, referencedGuild, roleNamedIn } from "../../domains/guilds/references.ts";
import {
  directMessage,
  newDirectMessage,
  openDirectMessage,
} from "../../domains/messages/direct-messages.ts";
import {
  isId,
  referencedUser,
  userByReference,
  type Reference,
} from "../../domains/users/references.ts";
import type { UserRecord } from "../../domains/users/user.ts";
import type { DeclaredOption } from "../../domains/interactions/option-values.ts";

export interface ChannelReference {
  readonly user: UserRecord;
  /** A reference to a channel, or `@name`. */
  readonly channel: string;
  /** The guild of the channel; absent: any guild that the user is in. */
  readonly guild?: string | undefined;
  /** The path of the reference in the request; absent: `channel`. */
  readonly path?: Reference["path"];
}

/**
 * Resolves a reference to a channel. `@name` means the user's direct message with that user, which
 * is opened if necessary.
 *
 * @throws UnknownChannel, UnknownGuild, UnknownUser, InvalidForm for an ambiguous name
 */
export async function referencedChannel(
  ctx: Context,
  channelReference: ChannelReference,
): Promise<ChannelRecord> {
  const { user, channel: reference } = channelReference;
  if (!reference.startsWith("@")) return existingChannel(ctx, channelReference);
  const other = await otherUser(ctx, channelReference);
  return openDirectMessage(ctx, user.id, other.id);
}

/**
 * Resolves a reference to a channel without opening it: for a direct message that does not exist, a
 * record is returned as it would be.
 *
 * @throws UnknownChannel, UnknownGuild, UnknownUser, InvalidForm for an ambiguous name
 */
export async function channelToLookAt(
  ctx: ReadContext,
  channelReference: ChannelReference,
): Promise<ChannelRecord> {
  const { user, channel: reference } = channelReference;
  if (!reference.startsWith("@")) return existingChannel(ctx, channelReference);
  const other = await otherUser(ctx, channelReference);
  const open = await directMessage(ctx, user.id, other.id);
  return open ?? newDirectMessage("0", [user.id, other.id]);
}

const CHANNEL = ["channel"];

async function otherUser(
  ctx: ReadContext,
  { user, channel: text, path = CHANNEL }: ChannelReference,
): Promise<UserRecord> {
  const other = await referencedUser(ctx, { text, path });
  if (other.id === user.id) throw new ApiError(UnknownUser);
  return other;
}

async function existingChannel(
  ctx: ReadContext,
  { user, channel: text, guild, path = CHANNEL }: ChannelReference,
): Promise<ChannelRecord> {
  const guildId =
    guild === undefined
      ? undefined
      : (await referencedGuild(ctx, { text: guild, path: ["guild"] })).id;
  const named = async () => {
    const guildIds = guildId === undefined ? await guildIdsOf(ctx, user.id) : [guildId];
    return channelNamedIn(ctx, guildIds, { text, path });
  };
  const channel = (await channelWithId(ctx, text)) ?? (await named());
  if (channel === undefined || !isIn(channel, user)) throw new ApiError(UnknownChannel);
  if (guildId !== undefined && channel.guild_id !== guildId) throw new ApiError(UnknownChannel);
  return channel;
}

async function channelWithId(ctx: ReadContext, text: string): Promise<ChannelRecord | undefined> {
  return isId(text) ? ctx.tx.get(channels, snowflakeKey(text)) : undefined;
}

/** A direct message is visible only to its recipients. */
function isIn(channel: ChannelRecord, user: UserRecord): boolean {
  return channel.guild_id !== undefined || (channel.recipientIds?.includes(user.id) ?? false);
}

/** The option that a value containing a name is for, and where it is resolved. */
export interface ValueContext {
  readonly option: DeclaredOption | undefined;
  readonly guildId: string | undefined;
}

/**
 * Resolves the name in an option's value to an id. An unknown name stays, and is reported when
 * values are validated.
 *
 * @throws InvalidForm for an ambiguous name
 */
export async function referencedValue(
  ctx: ReadContext,
  context: ValueContext,
  value: unknown,
): Promise<unknown> {
  if (context.option === undefined || typeof value !== "string" || isId(value)) return value;
  const guildIds = context.guildId === undefined ? [] : [context.guildId];
  const reference = { text: value, path: [] };
  return (await idNamed(ctx, { type: context.option.type, guildIds }, reference)) ?? value;
}

interface Named {
  readonly type: number;
  /** The guilds in which roles and channels are looked up. */
  readonly guildIds: readonly string[];
}

async function idNamed(
  ctx: ReadContext,
  { type, guildIds }: Named,
  reference: Reference,
): Promise<string | undefined> {
  const { USER, ROLE, CHANNEL: PLACE, MENTIONABLE } = OptionType;
  if (type === PLACE) return (await channelNamedIn(ctx, guildIds, reference))?.id;
  const isPerson = type === USER || type === MENTIONABLE;
  const user = isPerson ? await userByReference(ctx, reference) : undefined;
  if (user !== undefined) return user.id;
  const isRole = type === ROLE || type === MENTIONABLE;
  return isRole ? (await roleNamedIn(ctx, guildIds, reference))?.id : undefined;
}
