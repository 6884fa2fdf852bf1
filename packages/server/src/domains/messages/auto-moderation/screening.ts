// Matches what users write against a guild's rules. Source: protocol: auto-moderation 3, 5.
import { holds, type ErrorDeclaration } from "@antechamber/contract";
import {
  AutoModerationActionType,
  AutoModerationTrigger,
  MessageBlocked,
  TitleBlocked,
} from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { findIn } from "../../guilds/auto-moderation/matching.ts";
import { autoModerationRulesOf, type RuleRecord } from "../../guilds/auto-moderation/rule.ts";
import { channels, type ChannelRecord } from "../../guilds/guild.ts";
import { isThread, permissionContextOf } from "../../guilds/operations.ts";
import { basePermissions, type PermissionContext } from "../../guilds/permissions.ts";
import type { UserRecord } from "../../users/user.ts";
import { performActions, type Hit } from "./acting.ts";
import { mentionsTooMuch } from "./mention-spam.ts";
import { isSpam } from "./spam.ts";
import type { Writing } from "./writing.ts";

/** True for members to whom a guild's rules do not apply. */
function isTrusted(permissionContext: PermissionContext): boolean {
  return holds(basePermissions(permissionContext), "MANAGE_GUILD");
}

/** True if a rule exempts one of a member's roles. */
export function isExempt(rule: RuleRecord, { member, guild }: PermissionContext): boolean {
  return rule.exempt_roles.some((id) => id === guild.id || member.roles.includes(id));
}

/** The permission context of a user to whom a guild's rules apply; undefined if they do not. */
export async function screenedMember(
  ctx: ReadContext,
  guildId: string,
  user: UserRecord,
): Promise<PermissionContext | undefined> {
  if (user.bot === true) return undefined;
  const permissionContext = await permissionContextOf(ctx, guildId, user.id);
  return permissionContext === undefined || isTrusted(permissionContext)
    ? undefined
    : permissionContext;
}

/** The enabled rules for messages, or those for names. */
export async function rulesFor(
  ctx: ReadContext,
  guildId: string,
  looksAt: "messages" | "names",
): Promise<readonly RuleRecord[]> {
  const all = await autoModerationRulesOf(ctx, guildId);
  const isOfNames = ({ trigger_type }: RuleRecord) =>
    trigger_type === AutoModerationTrigger.MEMBER_PROFILE;
  return all.filter((rule) => rule.enabled && isOfNames(rule) === (looksAt === "names"));
}

/** The ids of a channel, its category and, for a thread, its parent channel. */
async function channelsAround(
  ctx: ReadContext,
  channel: ChannelRecord,
): Promise<readonly string[]> {
  const { id, parent_id: parentId } = channel;
  if (parentId === undefined || parentId === null) return [id];
  const parent = isThread(channel) ? await ctx.tx.get(channels, snowflakeKey(parentId)) : undefined;
  return [id, parentId, parent?.parent_id ?? id];
}

async function ruleHit(
  ctx: ReadContext,
  rule: RuleRecord,
  writing: Writing,
): Promise<Hit | undefined> {
  const { trigger_type: trigger, trigger_metadata: metadata } = rule;
  switch (trigger) {
    case AutoModerationTrigger.SPAM: {
      const isFound = await isSpam(ctx, writing);
      return isFound ? { rule, found: { keyword: null, content: writing.text } } : undefined;
    }
    case AutoModerationTrigger.MENTION_SPAM: {
      const tooMuch = await mentionsTooMuch(ctx, metadata, writing);
      const found = { keyword: null, content: writing.text };
      return tooMuch === undefined ? undefined : { rule, found, isRaid: tooMuch === "raid" };
    }
    default: {
      const found = findIn(metadata, writing.text, ctx.settings.compilePattern);
      return found === undefined ? undefined : { rule, found };
    }
  }
}

/** The rules of the guild that match a text, with what they matched. */
async function ruleHits(ctx: ReadContext, writing: Writing): Promise<readonly Hit[]> {
  const { channel, user, text } = writing;
  const { guild_id: guildId } = channel;
  if (guildId === undefined || user.bot === true || text.trim() === "") return [];
  const rules = await rulesFor(ctx, guildId, "messages");
  if (rules.length === 0) return [];
  // A user who writes from a linked lobby may not be a member: then no role exempts them.
  const permissionContext = await permissionContextOf(ctx, guildId, user.id);
  if (permissionContext !== undefined && isTrusted(permissionContext)) return [];
  const places = await channelsAround(ctx, channel);
  const hits: Hit[] = [];
  for (const rule of rules) {
    if (permissionContext !== undefined && isExempt(rule, permissionContext)) continue;
    if (rule.exempt_channels.some((id) => places.includes(id))) continue;
    const hit = await ruleHit(ctx, rule, writing);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

const refusals: Readonly<Record<Writing["kind"], ErrorDeclaration>> = {
  message: MessageBlocked,
  title: TitleBlocked,
};

/** Carries out the actions that are still due, after the text was posted or blocked. */
export type Posted = (ctx: Context, messageId?: string) => Promise<void>;

/** The result of matching a text against the rules of a guild. */
export interface ScreeningResult {
  /** The first matching rule that blocks the text; undefined if none does. */
  readonly blocking: Hit | undefined;
  readonly finish: Posted;
}

/**
 * Matches a text against the rules of the guild. Actions other than blocking are carried out in any
 * case: for a text that is not blocked, after it was posted.
 */
export async function screeningResult(
  ctx: ReadContext,
  writing: Writing,
): Promise<ScreeningResult> {
  const hits = await ruleHits(ctx, writing);
  const blocking = hits.find(({ rule }) =>
    rule.actions.some(({ type }) => type === AutoModerationActionType.BLOCK_MESSAGE),
  );
  const { user, channel, text } = writing;
  const about = { guildId: channel.guild_id ?? "", user, channel, text };
  const finish: Posted = (later, messageId) => performActions(later, hits, { ...about, messageId });
  return { blocking, finish };
}

function refusalOf(
  { kind }: Writing,
  { rule, found }: Hit,
  aftermath?: (later: Context) => Promise<void>,
): ApiError {
  const { id, name } = rule;
  return new ApiError(refusals[kind], {
    rule: { id, name, ...(found.keyword === null ? {} : { keyword: found.keyword }) },
    aftermath,
  });
}

/**
 * Matches a text against the rules of the guild, and refuses it if a rule blocks it.
 *
 * @throws MessageBlocked, TitleBlocked
 */
export async function screen(ctx: ReadContext, writing: Writing): Promise<Posted> {
  const { blocking, finish } = await screeningResult(ctx, writing);
  if (blocking === undefined) return finish;
  throw refusalOf(writing, blocking, (later) => finish(later));
}

/**
 * Refuses a text that a rule of the guild blocks, without any other action of the rules.
 *
 * @throws MessageBlocked, TitleBlocked
 */
export async function requireUnblocked(ctx: ReadContext, writing: Writing): Promise<void> {
  const { blocking } = await screeningResult(ctx, writing);
  if (blocking !== undefined) throw refusalOf(writing, blocking);
}
