// Who hears that a user is called, or looks, otherwise than before.
import { UserUpdate } from "@antechamber/contract";
import type { Context } from "../../platform/context.ts";
import { ownUserView, userView, wholeSight, type UserRecord } from "../users/user.ts";
import { announceMember } from "./events.ts";
import { members } from "./guild.ts";

/** Tells a user's own sessions of a change, and the guilds that they are in of what others see. */
export async function announceUserChange(
  ctx: Context,
  before: UserRecord,
  after: UserRecord,
): Promise<void> {
  const [was, is] = [before, after].map((user) => JSON.stringify(ownUserView(user, wholeSight)));
  if (was === is) return;
  ctx.emit(UserUpdate, { kind: "user", user_id: after.id }, ownUserView(after, wholeSight));
  const [looked, looks] = [before, after].map((user) => JSON.stringify(userView(user)));
  if (looked === looks) return;
  const memberships = await ctx.tx.find(members, { index: "user", value: after.id });
  for (const member of memberships) announceMember(ctx, { member, user: after }, "known");
}
