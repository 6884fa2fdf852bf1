// Removes deleted users, applications and roles from invites.
import type { Context } from "../../platform/context.ts";
import { invites, inviteTargets, type InviteRecord } from "./invite.ts";
import { endInvite } from "./operations.ts";

/**
 * Deletes invites that target a deleted user or application, and removes it from other invites as
 * the inviter or as one of the target users.
 */
export async function removeFromInvites(ctx: Context, id: string): Promise<void> {
  for (const invite of await ctx.tx.find(invites)) {
    if (leadsTo(invite, id)) endInvite(ctx, invite);
    else if (invite.inviter_id === id) {
      const { inviter_id: _, ...without } = invite;
      ctx.tx.put(invites, without);
    }
  }
  await removeTarget(ctx, id);
}

/**
 * An invite with target users keeps its list even when that becomes empty: it must not be open to
 * all.
 */
async function removeTarget(ctx: Context, id: string): Promise<void> {
  for (const targets of await ctx.tx.find(inviteTargets)) {
    if (!targets.user_ids.includes(id)) continue;
    const user_ids = targets.user_ids.filter((each) => each !== id);
    ctx.tx.put(inviteTargets, { ...targets, user_ids });
  }
}

function leadsTo(invite: InviteRecord, id: string): boolean {
  const { target_user_id, target_application_id, only_user_id } = invite;
  return [target_user_id, target_application_id, only_user_id].includes(id);
}

/** Transfers the invites that are reserved for an account to the account that it is merged into. */
export async function giveInvites(
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const invite of await ctx.tx.find(invites)) {
    if (invite.only_user_id === from) ctx.tx.put(invites, { ...invite, only_user_id: to });
  }
  for (const targets of await ctx.tx.find(inviteTargets)) {
    if (!targets.user_ids.includes(from)) continue;
    const instead = targets.user_ids.map((id) => (id === from ? to : id));
    ctx.tx.put(inviteTargets, { ...targets, user_ids: [...new Set(instead)] });
  }
}

/** Removes a deleted role from all invites. */
export async function removeRoleFromInvites(
  ctx: Context,
  { guild_id, id }: { readonly guild_id: string; readonly id: string },
): Promise<void> {
  for (const invite of await ctx.tx.find(invites, { index: "guild", value: guild_id })) {
    if (!invite.role_ids.includes(id)) continue;
    ctx.tx.put(invites, { ...invite, role_ids: invite.role_ids.filter((each) => each !== id) });
  }
}
