// Adding and removing members' roles. Source: protocol: moderation 2.
import type { Context } from "../../platform/context.ts";
import { entryFields, writeAuditLog } from "../guilds/audit-log/write.ts";
import { emitMemberChange } from "../guilds/events.ts";
import { members, type MemberRecord } from "../guilds/guild.ts";
import { requireAssignable } from "../guilds/hierarchy.ts";
import type { PermissionContext } from "../guilds/permissions.ts";
import { rolesNamed } from "./moderation.ts";

/** The ids of a list that are not in another list. */
function without(ids: readonly string[], others: readonly string[]): readonly string[] {
  return ids.filter((id) => !others.includes(id));
}

/**
 * Requires that an actor may add and remove the roles that a change affects; other roles are not
 * checked.
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

/** Logs which roles were added to a member and which were removed. */
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
  writeAuditLog(ctx, "MEMBER_ROLE_UPDATE", {
    ...entryFields(actor.member, after.user_id),
    changes,
  });
}

/** Replaces a member's roles. @throws UnknownRole, InvalidRole, MissingPermissions */
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
