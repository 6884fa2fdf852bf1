// The events after a user changed their name or avatar.
import { UserUpdate } from "@antechamber/contract/users";
import type { Context } from "../../../platform/context.ts";
import { ownUserView, userView, allUserFields, type UserRecord } from "../../users/user.ts";
import { emitMember } from "../events.ts";
import { members } from "../guild.ts";

/** Emits a user's change to their own sessions, and their new member objects to their guilds. */
export async function emitUserChange(
  ctx: Context,
  before: UserRecord,
  after: UserRecord,
): Promise<void> {
  const [was, is] = [before, after].map((user) => JSON.stringify(ownUserView(user, allUserFields)));
  if (was === is) return;
  ctx.emit(UserUpdate, { kind: "user", user_id: after.id }, ownUserView(after, allUserFields));
  const [looked, looks] = [before, after].map((user) => JSON.stringify(userView(user)));
  if (looked === looks) return;
  const memberships = await ctx.tx.find(members, { index: "user", value: after.id });
  for (const member of memberships) emitMember(ctx, { member, user: after }, "known");
}
