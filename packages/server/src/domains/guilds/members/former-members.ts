// Who left a guild, which a member who comes back shows. Source: protocol: moderation 3.
import type { Context, ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";

interface FormerMember {
  readonly guild_id: string;
  readonly user_id: string;
}

export const formerMembers = tableOf<FormerMember>()({
  name: "former_member",
  key: ({ guild_id, user_id }) => compoundKey(guild_id, user_id),
  indexes: { user: ({ user_id }) => user_id },
});

/** The flag of members who left their guild and came back. */
const DID_REJOIN = 1;

/** The flags that someone has who comes into a guild. */
export async function joiningFlags(
  ctx: ReadContext,
  { guild_id, user_id }: FormerMember,
): Promise<number> {
  const former = await ctx.tx.get(formerMembers, compoundKey(guild_id, user_id));
  return former === undefined ? 0 : DID_REJOIN;
}

/** Forgets who left a guild that goes. */
export async function dropFormerMembers(ctx: Context, guildId: string): Promise<void> {
  for (const { user_id } of await ctx.tx.find(formerMembers, withPrefix(guildId))) {
    ctx.tx.delete(formerMembers, compoundKey(guildId, user_id));
  }
}

/** Forgets where a user was who is deleted. */
export async function forgetFormerMember(ctx: Context, userId: string): Promise<void> {
  for (const { guild_id } of await ctx.tx.find(formerMembers, { index: "user", value: userId })) {
    ctx.tx.delete(formerMembers, compoundKey(guild_id, userId));
  }
}
