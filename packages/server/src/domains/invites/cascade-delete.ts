// The parts of invites that go with the person, the application or the role that it names.
import type { Context } from "../../platform/context.ts";
import { invites, type InviteRecord } from "./invite.ts";
import { endInvite } from "./operations.ts";

/** Deletes invites that target a deleted user or application, and clears it as inviter of others. */
export async function forgetInInvites(ctx: Context, id: string): Promise<void> {
  for (const invite of await ctx.tx.find(invites)) {
    if (leadsTo(invite, id)) endInvite(ctx, invite);
    else if (invite.inviter_id === id) {
      const { inviter_id: _, ...without } = invite;
      ctx.tx.put(invites, without);
    }
  }
}

function leadsTo(invite: InviteRecord, id: string): boolean {
  const { target_user_id, target_application_id, only_user_id } = invite;
  return [target_user_id, target_application_id, only_user_id].includes(id);
}

/** A role that goes is brought by no invite. */
export async function forgetRoleInInvites(
  ctx: Context,
  { guild_id, id }: { readonly guild_id: string; readonly id: string },
): Promise<void> {
  for (const invite of await ctx.tx.find(invites, { index: "guild", value: guild_id })) {
    if (!invite.role_ids.includes(id)) continue;
    ctx.tx.put(invites, { ...invite, role_ids: invite.role_ids.filter((each) => each !== id) });
  }
}
