// The user that a caller acts for. Source: protocol: gateway-oauth-limits 5.4, 5.10.
import type { Caller, ReadContext } from "../../platform/context.ts";
import { applicationOf } from "../applications/operations.ts";
import { teamAsOwner, teamOf } from "../applications/teams.ts";
import { callingUser } from "../users/operations.ts";
import type { UserRecord } from "../users/user.ts";

/**
 * The user that a caller acts for. For a team's application with its own credentials, this is the
 * user that represents the team as owner.
 *
 * @throws Unauthorized when there is none
 */
export async function actedForUser(ctx: ReadContext, caller: Caller): Promise<UserRecord> {
  if (caller.kind === "bearer" && caller.user_id === undefined) {
    const team = await teamOf(ctx, await applicationOf(ctx, caller.application_id));
    if (team !== undefined) return teamAsOwner(team);
  }
  return callingUser(ctx, caller);
}
