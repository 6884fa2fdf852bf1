// A caller in a guild, with what they may do there.
import { holds, MissingAccess, type PermissionName } from "@antechamber/contract";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { callerUserId } from "../users/operations.ts";
import { guildOf, permissionContextOf } from "./operations.ts";
import { basePermissions, type PermissionContext } from "./permissions.ts";

/** The caller in a guild. @throws UnknownGuild, MissingAccess */
export async function standingIn(
  ctx: ReadContext & { readonly caller: Caller },
  guildId: string,
): Promise<PermissionContext> {
  const guild = await guildOf(ctx, ctx.caller, guildId);
  const standing = await permissionContextOf(ctx, guild.id, callerUserId(ctx.caller) ?? "");
  if (standing === undefined) throw new ApiError(MissingAccess);
  return standing;
}

/** The caller, who manages the guild. @throws UnknownGuild, MissingAccess, MissingPermissions */
export async function managerIn(
  ctx: ReadContext & { readonly caller: Caller },
  guildId: string,
): Promise<PermissionContext> {
  const actor = await standingIn(ctx, guildId);
  requireHeld(actor, "MANAGE_GUILD");
  return actor;
}

/** @throws MissingPermissions unless the member holds all of them in the guild as a whole */
export function requireHeld(
  standing: PermissionContext,
  ...names: readonly PermissionName[]
): void {
  if (!holds(basePermissions(standing), ...names)) throw missingPermission(...names);
}
