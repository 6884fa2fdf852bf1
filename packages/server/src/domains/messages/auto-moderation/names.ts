// Checks members' names against the rules of their guilds whenever a name changes.
// Source: protocol: auto-moderation 5 #8.
import {
  GuildMemberAdd,
  GuildMemberRemove,
  GuildMemberUpdate,
  AutoModerationActionType,
} from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { eventHook, type EventHook } from "../../../platform/event-hooks.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { findIn } from "../../guilds/auto-moderation/matching.ts";
import { setNameBlocked } from "../../guilds/auto-moderation/operations.ts";
import { blockedNames } from "../../guilds/auto-moderation/rule.ts";
import { NAME_BLOCKED } from "../../guilds/permissions.ts";
import { memberOf } from "../../guilds/operations.ts";
import { users, type UserRecord } from "../../users/user.ts";
import { performActions, type Hit } from "./acting.ts";
import { screenedMember, isExempt, rulesFor } from "./screening.ts";

/** The first rule that matches one of a member's names, and the name that it matches. */
async function nameHit(
  ctx: ReadContext,
  guildId: string,
  user: UserRecord,
): Promise<(Hit & { readonly name: string }) | undefined> {
  const rules = await rulesFor(ctx, guildId, "names");
  const permissionContext =
    rules.length === 0 ? undefined : await screenedMember(ctx, guildId, user);
  if (permissionContext === undefined) return undefined;
  for (const rule of rules) {
    if (isExempt(rule, permissionContext)) continue;
    for (const name of [permissionContext.member.nick, user.global_name, user.username]) {
      const { compilePattern: compile } = ctx.settings;
      const found = name === null ? undefined : findIn(rule.trigger_metadata, name, compile);
      if (name !== null && found !== undefined) return { rule, found, name };
    }
  }
  return undefined;
}

/** Checks a member's names again. A match that is already recorded triggers no further actions. */
async function checkNames(ctx: Context, guildId: string, userId: string): Promise<void> {
  const user = await ctx.tx.get(users, snowflakeKey(userId));
  const member = await memberOf(ctx, guildId, userId);
  if (user === undefined || member === undefined) return;
  const hit = await nameHit(ctx, guildId, user);
  const key = compoundKey(guildId, userId);
  if (hit === undefined) {
    const isBlocked = (member.flags & NAME_BLOCKED) !== 0;
    if (!isBlocked && (await ctx.tx.get(blockedNames, key)) === undefined) return;
    ctx.tx.delete(blockedNames, key);
    await setNameBlocked(ctx, member, { isBlocked: false });
    return;
  }
  const { rule, name } = hit;
  const blocked = await ctx.tx.get(blockedNames, key);
  if (blocked?.rule_id === rule.id && blocked.name === name) return;
  ctx.tx.put(blockedNames, { guild_id: guildId, user_id: userId, rule_id: rule.id, name });
  await performActions(ctx, [hit], { guildId, user, text: name });
  const blocks = rule.actions.some(
    ({ type }) => type === AutoModerationActionType.BLOCK_MEMBER_INTERACTION,
  );
  if (!blocks) await setNameBlocked(ctx, member, { isBlocked: false });
}

export const nameEventHooks: readonly EventHook[] = [
  eventHook(GuildMemberAdd, (ctx, { guild_id, user }) => checkNames(ctx, guild_id, user.id)),
  eventHook(GuildMemberUpdate, (ctx, { guild_id, user }) => checkNames(ctx, guild_id, user.id)),
  eventHook(GuildMemberRemove, async (ctx, { guild_id, user }) => {
    ctx.tx.delete(blockedNames, compoundKey(guild_id, user.id));
  }),
];
