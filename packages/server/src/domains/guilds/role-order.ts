// The positions of roles. When a role is created or deleted, some clients move the other roles by
// themselves, as the reference does, and others do not: so each moved role has its event.
import type { Context } from "../../platform/context.ts";
import { emitRole } from "./events.ts";
import { roles, type RoleRecord } from "./guild.ts";
import { rolesOf } from "./operations.ts";

/** The position just above @everyone. */
const LOWEST = 1;

/**
 * Adds a role below all others, which move up by one.
 *
 * @param others the guild's roles without the new one
 */
export function addLowestRole(
  ctx: Context,
  draft: Omit<RoleRecord, "position">,
  others: readonly RoleRecord[],
): RoleRecord {
  const role = { ...draft, position: LOWEST };
  ctx.tx.put(roles, role);
  emitRole(ctx, role, "new");
  for (const other of others) {
    if (other.id !== role.guild_id) move(ctx, other, 1);
  }
  return role;
}

/**
 * Moves the roles above a deleted role down by one, so that no position is left empty. If another
 * role has its position, none is, and those above would move beside that one.
 */
export async function closeGap(ctx: Context, { guild_id, position }: RoleRecord): Promise<void> {
  const others = await rolesOf(ctx, guild_id);
  if (others.some((other) => other.position === position)) return;
  for (const other of others) {
    if (other.position > position) move(ctx, other, -1);
  }
}

function move(ctx: Context, role: RoleRecord, by: 1 | -1): void {
  const moved = { ...role, position: role.position + by };
  ctx.tx.put(roles, moved);
  emitRole(ctx, moved, "known");
}
