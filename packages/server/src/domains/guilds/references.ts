// Resolves references to guilds, channels and roles: an id, a name that is unique in the world, or
// the guild's name and the other name separated by a slash.
// Source: product.md, Control plane.
import { UnknownChannel, UnknownGuild, UnknownRole } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import {
  withoutSign,
  CANDIDATES_READ,
  isId,
  onlyCandidate,
  type Reference,
} from "../users/references.ts";
import {
  channels,
  guilds,
  roles,
  type ChannelRecord,
  type GuildRecord,
  type RoleRecord,
  type GuildChannelRecord,
} from "./guild.ts";
import { channelsAndThreads, rolesOf } from "./operations.ts";

/** The guild with an id or a name, or undefined. @throws InvalidForm if several have the name */
export async function guildByReference(
  ctx: ReadContext,
  reference: Reference,
): Promise<GuildRecord | undefined> {
  const { text } = reference;
  const byId = isId(text) ? await ctx.tx.get(guilds, snowflakeKey(text)) : undefined;
  if (byId !== undefined) return byId;
  const search = { index: "name", value: text, limit: CANDIDATES_READ } as const;
  return onlyCandidate(await ctx.tx.find(guilds, search), reference, ({ id }) => id);
}

/**
 * Like `guildByReference`, but the guild must exist.
 *
 * @throws UnknownGuild, InvalidForm if several have the name
 */
export async function referencedGuild(
  ctx: ReadContext,
  reference: Reference,
): Promise<GuildRecord> {
  const guild = await guildByReference(ctx, reference);
  if (guild === undefined) throw new ApiError(UnknownGuild);
  return guild;
}

/** A kind of record that belongs to guilds, and how to find it. */
interface Part<R> {
  readonly byId: (ctx: ReadContext, id: string) => Promise<R | undefined>;
  readonly allIn: (ctx: ReadContext, guildId: string) => Promise<readonly R[]>;
  readonly isNamed: (part: R, name: string) => boolean;
}

interface InGuild {
  readonly id: string;
  readonly guild_id: string;
}

const channelPart: Part<ChannelRecord & InGuild> = {
  byId: async (ctx, id) => inGuild(await ctx.tx.get(channels, snowflakeKey(id))),
  allIn: async (ctx, guildId) =>
    (await channelsAndThreads(ctx, guildId)).flatMap((channel) => inGuild(channel) ?? []),
  isNamed: (channel, name) => channel.name === withoutSign(name, "#"),
};

const rolePart: Part<RoleRecord> = {
  byId: async (ctx, id) => (await ctx.tx.find(roles, { index: "id", value: id, limit: 1 }))[0],
  allIn: rolesOf,
  // The role named `@everyone` is found with and without its sign.
  isNamed: (role, name) => withoutSign(role.name, "@") === withoutSign(name, "@"),
};

/** A channel with its guild; undefined for a direct message. */
function inGuild(channel: ChannelRecord | undefined): (ChannelRecord & InGuild) | undefined {
  return channel?.guild_id === undefined ? undefined : { ...channel, guild_id: channel.guild_id };
}

/** The channel or thread of a guild. @throws UnknownChannel, InvalidForm for an ambiguous name */
export async function referencedGuildChannel(
  ctx: ReadContext,
  reference: Reference,
): Promise<GuildChannelRecord> {
  const channel = await referencedPart(ctx, channelPart, reference);
  if (channel === undefined) throw new ApiError(UnknownChannel);
  return channel;
}

/** The role of a guild. @throws UnknownRole, InvalidForm for an ambiguous name */
export async function referencedRole(ctx: ReadContext, reference: Reference): Promise<RoleRecord> {
  const role = await referencedPart(ctx, rolePart, reference);
  if (role === undefined) throw new ApiError(UnknownRole);
  return role;
}

/**
 * A channel of the given guilds by its name, with or without the guild's.
 *
 * @throws InvalidForm if several match
 */
export async function channelNamedIn(
  ctx: ReadContext,
  guildIds: readonly string[],
  reference: Reference,
): Promise<ChannelRecord | undefined> {
  return (
    (await namedAmong(ctx, channelPart, { guildIds, reference })) ??
    (await qualifiedPart(ctx, channelPart, reference))
  );
}

/** A role of the given guilds by its name. @throws InvalidForm if several have it */
export function roleNamedIn(
  ctx: ReadContext,
  guildIds: readonly string[],
  reference: Reference,
): Promise<RoleRecord | undefined> {
  return namedAmong(ctx, rolePart, { guildIds, reference });
}

async function referencedPart<R extends InGuild>(
  ctx: ReadContext,
  part: Part<R>,
  reference: Reference,
): Promise<R | undefined> {
  const byId = isId(reference.text) ? await part.byId(ctx, reference.text) : undefined;
  if (byId !== undefined) return byId;
  const guildIds = (await ctx.tx.find(guilds)).map(({ id }) => id);
  return (
    (await namedAmong(ctx, part, { guildIds, reference })) ??
    (await qualifiedPart(ctx, part, reference))
  );
}

async function namedAmong<R extends InGuild>(
  ctx: ReadContext,
  part: Part<R>,
  { guildIds, reference }: { readonly guildIds: readonly string[]; readonly reference: Reference },
): Promise<R | undefined> {
  const found: R[] = [];
  for (const guildId of guildIds) {
    const all = await part.allIn(ctx, guildId);
    found.push(...all.filter((each) => part.isNamed(each, reference.text)));
    if (found.length >= CANDIDATES_READ) break;
  }
  const names = found.length < 2 ? new Map<string, string>() : await guildNames(ctx, found);
  return onlyCandidate(found, reference, ({ id, guild_id }) => {
    const guild = names.get(guild_id) ?? guild_id;
    return `${guild}/${withoutSign(reference.text, "#")} (${id})`;
  });
}

async function guildNames(
  ctx: ReadContext,
  parts: readonly InGuild[],
): Promise<ReadonlyMap<string, string>> {
  const all = await Promise.all(
    parts.map(async ({ guild_id }) => ctx.tx.get(guilds, snowflakeKey(guild_id))),
  );
  return new Map(all.flatMap((guild) => (guild === undefined ? [] : [[guild.id, guild.name]])));
}

/** Resolves `Harbor/general`: names may contain slashes themselves, so each slash is tried. */
async function qualifiedPart<R extends InGuild>(
  ctx: ReadContext,
  part: Part<R>,
  { text, path }: Reference,
): Promise<R | undefined> {
  for (let at = text.indexOf("/"); at >= 0; at = text.indexOf("/", at + 1)) {
    const guild = await guildByReference(ctx, { text: text.slice(0, at), path });
    if (guild === undefined) continue;
    const inside = { text: text.slice(at + 1), path };
    const byId = isId(inside.text) ? await part.byId(ctx, inside.text) : undefined;
    if (byId?.guild_id === guild.id) return byId;
    const found = await namedAmong(ctx, part, { guildIds: [guild.id], reference: inside });
    if (found !== undefined) return found;
  }
  return undefined;
}
