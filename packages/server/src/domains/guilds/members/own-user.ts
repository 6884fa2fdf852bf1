// Changes that users make to their own account. Source: protocol: webhooks-and-applications 4.1.
import { limits } from "@antechamber/contract";
import type { Static } from "@antechamber/contract/schema";
import { snowflakeKey } from "@antechamber/contract/schema";
import { editCurrentUser } from "@antechamber/contract/users";
import { invalidForm } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import type { Context } from "../../../platform/context.ts";
import { handle, reply, type Binding } from "../../../platform/handler.ts";
import { isWithinLast } from "../../../platform/time/set-back.ts";
import { tableOf } from "../../../platform/store.ts";
import { storeImage } from "../../users/image.ts";
import { callingUser } from "../../users/operations.ts";
import { ownUserView, users, type UserRecord } from "../../users/user.ts";
import { emitUserChange } from "./user-changes.ts";

/** The times of a user's recent username changes. */
interface Renames {
  readonly user_id: string;
  readonly at: readonly Millis[];
}

export const renames = tableOf<Renames>()({
  name: "username_change",
  key: ({ user_id }) => snowflakeKey(user_id),
});

type Change = Static<(typeof editCurrentUser)["body"]>;

/** @throws InvalidForm if the user exceeds the limit of username changes per hour */
async function countRename(ctx: Context, userId: string): Promise<void> {
  const { value: max, windowMs } = limits.usernameChanges;
  const renamed = await ctx.tx.get(renames, snowflakeKey(userId));
  const recent = (renamed?.at ?? []).filter((at) => isWithinLast(windowMs, at, ctx.now));
  if (recent.length >= max) {
    const message = "You are changing your username or Discord Tag too fast. Try again later.";
    throw invalidForm({ path: ["username"], code: "USERNAME_RATE_LIMIT", message });
  }
  ctx.tx.put(renames, { user_id: userId, at: [...recent, ctx.now] });
}

/** Changes a user and emits the change. @throws InvalidForm */
async function changeUser(
  ctx: Context,
  user: UserRecord,
  { username, avatar, banner }: Change,
): Promise<UserRecord> {
  const name = username?.trim() ?? user.username;
  if (name !== user.username) await countRename(ctx, user.id);
  const changed = {
    ...user,
    username: name,
    ...(avatar === undefined ? {} : { avatar: avatar && (await storeImage(ctx, avatar)) }),
    ...(banner === undefined ? {} : { banner: banner && (await storeImage(ctx, banner)) }),
  };
  ctx.tx.put(users, changed);
  await emitUserChange(ctx, user, changed);
  return changed;
}

export const ownUserHandlers: readonly Binding[] = [
  handle(editCurrentUser, async (ctx, { body }) => {
    const user = await callingUser(ctx, ctx.caller);
    return reply(200, ownUserView(await changeUser(ctx, user, body()), { email: true }));
  }),
];
