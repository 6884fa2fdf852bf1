// Who may add and change expressions (emojis, stickers and sounds), and to whom their creators are
// shown. Source: requirements 9, protocol: expressions-and-events 1.3.
import { holds, holdsSplit } from "@antechamber/contract";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import { missingPermission } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { users, userView } from "../users/user.ts";
import { basePermissions, type PermissionContext } from "./permissions.ts";

/** @throws MissingPermissions for members who may not add expressions */
export function requireAdding(ctx: ReadContext, permissionContext: PermissionContext): void {
  const own = basePermissions(permissionContext);
  if (!holdsSplit(own, "CREATE_GUILD_EXPRESSIONS", ctx.now))
    throw missingPermission("CREATE_GUILD_EXPRESSIONS");
}

/** Members may change their own expressions, and managers all of them. */
export function mayChange(
  permissionContext: PermissionContext,
  adderId: string | undefined,
): boolean {
  const own = basePermissions(permissionContext);
  const isOwn = adderId === permissionContext.member.user_id;
  return (
    (isOwn && holds(own, "CREATE_GUILD_EXPRESSIONS")) || holds(own, "MANAGE_GUILD_EXPRESSIONS")
  );
}

/** @throws MissingPermissions for members who may not change an expression */
export function requireChanging(...of: Parameters<typeof mayChange>): void {
  if (!mayChange(...of)) throw missingPermission("MANAGE_GUILD_EXPRESSIONS");
}

/** The creator of an expression, for members who may add or manage expressions; else no field. */
export async function adderFor(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  findAdder: () => Promise<string | undefined>,
): Promise<{ readonly user?: Static<typeof User> }> {
  const own = basePermissions(permissionContext);
  const sees = holds(own, "MANAGE_GUILD_EXPRESSIONS") || holds(own, "CREATE_GUILD_EXPRESSIONS");
  const id = sees ? await findAdder() : undefined;
  const user = id === undefined ? undefined : await ctx.tx.get(users, snowflakeKey(id));
  return user === undefined ? {} : { user: userView(user) };
}
