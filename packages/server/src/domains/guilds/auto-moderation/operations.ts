// Creating, changing and deleting a guild's rules. Source: protocol: auto-moderation 1, 2, 4.
import { NotFound, UnknownChannel, UnknownRole } from "@antechamber/contract";
import {
  AutoModerationActionType,
  AutoModerationRuleCreate,
  AutoModerationRuleDelete,
  AutoModerationRuleUpdate,
} from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import { entryFields, writeAuditLog } from "../audit-log/write.ts";
import { channels, members, type MemberRecord } from "../guild.ts";
import { emitMemberChange } from "../events.ts";
import { NAME_BLOCKED, type PermissionContext } from "../permissions.ts";
import { requirePermissions } from "../caller-permissions.ts";
import { changedRule, newRule, type Change, type Draft, type RuleFields } from "./draft.ts";
import {
  autoModerationRules,
  autoModerationRulesOf,
  blockedNames,
  rulesPerTrigger,
  type RuleRecord,
} from "./rule.ts";

/** A rule of the member's guild, by its id. @throws NotFound */
export async function ruleOf(
  ctx: ReadContext,
  { guild }: PermissionContext,
  id: string,
): Promise<RuleRecord> {
  const rule = await ctx.tx.get(autoModerationRules, compoundKey(guild.id, id));
  if (rule === undefined) throw new ApiError(NotFound);
  return rule;
}

/**
 * @throws MissingPermissions, UnknownChannel, UnknownRole for channels and roles that the rule
 *   names
 */
async function requireNamed(
  ctx: ReadContext,
  actor: PermissionContext,
  { actions, exempt_channels, exempt_roles }: RuleFields,
): Promise<void> {
  if (actions.some(({ type }) => type === AutoModerationActionType.TIMEOUT)) {
    requirePermissions(actor, "MODERATE_MEMBERS");
  }
  const alerted = actions.map(({ metadata }) => metadata.channel_id);
  for (const id of [...alerted, ...exempt_channels]) {
    if (id === undefined) continue;
    const channel = await ctx.tx.get(channels, snowflakeKey(id));
    if (channel?.guild_id !== actor.guild.id) throw new ApiError(UnknownChannel);
  }
  const roleIds = new Set(actor.roles.map(({ id }) => id));
  if (exempt_roles.some((id) => !roleIds.has(id))) throw new ApiError(UnknownRole);
}

/** @throws InvalidForm if the guild already has the maximum number of rules of the kind */
async function requireRoom(ctx: ReadContext, guildId: string, trigger: number): Promise<void> {
  const all = await autoModerationRulesOf(ctx, guildId);
  const max = rulesPerTrigger[trigger] ?? 0;
  if (all.filter(({ trigger_type }) => trigger_type === trigger).length < max) return;
  const message = `Maximum number of rules of this type reached (${max})`;
  const code = "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED";
  throw invalidForm({ path: ["trigger_type"], code, message });
}

/** Creates a rule. @throws InvalidForm, MissingPermissions, UnknownChannel, UnknownRole */
export async function makeRule(
  ctx: Context,
  actor: PermissionContext,
  draft: Draft,
): Promise<RuleRecord> {
  const fields = newRule(draft);
  await requireNamed(ctx, actor, fields);
  const guild_id = actor.guild.id;
  await requireRoom(ctx, guild_id, fields.trigger_type);
  const rule = { id: ctx.id(), guild_id, creator_id: actor.member.user_id, ...fields };
  ctx.tx.put(autoModerationRules, rule);
  ctx.emit(AutoModerationRuleCreate, { kind: "guild", guild_id }, rule);
  writeAuditLog(ctx, "AUTO_MODERATION_RULE_CREATE", {
    ...entryFields(actor.member, rule.id),
    after: rule,
  });
  return rule;
}

/** Changes a rule. @throws InvalidForm, MissingPermissions, UnknownChannel, UnknownRole */
export async function changeRule(
  ctx: Context,
  actor: PermissionContext,
  { rule: before, change }: { readonly rule: RuleRecord; readonly change: Change },
): Promise<RuleRecord> {
  const fields = changedRule(before, change);
  await requireNamed(ctx, actor, fields);
  const rule = { ...before, ...fields };
  if (isSameJson(rule, before)) return before;
  ctx.tx.put(autoModerationRules, rule);
  const { guild_id } = rule;
  ctx.emit(AutoModerationRuleUpdate, { kind: "guild", guild_id }, rule);
  writeAuditLog(ctx, "AUTO_MODERATION_RULE_UPDATE", {
    ...entryFields(actor.member, rule.id),
    before,
    after: rule,
  });
  await freeNames(ctx, rule);
  return rule;
}

/** Deletes a rule. */
export async function deleteRule(
  ctx: Context,
  actor: PermissionContext,
  rule: RuleRecord,
): Promise<void> {
  const { guild_id, id } = rule;
  ctx.tx.delete(autoModerationRules, compoundKey(guild_id, id));
  ctx.emit(AutoModerationRuleDelete, { kind: "guild", guild_id }, rule);
  writeAuditLog(ctx, "AUTO_MODERATION_RULE_DELETE", {
    ...entryFields(actor.member, rule.id),
    before: rule,
  });
  await freeNames(ctx, rule);
}

/** Removes a deleted role or channel from the rules that name it. */
export async function leaveRules(
  ctx: Context,
  guildId: string,
  gone: { readonly roleId?: string; readonly channelId?: string },
): Promise<void> {
  for (const rule of await autoModerationRulesOf(ctx, guildId)) {
    const after = {
      ...rule,
      exempt_roles: rule.exempt_roles.filter((id) => id !== gone.roleId),
      exempt_channels: rule.exempt_channels.filter((id) => id !== gone.channelId),
      actions: rule.actions.filter(
        ({ metadata }) =>
          metadata.channel_id === undefined || metadata.channel_id !== gone.channelId,
      ),
    };
    if (isSameJson(after, rule)) continue;
    ctx.tx.put(autoModerationRules, after);
    ctx.emit(AutoModerationRuleUpdate, { kind: "guild", guild_id: guildId }, after);
  }
}

/** Discards a rule's matches of names and unblocks the members; other rules then check them. */
async function freeNames(ctx: Context, { guild_id, id }: RuleRecord): Promise<void> {
  for (const found of await ctx.tx.find(blockedNames, withPrefix(guild_id))) {
    if (found.rule_id !== id) continue;
    ctx.tx.delete(blockedNames, compoundKey(guild_id, found.user_id));
    const member = await ctx.tx.get(members, compoundKey(guild_id, found.user_id));
    if (member !== undefined) await setNameBlocked(ctx, member, { isBlocked: false });
  }
}

/** Blocks a member because of their name, or unblocks them, and emits the change. */
export async function setNameBlocked(
  ctx: Context,
  member: MemberRecord,
  { isBlocked }: { readonly isBlocked: boolean },
): Promise<MemberRecord> {
  const flags = isBlocked ? member.flags | NAME_BLOCKED : member.flags & ~NAME_BLOCKED;
  if (flags === member.flags) return member;
  const after = { ...member, flags };
  ctx.tx.put(members, after);
  await emitMemberChange(ctx, after);
  return after;
}
