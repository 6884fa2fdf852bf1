// Who hears that a user is called, or looks, otherwise than before.
import { UserUpdate } from "@antechamber/contract/users";
import type { Context } from "../../platform/context.ts";
import { ownUserView, userView, allUserFields, type UserRecord } from "../users/user.ts";
import { emitMember } from "./events.ts";
import { members } from "./guild.ts";

/** Tells a user's own sessions of a change, and the guilds that they are in of what others see. */
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
