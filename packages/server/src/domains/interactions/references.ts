// Names as people write them in the control plane, turned into what they stand for: an id, or a name
// that is the only one of its kind, with or without `@` or `#`. Source: product.md, Simulated users.
import {
  ageKey,
  OptionType,
  UnknownChannel,
  UnknownGuild,
  UnknownUser,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { channels, guilds, members, type ChannelRecord } from "../guilds/guild.ts";
import { placesOf, rolesOf } from "../guilds/operations.ts";
import { directMessage, newDirectMessage, openDirectMessage } from "../messages/direct-messages.ts";
import { userNamed } from "../users/operations.ts";
import type { UserRecord } from "../users/user.ts";
import type { DeclaredOption } from "./option-values.ts";

function isId(reference: string): boolean {
  return /^[0-9]{1,20}$/.test(reference);
}

/** The name without the sign that people put before it. */
function bare(reference: string, sign: "@" | "#"): string {
  return reference.startsWith(sign) ? reference.slice(1) : reference;
}

function onlyOne<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** @throws UnknownUser */
export async function referencedUser(ctx: ReadContext, reference: string): Promise<UserRecord> {
  const user = await userNamed(ctx, bare(reference, "@"));
  if (user === undefined) throw new ApiError(UnknownUser);
  return user;
}

/** The id of a guild. @throws UnknownGuild */
async function guildIdOf(ctx: ReadContext, reference: string): Promise<string> {
  if (isId(reference)) {
    const byId = await ctx.tx.get(guilds, ageKey(reference));
    if (byId !== undefined) return byId.id;
  }
  const guild = onlyOne(await ctx.tx.find(guilds, { index: "name", value: reference, limit: 2 }));
  if (guild === undefined) throw new ApiError(UnknownGuild);
  return guild.id;
}

async function guildIdsOf(ctx: ReadContext, userId: string): Promise<string[]> {
  const own = await ctx.tx.find(members, { index: "user", value: userId });
  return own.map((member) => member.guild_id);
}

export interface ChannelReference {
  readonly user: UserRecord;
  readonly channel: string;
  /** Absent: any guild that the user is in. */
  readonly guild?: string | undefined;
}

/**
 * A channel, or with `@name` the direct message of the user with somebody, opened when it is new.
 *
 * @throws UnknownChannel, UnknownGuild, UnknownUser
 */
export async function referencedChannel(
  ctx: Context,
  asked: ChannelReference,
): Promise<ChannelRecord> {
  const { user, channel: reference } = asked;
  if (!reference.startsWith("@")) return existingChannel(ctx, asked);
  const other = await otherUser(ctx, user, reference);
  return openDirectMessage(ctx, user.id, other.id);
}

/**
 * The same channel without opening it: a direct message that is not there yet is given as it would
 * be.
 *
 * @throws UnknownChannel, UnknownGuild, UnknownUser
 */
export async function channelToLookAt(
  ctx: ReadContext,
  asked: ChannelReference,
): Promise<ChannelRecord> {
  const { user, channel: reference } = asked;
  if (!reference.startsWith("@")) return existingChannel(ctx, asked);
  const other = await otherUser(ctx, user, reference);
  const open = await directMessage(ctx, user.id, other.id);
  return open ?? newDirectMessage("0", [user.id, other.id]);
}

async function otherUser(
  ctx: ReadContext,
  user: UserRecord,
  reference: string,
): Promise<UserRecord> {
  const other = await referencedUser(ctx, reference);
  if (other.id === user.id) throw new ApiError(UnknownUser);
  return other;
}

async function existingChannel(
  ctx: ReadContext,
  { user, channel: reference, guild }: ChannelReference,
): Promise<ChannelRecord> {
  const guildId = guild === undefined ? undefined : await guildIdOf(ctx, guild);
  const guildIds = guildId === undefined ? await guildIdsOf(ctx, user.id) : [guildId];
  const channel =
    (await channelWithId(ctx, reference)) ?? (await namedChannel(ctx, reference, guildIds));
  if (channel === undefined || !isIn(channel, user)) throw new ApiError(UnknownChannel);
  if (guildId !== undefined && channel.guild_id !== guildId) throw new ApiError(UnknownChannel);
  return channel;
}

async function channelWithId(
  ctx: ReadContext,
  reference: string,
): Promise<ChannelRecord | undefined> {
  return isId(reference) ? ctx.tx.get(channels, ageKey(reference)) : undefined;
}

/** Direct messages exist for those who are in them. */
function isIn(channel: ChannelRecord, user: UserRecord): boolean {
  return channel.guild_id !== undefined || (channel.recipientIds?.includes(user.id) ?? false);
}

async function namedChannel(
  ctx: ReadContext,
  reference: string,
  guildIds: readonly string[],
): Promise<ChannelRecord | undefined> {
  const all = await Promise.all(guildIds.map((id) => placesOf(ctx, id)));
  const name = bare(reference, "#");
  return onlyOne(all.flat().filter((channel) => channel.name === name));
}

/**
 * An option's value with a name in it turned into an id; what names nothing stays, and is found
 * wrong when values are checked.
 */
export async function referencedValue(
  ctx: ReadContext,
  place: { readonly option: DeclaredOption | undefined; readonly guildId: string | undefined },
  value: unknown,
): Promise<unknown> {
  if (place.option === undefined || typeof value !== "string" || isId(value)) return value;
  const guildIds = place.guildId === undefined ? [] : [place.guildId];
  return (await idNamed(ctx, { type: place.option.type, guildIds }, value)) ?? value;
}

interface Named {
  readonly type: number;
  /** The guild in which roles and channels are sought, if any. */
  readonly guildIds: readonly string[];
}

async function idNamed(
  ctx: ReadContext,
  { type, guildIds }: Named,
  name: string,
): Promise<string | undefined> {
  if (type === OptionType.USER) return userIdNamed(ctx, name);
  if (type === OptionType.ROLE) return roleIdNamed(ctx, guildIds, name);
  if (type === OptionType.CHANNEL) return (await namedChannel(ctx, name, guildIds))?.id;
  if (type !== OptionType.MENTIONABLE) return undefined;
  return (await userIdNamed(ctx, name)) ?? roleIdNamed(ctx, guildIds, name);
}

async function userIdNamed(ctx: ReadContext, reference: string): Promise<string | undefined> {
  return (await userNamed(ctx, bare(reference, "@")))?.id;
}

/** `everyone` is the role that has the guild's id, whatever sign stands before it. */
async function roleIdNamed(
  ctx: ReadContext,
  guildIds: readonly string[],
  reference: string,
): Promise<string | undefined> {
  const name = bare(reference, "@");
  const all = await Promise.all(guildIds.map((id) => rolesOf(ctx, id)));
  return onlyOne(all.flat().filter((role) => bare(role.name, "@") === name))?.id;
}
