// The caller's membership and permissions in a guild.
import { holds, MissingAccess, type PermissionName } from "@antechamber/contract";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { WithCaller } from "../../platform/context.ts";
import { callerUserId } from "../users/operations.ts";
import { guildOf, permissionContextOf } from "./operations.ts";
import { basePermissions, type PermissionContext } from "./permissions.ts";

/** The caller's permission context in a guild. @throws UnknownGuild, MissingAccess */
export async function permissionContextIn(
  ctx: WithCaller,
  guildId: string,
): Promise<PermissionContext> {
  const guild = await guildOf(ctx, ctx.caller, guildId);
  return ownPermissionContext(ctx, guild.id);
}

/** The caller's permission context in a guild that is known to exist. @throws MissingAccess */
export async function ownPermissionContext(
  ctx: WithCaller,
  guildId: string,
): Promise<PermissionContext> {
  const permissionContext = await permissionContextOf(ctx, guildId, callerUserId(ctx.caller) ?? "");
  if (permissionContext === undefined) throw new ApiError(MissingAccess);
  return permissionContext;
}

/**
 * The permission context of a caller who manages the guild.
 *
 * @throws UnknownGuild, MissingAccess, MissingPermissions
 */
export async function managerIn(ctx: WithCaller, guildId: string): Promise<PermissionContext> {
  const actor = await permissionContextIn(ctx, guildId);
  requirePermissions(actor, "MANAGE_GUILD");
  return actor;
}

/** @throws MissingPermissions unless the member has all the permissions in the guild as a whole */
export function requirePermissions(
  permissionContext: PermissionContext,
  ...names: readonly PermissionName[]
): void {
  requireAllOf(basePermissions(permissionContext), ...names);
}

/** @throws MissingPermissions unless the set holds all the permissions */
export function requireAllOf(permissions: bigint, ...names: readonly PermissionName[]): void {
  if (!holds(permissions, ...names)) throw missingPermission(...names);
}

/** @throws MissingPermissions unless the set holds at least one of the permissions */
export function requireOneOf(permissions: bigint, ...names: readonly PermissionName[]): void {
  if (!names.some((name) => holds(permissions, name))) throw missingPermission(...names);
}
