// Handlers of auto moderation rules. Source: protocol: auto-moderation 2.
import {
  createAutoModerationRule,
  deleteAutoModerationRule,
  editAutoModerationRule,
  getAutoModerationRule,
  listAutoModerationRules,
} from "@antechamber/contract/guilds";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { managerIn } from "../caller-permissions.ts";
import { changeRule, deleteRule, makeRule, ruleOf } from "./operations.ts";
import { autoModerationRulesOf } from "./rule.ts";

export const autoModerationHandlers: readonly Binding[] = [
  handle(listAutoModerationRules, async (ctx, { params }) => {
    const { guild } = await managerIn(ctx, params.guild_id);
    return reply(200, [...(await autoModerationRulesOf(ctx, guild.id))]);
  }),

  handle(getAutoModerationRule, async (ctx, { params }) => {
    const actor = await managerIn(ctx, params.guild_id);
    return reply(200, await ruleOf(ctx, actor, params.rule_id));
  }),

  handle(createAutoModerationRule, async (ctx, { params, body }) => {
    const actor = await managerIn(ctx, params.guild_id);
    return reply(200, await makeRule(ctx, actor, body()));
  }),

  handle(editAutoModerationRule, async (ctx, { params, body }) => {
    const actor = await managerIn(ctx, params.guild_id);
    const rule = await ruleOf(ctx, actor, params.rule_id);
    return reply(200, await changeRule(ctx, actor, { rule, change: body() }));
  }),

  handle(deleteAutoModerationRule, async (ctx, { params }) => {
    const actor = await managerIn(ctx, params.guild_id);
    await deleteRule(ctx, actor, await ruleOf(ctx, actor, params.rule_id));
    return noContent;
  }),
];
