// What goes with a member or a role of a guild when it goes: nothing of the guild refers to it then.
import type { Context } from "../../platform/context.ts";
import { pairKey, pairsOf } from "../applications/installs.ts";
import { userOf } from "../users/operations.ts";
import {
  announceChannel,
  announceMemberChange,
  announceMemberEnd,
  announceRoleEnd,
} from "./announcements.ts";
import { channels, members, roles, type MemberRecord, type RoleRecord } from "./guild.ts";
import { leaveVoice } from "./voice.ts";

/** Takes a member out of their guild, its voice channels and its channels' overwrites. */
export async function dropMember(
  ctx: Context,
  { guild_id, user_id }: Pick<MemberRecord, "guild_id" | "user_id">,
): Promise<void> {
  await leaveVoice(ctx, { guildId: guild_id, userId: user_id });
  ctx.tx.delete(members, pairKey(guild_id, user_id));
  announceMemberEnd(ctx, guild_id, await userOf(ctx, user_id));
  await dropOverwrites(ctx, guild_id, { type: 1, id: user_id });
}

/**
 * Ends the memberships of somebody who went offline that were to last until then: those by a
 * temporary invite, unless they were given a role meanwhile.
 */
export async function endTemporaryMemberships(ctx: Context, userId: string): Promise<void> {
  for (const member of await ctx.tx.find(members, { index: "user", value: userId })) {
    if (member.temporary === true && member.roles.length === 0) await dropMember(ctx, member);
  }
}

/** Takes a role from its guild, the members who have it and the channels' overwrites. */
export async function dropRole(ctx: Context, role: RoleRecord): Promise<void> {
  const { guild_id, id } = role;
  ctx.tx.delete(roles, pairKey(guild_id, id));
  for (const member of await ctx.tx.find(members, pairsOf(guild_id))) {
    if (!member.roles.includes(id)) continue;
    const without = { ...member, roles: member.roles.filter((each) => each !== id) };
    ctx.tx.put(members, without);
    await announceMemberChange(ctx, without);
  }
  await dropOverwrites(ctx, guild_id, { type: 0, id });
  announceRoleEnd(ctx, role);
}

async function dropOverwrites(
  ctx: Context,
  guildId: string,
  of: { readonly type: 0 | 1; readonly id: string },
): Promise<void> {
  for (const channel of await ctx.tx.find(channels, { index: "guild", value: guildId })) {
    const all = channel.permission_overwrites ?? [];
    const kept = all.filter((each) => each.type !== of.type || each.id !== of.id);
    if (kept.length === all.length) continue;
    const without = { ...channel, permission_overwrites: kept };
    ctx.tx.put(channels, without);
    announceChannel(ctx, without, "known");
  }
}
