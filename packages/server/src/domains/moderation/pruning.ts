// Pruning members who have been inactive for some days. Source: protocol: moderation 3.
import { snowflakeAt, parseTimestamp, type Static } from "@antechamber/contract/schema";
import type { prune } from "@antechamber/contract/guilds";
import type { Context, ReadContext } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { entryFields, writeAuditLog } from "../guilds/audit-log/write.ts";
import { members, type MemberRecord } from "../guilds/guild.ts";
import { isAboveMember } from "../guilds/hierarchy.ts";
import type { PermissionContext } from "../guilds/permissions.ts";
import { searchDocuments, withTerm } from "../messages/search-document.ts";
import { removeMember } from "../oauth/installs/uninstall.ts";

const DAY_MS = 24 * 3_600_000;
const DAYS_DEFAULT = 7;

type PruneForm = Pick<Static<(typeof prune)["body"]>, "days" | "include_roles">;

/**
 * The members whom a prune would remove: below the actor, with no roles other than the named ones,
 * who neither joined nor sent messages in the guild for the given number of days.
 */
export async function prunable(
  ctx: ReadContext,
  actor: PermissionContext,
  { days = DAYS_DEFAULT, include_roles: included = [] }: PruneForm,
): Promise<readonly MemberRecord[]> {
  const since = ctx.now - days * DAY_MS;
  const found: MemberRecord[] = [];
  for (const member of await ctx.tx.find(members, withPrefix(actor.guild.id))) {
    const isBare = member.roles.every((id) => included.includes(id));
    if (!isBare || !isAboveMember(actor, member)) continue;
    if (!(await wasActive(ctx, member, since))) found.push(member);
  }
  return found;
}

async function wasActive(ctx: ReadContext, member: MemberRecord, since: number): Promise<boolean> {
  const { guild_id, user_id, joined_at } = member;
  if ((parseTimestamp(joined_at) ?? 0) >= since) return true;
  const written = await ctx.tx.count(searchDocuments, {
    ...withTerm(guild_id, `author:${user_id}`, snowflakeAt(since)),
    limit: 1,
  });
  return written > 0;
}

/** Removes the members whom a prune finds. @returns their number */
export async function pruneMembers(
  ctx: Context,
  actor: PermissionContext,
  form: PruneForm,
): Promise<number> {
  const found = await prunable(ctx, actor, form);
  for (const member of found) await removeMember(ctx, member);
  const options = {
    delete_member_days: String(form.days ?? DAYS_DEFAULT),
    members_removed: String(found.length),
  };
  writeAuditLog(ctx, "MEMBER_PRUNE", { ...entryFields(actor.member, null), options });
  return found.length;
}
