// Accounts of players that an external service identified. Source: protocol: lobbies-and-sdk 8.7.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { userDefaults, users, type UserRecord } from "../../users/user.ts";

/** How many usernames are tried before making the account fails. */
const USERNAME_TRIES = 10;
const USERNAME_BASE_MAX = 20;
const SUFFIX_DIGITS = 6;

/** Reduces a name to what usernames may hold: lower-case letters, digits, dots and underscores. */
function usernameBase(name: string | undefined): string {
  const base = (name ?? "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9._]+/g, "")
    .replaceAll(/\.{2,}/g, ".")
    .slice(0, USERNAME_BASE_MAX);
  return base === "" ? "player" : base;
}

/** Random digits. The modulo makes some numbers slightly more likely, which does no harm here. */
function randomDigits(ctx: Context): string {
  const number = Buffer.from(ctx.random.bytes(4)).readUInt32BE();
  return (number % 10 ** SUFFIX_DIGITS).toString().padStart(SUFFIX_DIGITS, "0");
}

/** A free username based on a name, or undefined when several tries found none. */
export async function freeUsername(
  ctx: Context,
  name: string | undefined,
): Promise<string | undefined> {
  const base = usernameBase(name);
  for (let tries = 0; tries < USERNAME_TRIES; tries++) {
    const username = `${base}_${randomDigits(ctx)}`;
    const taken = await ctx.tx.count(users, { index: "username", value: username });
    if (taken === 0) return username;
  }
  return undefined;
}

/** Makes a provisional account, which nobody can sign in to. */
export function makeProvisionalUser(
  ctx: Context,
  { username, name }: { readonly username: string; readonly name: string | undefined },
): UserRecord {
  const user: UserRecord = {
    ...userDefaults,
    id: ctx.id(),
    username,
    global_name: name ?? null,
    verified: false,
    isProvisional: true,
  };
  ctx.tx.put(users, user);
  return user;
}

/** The account with an id, if it is provisional. */
export async function provisionalUser(ctx: Context, id: string): Promise<UserRecord | undefined> {
  const user = await ctx.tx.get(users, snowflakeKey(id));
  return user?.isProvisional === true ? user : undefined;
}
