// Where roles stand among each other. Some clients move the others by themselves when they receive a
// new role, as the reference does, and others do not: events say where each stands that moved.
import type { Context } from "../../platform/context.ts";
import { emitRole } from "./events.ts";
import { roles, type RoleRecord } from "./guild.ts";

/** The position next to that of everyone's role. */
const LOWEST = 1;

/**
 * Adds a role below all others, which move up.
 *
 * @param others the guild's roles without it
 */
export function addLowestRole(
  ctx: Context,
  given: Omit<RoleRecord, "position">,
  others: readonly RoleRecord[],
): RoleRecord {
  const role = { ...given, position: LOWEST };
  ctx.tx.put(roles, role);
  emitRole(ctx, role, "new");
  for (const other of others) {
    if (other.id === role.guild_id) continue;
    const moved = { ...other, position: other.position + 1 };
    ctx.tx.put(roles, moved);
    emitRole(ctx, moved, "known");
  }
  return role;
}
