// Creating, changing, moving and deleting roles. Source: protocol: moderation 2.
import { limits, UnknownRole } from "@antechamber/contract";
import {
  InvalidRole,
  NeedsBoosts,
  TooManyRoles,
  type moveRoles,
  type RoleDraft,
} from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { isSameJson } from "../../platform/records/same-json.ts";
import { entryFields, writeAuditLog } from "../guilds/audit-log/write.ts";
import { emitRole } from "../guilds/events.ts";
import { NEW_ROLE_NAME, roleDefaults, roles, type RoleRecord } from "../guilds/guild.ts";
import {
  highestRolePosition,
  isAboveRole,
  requireAboveRole,
  requirePermissionBits,
} from "../guilds/hierarchy.ts";
import type { PermissionContext } from "../guilds/permissions.ts";
import { addLowestRole } from "../guilds/role-order.ts";
import { removeRole } from "../oauth/installs/uninstall.ts";
import { storeImage } from "../users/image.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";

type Draft = Static<typeof RoleDraft>;
type Move = Static<(typeof moveRoles)["body"]>[number];

/** The colors that the reference gives a role with a third color. Source: protocol: moderation 2. */
const holographic = {
  primary_color: 11_127_295,
  secondary_color: 16_759_788,
  tertiary_color: 16_761_760,
};

/**
 * Adds a role above @everyone and below all other roles.
 *
 * @throws TooManyRoles, NeedsBoosts, MissingPermissions for permissions that the actor lacks
 */
export async function createRole(
  ctx: Context,
  actor: PermissionContext,
  draft: Draft,
): Promise<RoleRecord> {
  const { guild, roles: all } = actor;
  if (all.length >= limits.roles.value) throw new ApiError(TooManyRoles);
  const everyone = all.find(({ id }) => id === guild.id)?.permissions ?? "0";
  const blank: RoleRecord = {
    ...roleDefaults,
    id: ctx.id(),
    guild_id: guild.id,
    name: NEW_ROLE_NAME,
    permissions: "0",
    position: 1,
  };
  const role = await changedRole(ctx, actor, {
    before: blank,
    draft: { ...draft, permissions: draft.permissions ?? everyone },
  });
  addLowestRole(ctx, role, all);
  writeAuditLog(ctx, "ROLE_CREATE", { ...entryFields(actor.member, role.id), after: role });
  return role;
}

function storeRole(ctx: Context, role: RoleRecord): void {
  ctx.tx.put(roles, role);
  emitRole(ctx, role, "known");
}

/** A role after a change. @throws NeedsBoosts, MissingPermissions */
async function changedRole(
  ctx: Context,
  actor: PermissionContext,
  { before, draft }: { readonly before: RoleRecord; readonly draft: Draft },
): Promise<RoleRecord> {
  const { icon, unicode_emoji, color: _color, colors: _colors, permissions, ...rest } = draft;
  const granted = BigInt(permissions ?? before.permissions) & ~BigInt(before.permissions);
  requirePermissionBits(actor, granted);
  requireFeatures(actor, draft);
  return {
    ...before,
    ...rest,
    ...(permissions === undefined ? {} : { permissions }),
    ...colorsAfter(before, draft),
    ...(icon === undefined ? {} : { icon: icon && (await storeImage(ctx, icon)) }),
    ...(unicode_emoji === undefined ? {} : { unicode_emoji: unicode_emoji || null }),
  };
}

/** @throws NeedsBoosts for an icon or a gradient for which the guild lacks the feature */
function requireFeatures({ guild }: PermissionContext, draft: Draft): void {
  const { icon, unicode_emoji, colors } = draft;
  const isPictured = (icon ?? null) !== null || (unicode_emoji ?? "") !== "";
  const isGradient = [colors?.secondary_color, colors?.tertiary_color].some(
    (each) => (each ?? null) !== null,
  );
  const lacks = (feature: string) => !guild.features.includes(feature);
  if (isPictured && lacks("ROLE_ICONS")) throw new ApiError(NeedsBoosts);
  if (isGradient && lacks("ENHANCED_ROLE_COLORS")) throw new ApiError(NeedsBoosts);
}

/** The color fields after a change: `color` is always the first color, which older clients show. */
function colorsAfter(before: RoleRecord, { color, colors }: Pick<Draft, "color" | "colors">) {
  if (colors !== undefined) {
    const next = { ...before.colors, ...colors };
    const whole = (next.tertiary_color ?? null) === null ? next : holographic;
    return { colors: whole, color: whole.primary_color };
  }
  if (color === undefined) return {};
  return { color, colors: { ...roleDefaults.colors, primary_color: color } };
}

/**
 * Changes a role; for @everyone, only its permissions.
 *
 * @throws NeedsBoosts, MissingPermissions
 */
export async function changeRole(
  ctx: Context,
  actor: PermissionContext,
  { role: before, change }: { readonly role: RoleRecord; readonly change: () => Draft },
): Promise<RoleRecord> {
  requireAboveRole(actor, before);
  const requested = change();
  const { permissions } = requested;
  const isEveryone = before.id === before.guild_id;
  const draft = isEveryone ? (permissions === undefined ? {} : { permissions }) : requested;
  const after = await changedRole(ctx, actor, { before, draft });
  if (isSameJson(after, before)) return before;
  storeRole(ctx, after);
  writeAuditLog(ctx, "ROLE_UPDATE", { ...entryFields(actor.member, after.id), before, after });
  return after;
}

/**
 * Moves roles among those below the actor's highest one.
 *
 * @throws UnknownRole, InvalidRole for @everyone, MissingPermissions
 */
export function reorderRoles(
  ctx: Context,
  actor: PermissionContext,
  moves: readonly Move[],
): readonly RoleRecord[] {
  const { guild, roles: all } = actor;
  const positions = new Map<string, number>();
  for (const { id, position } of moves) {
    // The reference accepts entries without an id, and ignores them.
    if (id === undefined || id === null) continue;
    const role = all.find((each) => each.id === id);
    if (role === undefined) throw new ApiError(UnknownRole);
    if (position === undefined || position === null || position === role.position) continue;
    if (id === guild.id) throw new ApiError(InvalidRole);
    const isWithinReach = isAboveRole(actor, role) && position < highestRolePosition(actor);
    if (!isWithinReach) throw missingPermission("MANAGE_ROLES");
    positions.set(id, position);
  }
  return positions.size === 0 ? all : all.map(withPosition(ctx, reordered(actor, positions)));
}

/**
 * All roles but @everyone from the lowest to the highest; at the same position, the older one is
 * higher.
 */
function reordered(actor: PermissionContext, positions: ReadonlyMap<string, number>) {
  const { guild, roles: all } = actor;
  const order = all
    .filter(({ id }) => id !== guild.id)
    .toSorted((a, b) => a.position - b.position || compareSnowflakes(b.id, a.id));
  const stay = order.filter(({ id }) => !positions.has(id));
  const moved = [...positions].toSorted(([, a], [, b]) => a - b);
  for (const [id, position] of moved) {
    const role = order.find((each) => each.id === id);
    // Below those that the actor cannot reach: the roles that move leave their old places, so that
    // these may stand lower than the requested position for the moment.
    const firstBeyond = stay.findIndex((each) => !isAboveRole(actor, each));
    const highest = firstBeyond === -1 ? stay.length : firstBeyond;
    if (role !== undefined) stay.splice(Math.min(Math.max(position - 1, 0), highest), 0, role);
  }
  return stay.map(({ id }) => id);
}

/** Gives a role its position in the order, and stores it if that changed. */
function withPosition(ctx: Context, order: readonly string[]): (role: RoleRecord) => RoleRecord {
  return (role) => {
    const position = order.indexOf(role.id) + 1;
    if (position === role.position) return role;
    const after = { ...role, position };
    storeRole(ctx, after);
    return after;
  };
}

/** Deletes a role. @throws InvalidRole for @everyone and managed roles, MissingPermissions */
export async function deleteRole(
  ctx: Context,
  actor: PermissionContext,
  role: RoleRecord,
): Promise<void> {
  if (role.managed || role.id === role.guild_id) throw new ApiError(InvalidRole);
  requireAboveRole(actor, role);
  await removeRole(ctx, role);
  writeAuditLog(ctx, "ROLE_DELETE", { ...entryFields(actor.member, role.id), before: role });
}
