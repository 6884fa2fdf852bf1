// How users become members of a guild, and how a bot gets the role of its installation.
import { limits } from "@antechamber/contract";
import { TooManyGuilds } from "@antechamber/contract/guilds";
import { timestamp } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { userOf } from "../../users/operations.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";
import { removeBoostsOf } from "../boosts/boosts.ts";
import {
  emitMember,
  emitRole,
  emitChannel,
  emitMemberChange,
  emitMemberEnd,
  emitRoleEnd,
} from "../events.ts";
import { storeFormerMember, restoredMemberFields } from "./former-members.ts";
import {
  botIdOf,
  members,
  roleDefaults,
  roles,
  type ChannelRecord,
  type MemberRecord,
  type OverwriteRecord,
  type RoleRecord,
  channels,
} from "../guild.ts";
import { linkedRoles } from "../linked-roles/linked-role.ts";
import { addLowestRole } from "../role-order.ts";
import { channelsAndThreads, channelsNaming, memberOf, rolesOf } from "../operations.ts";
import { leaveThreads } from "../threads/membership.ts";
import { leaveVoice } from "../voice/operations.ts";
import { ApiError } from "../../../platform/api-error.ts";

/** @throws TooManyGuilds for a user who is in as many guilds as users may be */
export async function requireRoomForGuild(ctx: ReadContext, userId: string): Promise<void> {
  const own = await ctx.tx.count(members, { index: "user", value: userId });
  if (own >= limits.guildsPerUser.value) throw new ApiError(TooManyGuilds);
}

interface Joining {
  readonly guild_id: string;
  readonly user_id: string;
  /** The roles of the new member, beside @everyone. */
  readonly roles: readonly string[];
  /** Other fields of the new member. */
  readonly profile?: Partial<
    Pick<
      MemberRecord,
      "nick" | "mute" | "deaf" | "flags" | "pending" | "communication_disabled_until"
    >
  >;
  /** How they joined; absent if that is unknown. */
  readonly source?: Pick<MemberRecord, "join_source_type" | "source_invite_code" | "temporary">;
}

/** Makes a user a member of a guild, and emits the event; an existing member stays unchanged. */
export async function joinGuild(
  ctx: Context,
  { guild_id, user_id, roles: ownRoles, profile, source }: Joining,
): Promise<MemberRecord> {
  const existing = await memberOf(ctx, guild_id, user_id);
  if (existing !== undefined) return existing;
  const restored = await restoredMemberFields(ctx, { guild_id, user_id });
  const member = {
    ...members.defaults,
    ...profile,
    ...source,
    guild_id,
    user_id,
    flags: (profile?.flags ?? 0) | restored.flags,
    communication_disabled_until:
      profile?.communication_disabled_until ?? restored.communication_disabled_until,
    roles: [...ownRoles],
    joined_at: timestamp(ctx.now),
  };
  ctx.tx.put(members, member);
  emitMember(ctx, { member, user: await userOf(ctx, user_id) }, "new");
  return member;
}

/**
 * Where a new role of a bot is placed among the guild's. One that a person's consent creates is the
 * lowest, since they could otherwise act through the bot on roles above their own; one that the
 * operator creates is the highest, as in world files.
 *
 * @source discord-api-docs#41: bots start just above everyone
 */
export type BotRolePlace = "lowest" | "highest";

interface BotRole {
  readonly guild_id: string;
  readonly bot: { readonly id: string; readonly name: string };
  /** A bit set in decimal. */
  readonly permissions: string;
  readonly place: BotRolePlace;
}

/** The managed role of a bot in a guild, or undefined. */
export async function botRoleOf(
  ctx: ReadContext,
  guildId: string,
  botId: string,
): Promise<RoleRecord | undefined> {
  return (await rolesOf(ctx, guildId)).find((role) => botIdOf(role) === botId);
}

/** Creates the managed role of a bot's installation, or changes the permissions of an existing one. */
export async function grantBotRole(ctx: Context, grant: BotRole): Promise<RoleRecord> {
  const { guild_id, bot, permissions } = grant;
  const all = await rolesOf(ctx, guild_id);
  const existing = all.find((role) => botIdOf(role) === bot.id);
  if (existing?.permissions === permissions) return existing;
  const role = existing === undefined ? addBotRole(ctx, grant, all) : { ...existing, permissions };
  if (existing !== undefined) {
    ctx.tx.put(roles, role);
    emitRole(ctx, role, "known");
  }
  await giveRoleToBot(ctx, role, bot.id);
  return role;
}

function addBotRole(
  ctx: Context,
  { guild_id, bot, permissions, place }: BotRole,
  others: readonly RoleRecord[],
): RoleRecord {
  const draft = {
    ...roleDefaults,
    id: ctx.id(),
    guild_id,
    name: bot.name,
    permissions,
    managed: true,
    tags: { bot_id: bot.id },
  };
  if (place === "lowest") return addLowestRole(ctx, draft, others);
  const position = Math.max(...others.map((other) => other.position), 0) + 1;
  const role = { ...draft, position };
  ctx.tx.put(roles, role);
  emitRole(ctx, role, "new");
  return role;
}

/** Adds the role to a bot that is already a member of the guild. */
async function giveRoleToBot(
  ctx: Context,
  { guild_id, id }: RoleRecord,
  botId: string,
): Promise<void> {
  const member = await memberOf(ctx, guild_id, botId);
  if (member === undefined || member.roles.includes(id)) return;
  const changed = { ...member, roles: [...member.roles, id] };
  ctx.tx.put(members, changed);
  emitMember(ctx, { member: changed, user: await userOf(ctx, botId) }, "known");
}

/** Removes a member from their guild, its voice channels, threads and overwrites. */
export async function dropMember(
  ctx: Context,
  { guild_id, user_id }: Pick<MemberRecord, "guild_id" | "user_id">,
): Promise<void> {
  const key = compoundKey(guild_id, user_id);
  const member = await ctx.tx.get(members, key);
  await leaveVoice(ctx, { guildId: guild_id, userId: user_id });
  await leaveThreads(ctx, guild_id, user_id);
  ctx.tx.delete(members, key);
  storeFormerMember(ctx, { guild_id, user_id }, member?.communication_disabled_until);
  emitMemberEnd(ctx, guild_id, await userOf(ctx, user_id));
  if (member !== undefined) await removeBoostsOf(ctx, member);
  for (const channel of await channelsNaming(ctx, user_id)) {
    if (channel.guild_id === guild_id) dropOverwrite(ctx, channel, { type: 1, id: user_id });
  }
}

/** Deletes a role, and removes it from members and from the channels' overwrites. */
export async function dropRole(ctx: Context, role: RoleRecord): Promise<void> {
  const { guild_id, id } = role;
  ctx.tx.delete(roles, compoundKey(guild_id, id));
  ctx.tx.delete(linkedRoles, compoundKey(guild_id, id));
  for (const member of await ctx.tx.find(members, withPrefix(guild_id))) {
    if (!member.roles.includes(id)) continue;
    const without = { ...member, roles: member.roles.filter((each) => each !== id) };
    ctx.tx.put(members, without);
    await emitMemberChange(ctx, without);
  }
  for (const channel of await channelsAndThreads(ctx, guild_id)) {
    dropOverwrite(ctx, channel, { type: 0, id });
  }
  emitRoleEnd(ctx, role);
}

type OverwriteOf = Pick<OverwriteRecord, "type" | "id">;

/** Deletes the overwrites of a deleted user, including those in guilds that they are not in. */
export async function deleteOverwritesOf(ctx: Context, userId: string): Promise<void> {
  for (const channel of await channelsNaming(ctx, userId)) {
    dropOverwrite(ctx, channel, { type: 1, id: userId });
  }
}

function dropOverwrite(ctx: Context, channel: ChannelRecord, of: OverwriteOf): void {
  const all = channel.permission_overwrites ?? [];
  const remaining = all.filter((each) => each.type !== of.type || each.id !== of.id);
  if (remaining.length === all.length) return;
  const without = { ...channel, permission_overwrites: remaining };
  ctx.tx.put(channels, without);
  emitChannel(ctx, without, "known");
}
