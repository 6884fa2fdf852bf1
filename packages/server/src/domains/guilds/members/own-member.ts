// Changes that members make to their own membership, and how many members have each role.
// Source: protocol: lobbies-and-sdk 9.
import { UnknownGuild } from "@antechamber/contract";
import type { OwnMemberChange } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import { storeImage } from "../../users/image.ts";
import { writeAuditLog } from "../audit-log/write.ts";
import { emitMemberChange } from "../events.ts";
import { members, type MemberRecord } from "../guild.ts";
import { memberOf, rolesOf } from "../operations.ts";
import type { PermissionContext } from "../permissions.ts";
import { requirePermissions } from "../caller-permissions.ts";

type Change = Static<typeof OwnMemberChange>;

/** @throws UnknownGuild for callers outside the guild, so that they do not learn whether it exists */
export async function ownMembership(
  ctx: ReadContext,
  userId: string,
  guildId: string,
): Promise<MemberRecord> {
  const member = await memberOf(ctx, guildId, userId);
  if (member === undefined) throw new ApiError(UnknownGuild);
  return member;
}

/**
 * The field with the hash of a new picture, or null for none; no field if the change does not name
 * it.
 */
async function imageField<F extends "avatar" | "banner">(
  ctx: Context,
  field: F,
  uri: string | null | undefined,
): Promise<{ readonly [K in F]?: string | null }> {
  if (uri === undefined) return {};
  const hash = uri === null ? null : await storeImage(ctx, uri);
  return { [field]: hash } as { readonly [K in F]: string | null };
}

/**
 * Changes a member's own nickname, avatar, banner and bio, and emits what is different.
 *
 * @throws MissingPermissions for a nick without CHANGE_NICKNAME
 */
export async function changeOwnMembership(
  ctx: Context,
  permissionContext: PermissionContext,
  { nick, avatar, banner, bio }: Change,
): Promise<MemberRecord> {
  if (nick !== undefined) requirePermissions(permissionContext, "CHANGE_NICKNAME");
  const { member } = permissionContext;
  const changed = definedFields({
    ...member,
    ...(nick === undefined ? {} : { nick: nick === "" ? null : nick }),
    ...(await imageField(ctx, "avatar", avatar)),
    ...(await imageField(ctx, "banner", banner)),
    ...(bio === undefined ? {} : { bio: bio === null || bio === "" ? undefined : bio }),
  }) as MemberRecord;
  if (isSameJson(changed, member)) return member;
  ctx.tx.put(members, changed);
  await emitMemberChange(ctx, changed);
  const { guild_id, user_id } = changed;
  writeAuditLog(ctx, "MEMBER_UPDATE", {
    guild_id,
    user_id,
    target_id: user_id,
    before: member,
    after: changed,
  });
  return changed;
}

/** How many members have each role except @everyone; a role without members counts 0. */
export async function roleMemberCounts(
  ctx: ReadContext,
  guildId: string,
): Promise<Record<string, number>> {
  const all = (await rolesOf(ctx, guildId)).filter((role) => role.id !== guildId);
  const counts = await Promise.all(
    all.map(async ({ id }) => {
      const count = await ctx.tx.count(members, { index: "role", value: id });
      return [id, count] as const;
    }),
  );
  return Object.fromEntries(counts);
}
