// The Auto Moderation rules of a guild, as a world file has them.
import type { WorldAutoModerationRule } from "@antechamber/contract/control";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import {
  autoModerationRulesOf,
  type RuleRecord,
} from "../../../domains/guilds/auto-moderation/rule.ts";
import { users } from "../../../domains/users/user.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { omitDefaults } from "../omit-defaults.ts";

type RuleEntry = Static<typeof WorldAutoModerationRule>;

const unset = { enabled: true, actions: [], exempt_roles: [], exempt_channels: [] };

/** The rules of a guild. */
export async function autoModerationEntries(
  ctx: ReadContext,
  guildId: string,
): Promise<RuleEntry[]> {
  const all = await autoModerationRulesOf(ctx, guildId);
  return Promise.all(all.map((rule) => ruleEntry(ctx, rule)));
}

async function ruleEntry(ctx: ReadContext, rule: RuleRecord): Promise<RuleEntry> {
  const { id, name, creator_id, trigger_type, trigger_metadata: metadata } = rule;
  const { enabled, actions, exempt_roles, exempt_channels } = rule;
  // Rules outlive their creators.
  const creator = await ctx.tx.get(users, snowflakeKey(creator_id));
  return {
    id,
    name,
    trigger_type,
    ...(creator === undefined ? { creator_id } : { creator: creator_id }),
    ...(Object.keys(metadata).length === 0 ? {} : { trigger_metadata: metadata }),
    ...omitDefaults({ enabled, actions, exempt_roles, exempt_channels }, unset),
  } as RuleEntry;
}
