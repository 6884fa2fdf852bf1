// The role hierarchy: members may act on roles and members below their own highest role.
// Source: protocol: moderation 2.
import { holds, type PermissionName } from "@antechamber/contract";
import { InvalidRole } from "@antechamber/contract/guilds";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { MemberRecord, RoleRecord } from "./guild.ts";
import { basePermissions, lackedPermissions, type PermissionContext } from "./permissions.ts";

/** Where a role stands among those of its guild. */
type Place = Pick<RoleRecord, "id" | "position">;

/**
 * True if one role is above another: of two at the same position, the older one is.
 *
 * @source the reference's public page on permissions ("roles with the same position are sorted by
 *   id"); in which direction: discord.js, `RoleManager.comparePositions`
 */
function isHigher(role: Place, other: Place): boolean {
  if (role.position !== other.position) return role.position > other.position;
  return BigInt(role.id) < BigInt(other.id);
}

/** The place of a member's highest role; without roles, one below every role. */
function highestPlace({ guild_id, roles: own }: MemberRecord, all: readonly RoleRecord[]): Place {
  const lowest: Place = { id: guild_id, position: -1 };
  return all
    .filter(({ id }) => own.includes(id))
    .reduce((highest, role) => (isHigher(role, highest) ? role : highest), lowest);
}

/** The position of a member's highest role; the owner is above every role. */
export function highestRolePosition({ guild, member, roles }: PermissionContext): number {
  return guild.owner_id === member.user_id ? Infinity : highestPlace(member, roles).position;
}

/** True for a role below the actor's highest one; the guild's owner is above every role. */
export function isAboveRole({ guild, member, roles }: PermissionContext, role: Place): boolean {
  return guild.owner_id === member.user_id || isHigher(highestPlace(member, roles), role);
}

/** True for a member whose highest role is below the actor's; nobody is above the owner. */
export function isAboveMember(actor: PermissionContext, target: MemberRecord): boolean {
  if (target.user_id === actor.guild.owner_id) return false;
  return isAboveRole(actor, highestPlace(target, actor.roles));
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

/**
 * True if a member may give the role to others: it is below their own, and grants nothing they
 * lack.
 */
export function mayGrant(actor: PermissionContext, role: RoleRecord): boolean {
  if (!holds(basePermissions(actor), "MANAGE_ROLES") || !isAboveRole(actor, role)) return false;
  return lackedPermissions(actor, BigInt(role.permissions)) === 0n;
}
