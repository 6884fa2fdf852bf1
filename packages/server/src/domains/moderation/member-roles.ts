// Giving roles to members and taking them away. Source: protocol: moderation 2.
import type { Context } from "../../platform/context.ts";
import { doneBy, writeAuditLog } from "../guilds/audit-log/write.ts";
import { emitMemberChange } from "../guilds/events.ts";
import { members, type MemberRecord } from "../guilds/guild.ts";
import { requireAssignable } from "../guilds/hierarchy.ts";
import type { PermissionContext } from "../guilds/permissions.ts";
import { rolesNamed } from "./moderation.ts";

/** The ids of a list that stand not in another. */
function without(ids: readonly string[], others: readonly string[]): readonly string[] {
  return ids.filter((id) => !others.includes(id));
}

/**
 * Holds the roles that a member is to have against who gives them; those that stay are not looked
 * at.
 *
 * @throws UnknownRole, InvalidRole, MissingPermissions
 */
export function requireRoleChange(
  actor: PermissionContext,
  member: MemberRecord,
  after: readonly string[],
): void {
  const changed = [...without(member.roles, after), ...without(after, member.roles)];
  for (const role of rolesNamed(actor, changed)) {
    requireAssignable(actor, role);
  }
}

/** Writes down which roles a member was given and which were taken. */
export function logRoleChange(
  ctx: Context,
  actor: PermissionContext,
  { before, after }: { readonly before: MemberRecord; readonly after: MemberRecord },
): void {
  const named = (ids: readonly string[]) =>
    actor.roles.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }));
  const changes = [
    { key: "$add", new_value: named(without(after.roles, before.roles)) },
    { key: "$remove", new_value: named(without(before.roles, after.roles)) },
  ].filter(({ new_value }) => new_value.length > 0);
  writeAuditLog(ctx, "MEMBER_ROLE_UPDATE", { ...doneBy(actor.member, after.user_id), changes });
}

/** Gives a member other roles than before. @throws UnknownRole, InvalidRole, MissingPermissions */
export async function changeRoles(
  ctx: Context,
  actor: PermissionContext,
  { member, roles }: { readonly member: MemberRecord; readonly roles: readonly string[] },
): Promise<void> {
  requireRoleChange(actor, member, roles);
  const after = { ...member, roles: [...roles] };
  ctx.tx.put(members, after);
  await emitMemberChange(ctx, after);
  logRoleChange(ctx, actor, { before: member, after });
}
