// A guild's vanity URL: an invite that never expires. Source: protocol: guild-settings 6.
import { holds } from "@antechamber/contract";
import { UnknownInvite } from "@antechamber/contract/guilds";
import { snowflakeKey, snowflakeTime, timestamp } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { tableOf } from "../../platform/store.ts";
import { guilds, type GuildRecord } from "../guilds/guild.ts";
import { channelsOf, holdsMessages, rolesOf } from "../guilds/operations.ts";
import { everyonePermissions } from "../guilds/permissions.ts";
import { inviteDefaults, invites, isLive, type InviteRecord } from "./invite.ts";

export interface VanityUrlRecord {
  readonly code: string;
  readonly guild_id: string;
  /** How many users joined by it. */
  readonly uses: number;
}

export const vanityUrls = tableOf<VanityUrlRecord>()({
  name: "vanity_url",
  key: ({ code }) => code,
  indexes: { guild: ({ guild_id }) => guild_id },
});

/** The vanity URL of a guild, or undefined. */
export async function vanityUrlOf(
  ctx: ReadContext,
  guildId: string,
): Promise<VanityUrlRecord | undefined> {
  const [found] = await ctx.tx.find(vanityUrls, { index: "guild", value: guildId });
  return found;
}

/** The invite with a code. @throws UnknownInvite, also for an expired or used up one */
export async function inviteOf(ctx: ReadContext, code: string): Promise<InviteRecord> {
  const invite = (await ctx.tx.get(invites, code)) ?? (await vanityInvite(ctx, code));
  if (invite === undefined || !isLive(invite, ctx.now)) throw new ApiError(UnknownInvite);
  return invite;
}

/** The invite of a vanity URL's code, or undefined. */
async function vanityInvite(ctx: ReadContext, code: string): Promise<InviteRecord | undefined> {
  const vanity = await ctx.tx.get(vanityUrls, code);
  const guild = vanity && (await ctx.tx.get(guilds, snowflakeKey(vanity.guild_id)));
  const channel_id = guild && (await vanityChannel(ctx, guild));
  if (vanity === undefined || channel_id === undefined) return undefined;
  return {
    ...inviteDefaults,
    code,
    guild_id: vanity.guild_id,
    channel_id,
    created_at: timestamp(snowflakeTime(vanity.guild_id)),
    max_age: 0,
    uses: vanity.uses,
    hidden: true,
    isVanity: true,
  };
}

/** The system channel; otherwise the first channel that @everyone can view; otherwise the first. */
async function vanityChannel(ctx: ReadContext, guild: GuildRecord): Promise<string | undefined> {
  if (guild.system_channel_id !== null) return guild.system_channel_id;
  const roles = await rolesOf(ctx, guild.id);
  const all = (await channelsOf(ctx, guild.id))
    .filter(holdsMessages)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const open = all.find((channel) =>
    holds(everyonePermissions({ guild, roles, time: ctx }, channel), "VIEW_CHANNEL"),
  );
  return (open ?? all[0])?.id;
}

/** Counts a user who joined by a vanity URL. */
export async function countVanityUse(ctx: Context, code: string): Promise<void> {
  const vanity = await ctx.tx.get(vanityUrls, code);
  if (vanity !== undefined) ctx.tx.put(vanityUrls, { ...vanity, uses: vanity.uses + 1 });
}

/** Deletes the vanity URL of a guild. */
export async function dropVanityUrl(ctx: Context, guildId: string): Promise<void> {
  const vanityUrl = await vanityUrlOf(ctx, guildId);
  if (vanityUrl !== undefined) ctx.tx.delete(vanityUrls, vanityUrl.code);
}
