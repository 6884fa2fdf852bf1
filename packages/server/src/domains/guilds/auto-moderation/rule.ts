// The record of an auto moderation rule.
// Source: protocol: auto-moderation 1.
import {
  AutoModerationActionType,
  AutoModerationTrigger,
  type AutoModerationRule,
} from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";

/** A rule, stored as the API shows it. */
export type RuleRecord = Static<typeof AutoModerationRule>;
export type RuleAction = RuleRecord["actions"][number];
export type TriggerMetadata = RuleRecord["trigger_metadata"];

export const autoModerationRules = tableOf<RuleRecord>()({
  name: "auto_moderation_rule",
  key: (rule) => compoundKey(rule.guild_id, rule.id),
});

/** The rules of a guild, the oldest first. */
export function autoModerationRulesOf(
  ctx: ReadContext,
  guildId: string,
): Promise<readonly RuleRecord[]> {
  return ctx.tx.find(autoModerationRules, withPrefix(guildId));
}

/** A member's name that matched a rule. */
export interface BlockedNameRecord {
  readonly guild_id: string;
  readonly user_id: string;
  readonly rule_id: string;
  /** The name that matched. */
  readonly name: string;
}

export const blockedNames = tableOf<BlockedNameRecord>()({
  name: "auto_moderation_name",
  key: (found) => compoundKey(found.guild_id, found.user_id),
});

/** Deletes the rules of a deleted guild, and the names that they matched. */
export async function dropAutoModeration(ctx: Context, guildId: string): Promise<void> {
  for (const { id } of await autoModerationRulesOf(ctx, guildId)) {
    ctx.tx.delete(autoModerationRules, compoundKey(guildId, id));
  }
  for (const { user_id } of await ctx.tx.find(blockedNames, withPrefix(guildId))) {
    ctx.tx.delete(blockedNames, compoundKey(guildId, user_id));
  }
}

const { KEYWORD, SPAM, KEYWORD_PRESET, MENTION_SPAM, MEMBER_PROFILE } = AutoModerationTrigger;

/** The maximum number of rules of each kind in a guild. */
export const rulesPerTrigger: Readonly<Record<number, number>> = {
  [KEYWORD]: 6,
  [SPAM]: 1,
  [KEYWORD_PRESET]: 1,
  [MENTION_SPAM]: 1,
  [MEMBER_PROFILE]: 1,
};

const { BLOCK_MESSAGE, SEND_ALERT_MESSAGE, TIMEOUT, BLOCK_MEMBER_INTERACTION } =
  AutoModerationActionType;

/** The actions that each kind of rule may have. */
export const actionsPerTrigger: Readonly<Record<number, readonly number[]>> = {
  [KEYWORD]: [BLOCK_MESSAGE, SEND_ALERT_MESSAGE, TIMEOUT],
  [SPAM]: [BLOCK_MESSAGE, SEND_ALERT_MESSAGE],
  [KEYWORD_PRESET]: [BLOCK_MESSAGE, SEND_ALERT_MESSAGE],
  [MENTION_SPAM]: [BLOCK_MESSAGE, SEND_ALERT_MESSAGE, TIMEOUT],
  [MEMBER_PROFILE]: [SEND_ALERT_MESSAGE, BLOCK_MEMBER_INTERACTION],
};
