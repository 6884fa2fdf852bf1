// Where roles stand among each other. Some clients move the others by themselves when a role comes or
// goes, as the reference does, and others do not: events say where each stands that moved.
import type { Context } from "../../platform/context.ts";
import { emitRole } from "./events.ts";
import { roles, type RoleRecord } from "./guild.ts";
import { rolesOf } from "./operations.ts";

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
    if (other.id !== role.guild_id) move(ctx, other, 1);
  }
  return role;
}

/** A role is gone: those above it move down, so that no place stays empty. */
export async function closeGap(ctx: Context, { guild_id, position }: RoleRecord): Promise<void> {
  for (const other of await rolesOf(ctx, guild_id)) {
    if (other.position > position) move(ctx, other, -1);
  }
}

function move(ctx: Context, role: RoleRecord, by: 1 | -1): void {
  const moved = { ...role, position: role.position + by };
  ctx.tx.put(roles, moved);
  emitRole(ctx, moved, "known");
}
