// Which permission overwrites a member may set in a channel.
// Source: protocol: channels-and-threads 1.4, 5 (choice 1).
import { ALL_PERMISSIONS, holds, permissionSet } from "@antechamber/contract";
import { UnknownOverwrite, type OverwriteForm } from "@antechamber/contract/channels";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { ChannelRecord, OverwriteRecord } from "../guilds/guild.ts";
import {
  basePermissions,
  channelPermissions,
  type PermissionContext,
} from "../guilds/permissions.ts";
import { users } from "../users/user.ts";

type Form = Static<typeof OverwriteForm>;

/** An overwrite of a role or a user, as a channel stores it. @throws UnknownOverwrite */
export async function overwriteFrom(
  ctx: ReadContext,
  { roles }: PermissionContext,
  form: Form,
): Promise<OverwriteRecord> {
  const { id, allow = "0", deny = "0" } = form;
  const isRole = roles.some((role) => role.id === id);
  const { type = isRole ? 0 : 1 } = form;
  const exists = type === 0 ? isRole : (await ctx.tx.get(users, snowflakeKey(id))) !== undefined;
  if (!exists) throw new ApiError(UnknownOverwrite);
  // A permission that is both allowed and denied counts as allowed.
  const denied = (BigInt(deny) & ~BigInt(allow)).toString();
  return { id, type, allow: BigInt(allow).toString(), deny: denied };
}

/** The overwrites of a form, one for each role or user: the last one takes precedence. */
export async function overwritesFrom(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  forms: readonly Form[],
): Promise<OverwriteRecord[]> {
  const byId = new Map<string, OverwriteRecord>();
  for (const form of forms) {
    byId.set(form.id, await overwriteFrom(ctx, permissionContext, form));
  }
  return [...byId.values()];
}

/** The bits in which two lists of overwrites differ. */
function differingBits(
  before: readonly OverwriteRecord[],
  after: readonly OverwriteRecord[],
): bigint {
  const was = new Map(before.map((each) => [each.id, each]));
  const is = new Map(after.map((each) => [each.id, each]));
  let bits = 0n;
  for (const id of new Set([...was.keys(), ...is.keys()])) {
    const [one, other] = [was.get(id), is.get(id)];
    bits |= BigInt(one?.allow ?? 0) ^ BigInt(other?.allow ?? 0);
    bits |= BigInt(one?.deny ?? 0) ^ BigInt(other?.deny ?? 0);
  }
  return bits;
}

/** True if an overwrite of the channel itself allows the member MANAGE_ROLES. */
function isGivenRoles({ member, guild }: PermissionContext, channel: ChannelRecord): boolean {
  return (channel.permission_overwrites ?? []).some(
    ({ id, allow }) =>
      [member.user_id, guild.id, ...member.roles].includes(id) &&
      holds(BigInt(allow), "MANAGE_ROLES"),
  );
}

/** A change of a channel's overwrites. */
export interface OverwriteChange {
  /** The channel before the change; a new channel as it will be, but without overwrites. */
  readonly channel: ChannelRecord;
  readonly parent: ChannelRecord | undefined;
  readonly after: readonly OverwriteRecord[];
}

/**
 * Requires that a member has the permissions that two lists of overwrites differ in.
 *
 * @throws MissingPermissions
 */
export function requireOwnBits(
  permissionContext: PermissionContext,
  { channel, parent, after }: OverwriteChange,
): void {
  const base = basePermissions(permissionContext);
  if (base === ALL_PERMISSIONS) return;
  const bits = differingBits(channel.permission_overwrites ?? [], after);
  if (bits === 0n) return;
  const inParent = parent === undefined ? 0n : channelPermissions(permissionContext, parent);
  const own = isGivenRoles(permissionContext, channel) ? ALL_PERMISSIONS : base | inParent;
  if ((bits & permissionSet("MANAGE_ROLES")) !== 0n) throw missingPermission("ADMINISTRATOR");
  if ((bits & ALL_PERMISSIONS & ~own) !== 0n) throw missingPermission("MANAGE_ROLES");
}
