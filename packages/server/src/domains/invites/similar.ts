// An invite that is asked for a second time is the first one again, unless it is to be unique.
// Source: machine specification (`unique`).
import type { ReadContext } from "../../platform/context.ts";
import { inviteDefaults, invitesOf, inviteTargets, type InviteRecord } from "./invite.ts";
import type { NewInvite } from "./operations.ts";

const compared = [
  "inviter_id",
  "max_age",
  "max_uses",
  "temporary",
  "target_type",
  "target_user_id",
  "target_application_id",
] as const satisfies readonly (keyof InviteRecord)[];

/** An invite to the same channel, of the same person and for the same use, that may still be used. */
export async function similarInvite(
  ctx: ReadContext,
  draft: Omit<NewInvite, "target_user_ids">,
): Promise<InviteRecord | undefined> {
  const wanted = { ...inviteDefaults, ...draft };
  const roleIds = wanted.role_ids.toSorted().join();
  for (const invite of await invitesOf(ctx, "channel", draft.channel_id)) {
    const isSame =
      compared.every((field) => invite[field] === wanted[field]) &&
      invite.role_ids.toSorted().join() === roleIds;
    if (isSame && (await ctx.tx.get(inviteTargets, invite.code)) === undefined) return invite;
  }
  return undefined;
}
