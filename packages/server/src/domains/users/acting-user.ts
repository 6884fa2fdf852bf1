// The users that the control plane may act as. Source: product.md, Simulated users.
import { BotsNotAllowed, Unauthorized } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { referencedUser, type Reference } from "./references.ts";
import type { UserRecord } from "./user.ts";

/**
 * The user to act as. A banned user can do nothing, just as their token is refused.
 *
 * @throws UnknownUser, BotsNotAllowed, Unauthorized, InvalidForm when several have the name
 */
export async function actingUser(
  ctx: ReadContext,
  text: string,
  path: Reference["path"] = ["user"],
): Promise<UserRecord> {
  const user = await referencedUser(ctx, { text, path });
  if (user.bot === true) throw new ApiError(BotsNotAllowed);
  if (user.isBanned) {
    throw new ApiError(Unauthorized, { message: `${Unauthorized.message}: the user is banned` });
  }
  return user;
}
