// The role hierarchy: members may act on roles and members below their own highest role.
// Source: protocol: moderation 2.
import type { PermissionName } from "@antechamber/contract";
import { InvalidRole } from "@antechamber/contract/guilds";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { MemberRecord, RoleRecord } from "./guild.ts";
import {
  highestRolePosition,
  lackedPermissions,
  rolePositionOf,
  type PermissionContext,
} from "./permissions.ts";

/** True for a role below the actor's highest one; the guild's owner is above every role. */
export function isAboveRole(actor: PermissionContext, role: RoleRecord): boolean {
  return role.position < highestRolePosition(actor);
}

/** True for a member whose highest role is below the actor's; nobody is above the owner. */
export function isAboveMember(actor: PermissionContext, target: MemberRecord): boolean {
  if (target.user_id === actor.guild.owner_id) return false;
  return rolePositionOf(target, actor.roles) < highestRolePosition(actor);
}

/** @throws MissingPermissions for a role that is not below the actor's highest one */
export function requireAboveRole(actor: PermissionContext, role: RoleRecord): void {
  if (!isAboveRole(actor, role)) throw missingPermission("MANAGE_ROLES");
}

/** @throws MissingPermissions for a member who is not below the actor */
export function requireAboveMember(
  actor: PermissionContext,
  target: MemberRecord,
  permission: PermissionName,
): void {
  if (!isAboveMember(actor, target)) throw missingPermission(permission);
}

/** @throws MissingPermissions when an actor would grant what they do not hold themselves */
export function requirePermissionBits(actor: PermissionContext, granted: bigint): void {
  if (lackedPermissions(actor, granted) !== 0n) throw missingPermission("MANAGE_ROLES");
}

/**
 * Requires that an actor may give a role to members, or take it away.
 *
 * @throws InvalidRole for @everyone and for managed roles, MissingPermissions for a role that is
 *   not below the actor's highest one
 */
export function requireAssignable(actor: PermissionContext, role: RoleRecord): void {
  if (role.managed || role.id === role.guild_id) throw new ApiError(InvalidRole);
  requireAboveRole(actor, role);
}
