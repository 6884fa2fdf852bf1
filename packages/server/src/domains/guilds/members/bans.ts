// Bans from guilds. Source: protocol: moderation 4.
import { UserBanned } from "@antechamber/contract/guilds";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";

export interface BanRecord {
  readonly guild_id: string;
  readonly user_id: string;
  readonly reason: string | null;
}

export const bans = tableOf<BanRecord>()({
  name: "ban",
  key: (ban) => compoundKey(ban.guild_id, ban.user_id),
  indexes: { user: (ban) => ban.user_id },
});

/** The ban of a user in a guild, or undefined. */
export function banOf(ctx: ReadContext, guildId: string, userId: string) {
  return ctx.tx.get(bans, compoundKey(guildId, userId));
}

/** @throws UserBanned */
export async function requireNotBanned(
  ctx: ReadContext,
  guildId: string,
  userId: string,
): Promise<void> {
  if ((await banOf(ctx, guildId, userId)) !== undefined) throw new ApiError(UserBanned);
}

/** Deletes the bans of a deleted guild. */
export async function dropBans(ctx: Context, guildId: string): Promise<void> {
  for (const { user_id } of await ctx.tx.find(bans, withPrefix(guildId))) {
    ctx.tx.delete(bans, compoundKey(guildId, user_id));
  }
}

/** Deletes the bans of a deleted user. */
export async function deleteBansOf(ctx: Context, userId: string): Promise<void> {
  for (const { guild_id } of await ctx.tx.find(bans, { index: "user", value: userId })) {
    ctx.tx.delete(bans, compoundKey(guild_id, userId));
  }
}
