// What depends on the boosts of a guild: its level, its capacities, and the booster role.
// Source: protocol: guild-settings 10.
import { limits } from "@antechamber/contract";
import { snowflakeKey, timestamp } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { emitGuildChange, emitMemberChange } from "../events.ts";
import { settleExpressions } from "./settled-expressions.ts";
import {
  guilds,
  members,
  roleDefaults,
  type GuildRecord,
  type MemberRecord,
  type RoleRecord,
} from "../guild.ts";
import { rolesOf } from "../operations.ts";
import { addLowestRole } from "../role-order.ts";

/** How many times a member boosts the guild. */
export function boostsOf({ boosts, premium_since }: MemberRecord): number {
  return boosts ?? (premium_since === null ? 0 : 1);
}

function tierOf(boosts: number): number {
  if (boosts >= limits.boostsOfTier3.value) return 3;
  if (boosts >= limits.boostsOfTier2.value) return 2;
  return boosts >= limits.boostsOfTier1.value ? 1 : 0;
}

/** The features that each level adds. */
const featuresOfLevels: readonly (readonly string[])[] = [
  [],
  ["ANIMATED_ICON", "INVITE_SPLASH"],
  ["BANNER", "ROLE_ICONS"],
  ["ANIMATED_BANNER", "VANITY_URL"],
];

/** Guilds with one of these features keep the features of all levels. */
const featuresKeepingAll: readonly string[] = ["PARTNERED", "VERIFIED"];

/** The features of a guild after its level changed. */
function featuresAt({ features, premium_tier: before }: GuildRecord, tier: number): string[] {
  const gained = featuresOfLevels.slice(before + 1, tier + 1).flat();
  const keepsAll = featuresKeepingAll.some((each) => features.includes(each));
  const lost = keepsAll ? [] : featuresOfLevels.slice(tier + 1, before + 1).flat();
  return [...new Set([...features, ...gained])].filter((each) => !lost.includes(each));
}

/** Changes a guild's number of boosts. Its level changes only if the number crosses a threshold. */
async function countBoosts(ctx: Context, guild: GuildRecord, by: number): Promise<GuildRecord> {
  const before = guild.premium_subscription_count;
  const premium_subscription_count = Math.max(0, before + by);
  const isCrossed = tierOf(before) !== tierOf(premium_subscription_count);
  const premium_tier = isCrossed ? tierOf(premium_subscription_count) : guild.premium_tier;
  const features = isCrossed ? featuresAt(guild, premium_tier) : guild.features;
  const after = { ...guild, premium_subscription_count, premium_tier, features };
  ctx.tx.put(guilds, after);
  await emitGuildChange(ctx, after);
  return premium_tier === guild.premium_tier ? after : settleExpressions(ctx, after);
}

/** The booster role of a guild; it is created below all others with the first boost. */
async function boosterRole(ctx: Context, guild_id: string): Promise<RoleRecord> {
  const all = await rolesOf(ctx, guild_id);
  const existing = all.find(isOfBoosters);
  if (existing !== undefined) return existing;
  const role = {
    ...roleDefaults,
    id: ctx.id(),
    guild_id,
    name: "Server Booster",
    permissions: "0",
    managed: true,
    tags: { premium_subscriber: null },
  };
  return addLowestRole(ctx, role, all);
}

function isOfBoosters({ tags = {} }: RoleRecord): boolean {
  return "premium_subscriber" in tags;
}

/** A guild and one of its members after a change of boosts. */
export interface Boosted {
  readonly guild: GuildRecord;
  readonly member: MemberRecord;
  /** The level that the guild rose to; undefined if it stayed or fell. */
  readonly reached: number | undefined;
}

interface Boosting {
  readonly guild: GuildRecord;
  readonly member: MemberRecord;
  /** The number of boosts that the member adds; negative to remove boosts. */
  readonly by: number;
}

/** Adds or removes a member's boosts of a guild, and emits the changes that follow. */
export async function changeBoosts(
  ctx: Context,
  { guild, member, by }: Boosting,
): Promise<Boosted> {
  const before = boostsOf(member);
  const boosts = Math.min(Math.max(0, before + by), limits.boostsPerMember.value);
  if (boosts === before) return { guild, member, reached: undefined };
  const after = await countBoosts(ctx, guild, boosts - before);
  const { boosts: _before, ...plain } = member;
  const { id } = await boosterRole(ctx, guild.id);
  const others = member.roles.filter((role) => role !== id);
  const boosting: MemberRecord =
    boosts === 0
      ? { ...plain, premium_since: null, roles: others }
      : {
          ...plain,
          premium_since: member.premium_since ?? timestamp(ctx.now),
          roles: [...others, id],
          boosts,
        };
  ctx.tx.put(members, boosting);
  await emitMemberChange(ctx, boosting);
  const isUp = after.premium_tier > guild.premium_tier;
  return { guild: after, member: boosting, reached: isUp ? after.premium_tier : undefined };
}

/** Removes the boosts of a member who leaves. */
export async function removeBoostsOf(ctx: Context, member: MemberRecord): Promise<void> {
  const boosts = boostsOf(member);
  const guild = boosts > 0 && (await ctx.tx.get(guilds, snowflakeKey(member.guild_id)));
  if (guild) await countBoosts(ctx, guild, -boosts);
}
