// The metadata that applications provide about their users, and the linked roles that depend on it.
// Source: protocol: webhooks-and-applications 3.2, 3.3.
import type { RoleConnection, RoleConnectionDraft } from "@antechamber/contract/applications";
import { snowflakeKey, type Static, type ValidationIssue } from "@antechamber/contract/schema";
import { invalidForm } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { applications, type ApplicationRecord } from "../../applications/application.ts";
import { compoundKey, withPrefix } from "../../../platform/records/compound-keys.ts";
import { writeAuditLog } from "../audit-log/write.ts";
import { emitMemberChange } from "../events.ts";
import { members, roles, type MemberRecord } from "../guild.ts";
import { memberOf } from "../operations.ts";
import {
  linkedRoles,
  meets,
  numberOf,
  roleConnections,
  type LinkedRoleRecord,
  type RoleConnectionRecord,
} from "./linked-role.ts";

/** An application's role connection of a user, or undefined. */
export function connectionOf(ctx: ReadContext, userId: string, applicationId: string) {
  return ctx.tx.get(roleConnections, compoundKey(userId, applicationId));
}

/** A role connection as the API shows it; without names if the user is not connected. */
export function connectionView(
  connection: RoleConnectionRecord | undefined,
): Static<typeof RoleConnection> {
  const { platform_name, platform_username, metadata = {} } = connection ?? {};
  return { ...definedFields({ platform_name, platform_username }), metadata: { ...metadata } };
}

/** @throws InvalidForm for keys that the application did not declare, and values of another type */
function requireValues(
  { role_connections_metadata: items = [] }: ApplicationRecord,
  metadata: Readonly<Record<string, string>>,
): void {
  const issues = Object.entries(metadata).flatMap(([key, text]): ValidationIssue[] => {
    const item = items.find((each) => each.key === key);
    const path = ["metadata", key];
    if (item === undefined) {
      const message = `"${key}" is not a key of the application's metadata.`;
      return [{ path, code: "ROLE_CONNECTION_UNKNOWN_KEY", message }];
    }
    if (numberOf(item.type, text) !== undefined) return [];
    const message = "The value is not of the type of this metadata.";
    return [{ path, code: "ROLE_CONNECTION_INVALID_VALUE", message }];
  });
  if (issues.length > 0) throw invalidForm(...issues);
}

interface UserOfApplication {
  readonly application: ApplicationRecord;
  readonly userId: string;
}

/** Replaces an application's role connection of a user. @throws InvalidForm */
export async function putRoleConnection(
  ctx: Context,
  { application, userId }: UserOfApplication,
  {
    platform_name: platform,
    platform_username: username,
    metadata,
  }: Static<typeof RoleConnectionDraft>,
): Promise<RoleConnectionRecord> {
  requireValues(application, metadata ?? {});
  const connection: RoleConnectionRecord = {
    user_id: userId,
    application_id: application.id,
    ...definedFields({
      platform_name: platform ?? undefined,
      platform_username: username ?? undefined,
    }),
    metadata: metadata ?? {},
  };
  ctx.tx.put(roleConnections, connection);
  await reviewRoles(ctx, { application, userId }, connection);
  return connection;
}

/** Deletes an application's role connection of a user. */
export async function removeRoleConnection(ctx: Context, of: UserOfApplication): Promise<void> {
  const { application, userId } = of;
  ctx.tx.delete(roleConnections, compoundKey(userId, application.id));
  await reviewRoles(ctx, of, undefined);
}

/** Removes linked roles whose requirements a user has ceased to meet. */
async function reviewRoles(
  ctx: Context,
  { application, userId }: UserOfApplication,
  connection: RoleConnectionRecord | undefined,
): Promise<void> {
  const { id, role_connections_metadata: items = [] } = application;
  const linked = await ctx.tx.find(linkedRoles, { index: "application", value: id });
  for (const role of linked) {
    if (meets(role, { items, connection, now: ctx.now })) continue;
    const member = await memberOf(ctx, role.guild_id, userId);
    if (member?.roles.includes(role.role_id) !== true) continue;
    await changeRole(ctx, member, { roleId: role.role_id, key: "$remove" });
  }
}

/** Adds or removes a member's linked role, as their own action. */
async function changeRole(
  ctx: Context,
  member: MemberRecord,
  { roleId, key }: { readonly roleId: string; readonly key: "$add" | "$remove" },
): Promise<MemberRecord> {
  const { guild_id, user_id } = member;
  const others = member.roles.filter((each) => each !== roleId);
  const changed = { ...member, roles: key === "$add" ? [...others, roleId] : others };
  ctx.tx.put(members, changed);
  await emitMemberChange(ctx, changed);
  const role = await ctx.tx.get(roles, compoundKey(guild_id, roleId));
  const changes = [{ key, new_value: [{ id: roleId, name: role?.name ?? "" }] }];
  writeAuditLog(ctx, "MEMBER_ROLE_UPDATE", { guild_id, user_id, target_id: user_id, changes });
  return changed;
}

/**
 * Adds a linked role to a member.
 *
 * @returns undefined if the member does not meet its requirements
 */
export async function claimRole(
  ctx: Context,
  member: MemberRecord,
  role: LinkedRoleRecord,
): Promise<MemberRecord | undefined> {
  const application = await ctx.tx.get(applications, snowflakeKey(role.application_id));
  const { role_connections_metadata: items = [] } = application ?? {};
  const connection = await connectionOf(ctx, member.user_id, role.application_id);
  if (!meets(role, { items, connection, now: ctx.now })) return undefined;
  if (member.roles.includes(role.role_id)) return member;
  return changeRole(ctx, member, { roleId: role.role_id, key: "$add" });
}

/** Deletes the role connections of a deleted user. */
export async function dropConnections(ctx: Context, userId: string): Promise<void> {
  for (const connection of await ctx.tx.find(roleConnections, withPrefix(userId))) {
    ctx.tx.delete(roleConnections, roleConnections.key(connection));
  }
}

/** Deletes the role connections and the linked roles of a deleted application. */
export async function dropConnectionsOf(ctx: Context, applicationId: string): Promise<void> {
  const of = { index: "application", value: applicationId } as const;
  for (const connection of await ctx.tx.find(roleConnections, of)) {
    ctx.tx.delete(roleConnections, roleConnections.key(connection));
  }
  for (const role of await ctx.tx.find(linkedRoles, of)) {
    ctx.tx.delete(linkedRoles, linkedRoles.key(role));
  }
}
