import { Unauthorized, UnknownUser } from "@antechamber/contract";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { users, userView, type UserRecord } from "./user.ts";
import { isId } from "./references.ts";

/** The user with an id. @throws UnknownUser */
export async function userOf(ctx: ReadContext, id: string): Promise<UserRecord> {
  const user = await ctx.tx.get(users, snowflakeKey(id));
  if (user === undefined) throw new ApiError(UnknownUser);
  return user;
}

/** The users that records refer to, as everyone is shown them; deleted users are left out. */
export async function usersOf(
  ctx: ReadContext,
  records: readonly { readonly user_id: string }[],
): Promise<Static<typeof User>[]> {
  const found = await Promise.all(
    records.map(({ user_id }) => ctx.tx.get(users, snowflakeKey(user_id))),
  );
  return found.flatMap((user) => (user === undefined ? [] : [userView(user)]));
}

/** @throws UnknownUser unless there is a user for each id */
export async function requireUsers(ctx: ReadContext, ids: readonly string[]): Promise<void> {
  const found = await Promise.all(ids.map((id) => ctx.tx.get(users, snowflakeKey(id))));
  if (found.includes(undefined)) throw new ApiError(UnknownUser);
}

/** The user with an id, or with a unique name, for the control plane and world files. */
export async function userNamed(
  ctx: ReadContext,
  reference: string,
): Promise<UserRecord | undefined> {
  if (isId(reference)) {
    const byId = await ctx.tx.get(users, snowflakeKey(reference));
    if (byId !== undefined) return byId;
  }
  const named = await ctx.tx.find(users, { index: "username", value: reference, limit: 2 });
  return named.length === 1 ? named[0] : undefined;
}

/**
 * The id of a caller's user: a bot's user has its application's id. Undefined for callers without a
 * user.
 */
export function callerUserId(caller: Caller): string | undefined {
  if (caller.kind === "bot") return caller.application_id;
  return caller.kind === "bearer" || caller.kind === "user" ? caller.user_id : undefined;
}

/**
 * The user of a caller.
 *
 * @throws Unauthorized if the credential has no user, such as a token of an application alone
 */
export async function callingUser(ctx: ReadContext, caller: Caller): Promise<UserRecord> {
  const id = callerUserId(caller);
  if (id === undefined) throw new ApiError(Unauthorized);
  return userOf(ctx, id);
}
