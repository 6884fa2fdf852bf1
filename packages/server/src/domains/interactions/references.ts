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
import { channelsOf, rolesOf } from "../guilds/operations.ts";
import { openDirectMessage } from "../messages/direct-messages.ts";
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
  { user, channel: reference, guild }: ChannelReference,
): Promise<ChannelRecord> {
  if (reference.startsWith("@")) {
    const other = await referencedUser(ctx, reference);
    if (other.id === user.id) throw new ApiError(UnknownUser);
    return openDirectMessage(ctx, user.id, other.id);
  }
  const guildId = guild === undefined ? undefined : await guildIdOf(ctx, guild);
  const channel =
    (isId(reference) ? await ctx.tx.get(channels, ageKey(reference)) : undefined) ??
    (await namedChannel(
      ctx,
      reference,
      guildId === undefined ? await guildIdsOf(ctx, user.id) : [guildId],
    ));
  const isElsewhere = guildId !== undefined && channel?.guild_id !== guildId;
  if (channel === undefined || isElsewhere || !isIn(channel, user)) {
    throw new ApiError(UnknownChannel);
  }
  return channel;
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
  const all = await Promise.all(guildIds.map((id) => channelsOf(ctx, id)));
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
  const { option, guildId } = place;
  if (option === undefined || typeof value !== "string" || isId(value)) return value;
  switch (option.type) {
    case OptionType.USER:
      return (await userIdNamed(ctx, value)) ?? value;
    case OptionType.ROLE:
      return (await roleIdNamed(ctx, guildId, value)) ?? value;
    case OptionType.MENTIONABLE:
      return (await userIdNamed(ctx, value)) ?? (await roleIdNamed(ctx, guildId, value)) ?? value;
    case OptionType.CHANNEL: {
      const found = await namedChannel(ctx, value, guildId === undefined ? [] : [guildId]);
      return found?.id ?? value;
    }
    default:
      return value;
  }
}

async function userIdNamed(ctx: ReadContext, reference: string): Promise<string | undefined> {
  return (await userNamed(ctx, bare(reference, "@")))?.id;
}

/** `everyone` is the role that has the guild's id, whatever sign stands before it. */
async function roleIdNamed(
  ctx: ReadContext,
  guildId: string | undefined,
  reference: string,
): Promise<string | undefined> {
  if (guildId === undefined) return undefined;
  const name = bare(reference, "@");
  const all = await rolesOf(ctx, guildId);
  return onlyOne(all.filter((role) => bare(role.name, "@") === name))?.id;
}
