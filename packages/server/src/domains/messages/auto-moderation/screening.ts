// What the rules of a guild find in what somebody writes. Source: protocol: auto-moderation 3, 5.
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
import { act, type Hit } from "./acting.ts";
import { mentionsTooMuch } from "./mention-spam.ts";
import { isSpam } from "./spam.ts";
import type { Writing } from "./writing.ts";

/** True for members whom a guild's rules pass over. */
function isTrusted(standing: PermissionContext): boolean {
  return holds(basePermissions(standing), "MANAGE_GUILD");
}

/** True for a rule that passes over one of a member's roles. */
export function isExempt(rule: RuleRecord, { member, guild }: PermissionContext): boolean {
  return rule.exempt_roles.some((id) => id === guild.id || member.roles.includes(id));
}

/** Somebody whom the rules of a guild of theirs are for, or undefined. */
export async function heldToRules(
  ctx: ReadContext,
  guildId: string,
  user: UserRecord,
): Promise<PermissionContext | undefined> {
  if (user.bot === true) return undefined;
  const standing = await permissionContextOf(ctx, guildId, user.id);
  return standing === undefined || isTrusted(standing) ? undefined : standing;
}

/** The enabled rules that look at messages, or at names. */
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

/** A channel with its category and, of a thread, the channel that it is in. */
async function channelsAround(
  ctx: ReadContext,
  channel: ChannelRecord,
): Promise<readonly string[]> {
  const { id, parent_id: parentId } = channel;
  if (parentId === undefined || parentId === null) return [id];
  const parent = isThread(channel) ? await ctx.tx.get(channels, snowflakeKey(parentId)) : undefined;
  return [id, parentId, parent?.parent_id ?? id];
}

async function hitOf(
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
      const found = findIn(metadata, writing.text);
      return found === undefined ? undefined : { rule, found };
    }
  }
}

/** What the rules of the guild find in a writing. */
async function hitsIn(ctx: ReadContext, writing: Writing): Promise<readonly Hit[]> {
  const { channel, user, text } = writing;
  const { guild_id: guildId } = channel;
  if (guildId === undefined || user.bot === true || text.trim() === "") return [];
  const rules = await rulesFor(ctx, guildId, "messages");
  if (rules.length === 0) return [];
  // Who writes from a linked lobby need not be a member: no role of theirs is passed over.
  const standing = await permissionContextOf(ctx, guildId, user.id);
  if (standing !== undefined && isTrusted(standing)) return [];
  const places = await channelsAround(ctx, channel);
  const hits: Hit[] = [];
  for (const rule of rules) {
    if (standing !== undefined && isExempt(rule, standing)) continue;
    if (rule.exempt_channels.some((id) => places.includes(id))) continue;
    const hit = await hitOf(ctx, rule, writing);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

const refusals: Readonly<Record<Writing["kind"], ErrorDeclaration>> = {
  message: MessageBlocked,
  title: TitleBlocked,
};

/** What is still to be done about a writing: once it is there, or where it was blocked. */
export type Posted = (ctx: Context, messageId?: string) => Promise<void>;

/** What the rules of a guild say of a writing. */
export interface Screening {
  /** The first rule that blocks it; undefined where none does. */
  readonly blocking: Hit | undefined;
  readonly finish: Posted;
}

/**
 * Holds a writing against the rules of the guild. What the rules do beside blocking is done all the
 * same; of what is not blocked, when it is there.
 */
export async function screened(ctx: ReadContext, writing: Writing): Promise<Screening> {
  const hits = await hitsIn(ctx, writing);
  const blocking = hits.find(({ rule }) =>
    rule.actions.some(({ type }) => type === AutoModerationActionType.BLOCK_MESSAGE),
  );
  const { user, channel, text } = writing;
  const about = { guildId: channel.guild_id ?? "", user, channel, text };
  const finish: Posted = (later, messageId) => act(later, hits, { ...about, messageId });
  return { blocking, finish };
}

/**
 * Holds a writing against the rules of the guild, and refuses one that they block.
 *
 * @throws MessageBlocked, TitleBlocked
 */
export async function screen(ctx: ReadContext, writing: Writing): Promise<Posted> {
  const { blocking, finish } = await screened(ctx, writing);
  if (blocking === undefined) return finish;
  const { rule, found } = blocking;
  throw new ApiError(refusals[writing.kind], {
    rule: {
      id: rule.id,
      name: rule.name,
      ...(found.keyword === null ? {} : { keyword: found.keyword }),
    },
    aftermath: (later) => finish(later),
  });
}
