import { addMember, countPrune, editMember, kickMember, prune } from "@antechamber/contract/guilds";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { memberView } from "../guilds/guild.ts";
import { memberWithUser } from "../guilds/operations.ts";
import type { PermissionContext } from "../guilds/permissions.ts";
import { permissionContextIn, requirePermissions } from "../guilds/caller-permissions.ts";
import { userOf } from "../users/operations.ts";
import { addByToken, changeMember, kick } from "./members.ts";
import { prunable, pruneMembers } from "./pruning.ts";

/** A guild may restrict pruning to its administrators. Source: protocol: guild-settings 1.3. */
function requirePruning(actor: PermissionContext): void {
  const isForAdministrators = actor.guild.features.includes("PRUNE_REQUIRES_ADMIN");
  requirePermissions(actor, "MANAGE_GUILD", "KICK_MEMBERS");
  if (isForAdministrators) requirePermissions(actor, "ADMINISTRATOR");
}

export const memberHandlers: readonly Binding[] = [
  handle(editMember, async (ctx, { params, body }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    const { member, user } = await memberWithUser(ctx, actor.guild.id, params.user_id);
    const after = await changeMember(ctx, actor, { member, change: body() });
    return reply(200, memberView(after, user));
  }),

  handle(kickMember, async (ctx, { params }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "KICK_MEMBERS");
    const { member } = await memberWithUser(ctx, actor.guild.id, params.user_id);
    await kick(ctx, actor, member);
    return noContent;
  }),

  handle(addMember, async (ctx, { params, body }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    const addition = body();
    const member = await addByToken(ctx, actor, { userId: params.user_id, addition });
    if (member === undefined) return noContent;
    return reply(201, memberView(member, await userOf(ctx, member.user_id)));
  }),

  handle(countPrune, async (ctx, { params, query }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePruning(actor);
    return reply(200, { pruned: (await prunable(ctx, actor, query)).length });
  }),

  handle(prune, async (ctx, { params, body }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePruning(actor);
    const { compute_prune_count: isCounted = true, ...form } = body();
    const pruned = await pruneMembers(ctx, actor, form);
    return reply(200, { pruned: isCounted ? pruned : null });
  }),
];
