import {
  addMemberRole,
  createRole as createRoleEndpoint,
  deleteRole as deleteRoleEndpoint,
  editRole,
  getRole,
  moveRoles,
  removeMemberRole,
} from "@antechamber/contract/guilds";
import type { Context, WithCaller } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { roleView } from "../guilds/guild.ts";
import { guildOf, memberWithUser } from "../guilds/operations.ts";
import { permissionContextIn, requirePermissions } from "../guilds/caller-permissions.ts";
import { changeRoles } from "./member-roles.ts";
import { changeRole, createRole, deleteRole, reorderRoles } from "./roles.ts";
import { roleOf } from "./operations.ts";
import { requireAssignable } from "../guilds/hierarchy.ts";

interface RoleOfMember {
  readonly params: {
    readonly guild_id: string;
    readonly user_id: string;
    readonly role_id: string;
  };
}

/** Adds one role to a member, or removes one. */
const withRole =
  (change: (own: readonly string[], roleId: string) => readonly string[]) =>
  async (ctx: WithCaller<Context>, { params }: RoleOfMember) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "MANAGE_ROLES");
    const { member } = await memberWithUser(ctx, actor.guild.id, params.user_id);
    const role = await roleOf(ctx, actor.guild.id, params.role_id);
    requireAssignable(actor, role);
    const roles = change(member.roles, role.id);
    if (roles.length !== member.roles.length) await changeRoles(ctx, actor, { member, roles });
    return noContent;
  };

export const roleHandlers: readonly Binding[] = [
  handle(createRoleEndpoint, async (ctx, { params, body }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "MANAGE_ROLES");
    return reply(200, roleView(await createRole(ctx, actor, body())));
  }),

  handle(moveRoles, async (ctx, { params, body }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "MANAGE_ROLES");
    return reply(200, reorderRoles(ctx, actor, body()).map(roleView));
  }),

  handle(getRole, async (ctx, { params }) => {
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    return reply(200, roleView(await roleOf(ctx, guild.id, params.role_id)));
  }),

  handle(editRole, async (ctx, { params, body }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "MANAGE_ROLES");
    const role = await roleOf(ctx, actor.guild.id, params.role_id);
    return reply(200, roleView(await changeRole(ctx, actor, { role, change: body })));
  }),

  handle(deleteRoleEndpoint, async (ctx, { params }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "MANAGE_ROLES");
    await deleteRole(ctx, actor, await roleOf(ctx, actor.guild.id, params.role_id));
    return noContent;
  }),

  handle(
    addMemberRole,
    withRole((own, id) => (own.includes(id) ? own : [...own, id])),
  ),
  handle(
    removeMemberRole,
    withRole((own, id) => own.filter((each) => each !== id)),
  ),
];
