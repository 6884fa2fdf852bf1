// Moves the guilds and applications of an account that is merged into another one.
// Source: protocol: lobbies-and-sdk 8.7.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { applications } from "../../applications/application.ts";
import { giveTeams } from "../../applications/teams.ts";
import { banOf, bans } from "../../guilds/members/bans.ts";
import { emitGuildChange } from "../../guilds/events.ts";
import { guilds, members, type MemberRecord } from "../../guilds/guild.ts";
import { joinGuild } from "../../guilds/members/joining.ts";
import type { UserRecord } from "../../users/user.ts";
import { removeMember } from "../installs/uninstall.ts";

interface Accounts {
  readonly from: UserRecord;
  readonly to: UserRecord;
}

/**
 * Replaces one account by another in the guilds that it is a member or the owner of. A ban of the
 * other account is lifted where it becomes the owner; elsewhere, a banned account does not join.
 */
export async function moveMemberships(ctx: Context, { from, to }: Accounts): Promise<void> {
  for (const member of await ctx.tx.find(members, { index: "user", value: from.id })) {
    const { guild_id } = member;
    const guild = await ctx.tx.get(guilds, snowflakeKey(guild_id));
    const owned = guild?.owner_id === from.id ? { ...guild, owner_id: to.id } : undefined;
    if (owned !== undefined) {
      ctx.tx.delete(bans, compoundKey(guild_id, to.id));
      ctx.tx.put(guilds, owned);
      await emitGuildChange(ctx, owned);
    }
    const isBanned = (await banOf(ctx, guild_id, to.id)) !== undefined;
    if (!isBanned) await joinGuild(ctx, placeOf(member, to.id));
    await removeMember(ctx, member);
  }
}

function placeOf(member: MemberRecord, user_id: string) {
  const { guild_id, roles, join_source_type, source_invite_code, temporary } = member;
  const source = definedFields({ join_source_type, source_invite_code, temporary });
  const { nick, mute, deaf, communication_disabled_until } = member;
  // A time-out must survive the merge.
  const profile = definedFields({ nick, mute, deaf, communication_disabled_until });
  return { guild_id, user_id, roles, profile, source };
}

/** Moves one account's applications and team memberships to another. */
export async function giveApplications(ctx: Context, { from, to }: Accounts): Promise<void> {
  await giveTeams(ctx, { from: from.id, to: to.id });
  for (const application of await ctx.tx.find(applications, { index: "owner", value: from.id })) {
    ctx.tx.put(applications, { ...application, owner_id: to.id });
  }
}
